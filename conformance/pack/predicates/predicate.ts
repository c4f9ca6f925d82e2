/** A predicate of `x-kit-expect`: its declaration in `predicates.yaml`, and its judge. */
import type { Contract } from '../../../spec/contract.js';
import type { Exchange } from '../../record/exchange.js';
import type { Observation } from '../../record/judgement.js';
import type { Outcome } from '../language/conditions.js';
import type { Scope } from '../language/expressions.js';
import type { ArgumentsOf, Stated } from './generated/predicates.js';

/** Arguments with filled-in expressions, valid by the schema of packs. */
export type Arguments = Readonly<Record<string, unknown>>;

export interface PredicateContext {
  /** Returns the exchanges of a step (null: the current one) in the order of requests. Throws if the step was never sent. */
  answers(step: string | null): readonly Exchange[];
  scope: Scope;
  contract: Contract;
  /** All exchanges of the run so far, including those of other scenarios. */
  history: readonly Exchange[];
  /** The arguments as the pack states them, for descriptions: operands are not evaluated. */
  given: Arguments;
}

export interface Expected extends Outcome {
  /** Ids of the exchanges that determine the outcome; the decisive one is last. */
  exchanges: number[];
  observation?: Omit<Observation, 'exchanges'>;
}

/** `others` are the exchanges of the steps in the argument `with`, whose names are `named`; `all` also has those of this step. */
export interface JudgeContext extends PredicateContext {
  others: readonly Exchange[];
  all: readonly Exchange[];
  named: string;
}

/** A pure function of the exchanges of a step. */
export type Judge<Values, Context = JudgeContext> = (
  values: Values,
  answers: readonly Exchange[],
  context: Context,
) => Expected;

export interface Predicate extends Stated {
  name: string;
  judge: Judge<Arguments, PredicateContext>;
}

/** The predicates by their names, in the order of INTERPRETING.md. */
export type Predicates = Readonly<Record<string, Predicate>>;

/** The judges of all predicates. The types of their arguments depend on the names. */
export type Definitions = { [Name in keyof ArgumentsOf]: Judge<ArgumentsOf[Name] & Arguments> };

/** The statuses that an expectation names; null if its predicate is about something else. */
export function statusesIn({ arguments: kinds }: Predicate, args: Arguments): string[] | null {
  if (kinds['choices'] === 'statusChoices') return Object.keys(args['choices'] as object);
  if (kinds['only'] !== 'statuses') return null;
  const named = Object.keys(args).filter((name) => /^\d{3}$/.test(name));
  return [...named, ...((args['only'] ?? []) as number[]).map(String)];
}

/** Makes an outcome. `exchanges` determine it, and can also be items of their responses. */
export function said(
  holds: boolean,
  expected: string,
  actual: string,
  exchanges: readonly { id: number }[],
): Expected {
  return { holds, expected, actual, exchanges: exchanges.map(({ id }) => id) };
}
