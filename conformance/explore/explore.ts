/** Explores a target: sends random stories within a ceiling, judges each chapter, and sends each finding again to confirm it. */
import type { RunVerdict } from '../judge/verdicts.js';
import { loadDocuments, type Documents } from '../pack/model/documents.js';
import { requireKey, type Profile } from '../run/target/profile.js';
import { openSession, type SessionParts } from '../run/target/session.js';
import { pick } from '../values/fields.js';
import { count } from '../values/text.js';
import type { Budget } from '../wire/budget.js';
import { isOn, type Coverage } from './choose.js';
import { confirm } from './confirmation.js';
import { pairOf, type Violation } from './judge-story.js';
import { MOVES } from './moves.js';
import { CHAPTER_CREDITS, CHAPTER_REQUESTS, Story, type SentChapter } from './story.js';

export interface ExploreOptions extends SessionParts {
  profile: Profile;
  documents?: Documents;
  seed: number;
  /** The highest number of requests in stories; confirmations are extra. */
  steps: number;
  /** `coverage` and `findings` are live objects, which change until the end. */
  onProgress?: (progress: ExploreProgress, coverage: Coverage, findings: readonly Finding[]) => void;
  /** Ends the search at the first confirmed finding. */
  stopAtFirst?: boolean;
}

export type ExploreProgress = ReturnType<typeof progressOf>;

export type Explored = Awaited<ReturnType<typeof explore>>;

export interface Finding extends Awaited<ReturnType<typeof confirm>> {
  violation: Violation;
  /** Requests and credits of the exploration up to the finding. */
  at: { requests: number; credits: number };
  /** The name of its pack. */
  name: string;
}

/** Part of the ceiling that is reserved for confirmations, and the highest number of credits. */
const RESERVED_PART = 0.25;
const MOST_RESERVED = 100;
/** The most findings. More would be other forms of the same faults. */
const MOST_FINDINGS = 20;

/** Describes an exploration without sending anything. */
export function planOfExploration(
  profile: Profile,
  documents: Documents,
  { seed, steps }: Pick<ExploreOptions, 'seed' | 'steps'>,
): string {
  const operations = documents.contract.operations.filter(({ id }) => !profile.absent.includes(id));
  const hasAdmin = profile.adminUrl !== null;
  const moves = Object.entries(MOVES).filter(([, { needsAdmin }]) => hasAdmin || needsAdmin !== true);
  const rows = moves.map(([move, { on }]) => {
    const ids = operations.filter((each) => isOn(each, on)).map(({ id }) => id);
    return `  ${move.padEnd(14)} ${ids.join(', ')}`;
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
export async function explore(options: ExploreOptions) {
  const { profile, documents = loadDocuments(), steps, seed, stopAtFirst = false } = options;
  requireKey(profile);
  using session = openSession(profile, documents, options);
  const { wire, halt, budget } = session;
  budget.isAlone = true;
  const reserve = reserveOf(profile.budget.credits);
  const story = await Story.open(session, { command: 'explore', seed, reserve });
  const findings: Finding[] = [];
  /** Pair and form of each violation that was sent again. */
  const repeated = new Set<string>();

  const progress = (): ExploreProgress => progressOf(story, budget, findings);
  const report = (): void => options.onProgress?.(progress(), story.coverage, findings);

  async function confirmAll({ chapter, judged }: SentChapter): Promise<void> {
    for (const violation of judged.violations) {
      const known = `${pairOf(violation)} ${violation.form}`;
      if (repeated.has(known) || findings.length >= MOST_FINDINGS) continue;
      repeated.add(known);
      const at = pick(progress(), 'requests', 'credits');
      const name = idOf(violation, findings);
      const confirmed = await confirm(violation, chapter, name);
      findings.push({ violation, at, name, ...confirmed });
    }
    report();
  }

  let stopped: string | null = null;
  while (story.steps < steps && findings.length < MOST_FINDINGS && stopped === null) {
    const most = Math.min(CHAPTER_REQUESTS, steps - story.steps);
    stopped = await story.sendChapter(most, confirmAll, report);
    if (stopAtFirst && findings.some(({ state }) => state === 'broken')) break;
  }
  await wire.settle();
  return {
    findings,
    progress: progress(),
    /** Why the exploration ended before its last step; null if it did not. */
    stopped: stopped ?? halt.reason,
    notes: wire.notes(),
    seed,
  };
}

function progressOf({ steps, coverage }: Story, budget: Budget, { length }: readonly Finding[]) {
  return {
    /** Requests in stories; `requests` includes confirmations. */
    steps,
    requests: budget.requests,
    credits: budget.creditsUsed,
    /** Verified pairs of clause and operation; combinations of move, operation and state that were tried. */
    pairs: coverage.pairs.size,
    combinations: coverage.combinations,
    findings: length,
  };
}

/** `incomplete` if a finding is not confirmed, nothing was verified, or something other than a `--max-…` limit stopped it. */
export function verdictOf({ findings, stopped, progress }: Explored): RunVerdict {
  if (findings.some(({ state }) => state === 'broken')) return 'does-not-conform';
  const isOpen =
    findings.length > 0 || progress.pairs === 0 || (stopped !== null && !stopped.includes('--max-'));
  return isOpen ? 'incomplete' : 'conforms';
}

/** The id of a finding, such as `bill-6-search-jobs`, with a number if there are several. */
function idOf({ clause, operation }: Violation, others: readonly Finding[]): string {
  const name = `${clause.id}-${operation}`.replace(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase();
  const count = others.filter((each) => each.name === name || each.name.startsWith(`${name}-v`)).length;
  return count === 0 ? name : `${name}-v${count + 1}`;
}
