/** The runs of the workbench: the current one, finished ones, and reports that were opened from files. */
import { randomUUID } from 'node:crypto';
import type { Redactor } from '../../common/redact.js';
import { explore, verdictOf, type ExploreOptions, type Finding } from '../explore/explore.js';
import { oracles } from '../judge/oracles/index.js';
import type { RunReport } from '../judge/report.js';
import { RUN_VERDICT_WORDS, VERDICT_WORDS, type RunVerdict, type Verdict } from '../judge/verdicts.js';
import type { Plan } from '../run/plan/plan.js';
import type { Profile } from '../run/target/profile.js';
import type { Progress } from '../run/progress.js';
import { run } from '../run/run.js';
import type { Scenario } from '../run/plan/scenarios.js';
import { pick } from '../values/fields.js';
import { UsageError } from '../values/usage-error.js';
import { count, messageOf } from '../values/text.js';
import { shownPlan, type ShownPlan } from './catalogue.js';
import { shownExploration, type ShownExploration } from './exploration.js';
import type { Draft } from './drafts.js';
import type { Target } from './targets.js';
import { unevaluatedIn, type Unevaluated } from './unevaluated.js';

/** The most stored reports, since each contains all bodies. The oldest are dropped. */
const MOST_REPORTS = 20;

export interface RunOrder {
  target: Target;
  packs: string[];
  only: string[];
  readOnly: boolean;
  /** Replaces the scenarios that `packs` and `only` would select. */
  scenarios?: readonly Scenario[];
  /** Explores instead of running scenarios. */
  exploration?: Pick<ExploreOptions, 'seed' | 'steps'>;
  /** A ceiling on credits in addition to that of the profile. */
  maxCredits?: number;
}

export function profileFor({ target: { profile }, maxCredits = Infinity }: RunOrder): Profile {
  const credits = Math.min(profile.budget.credits ?? Infinity, maxCredits);
  return { ...profile, budget: { ...profile.budget, credits: credits === Infinity ? null : credits } };
}

export type OneRun = ReturnType<typeof newRun>;

/** `canRunAgain`: false for a report that was opened from a file. */
function newRun(label: string, canRunAgain: boolean) {
  return {
    id: randomUUID().slice(0, 8),
    /** The target, or the file from which the report was opened. */
    label,
    /** The scenarios, such as `5 scenarios of smoke`. */
    what: '',
    state: 'running' as 'running' | 'done' | 'broken',
    /** True for an exploration, which has no report: `done` and `total` count requests. */
    isExploration: false,
    startedAt: new Date().toISOString(),
    done: 0,
    total: 0,
    verdict: null as RunVerdict | null,
    /** The verdict in words; empty before the end. */
    word: '',
    headline: '',
    canRunAgain,
    plan: null as ShownPlan | null,
    /** The current activity until the first scenario ends; empty later. */
    activity: '',
    /** The time (ms since 1970) until which a rate limit delays requests; 0 if none did. */
    waitsUntil: 0,
    remarks: [] as string[],
    /** Verdicts before the oracles judge, in the order in which scenarios ended. */
    ends: [] as Pick<Progress, 'scenario' | 'verdict'>[],
    words: VERDICT_WORDS,
    /** Null for a run of scenarios, and before the first request of a story. */
    exploration: null as ShownExploration | null,
  };
}

interface Kept {
  shown: OneRun;
  report: RunReport | null;
  order: RunOrder | null;
  scenarios: readonly Scenario[];
  findings: readonly Finding[];
  stop: AbortController;
}

const LISTED = [
  'id',
  'label',
  'what',
  'state',
  'isExploration',
  'startedAt',
  'done',
  'total',
  'verdict',
  'word',
  'headline',
  'canRunAgain',
] as const satisfies readonly (keyof OneRun)[];

export type ListedRun = Pick<OneRun, (typeof LISTED)[number]>;

