/** The runs of the workbench: the current one, finished ones, and reports that were opened from files. */
import { randomUUID } from 'node:crypto';
import type { Redactor } from '../../common/redact.js';
import { explore, verdictOf, type ExploreOptions, type Finding } from '../explore/explore.js';
import { oracles } from '../judge/oracles/index.js';
import type { RunReport } from '../judge/report.js';
import { RUN_VERDICT_WORDS, type RunVerdict } from '../judge/verdicts.js';
import type { ReportView } from '../reports/view.js';
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

/** The most stored reports, since each contains all bodies. The oldest are dropped. */
const MOST_REPORTS = 20;

export interface RunOrder {
  target: Target;
  readOnly: boolean;
  /** Empty for an exploration. */
  scenarios: readonly Scenario[];
  isDraft: boolean;
  /** Explores instead of running scenarios. */
  exploration?: Pick<ExploreOptions, 'seed' | 'steps'>;
  /** A ceiling on credits in addition to that of the profile. */
  maxCredits?: number;
}

export function profileFor({ target: { profile }, maxCredits = Infinity }: RunOrder): Profile {
  const credits = Math.min(profile.budget.credits ?? Infinity, maxCredits);
  return { ...profile, budget: { ...profile.budget, credits: credits === Infinity ? null : credits } };
}

/** A run with all its data. Its page gets `shown`, and loads the rest when it needs it. */
export type Kept = ReturnType<typeof newRun>;
export type OneRun = Kept['shown'];

/** `order` is null for a report that was opened from a file. */
function newRun(label: string, order: RunOrder | null) {
  const exploration = order?.exploration;
  const shown = {
    id: randomUUID().slice(0, 8),
    /** The target, or the file from which the report was opened. */
    label,
    /** The scenarios, such as `5 scenarios of smoke`. */
    what: exploration === undefined ? '' : `exploration with seed ${exploration.seed}`,
    state: 'running' as 'running' | 'done' | 'broken',
    /** True for an exploration, which has no report: `done` and `total` count requests. */
    isExploration: exploration !== undefined,
    startedAt: new Date().toISOString(),
    done: 0,
    total: exploration?.steps ?? 0,
    verdict: null as RunVerdict | null,
    /** The verdict in words; empty before the end. */
    word: '',
    headline: '',
    canRunAgain: order !== null,
    plan: null as ShownPlan | null,
    /** The current activity until the first scenario ends; empty later. */
    activity: 'looking at the target',
    /** The time (ms since 1970) until which the run waits, and why; 0 if it did not wait. */
    waitsUntil: 0,
    waitsFor: '',
    remarks: [] as string[],
    /** Verdicts of the scenarios, without oracles, in the order in which they ended. */
    ends: [] as Pick<Progress, 'scenario' | 'verdict'>[],
    /** Null for a run of scenarios, and before the first request of a story. */
    exploration: null as ShownExploration | null,
  };
  return {
    shown,
    order,
    report: null as RunReport | null,
    /** The view of the report; null until it is opened. */
    view: null as ReportView | null,
    findings: [] as readonly Finding[],
    stop: new AbortController(),
  };
}

