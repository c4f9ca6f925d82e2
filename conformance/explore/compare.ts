/**
 * Sends one seeded story to two targets, with steps that fit the data of each, and lists the facts in which they differ: statuses,
 * headers, arithmetic and violations, never postings.
 */
import { loadDocuments, type Documents } from '../pack/model/documents.js';
import type { Profile } from '../run/target/profile.js';
import { openSession, type SessionParts } from '../run/target/session.js';
import { unlessSpent } from '../wire/budget.js';
import type { Sent } from './chapter.js';
import { type Judged, pairOf, type Violation } from './judge-story.js';
import { CHAPTER_REQUESTS, Story, type SentChapter, type MadeMove } from './story.js';
import type { Reading } from '../../spec/clauses.js';
import type { OperationId } from '../../spec/contract.js';
import { completed } from '../model/answers.js';
import { fields, integer } from '../values/fields.js';
import { RESTS_ON_DATA } from './moves.js';
import type { StoryStep } from './step.js';

export interface CompareOptions {
  targets: Both<SessionParts & { profile: Profile }>;
  documents?: Documents;
  seed: number;
  /** The most requests to each target. */
  steps: number;
}

export type Compared = Awaited<ReturnType<typeof compare>>;

/** Throws TargetRefuses if a target does not answer. */
export async function compare(options: CompareOptions) {
  const { targets, documents = loadDocuments(), seed, steps: most } = options;
  const sessions = both(targets, ({ profile, ...parts }) => openSession(profile, documents, parts));
  try {
    const told = { command: 'compare', seed, reserve: 0 } as const;
    const stories = [await Story.open(sessions[0], told), await Story.open(sessions[1], told)] as const;
    const judged: Both<Judged[]> = [[], []];
    const unlike: Both<Sent>[] = [];
    let steps = 0;
    let stopped: string | null = null;
    for (let n = 0; Math.max(...stories.map((each) => each.steps)) < most && stopped === null; n += 1) {
      // The targets take turns: the story on one of them chooses the moves for both.
      const [one, other] = n % 2 === 0 ? stories : [stories[1], stories[0]];
      let ended: string | null = null;
      const begun = await one.sendChapter(CHAPTER_REQUESTS, async (first) => {
        const script = first.moves.map(({ choice }) => choice);
        ended = await other.sendChapter(script, async (second) => {
          const chapter: Both<SentChapter> = n % 2 === 0 ? [first, second] : [second, first];
          for (const [side, each] of chapter.entries()) judged[side]!.push(each.judged);
          const pairs = pairsOf(both(chapter, ({ moves }) => moves));
          steps += pairs.length;
          unlike.push(...(await unlikeIn(pairs, chapter)));
        });
      });
      stopped = begun ?? ended;
    }
    for (const { wire } of sessions) await wire.settle();
    const all = differencesBetween(judged, unlike, documents.clauses.readings);
    return {
      differences: all.filter(({ reading }) => reading === null),
      /** Differences between lawful choices. */
      lawful: all.filter(({ reading }) => reading !== null),
      spent: both(sessions, ({ budget: { requests, creditsUsed } }) => ({ requests, credits: creditsUsed })),
      /** Steps that both targets answered. */
      steps,
      stopped,
      seed,
    };
  } finally {
    for (const session of sessions) session[Symbol.dispose]();
  }
}

/** Steps whose facts differ, and stay the same when sent again, in a chapter in which the oracles found nothing. */
async function unlikeIn(pairs: readonly Both<Sent>[], chapters: Both<SentChapter>): Promise<Both<Sent>[]> {
  const unlike: Both<Sent>[] = [];
  if (chapters.some(({ judged }) => judged.violations.length > 0)) return unlike;
  for (const pair of pairs) {
    const facts = both(pair, factsOf);
    const isUnlike = facts[0] !== facts[1] && !facts.includes('');
    if (isUnlike && (await isSteady(pair[0], chapters[0])) && (await isSteady(pair[1], chapters[1])))
      unlike.push(pair);
  }
  return unlike;
}

/** Whether the same request, sent again at no further cost, has the same facts. */
async function isSteady(sent: Sent, { chapter }: SentChapter): Promise<boolean> {
  const { step } = sent;
  if (step.copies > 1 || step.cut || sent.exchanges.some(({ faultPlanted }) => faultPlanted)) return false;
  const again = await unlessSpent(() => chapter.send({ ...step, id: `${step.id}-again` }));
  return again !== null && factsOf(again) === factsOf(sent);
}

export type Both<T> = readonly [T, T];

export const both = <T, U>([one, other]: Both<T>, of: (each: T) => U): Both<U> => [of(one), of(other)];

export interface Difference {
  /** The clause that one of the targets breaks; null if neither breaks one. */
  clause: string | null;
  /** The reading that allows both choices; null if none does. */
  reading: string | null;
  operation: OperationId;
  facts: Both<string>;
  times: number;
}

