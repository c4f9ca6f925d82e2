/** Explores a target: sends random stories within a ceiling, judges each chapter, and sends each finding again to confirm it. */
import type { RunVerdict } from '../judge/verdicts.js';
import type { Documents } from '../pack/model/documents.js';
import { loadDocuments } from '../pack/model/documents.js';
import type { AccountFacts } from '../record/facts.js';
import { requireKey, type Profile } from '../run/target/profile.js';
import { openSession, type Session, type SessionParts } from '../run/target/session.js';
import { count } from '../values/text.js';
import { BudgetSpent } from '../wire/budget.js';
import { Chapter, openSide, type Side } from './chapter.js';
import {
  bind,
  CHAPTER_CREDITS,
  CHAPTER_REQUESTS,
  Coverage,
  creditsOf,
  isOn,
  sendMoves,
  type Choice,
} from './choose.js';
import { confirm, type Confirmed } from './confirmation.js';
import { pairOf, type Violation } from './judge-story.js';
import { MOVES } from './moves.js';
import { createRandom, type Random } from '../values/random.js';
import { accountsOf } from './send-again.js';
import type { StoryStep } from './step.js';

export interface ExploreOptions extends SessionParts {
  profile: Profile;
  documents?: Documents;
  seed: number;
  /** The highest number of requests in stories; confirmations are extra. */
  steps: number;
  /** `coverage` and `findings` are no copies: they change until the end. */
  onProgress?: (progress: ExploreProgress, coverage: Coverage, findings: readonly Finding[]) => void;
  /** Ends the search at the first confirmed finding. */
  stopAtFirst?: boolean;
}

export interface ExploreProgress {
  /** Requests in stories; `requests` includes confirmations. */
  steps: number;
  requests: number;
  credits: number;
  /** Verified pairs of clause and operation; combinations of move, operation and state that were tried. */
  pairs: number;
  combinations: number;
  findings: number;
}

export interface Finding extends Confirmed {
  violation: Violation;
  /** Requests and credits of the exploration up to the finding. */
  at: { requests: number; credits: number };
  /** The name of its pack. */
  name: string;
}

export interface Explored {
  findings: Finding[];
  progress: ExploreProgress;
  /** Why the exploration ended before its last step; null if it did not. */
  stopped: string | null;
  notes: string[];
  seed: number;
}

/** Part of the ceiling that is reserved for confirmations, and the highest number of credits. */
const RESERVED_PART = 0.25;
const MOST_RESERVED = 100;
/** More findings would be other forms of the same faults. */
const MOST_FINDINGS = 20;

/** Describes an exploration without sending anything. */
export function planOfExploration(
  profile: Profile,
  documents: Documents,
  { seed, steps }: Pick<ExploreOptions, 'seed' | 'steps'>,
): string {
  const operations = documents.contract.operations.filter(({ id }) => !profile.absent.includes(id));
  const hasAdmin = profile.adminUrl !== null;
  const moves = Object.entries(MOVES).filter(
    ([, { needsAdmin, onlyCompares }]) => (hasAdmin || needsAdmin !== true) && onlyCompares !== true,
  );
  const rows = moves.map(([move, { on }]) => {
    const of = operations.filter((each) => isOn(each, on)).map(({ id }) => id);
    return `  ${move.padEnd(14)} ${of.join(', ')}`;
  });
  const { chapters, likely } = sizeOfExploration(profile, steps);
  const { credits } = profile.budget;
  return [
    `${profile.target}: up to ${count(steps, 'request')} in ${count(chapters, 'chapter')}, and confirmations; --seed ${seed}.`,
    `Jobs for about ${count(likely, 'credit')} are bought first; most requests after that cost nothing.`,
    credits === null
      ? 'There is no ceiling: the target is on this machine.'
      : `Never more than ${count(credits, 'credit')} (--max-credits), of which ${Math.round(reserveOf(credits))} are kept for confirmations.`,
    `${count(rows.length, 'move')}, on these operations:`,
    ...rows,
    '',
  ].join('\n');
}

/** How many chapters an exploration has, and about how many credits its jobs cost. */
export function sizeOfExploration(
  { adminUrl, budget }: Profile,
  steps: number,
): { chapters: number; likely: number } {
  const chapters = Math.ceil(steps / CHAPTER_REQUESTS);
  const likely = (adminUrl === null ? 2 : chapters) * CHAPTER_CREDITS;
  return { chapters, likely: Math.min(likely, budget.credits ?? Infinity) };
}

const reserveOf = (credits: number | null): number => Math.min(MOST_RESERVED, (credits ?? 0) * RESERVED_PART);

/** Throws UsageError without a key, and TargetRefuses if the target does not answer. Later failures are part of the result. */
export async function explore(options: ExploreOptions): Promise<Explored> {
  const { profile, documents = loadDocuments() } = options;
  requireKey(profile);
  using session = openSession(profile, documents, options);
  session.budget.isAlone = true;
  return await new Exploration(options, await openSide(session)).run();
}

class Exploration {
  readonly #options: ExploreOptions;
  readonly #side: Side;
  readonly #session: Session;
  readonly #coverage = new Coverage();
  readonly #random: Random;
  readonly #findings: Finding[] = [];
  /** Pair and form of each violation that was sent again. */
  readonly #repeated = new Set<string>();
  #chapters = 0;
  #last: Chapter | null = null;
  #steps = 0;

  constructor(options: ExploreOptions, side: Side) {
    this.#options = options;
    this.#side = side;
    this.#session = side.session;
    this.#random = createRandom(options.seed);
  }