export class Runs {
  readonly #all = new Map<string, Kept>();
  readonly #redactor: Redactor;
  readonly #listeners = new Set<(run: OneRun) => void>();

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /** The newest first. */
  get list(): ListedRun[] {
    return [...this.#all.values()].reverse().map(({ shown }) => pick(shown, ...LISTED));
  }

  one(id: string): OneRun | undefined {
    return this.#all.get(id)?.shown;
  }

  report(id: string): RunReport | null {
    return this.#all.get(id)?.report ?? null;
  }

  /** The verdict of each scenario's last run in this workbench. */
  get verdicts(): Record<string, Verdict> {
    const ordered = [...this.#all.values()].filter(({ order }) => order !== null);
    const all = ordered.flatMap(({ shown }) => shown.ends);
    return Object.fromEntries(all.map(({ scenario, verdict }) => [scenario, verdict]));
  }

  /** The order with which a run can be repeated. Throws UsageError. */
  order(id: string): RunOrder {
    const order = this.#all.get(id)?.order ?? null;
    if (order === null) throw new UsageError('This run is no longer stored. Choose its scenarios again.');
    return order;
  }

  /** The pack of a finding. Throws UsageError. */
  packOf(id: string, finding: string): Draft {
    const found = this.#all.get(id)?.findings.find(({ name }) => name === finding);
    if (found === undefined)
      throw new UsageError('This finding is no longer stored. Explore again with the same seed.');
    return { name: finding, text: this.#redactor.text(found.pack) };
  }

  /** The checks that a finished run did not evaluate. */
  unevaluated(id: string): Record<string, Unevaluated[]> {
    const { report = null, scenarios = [] } = this.#all.get(id) ?? {};
    return report === null ? {} : unevaluatedIn(report, scenarios);
  }

  /** Returns a function that ends the subscription. */
  follow(listener: (run: OneRun) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Adds a report that was read from a file. */
  open(report: RunReport, label: string): ListedRun {
    const kept = this.#keep(label, null);
    const what = describe(report.scenarios.map((each) => each.id));
    this.#conclude(kept, report, { what, startedAt: report.run.startedAt });
    return kept.shown;
  }

  /** Starts a run. Throws UsageError during another run, because both would use the same accounts. */
  start(order: RunOrder): ListedRun {
    const busy = [...this.#all.values()].find(({ shown }) => shown.state === 'running');
    if (busy !== undefined) throw new UsageError('A run is under way. Stop it, or wait for its end.');
    const kept = this.#keep(order.target.label, order);
    void this.#perform(kept, order);
    return kept.shown;
  }

  stop(id: string): void {
    this.#all.get(id)?.stop.abort(new Error('the run was stopped'));
  }

  stopAll(): void {
    for (const id of this.#all.keys()) this.stop(id);
  }

  async #perform(kept: Kept, order: RunOrder): Promise<void> {
    const { shown } = kept;
    const tell = (change: Partial<OneRun>): void => this.#tell(kept, change);
    try {
      if (order.exploration !== undefined) return tell(await this.#explore(kept, order, tell));
      let preparing = 0;
      const report = await run(
        {
          profile: profileFor(order),
          oracles,
          packs: order.packs,
          only: order.only,
          readOnly: order.readOnly,
          // The author of a draft looks at each failure anyway, so none is repeated.
          ...(order.scenarios === undefined ? {} : { confirm: 0 }),
          redactor: this.#redactor,
          signal: kept.stop.signal,
          onPlan: (plan) => {
            kept.scenarios = plan.scenarios;
            preparing = plan.survey.requests;
            tell(begun(plan, order));
          },
          onRequest: (sent) => {
            if (shown.done === 0) tell({ activity: activityOf(sent, preparing) });
          },
          onWait: (until) => tell({ waitsUntil: Math.max(shown.waitsUntil, until) }),
          onRemark: (remark) => void shown.remarks.push(this.#redactor.text(remark)),
          onProgress: ({ done, total, scenario, verdict }) => {
            shown.ends.push({ scenario, verdict });
            tell({ done, total, activity: '' });
          },
        },
        order.scenarios === undefined ? {} : { scenarios: order.scenarios },
      );
      this.#conclude(kept, report);
    } catch (error) {
      tell({ state: 'broken', headline: this.#redactor.text(messageOf(error)) });
    }
  }

  async #explore(
    kept: Kept,
    order: RunOrder,
    tell: (change: Partial<OneRun>) => void,
  ): Promise<Partial<OneRun>> {
    const { seed, steps } = order.exploration!;
    const [profile, redactor] = [profileFor(order), this.#redactor];
    const what = `exploration with seed ${seed}`;
    tell({ isExploration: true, what, total: steps, activity: 'looking at the target' });
    const explored = await explore({
      seed,
      steps,
      profile,
      redactor,
      signal: kept.stop.signal,
      onRequest: (sent) => tell({ activity: `${count(sent, 'request')} in all` }),
      onWait: (until) => tell({ waitsUntil: Math.max(kept.shown.waitsUntil, until) }),
      onProgress: (progress, coverage, findings) => {
        const exploration = shownExploration(progress, coverage, findings, profile);
        kept.findings = findings;
        tell({ done: Math.min(progress.steps, steps), exploration: redactor.value(exploration) });
      },
    });
    const { findings, stopped, notes } = explored;
    const verdict = verdictOf(explored);
    const word = verdict === 'conforms' ? 'Nothing found' : RUN_VERDICT_WORDS[verdict];
    const broken = findings.filter(({ state }) => state === 'broken').length;
    const ended = stopped === null ? '' : `; it ended early: ${stopped}`;
    const headline = `${count(broken, 'finding')} broken, ${findings.length - broken} seen once${ended}`;
    return { ...redactor.value({ headline, remarks: notes }), state: 'done', verdict, word };
  }

  #keep(label: string, order: RunOrder | null): Kept {
    const shown = newRun(label, order !== null);
    const kept: Kept = {
      shown,
      order,
      report: null,
      findings: [],
      scenarios: [],
      stop: new AbortController(),
    };
    this.#all.set(shown.id, kept);
    const [oldest] = [...this.#all.values()].filter((each) => each.shown.state !== 'running');
    if (this.#all.size > MOST_REPORTS && oldest !== undefined) this.#all.delete(oldest.shown.id);
    return kept;
  }

  #conclude(kept: Kept, report: RunReport, more: Partial<OneRun> = {}): void {
    kept.report = report;
    const { verdict, headline, scenarios } = report;
    const [total, word] = [scenarios.length, RUN_VERDICT_WORDS[verdict]];
    this.#tell(kept, { ...more, state: 'done', verdict, word, headline, done: total, total, activity: '' });
  }

  #tell({ shown }: Kept, change: Partial<OneRun>): void {
    Object.assign(shown, change);
    for (const listener of this.#listeners) listener(shown);
  }
}

function begun(plan: Plan, order: RunOrder): Partial<OneRun> {
  const { scenarios } = plan;
  const shown = shownPlan(plan);
  return {
    plan: { ...shown, most: Math.min(shown.most, profileFor(order).budget.credits ?? Infinity) },
    what: describe(scenarios.map(({ id }) => id)),
    total: scenarios.length,
    activity: 'looking at the target',
  };
}

/** `preparing`: the most requests that read the target's data first. */
function activityOf(sent: number, preparing: number): string {
  if (preparing === 0) return 'running the first scenarios';
  return sent < preparing
    ? `looking at the target's data, request ${sent} of at most ${preparing}`
    : `running the first scenarios, ${count(sent, 'request')} so far`;
}

/** Such as `5 scenarios of smoke`. */
function describe(ids: readonly string[]): string {
  const packs = [...new Set(ids.map((id) => id.split('/')[0]!))];
  if (ids.length < 2) return ids.join('');
  const of = packs.length > 3 ? `${packs.length} packs` : packs.join(', ');
  return `${count(ids.length, 'scenario')} of ${of}`;
}
