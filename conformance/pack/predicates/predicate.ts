/** What a predicate of `x-kit-expect` is: one value that holds its name, its arguments, its meaning and its judge. */
import type { Contract } from '../../../spec/contract.js';
import type { Exchange } from '../../record/exchange.js';
import type { Observation } from '../../record/judgement.js';
import type { Outcome } from '../language/conditions.js';
import type { Scope } from '../language/expressions.js';
import type { JsonSchema } from '../language/json-schema.js';

/** The arguments as a judge gets them: expressions filled in, shapes checked when the pack was read. */
export type Arguments = Readonly<Record<string, unknown>>;

/** One argument; `T` is the type of its value, undefined among it where it may be left out. */
export interface Argument<T> {
  schema: JsonSchema;
  /** How the table of INTERPRETING.md shows its value, such as `/pointer`. */
  hint: string;
  required: boolean;
  /** Set where the value holds conditions, whose expressions the predicate itself reads. */
  unfilled?: true;
  /** Ids of steps that the value names. */
  steps?(value: unknown): string[];
  /** Never set; keeps the type of the value. */
  readonly value?: T;
}

type ValuesOf<A extends Readonly<Record<string, Argument<unknown>>>> = {
  readonly [Name in keyof A]: A[Name] extends Argument<infer T> ? T : never;
};

export interface PredicateContext {
  /** Answers of a step in order of sending; of this step for null. Throws for a step that was never sent. */
  answers(step: string | null): readonly Exchange[];
  scope: Scope;
  contract: Contract;
  /** Every answer of the run so far, whoever asked for it. */
  history: readonly Exchange[];
}

export interface Expected extends Outcome {
  /** Ids of the exchanges that it rests on, the telling one last. */
  exchanges: number[];
  observation?: Omit<Observation, 'exchanges'>;
}

/** A pointer into the answers of steps. */
export interface PointerUse {
  pointer: string;
  steps: readonly string[] | null;
}

/** A pure function over the answers of a step. */
type Judge<Values> = (values: Values, answers: readonly Exchange[], context: PredicateContext) => Expected;

interface Definition {
  /** When it holds, in one line. */
  holdsWhen: string;
  arguments: Readonly<Record<string, Argument<unknown>>>;
  /** Arguments whose names are patterns: statuses. */
  patterns?: Readonly<Record<string, Argument<unknown>>>;
  /** Set where it judges statuses by itself: whether this one is among those that it speaks of. */
  expectsStatus?(args: Arguments, status: number): boolean;
  /** Set where it compares answers, or counts: postings that come in between two searches can make it fail. */
  restsOnData?: boolean;
  /** Set where an answer that is lost is what it asks for. */
  expectsNoAnswer?: true;
  /** Readings and choices that the arguments name. */
  readings?(args: Arguments): { reading: string; choices: string[] }[];
  /** What it asks for, with its operands as they are written; what the judge says where it is left out. */
  asked?(given: Arguments): string;
  /** Pointers into bodies, with the steps whose answers they lead into; null for the step that is looked at. */
  pointers?(args: Arguments): PointerUse[];
  /** Simple conditions among the arguments, for the check before the run. */
  conditions?(args: Arguments): string[];
}

export interface Predicate extends Definition {
  name: string;
  judge: Judge<Arguments>;
}

/** The predicates by their names, in the order of INTERPRETING.md. */
export type Predicates = Readonly<Record<string, Predicate>>;

/** Defines a predicate; the types of the judge's arguments follow from their definitions. */
export function predicate<A extends Definition['arguments']>(
  name: string,
  definition: Definition & { arguments: A; judge: Judge<ValuesOf<A> & Arguments> },
): Predicate {
  return { ...definition, name, judge: definition.judge as Judge<Arguments> };
}

/** Names of the arguments that hold conditions. */
export function unfilledOf({ arguments: known }: Predicate): string[] {
  return Object.keys(known).filter((name) => known[name]?.unfilled === true);
}

/** Steps that an expectation's arguments name. */
export function stepsNamed({ arguments: known }: Predicate, args: Arguments): string[] {
  return Object.entries(known).flatMap(([name, { steps }]) =>
    steps === undefined || args[name] === undefined ? [] : steps(args[name]),
  );
}

/** `exchanges` are those that the outcome rests on, or items that were found in them. */
export function said(
  holds: boolean,
  expected: string,
  actual: string,
  exchanges: readonly { id: number }[],
): Expected {
  return { holds, expected, actual, exchanges: exchanges.map(({ id }) => id) };
}
