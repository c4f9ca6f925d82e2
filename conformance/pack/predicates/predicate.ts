/** A predicate of `x-kit-expect`: what `predicates.yaml` states of it, and its judge. */
import type { Contract } from '../../../spec/contract.js';
import type { Exchange } from '../../record/exchange.js';
import type { Observation } from '../../record/judgement.js';
import type { Outcome } from '../language/conditions.js';
import type { Scope } from '../language/expressions.js';
import { argumentOf, itemCondition, jobCondition, matchers } from './arguments.js';
import type { Argument, Kind, ValueOf } from './arguments.js';
import { PREDICATES } from './generated/predicates.js';

/** Arguments with filled-in expressions; the schema of packs has checked their form. */
export type Arguments = Readonly<Record<string, unknown>>;

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

interface Behavior {
  /** Only for predicates on statuses: true if the arguments name the status. */
  expectsStatus?(args: Arguments, status: number): boolean;
  /** Readings and choices that the arguments name. */
  readings?(args: Arguments): { reading: string; choices: string[] }[];
  /** The expected result with operands as they are written, in place of the judge's words. */
  asked?(given: Arguments): string;
  /** Pointers into bodies, with the steps of these answers; null for the step of the expectation. */
  pointers?(args: Arguments): PointerUse[];
  /** Simple conditions among the arguments, for the check before the run. */
  conditions?(args: Arguments): string[];
}

interface Stated {
  holdsWhen: string;
  restsOnData?: boolean;
  expectsNoAnswer?: boolean;
  arguments: Readonly<Record<string, Kind>>;
  takes?: keyof typeof TAKEN;
  patterns?: Readonly<Record<string, Kind>>;
}

export interface Predicate extends Behavior, Omit<Stated, 'arguments' | 'takes' | 'patterns'> {
  name: string;
  arguments: Readonly<Record<string, Argument>>;
  /** Arguments whose names are patterns: statuses. */
  patterns: Readonly<Record<string, Argument>>;
  judge: Judge<Arguments>;
}

/** The predicates by their names, in the order of INTERPRETING.md. */
export type Predicates = Readonly<Record<string, Predicate>>;

type Name = keyof typeof PREDICATES;
type KindsOf<N extends Name> = (typeof PREDICATES)[N]['arguments'];
/** The values of the arguments of a predicate. */
type ArgumentsOf<N extends Name> = {
  readonly [Key in keyof KindsOf<N> as Key extends `${infer Optional}?` ? Optional : Key]:
    ValueOf<KindsOf<N>[Key]> | (Key extends `${string}?` ? undefined : never);
};

const TAKEN = { matchers, jobCondition, itemCondition };

function argumentsOf(kinds: Readonly<Record<string, Kind>>): Record<string, Argument> {
  return Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [
      name.replace(/\?$/, ''),
      argumentOf(kind, !name.endsWith('?')),
    ]),
  );
}

/** Adds its judge to the predicate with this name; the types of the judge's arguments follow from the name. */
export function predicate<N extends Name>(
  name: N,
  { judge, ...behavior }: Behavior & { judge: Judge<ArgumentsOf<N> & Arguments> },
): Predicate {
  const { takes, patterns = {}, ...stated }: Stated = PREDICATES[name];
  return {
    ...stated,
    ...behavior,
    name,
    arguments: { ...argumentsOf(stated.arguments), ...(takes === undefined ? {} : TAKEN[takes]) },
    patterns: argumentsOf(patterns),
    judge: judge as Judge<Arguments>,
  };
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
