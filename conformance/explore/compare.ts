/**
 * Tells one seeded story to two targets and compares facts: statuses, headers, arithmetic, and what the oracles find. It compares
 * no postings, so the targets may hold different data. Both get the same moves, with steps made of their own data.
 */
import type { OperationId } from '../../spec/contract.js';
import { loadDocuments, type Documents } from '../pack/model/documents.js';
import { completed } from '../model/answers.js';
import type { Exchange } from '../record/exchange.js';
import type { Observation } from '../record/judgement.js';
import type { Profile } from '../run/target/profile.js';
import { openSession, type SessionParts } from '../run/target/session.js';
import { fields, integer } from '../values/fields.js';
import { BudgetSpent } from '../wire/budget.js';
import { Chapter, NotSent, openSide, type Sent, type Side } from './chapter.js';
import {
  bind,
  CHAPTER_CREDITS,
  CHAPTER_REQUESTS,
  Coverage,
  creditsOf,
  sendMoves,
  type Choice,
} from './choose.js';
import { pairOf, type Violation } from './judge-story.js';
import { RESTS_ON_DATA } from './moves.js';
import { createRandom, type Random } from '../values/random.js';
import { accountsOf } from './send-again.js';
import type { StoryStep } from './step.js';

export interface CompareOptions {
  /** The two targets, each with the parts of its session. */
  targets: Both<SessionParts & { profile: Profile }>;
  documents?: Documents;
  seed: number;
  /** The most requests to each target. */
  steps: number;
}

type Both<T> = readonly [T, T];

/** A fact that differs. */
export interface Difference {
  /** The clause that one of the targets breaks; null if neither breaks one. */
  clause: string | null;
  /** The reading that explains it; both choices conform. */
  reading: string | null;
  operation: OperationId;
  /** The fact of each target. */
  facts: readonly [string, string];
  /** How often it was seen. */
  times: number;
}

export interface Compared {
  differences: Difference[];
  /** Differences between lawful choices. */
  lawful: Difference[];
  /** Requests and credits of each target. */
  spent: readonly { requests: number; credits: number }[];
  /** Steps that both targets answered. */
  steps: number;
  stopped: string | null;
  seed: number;
}

/** Throws TargetRefuses if a target does not answer. */
export async function compare(options: CompareOptions): Promise<Compared> {
  const { targets, documents = loadDocuments() } = options;
  const sessions = targets.map(({ profile, ...parts }) => openSession(profile, documents, parts));
  try {
    const sides: Both<Side> = [await openSide(sessions[0]!), await openSide(sessions[1]!)];
    return await new Comparison(options, sides).run();
  } finally {
    for (const session of sessions) session[Symbol.dispose]();
  }
}

class Comparison {
  readonly #options: CompareOptions;
  readonly #sides: Both<Side>;
  readonly #coverage = new Coverage();
  /** Violations that the oracles found on each target. */
  readonly #broken: Both<Violation[]> = [[], []];
  readonly #found = new Map<string, Difference>();
  #last: Both<Chapter | null> = [null, null];
  #steps = 0;
  #requests = 0;

  constructor(options: CompareOptions, sides: Both<Side>) {
    this.#options = options;
    this.#sides = sides;
  }

  async run(): Promise<Compared> {
    const { seed, steps } = this.#options;
    const random = createRandom(seed);
    let stopped: string | null = null;
    try {
      for (let n = 1; this.#requests < steps; n += 1) await this.#tellChapter(n, random);
    } catch (error) {
      if (!(error instanceof BudgetSpent)) throw error;
      stopped = error.message;
    }
    for (const { session } of this.#sides) await session.wire.settle();
    this.#addBroken();
    const all = [...this.#found.values()];
    return {
      differences: all.filter(({ reading }) => reading === null),
      lawful: all.filter(({ reading }) => reading !== null),
      spent: this.#sides.map(({ session: { budget } }) => ({
        requests: budget.requests,
        credits: budget.creditsUsed,
      })),
      steps: this.#steps,
      stopped,
      seed,
    };
  }