/** `judged`: each chapter of each target. `unlike`: steps whose facts differ although the oracles found nothing. */
export function differencesBetween(
  judged: Both<readonly Judged[]>,
  unlike: readonly Both<Sent>[],
  readings: readonly Reading[],
): Difference[] {
  const [one, other] = judged;
  const broken = [
    ...brokenIn(one, other),
    ...brokenIn(other, one).map((each) => ({ ...each, facts: [each.facts[1], each.facts[0]] as const })),
  ];
  const lawful = readings.flatMap((reading) => choicesOf(reading, judged));
  const seen = lawful.map(({ reading }) => reading);
  const others = unlike.map((pair) => ({
    clause: null,
    reading: readingOf(pair, readings, seen),
    operation: pair[0].step.operation!,
    facts: both(pair, factsOf),
  }));
  const found = new Map<string, Difference>();
  for (const each of [...broken, ...lawful, ...others]) {
    const { clause, reading, operation, facts } = each;
    const name = `${clause ?? reading ?? facts.join()} ${operation}`;
    found.set(name, { ...(found.get(name) ?? each), times: (found.get(name)?.times ?? 0) + 1 });
  }
  return [...found.values()];
}

/** Violations of a target that the other target does not show in the same form. */
function brokenIn(own: readonly Judged[], others: readonly Judged[]): Omit<Difference, 'times'>[] {
  const nameOf = (violation: Violation): string => `${pairOf(violation)} ${violation.form}`;
  const known = new Set(others.flatMap(({ violations }) => violations.map(nameOf)));
  return own
    .flatMap(({ violations }) => violations)
    .filter((each) => !known.has(nameOf(each)))
    .map((violation) => {
      const { clause, operation, judgement } = violation;
      const isKept = others.some(({ passes }) => passes.has(pairOf(violation)));
      const words = `expected ${judgement.expected}; ${judgement.actual}`;
      const facts = [words, isKept ? 'as expected' : 'not shown'] as const;
      return { clause: clause.id, reading: null, operation, facts };
    });
}

/** The difference of a reading if both targets showed a choice of it, and none in common. */
function choicesOf(
  { id, operations }: Reading,
  judged: Both<readonly Judged[]>,
): Omit<Difference, 'times'>[] {
  const [one, other] = both(judged, (all) => {
    const own = all.flatMap(({ found }) => found.observations).filter(({ reading }) => reading === id);
    return [...new Set(own.map(({ choice }) => String(choice)))];
  });
  const isOpen = one.length === 0 || other.length === 0 || OF_DATA.includes(id);
  if (isOpen || one.some((choice) => other.includes(choice))) return [];
  const facts = [one.join(', '), other.join(', ')] as const;
  return [{ clause: null, reading: id, operation: operations[0] ?? 'searchJobs', facts }];
}

/** The reading whose choices include both statuses, else one of `seen` (readings that differ) for the same operation. */
function readingOf(
  pair: Both<Sent>,
  readings: readonly Reading[],
  seen: readonly (string | null)[],
): string | null {
  const statuses = both(pair, statusOf);
  const own = readings.filter(({ operations }) => operations.includes(pair[0].step.operation!));
  const byStatus = own.find(
    ({ choices }) =>
      statuses[0] !== statuses[1] && statuses.every((status) => choices.some(({ id }) => id === status)),
  );
  return (byStatus ?? own.find(({ id }) => seen.includes(id)))?.id ?? null;
}

/** Readings whose choice depends on the data of a target, so a difference proves nothing. */
const OF_DATA = ['moving-data', 'page-fullness', 'end-of-results', 'calendar', 'date-bounds', 'order'];

/** Pairs of steps that were sent to both targets and that are alike. */
export function pairsOf([one, other]: Both<readonly MadeMove[]>): Both<Sent>[] {
  return one.flatMap(({ sent }, i) =>
    sent.flatMap((first, k): Both<Sent>[] => {
      const second = other[i]?.sent[k] ?? null;
      const isPair = first !== null && second !== null && first.step.operation !== null;
      return isPair && isAlike(first.step, second.step) ? [[first, second]] : [];
    }),
  );
}

/** True if two steps differ at most in parts that depend on the data of their targets. */
const isAlike = (one: StoryStep, other: StoryStep): boolean =>
  JSON.stringify(shapeOf(one)) === JSON.stringify(shapeOf(other));

function shapeOf({ operation, query, body, text, key, sender, copies, cut }: StoryStep): unknown {
  // Some days have few jobs only with keywords.
  const members = Object.keys(body ?? {}).filter((name) => !/^(advanced_)?job_keywords$/.test(name));
  return [operation, Object.keys(query), members.sort(), text !== null, key !== null, sender, copies, cut];
}

const statusOf = ({ exchanges }: Sent): string => String(exchanges[0]?.response?.status);

/** Facts of a step in which lawful targets agree, even with different data. Empty if its answers depend on data. */
export function factsOf({ step: { move, cut }, exchanges: [exchange, ...copies] }: Sent): string {
  if (exchange === undefined || copies.length > 0 || cut) return '';
  const { response } = exchange;
  if (response === null) return 'no answer';
  const { status, headers } = response;
  // Earlier requests decide whether a key was used or a credit is left.
  if (status === 402 || (RESTS_ON_DATA.includes(move) && [200, 409].includes(status))) return '';
  const found = completed(exchange);
  const body = found?.data ?? fields(response.body) ?? {};
  const members = Object.keys(body).filter((name) => name !== 'search_after');
  const facts = [
    `status ${status}`,
    headers['x-request-id'] === undefined ? 'no X-Request-ID' : '',
    (headers['content-type'] ?? 'no type').split(';')[0]!,
    `members ${members.sort().join()}`,
    headers['idempotency-key'] === undefined ? '' : 'with an operation key',
    found === null || integer(found.data['total']) === found.jobs.length
      ? ''
      : 'total is not the number of jobs',
  ];
  return facts.filter((each) => each !== '').join(', ');
}
