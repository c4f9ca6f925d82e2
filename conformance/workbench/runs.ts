/** The runs of the workbench: the current one, finished ones, and reports that were opened from files. */
import { randomUUID } from 'node:crypto';
import type { Redactor } from '../../common/redact.js';
import { earlierRun } from '../judge/changes.js';
import { oracles } from '../judge/oracles/index.js';
import type { RunReport } from '../judge/report.js';
import { VERDICT_WORDS, type RunVerdict } from '../judge/verdicts.js';
import type { Progress } from '../run/progress.js';
import { pick } from '../reports/view.js';
import { run } from '../run/run.js';
import type { Scenario } from '../run/scenarios.js';
import { UsageError } from '../values/usage-error.js';
import { messageOf } from '../values/text.js';
import { shownPlan, type ShownPlan } from './catalogue.js';
import type { Target } from './targets.js';

/** Reports hold every body, so the oldest are dropped. */
const MOST_REPORTS = 20;

export interface RunOrder {
  target: Target;
  packs: string[];
  only: string[];
  readOnly: boolean;
  /** Replaces the scenarios that `packs` and `only` would select. */
  scenarios?: readonly Scenario[];
  /** Id of a run of this workbench to compare with. */
  against: string | null;
}

/** A run as lists show it. */
export interface ListedRun {
  id: string;
  label: string;
  state: 'running' | 'done' | 'broken';
  startedAt: string;
  done: number;
  total: number;
  verdict: RunVerdict | null;
  headline: string;
}

export interface OneRun extends ListedRun {
  plan: ShownPlan | null;
  remarks: string[];
  /** Verdicts before the oracles judge, in the order in which scenarios ended. */
  ends: Pick<Progress, 'scenario' | 'verdict'>[];
  words: typeof VERDICT_WORDS;
}

interface Kept extends OneRun {
  report: RunReport | null;
  stop: AbortController;
}

export class Runs {
  readonly #all = new Map<string, Kept>();
  readonly #redactor: Redactor;
  readonly #listeners = new Set<(run: OneRun) => void>();

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /** The newest first. */
  get list(): ListedRun[] {
    return [...this.#all.values()]
      .reverse()
      .map((run) => pick(run, 'id', 'label', 'state', 'startedAt', 'done', 'total', 'verdict', 'headline'));
  }

  one(id: string): OneRun | undefined {
    const kept = this.#all.get(id);
    return kept === undefined ? undefined : shown(kept);
  }

  report(id: string): RunReport | null {
    return this.#all.get(id)?.report ?? null;
  }

  /** Returns a function that ends the subscription. */
  follow(listener: (run: OneRun) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Adds a report that was read from a file. */
  open(report: RunReport, label: string): ListedRun {
    const kept = this.#keep(label);
    this.#tell(Object.assign(kept, concluded(report), { startedAt: report.run.startedAt }));
    return kept;
  }

  /** Starts a run. Throws UsageError during another run, because both would use the same accounts. */
  start(order: RunOrder): ListedRun {
    const busy = [...this.#all.values()].find(({ state }) => state === 'running');
    if (busy !== undefined) throw new UsageError('A run is under way. Stop it, or wait for its end.');
    const kept = this.#keep(order.target.label);
    void this.#perform(kept, order, order.against === null ? null : this.report(order.against));
    return kept;
  }

  stop(id: string): void {
    this.#all.get(id)?.stop.abort(new Error('the run was stopped'));
  }

  stopAll(): void {
    for (const id of this.#all.keys()) this.stop(id);
  }

  async #perform(kept: Kept, order: RunOrder, earlier: RunReport | null): Promise<void> {
    const { profile } = order.target;
    try {
      const report = await run(
        {
          profile,
          oracles,
          packs: order.packs,
          only: order.only,
          readOnly: order.readOnly,
          against: earlier === null ? null : earlierRun(earlier),
          redactor: this.#redactor,
          signal: kept.stop.signal,
          onPlan: (plan) =>
            this.#tell(Object.assign(kept, { plan: shownPlan(plan), total: plan.scenarios.length })),
          onRemark: (remark) => void kept.remarks.push(this.#redactor.text(remark)),
          onProgress: ({ done, total, scenario, verdict }) => {
            kept.ends.push({ scenario, verdict });
            this.#tell(Object.assign(kept, { done, total }));
          },
        },
        order.scenarios === undefined ? {} : { scenarios: order.scenarios },
      );
      Object.assign(kept, concluded(report));
    } catch (error) {
      Object.assign(kept, { state: 'broken', headline: this.#redactor.text(messageOf(error)) });
    }
    this.#tell(kept);
  }

  #keep(label: string): Kept {
    const kept: Kept = {
      id: randomUUID().slice(0, 8),
      label,
      state: 'running',
      startedAt: new Date().toISOString(),
      done: 0,
      total: 0,
      verdict: null,
      headline: '',
      plan: null,
      remarks: [],
      ends: [],
      words: VERDICT_WORDS,
      report: null,
      stop: new AbortController(),
    };
    this.#all.set(kept.id, kept);
    const [oldest] = [...this.#all.values()].filter(({ state }) => state !== 'running');
    if (this.#all.size > MOST_REPORTS && oldest !== undefined) this.#all.delete(oldest.id);
    return kept;
  }

  #tell(kept: Kept): void {
    for (const listener of this.#listeners) listener(shown(kept));
  }
}

function concluded(report: RunReport): Partial<Kept> {
  const total = report.scenarios.length;
  return { report, state: 'done', verdict: report.verdict, headline: report.headline, done: total, total };
}

function shown({ report: _report, stop: _stop, ...rest }: Kept): OneRun {
  return rest;
}