  get #progress(): ExploreProgress {
    const { budget } = this.#session;
    return {
      steps: this.#steps,
      requests: budget.requests,
      credits: budget.creditsUsed,
      pairs: this.#coverage.pairs.size,
      combinations: this.#coverage.combinations,
      findings: this.#findings.length,
    };
  }

  async run(): Promise<Explored> {
    const { steps, seed, stopAtFirst = false } = this.#options;
    let stopped: string | null = null;
    try {
      while (this.#steps < steps && this.#findings.length < MOST_FINDINGS) {
        await this.#sendChapter(Math.min(CHAPTER_REQUESTS, steps - this.#steps));
        if (stopAtFirst && this.#findings.some(({ state }) => state === 'broken')) break;
      }
    } catch (error) {
      if (!(error instanceof BudgetSpent)) throw error;
      stopped = error.message;
    }
    await this.#session.wire.settle();
    const { wire } = this.#session;
    return {
      findings: this.#findings,
      progress: this.#progress,
      stopped: stopped ?? this.#session.halt.reason,
      notes: wire.notes(),
      seed,
    };
  }

  async #sendChapter(most: number): Promise<void> {
    this.#chapters += 1;
    const credits = creditsOf(this.#chapters, this.#session);
    const chapter = new Chapter(this.#side, 'explore', this.#chapters, credits, this.#last);
    this.#last = chapter;
    const choices = new Map<string, Choice>();
    try {
      await chapter.begin();
      await this.#sendMoves(chapter, choices, most);
    } finally {
      await this.#judgeChapter(chapter, choices);
      await chapter.end();
    }
  }

  #sendMoves(chapter: Chapter, choices: Map<string, Choice>, most: number): Promise<void> {
    return sendMoves<StoryStep>({
      chapter,
      coverage: this.#coverage,
      random: this.#random,
      requests: most,
      may: ({ buys, onlyCompares }) =>
        onlyCompares !== true && (buys !== true || chapter.used < this.#mostBought),
      bind: (choice) => {
        const steps = bind(choice, chapter) ?? [];
        return this.#fits(steps, chapter) ? steps : [];
      },
      send: async (step, choice) => {
        choices.set(step.id, choice);
        const { exchanges } = await chapter.send(step);
        const requests = step.call === null ? exchanges.length : 0;
        this.#steps += requests;
        return requests;
      },
      onMove: () => this.#reportProgress(),
    });
  }

  #reportProgress(): void {
    this.#options.onProgress?.(this.#progress, this.#coverage, this.#findings);
  }

  /** Credits that this chapter may spend. A key that is not reset already owns jobs, so later chapters buy fewer. */
  get #mostBought(): number {
    return this.#session.admin !== null || this.#chapters <= 2 ? CHAPTER_CREDITS : CHAPTER_CREDITS / 4;
  }

  /** True if the steps fit the credits of the chapter and, at their highest price, leave the reserve for confirmations. */
  #fits(steps: readonly StoryStep[], chapter: Chapter): boolean {
    const { budget, profile } = this.#session;
    const likely = steps.reduce((sum, step) => sum + chapter.likelyOf(step), 0);
    if (likely > 0 && chapter.used + likely > this.#mostBought) return false;
    const price = steps.reduce((sum, step) => sum + chapter.priceOf(step), 0);
    const { room } = budget;
    if (room === null || price === 0) return true;
    if (chapter.isFirstPurchase && price > 1) return false;
    return price <= room - reserveOf(profile.budget.credits);
  }

  async #judgeChapter(chapter: Chapter, choices: ReadonlyMap<string, Choice>): Promise<void> {
    const accounts = accountsOf(chapter, this.#session);
    const { violations, passes } = this.#side.judge.judge(chapter.exchanges, accounts);
    const stepOf = new Map(chapter.exchanges.map(({ id, step }) => [id, step]));
    const byOf = (id: number): Choice | null => choices.get(stepOf.get(id) ?? '') ?? null;
    this.#coverage.learn([...passes].map(([pair, id]) => ({ pair, by: byOf(id) })));
    for (const violation of violations) {
      const name = `${pairOf(violation)} ${violation.form}`;
      if (this.#repeated.has(name) || this.#findings.length >= MOST_FINDINGS) continue;
      this.#repeated.add(name);
      await this.#confirm(violation, chapter, accounts);
    }
    this.#reportProgress();
  }

  /** Shrinks the story of a violation, and sends it twice more. */
  async #confirm(violation: Violation, chapter: Chapter, accounts: AccountFacts[]): Promise<void> {
    const at = { requests: this.#progress.requests, credits: this.#progress.credits };
    const name = idOf(violation, this.#findings);
    const confirmed = await confirm(violation, chapter, accounts, this.#side, name);
    this.#findings.push({ violation, at, name, ...confirmed });
  }
}

/** `incomplete` if a finding is not confirmed, nothing was verified, or something other than a `--max-…` limit stopped it. */
export function verdictOf({ findings, stopped, progress }: Explored): RunVerdict {
  if (findings.some(({ state }) => state === 'broken')) return 'does-not-conform';
  const isOpen =
    findings.length > 0 || progress.pairs === 0 || (stopped !== null && !stopped.includes('--max-'));
  return isOpen ? 'incomplete' : 'conforms';
}

/** `bill-6-search-jobs`, with a number if there are several. */
function idOf({ clause, operation }: Violation, others: readonly Finding[]): string {
  const name = `${clause.id}-${operation}`.replace(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase();
  const count = others.filter((each) => each.name === name || each.name.startsWith(`${name}-v`)).length;
  return count === 0 ? name : `${name}-v${count + 1}`;
}
