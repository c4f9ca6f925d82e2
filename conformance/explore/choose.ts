/** Chooses the next move of a story. Prefers rare moves in this state of the account, and moves that showed new clauses. */
import type { Operation, OperationId, SearchId } from '../../spec/contract.js';
import type { Chapter } from './chapter.js';
import { familyOf } from './known.js';
import { MOVES, StepMaker, type Move } from './moves.js';
import { createRandom, type Random } from '../values/random.js';
import { stepOf, type StoryStep } from './step.js';

interface Candidate {
  move: string;
  operation: OperationId;
}

/** A move as a choice, which can be bound to any target. */
export interface Choice extends Candidate {
  /** The seed of the choices within the move. */
  draw: number;
}

/** Pairs of clause and operation, and combinations of move, operation and state of the account. */
export class Coverage {
  readonly pairs = new Set<string>();
  readonly #uses = new Map<string, number>();
  readonly #misses = new Map<string, number>();
  /** Moves, each with its operation, that did not apply since the last request. */
  readonly #closed = new Set<string>();
  /** How many new pairs each move on each operation showed recently. */
  readonly #gains = new Map<string, number>();

  get combinations(): number {
    return this.#uses.size;
  }

  /** How often each operation was tried in each state of the account: one entry for each move. */
  get tries(): { operation: string; state: string; times: number }[] {
    return [...this.#uses].map(([name, times]) => {
      const [, operation, ...state] = name.split(' ');
      return { operation: operation!, state: state.join(' '), times };
    });
  }

  /** Notes that a choice was sent, or that it did not apply. Both make it less promising. */
  note(choice: Choice, state: string, isSent: boolean): void {
    const name = `${nameOf(choice)} ${state}`;
    const counts = isSent ? this.#uses : this.#misses;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    if (isSent) this.#closed.clear();
    else this.#closed.add(nameOf(choice));
  }

  /** False for a move that did not apply, until the next request is sent. */
  isOpen(choice: Candidate): boolean {
    return !this.#closed.has(nameOf(choice));
  }

  /** Forgets misses: other choices apply in another chapter. */
  beginChapter(): void {
    this.#misses.clear();
    this.#closed.clear();
  }

  /** Adds the pairs that a chapter showed, and credits the moves that it made for the new ones. */
  learn(shown: Iterable<{ pair: string; by: Candidate | null }>): void {
    for (const [name, gain] of this.#gains) this.#gains.set(name, gain / 2);
    for (const { pair, by } of shown) {
      if (this.pairs.has(pair)) continue;
      this.pairs.add(pair);
      if (by !== null) this.#gains.set(nameOf(by), (this.#gains.get(nameOf(by)) ?? 0) + 1);
    }
  }

  /** How promising a choice is: a number above 0. */
  priorityOf(choice: Choice, state: string): number {
    const name = `${nameOf(choice)} ${state}`;
    const uses = (this.#uses.get(name) ?? 0) + (this.#misses.get(name) ?? 0);
    return (1 + Math.min(3, this.#gains.get(nameOf(choice)) ?? 0)) / (1 + uses);
  }
}

const nameOf = ({ move, operation }: Candidate): string => `${move} ${operation}`;

const MOST_CREDITS = { 'in debt': -1, 'no credits': 0, 'few credits': 19, 'many credits': Infinity };

/** The state of an account that coverage distinguishes, in words. */
export function stateOf({ balance, paid, hasMovedClock, faultPlanted }: Chapter): string {
  const kinds = balance === null ? [] : Object.entries(MOST_CREDITS);
  const [money] = kinds.find(([, most]) => balance! <= most) ?? ['credits unknown'];
  const jobs = paid.size > 0 ? 'jobs paid for' : 'nothing paid for';
  return `${money}, ${jobs}${hasMovedClock ? ', clock moved' : ''}${faultPlanted ? ', fault planted' : ''}`;
}

/** Whether a move can use an operation. */
export function isOn({ kind, acceptsOperationKey }: Operation, on: Move['on']): boolean {
  return on === 'keyed' ? acceptsOperationKey : on === kind;
}

/** Every move on each operation that the target offers. */
function choicesFor(chapter: Chapter): Candidate[] {
  const { contract } = chapter.session.documents;
  const hasAdmin = chapter.session.admin !== null;
  return Object.entries(MOVES)
    .filter(([, { needsAdmin }]) => hasAdmin || needsAdmin !== true)
    .flatMap(([move, { on, needs }]) =>
      contract.operations
        .filter((operation) => chapter.offers(operation.id) && isOn(operation, on))
        .filter(({ id }) => !needs || chapter.asked.some((each) => each.operation.id === id && needs(each)))
        .map(({ id }) => ({ move, operation: id })),
    );
}

/** How many random candidates are compared for each choice. */
const CANDIDATES = 5;

/** Returns the next choice, or null if none may apply. `may`: whether the story may make a move. */
export function choose(
  chapter: Chapter,
  coverage: Coverage,
  random: Random,
  may: (move: Move) => boolean,
): Choice | null {
  const all = choicesFor(chapter).filter((each) => coverage.isOpen(each) && may(MOVES[each.move]!));
  if (all.length === 0) return null;
  const state = stateOf(chapter);
  // Operations of a move share its weight.
  const counts = new Map<string, number>();
  for (const { move } of all) counts.set(move, (counts.get(move) ?? 0) + 1);
  const weighed = all.map((each) => ({ each, weight: weightOf(each, chapter) / counts.get(each.move)! }));
  const sum = weighed.reduce((total, { weight }) => total + weight, 0);
  const draw = (): Choice => {
    let at = random.next() * sum;
    const found = weighed.find(({ weight }) => (at -= weight) < 0) ?? weighed.at(-1)!;
    return { ...found.each, draw: random.below(2 ** 32) };
  };
  const candidates = Array.from({ length: CANDIDATES }, draw);
  return candidates.reduce((best, each) =>
    coverage.priorityOf(each, state) > coverage.priorityOf(best, state) ? each : best,
  );
}

/** Purchases at one credit a job weigh more until something was bought, and most in the main family until it was searched. */
function weightOf({ move, operation: id }: Candidate, { asked, paid, mainFamily, session }: Chapter): number {
  const { weight } = MOVES[move]!;
  const operation = session.documents.contract.operation(id as SearchId);
  if (move !== 'buy' || operation.creditCost > 1) return weight;
  const isMain = familyOf(operation) === mainFamily;
  if (isMain && !asked.some((each) => familyOf(each.operation) === mainFamily)) return weight * 60;
  return paid.size === 0 ? weight * 6 : weight;
}

/**
 * The steps of a choice on this target; empty if it does not apply. Without an admin API, every search gets a new operation key:
 * a service may answer a request without a key from responses that it stored before the chapter (reading made-keys).
 */
export function bind({ move, operation, draw }: Choice, chapter: Chapter): StoryStep[] {
  const { admin, documents } = chapter.session;
  const search = documents.contract.operation(operation as SearchId);
  const maker = new StepMaker(chapter, search, createRandom(draw), createRandom(draw + 1));
  return MOVES[move]!.steps(maker).map((members) => {
    const step = stepOf(move, chapter.nextId, { operation, ...members });
    chapter.steps += 1;
    if (admin !== null || step.key !== null || step.operation?.startsWith('search') !== true) return step;
    chapter.keys += 1;
    return { ...step, key: `{$inputs.operationKeyOwn${chapter.keys}}${step.copies > 1 ? '-{$copy}' : ''}` };
  });
}
