/** A predicate of `x-kit-expect`: its name, its arguments, its meaning and its judge. */
import type { Contract } from '../../../spec/contract.js';
import type { Exchange } from '../../record/exchange.js';
import type { Observation } from '../../record/judgement.js';
import type { Outcome } from '../language/conditions.js';
import type { Scope } from '../language/expressions.js';
import type { JsonSchema } from '../language/json-schema.js';

/** Arguments with filled-in expressions; the schema of packs has checked their form. */
export type Arguments = Readonly<Record<string, unknown>>;

/** One argument; `T` is the type of its value, and includes undefined for an optional argument. */
export interface Argument<T> {
  schema: JsonSchema;
  /** How the table of INTERPRETING.md shows its value, such as `/pointer`. */
  hint: string;
  required: boolean;
  /** Set if the value has conditions: the predicate itself evaluates their expressions. */
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
  /** All exchanges of the run so far, of every scenario. */
  history: readonly Exchange[];
}

export interface Expected extends Outcome {
  /** Ids of the exchanges that the outcome rests on; the decisive one is last. */
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
  /** Only for predicates on statuses: true if the arguments name the status. */
  expectsStatus?(args: Arguments, status: number): boolean;
  /** True for a predicate that compares answers or counts: new postings between two searches can make it fail. */
  restsOnData?: boolean;
  /** Set if the predicate asks for a lost answer. */
  expectsNoAnswer?: true;
  /** Readings and choices that the arguments name. */
  readings?(args: Arguments): { reading: string; choices: string[] }[];
  /** The expected result with operands as they are written, in place of the judge's words. */
  asked?(given: Arguments): string;
  /** Pointers into bodies, with the steps of these answers; null for the step of the expectation. */
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

/** The outcome rests on `exchanges`, which can also be items of their answers. */
export function said(
  holds: boolean,
  expected: string,
  actual: string,
  exchanges: readonly { id: number }[],
): Expected {
  return { holds, expected, actual, exchanges: exchanges.map(({ id }) => id) };
}