  async #tellChapter(n: number, random: Random): Promise<void> {
    const chapters = this.#sides.map(
      (side, i) => new Chapter(side, 'compare', n, creditsOf(n, side.session), this.#last[i]!),
    ) as unknown as Both<Chapter>;
    this.#last = chapters;
    const pairs: Both<Sent>[] = [];
    try {
      for (const chapter of chapters) await chapter.begin();
      await this.#tell(chapters, pairs, random);
    } finally {
      await this.#compareChapter(chapters, pairs);
      for (const chapter of chapters) await chapter.end();
    }
  }

  #tell(chapters: Both<Chapter>, pairs: Both<Sent>[], random: Random): Promise<void> {
    return sendMoves<Both<StoryStep | null>>({
      chapter: chapters[0],
      coverage: this.#coverage,
      random,
      requests: CHAPTER_REQUESTS,
      // Without credits, a search shows little but its refusal. Chapters that begin with plenty keep it.
      may: ({ buys, setsCredits }) =>
        (buys !== true || chapters.some(({ used }) => used < CHAPTER_CREDITS)) &&
        (setsCredits !== true || chapters[0].credits !== null),
      bind: (choice) => bindBoth(choice, chapters),
      send: async ([one, other]) => {
        const answers = [await sentBy(chapters[0], one), await sentBy(chapters[1], other)];
        const sent = answers.filter((each) => each !== null);
        if (sent.length === 0) throw new NotSent('neither target got the step');
        const length = Math.max(
          ...sent.map(({ step, exchanges }) => (step.call === null ? exchanges.length : 0)),
        );
        this.#requests += length;
        if (length === 0 || sent.length === 1 || !isAlike(one!, other!)) return length;
        pairs.push(sent as unknown as Both<Sent>);
        this.#steps += 1;
        return length;
      },
    });
  }

  /** Notes what the oracles find. Compares the facts of the steps if they find nothing. */
  async #compareChapter(chapters: Both<Chapter>, pairs: readonly Both<Sent>[]): Promise<void> {
    const judged = chapters.map((chapter, i) =>
      this.#sides[i]!.judge.judge(chapter.exchanges, accountsOf(chapter, chapter.session)),
    );
    for (const [side, { violations }] of judged.entries()) this.#broken[side]!.push(...violations);
    const choices = judged.map(({ found }) => found.observations);
    this.#compareReadings(choices as unknown as Both<Observation[]>, chapters);
    if (judged.some(({ violations }) => violations.length > 0)) return;
    for (const [one, other] of pairs) {
      const facts: Both<string> = [factsOf(one), factsOf(other)];
      if (facts[0] === facts[1] || facts.includes('')) continue;
      if (!(await isSteady(one, chapters[0])) || !(await isSteady(other, chapters[1]))) continue;
      const reading = this.#readingOf(one.step.operation!, [statusOf(one), statusOf(other)]);
      this.#add({ clause: null, reading, operation: one.step.operation!, facts });
    }
  }

  /** Adds what the oracles found on one target alone. */
  #addBroken(): void {
    const nameOf = (violation: Violation): string => `${pairOf(violation)} ${violation.form}`;
    const names = this.#broken.map((all) => new Set(all.map(nameOf)));
    for (const [side, all] of this.#broken.entries())
      for (const violation of all.filter((each) => !names[1 - side]!.has(nameOf(each)))) {
        const { clause, operation, judgement } = violation;
        const words = `expected ${judgement.expected}; ${judgement.actual}`;
        const facts: Both<string> = side === 0 ? [words, 'as expected'] : ['as expected', words];
        this.#add({ clause: clause.id, reading: null, operation, facts });
      }
  }

  /** Readings of which both targets showed a choice, and not the same. */
  #compareReadings(observed: Both<readonly Observation[]>, chapters: Both<Chapter>): void {
    const { readings } = this.#sides[0].session.documents.clauses;
    for (const { id, operations } of readings) {
      if (OF_DATA.includes(id)) continue;
      const seen = observed.map((all) => [
        ...new Set(all.filter(({ reading }) => reading === id).map(({ choice }) => String(choice))),
      ]) as unknown as Both<string[]>;
      if (seen.some(({ length }) => length === 0) || seen[0].some((choice) => seen[1].includes(choice)))
        continue;
      const operation = operations.find((each) => chapters[0].has(each)) ?? 'searchJobs';
      const facts: Both<string> = [seen[0].join(', '), seen[1].join(', ')];
      this.#add({ clause: null, reading: id, operation, facts });
    }
  }

  /** The reading whose choices include both statuses, else a reading of this operation in which the targets differ. */
  #readingOf(operation: OperationId, statuses: Both<string>): string | null {
    const { readings } = this.#sides[0].session.documents.clauses;
    const own = readings.filter((each) => each.operations.includes(operation));
    const seen = [...this.#found.values()].flatMap(({ reading }) => reading ?? []);
    const byStatus = own.find(
      ({ choices }) =>
        statuses[0] !== statuses[1] && statuses.every((status) => choices.some(({ id }) => id === status)),
    );
    return (byStatus ?? own.find(({ id }) => seen.includes(id)))?.id ?? null;
  }

  #add(difference: Omit<Difference, 'times'>): void {
    const { clause, reading, operation, facts } = difference;
    const name = [
      clause,
      reading,
      reading !== null || clause !== null ? operation : `${operation} ${facts.join()}`,
    ].join();
    const known = this.#found.get(name);
    if (known === undefined) this.#found.set(name, { ...difference, times: 1 });
    else known.times += 1;
  }
}