export class Runs {
  readonly #all = new Map<string, Kept>();
  readonly #redactor: Redactor;

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /** The newest first. */
  get list(): OneRun[] {
    return [...this.#all.values()].map(({ shown }) => shown).reverse();
  }

  /** The run that was started last; null if there is none. */
  get latest(): OneRun | null {
    return [...this.#all.values()].findLast(({ order }) => order !== null)?.shown ?? null;
  }

  get(id: string): Kept | undefined {
    return this.#all.get(id);
  }

  /** The pack of a finding. Throws UsageError. */
  packOf(id: string, finding: string): Draft {
    const found = this.#all.get(id)?.findings.find(({ name }) => name === finding);
    if (found === undefined)
      throw new UsageError('This finding is no longer stored. Explore again with the same seed.');
    return { name: finding, text: this.#redactor.text(found.pack) };
  }

  /** Adds a report that was read from a file. */
  open(report: RunReport, label: string): OneRun {
    const kept = this.#keep(label, null);
    kept.shown.what = describe(report.scenarios);
    kept.shown.startedAt = report.run.startedAt;
    this.#conclude(kept, report);
    return kept.shown;
  }

  /** Starts a run. Throws UsageError during another run, because both would use the same accounts. */
  start(order: RunOrder): OneRun {
    const busy = [...this.#all.values()].find(({ shown }) => shown.state === 'running');
    if (busy !== undefined) throw new UsageError('A run is under way. Stop it, or wait for its end.');
    const kept = this.#keep(order.target.label, order);
    const perform = order.exploration === undefined ? this.#run(kept, order) : this.#explore(kept, order);
    void perform.catch((error: unknown) =>
      tell(kept, { state: 'broken', headline: this.#redactor.text(messageOf(error)) }),
    );
    return kept.shown;
  }

  stop(id: string): void {
    this.#all.get(id)?.stop.abort(new Error('the run was stopped'));
  }

  stopAll(): void {
    for (const id of this.#all.keys()) this.stop(id);
  }

  /** Options of runs and explorations. */
  #optionsFor(kept: Kept, order: RunOrder) {
    return {
      profile: profileFor(order),
      redactor: this.#redactor,
      signal: kept.stop.signal,
      onWait(until: number, why: string) {
        if (until > kept.shown.waitsUntil) tell(kept, { waitsUntil: until, waitsFor: why });
      },
    };
  }

  async #run(kept: Kept, order: RunOrder): Promise<void> {
    const { shown } = kept;
    const options = this.#optionsFor(kept, order);
    let preparing = 0;
    const report = await run(
      {
        ...options,
        oracles,
        readOnly: order.readOnly,
        // Drafts are not tried again, since their author looks at each failure anyway.
        ...(order.isDraft ? { confirm: 0 } : {}),
        onPlan: (plan) => {
          preparing = plan.survey.requests;
          const size = shownPlan(plan);
          const most = Math.min(size.most, options.profile.budget.credits ?? Infinity);
          const what = describe(plan.scenarios);
          tell(kept, { plan: { ...size, most }, what, total: plan.scenarios.length });
        },
        onRequest: (sent) => {
          if (shown.done === 0) tell(kept, { activity: activityOf(sent, preparing) });
        },
        onRemark: (remark) => void shown.remarks.push(this.#redactor.text(remark)),
        onProgress: ({ done, total, scenario, verdict }) => {
          shown.ends.push({ scenario, verdict });
          tell(kept, { done, total, activity: '' });
        },
      },
      pick(order, 'scenarios'),
    );
    this.#conclude(kept, report);
  }

  async #explore(kept: Kept, order: RunOrder): Promise<void> {
    const { seed, steps } = order.exploration!;
    const options = this.#optionsFor(kept, order);
    const redactor = this.#redactor;
    const explored = await explore({
      ...options,
      seed,
      steps,
      onRequest: (sent) => tell(kept, { activity: `${count(sent, 'request')} in all` }),
      onProgress: (progress, coverage, findings) => {
        const exploration = shownExploration(progress, coverage, findings, options.profile);
        kept.findings = findings;
        tell(kept, { done: Math.min(progress.steps, steps), exploration: redactor.value(exploration) });
      },
    });
    const { findings, stopped, notes } = explored;
    const verdict = verdictOf(explored);
    const word = verdict === 'conforms' ? 'Nothing found' : RUN_VERDICT_WORDS[verdict];
    const broken = findings.filter(({ state }) => state === 'broken').length;
    const ended = stopped === null ? '' : `; it ended early: ${stopped}`;
    const headline = `${count(broken, 'finding')} broken, ${findings.length - broken} seen once${ended}`;
    tell(kept, { ...redactor.value({ headline, remarks: notes }), state: 'done', verdict, word });
  }

  #keep(label: string, order: RunOrder | null): Kept {
    const kept = newRun(label, order);
    this.#all.set(kept.shown.id, kept);
    const oldest = [...this.#all.values()].find((each) => each.shown.state !== 'running');
    if (this.#all.size > MOST_REPORTS && oldest !== undefined) this.#all.delete(oldest.shown.id);
    return kept;
  }

  #conclude(kept: Kept, report: RunReport): void {
    kept.report = report;
    const { verdict, headline, scenarios } = report;
    const [total, word] = [scenarios.length, RUN_VERDICT_WORDS[verdict]];
    tell(kept, { state: 'done', verdict, word, headline, done: total, total, activity: '' });
  }
}

function tell({ shown }: Kept, change: Partial<OneRun>): void {
  Object.assign(shown, change);
}

/** `preparing`: the highest number of requests of the survey, which comes before the scenarios. */
function activityOf(sent: number, preparing: number): string {
  if (preparing === 0) return 'running the first scenarios';
  return sent < preparing
    ? `looking at the target's data, request ${sent} of at most ${preparing}`
    : `running the first scenarios, ${count(sent, 'request')} so far`;
}

/** Such as `5 scenarios of smoke`. */
function describe(scenarios: readonly { id: string }[]): string {
  if (scenarios.length < 2) return scenarios[0]?.id ?? '';
  const packs = [...new Set(scenarios.map(({ id }) => id.split('/')[0]!))];
  const of = packs.length > 3 ? `${packs.length} packs` : packs.join(', ');
  return `${count(scenarios.length, 'scenario')} of ${of}`;
}