/** The steps of a choice, each made of what its target is known to hold; null if it does not apply there, or costs too much. */
function bindBoth(choice: Choice, chapters: Both<Chapter>): Both<StoryStep | null>[] {
  const [one, other] = chapters.map((chapter) => {
    const steps = bind(choice, chapter) ?? [];
    const likely = steps.reduce((sum, step) => sum + chapter.likelyOf(step), 0);
    return likely > 0 && chapter.used + likely > CHAPTER_CREDITS ? [] : steps;
  }) as unknown as Both<StoryStep[]>;
  // Only one of them may have named new keys and steps.
  for (const name of ['keys', 'steps'] as const) {
    const most = Math.max(...chapters.map((chapter) => chapter[name]));
    for (const chapter of chapters) chapter[name] = most;
  }
  const longer = one.length > other.length ? one : other;
  return longer.map((_, i) => [one[i] ?? null, other[i] ?? null]);
}

/** Sends a step. Returns null if it needs a value that no answer has. */
async function sentBy(chapter: Chapter, step: StoryStep | null): Promise<Sent | null> {
  try {
    return step && (await chapter.send(step));
  } catch (error) {
    if (error instanceof NotSent) return null;
    throw error;
  }
}

/** The control: the same request again, which costs nothing more, has the same facts. */
async function isSteady(sent: Sent, chapter: Chapter): Promise<boolean> {
  const { step } = sent;
  if (step.copies > 1 || step.cut || sent.exchanges.some(({ faultPlanted }) => faultPlanted)) return false;
  try {
    const again = await chapter.send({ ...step, id: `${step.id}-again` });
    return factsOf(again) === factsOf(sent);
  } catch (error) {
    if (error instanceof NotSent || error instanceof BudgetSpent) return false;
    throw error;
  }
}

/** Readings whose choice shows only if the data has such a case. */
const OF_DATA: readonly string[] = [
  'moving-data',
  'page-fullness',
  'end-of-results',
  'calendar',
  'date-bounds',
  'order',
];

/** True if two steps differ at most in parts that depend on the data of their targets. */
const isAlike = (one: StoryStep, other: StoryStep): boolean =>
  JSON.stringify(shapeOf(one)) === JSON.stringify(shapeOf(other));

/** The parts of a step that do not depend on the data of the target. */
function shapeOf({ id, operation, call, query, body, text, key, sender, copies, cut }: StoryStep): unknown {
  const cursors = Object.entries(body ?? {}).filter(
    ([name]) => name === 'search_after' || name === 'next_cursor',
  );
  const members = Object.keys(body ?? {}).filter((name) => name !== 'job_keywords');
  return [
    id,
    operation,
    call,
    Object.keys(query),
    members.sort(),
    cursors,
    text !== null,
    key,
    sender,
    copies,
    cut,
  ];
}

/** The facts of a step that lawful targets with other data share. Empty if an answer depends on data. */
function factsOf({ step, exchanges }: Sent): string {
  return exchanges.length > 1 ? '' : exchanges.map((exchange) => factsOfAnswer(step, exchange)).join('; ');
}

const statusOf = ({ exchanges }: Sent): string => String(exchanges[0]?.response?.status);

function factsOfAnswer({ move, cut }: StoryStep, exchange: Exchange): string {
  const { response } = exchange;
  if (cut || response === null) return response === null && !cut ? 'no answer' : '';
  const { status, headers } = response;
  const found = completed(exchange);
  // Earlier requests decide whether a key was used or a credit is left.
  if (status === 402 || (RESTS_ON_DATA.includes(move) && [200, 409].includes(status))) return '';
  const facts = [
    `status ${status}`,
    headers['x-request-id'] === undefined ? 'no X-Request-ID' : '',
    `${(headers['content-type'] ?? 'no type').split(';')[0]}`,
  ];
  if (found !== null) {
    const isNamed = headers['idempotency-key'] !== undefined;
    const total = integer(found.data['total']);
    facts.push(
      `members ${Object.keys(found.data)
        .filter((name) => name !== 'search_after')
        .sort()
        .join()}`,
      isNamed ? 'with an operation key' : 'without an operation key',
      total === found.jobs.length ? 'total counts the jobs' : 'total does not count the jobs',
    );
  } else if (fields(response.body) !== null)
    facts.push(`members ${Object.keys(fields(response.body)!).sort().join()}`);
  return facts.filter((each) => each !== '').join(', ');
}
