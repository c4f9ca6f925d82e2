/** A predicate of `x-kit-expect`: what `predicates.yaml` states of it, and its judge. */
import type { Contract } from '../../../spec/contract.js';
import type { Exchange } from '../../record/exchange.js';
import type { Observation } from '../../record/judgement.js';
import type { Outcome } from '../language/conditions.js';
import type { Scope } from '../language/expressions.js';
import { STATED, type ArgumentsOf, type Stated } from './generated/predicates.js';

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

export interface PointerUse {
  pointer: string;
  steps: readonly string[] | null;
}

/** A pure function over the answers of a step. */
type Judge<Values> = (values: Values, answers: readonly Exchange[], context: PredicateContext) => Expected;

interface Behavior {
  /** Only for predicates on statuses: true if the arguments name the status. */
  expectsStatus?(args: Arguments, status: number): boolean;
  readings?(args: Arguments): { reading: string; choices: string[] }[];
  /** The expected result with operands as they are written, in place of the judge's words. */
  asked?(given: Arguments): string;
  /** Pointers into bodies, with the steps of these answers; null for the step of the expectation. */
  pointers?(args: Arguments): PointerUse[];
  /** Simple conditions among the arguments, for the check before the run. */
  conditions?(args: Arguments): string[];
}

export interface Predicate extends Behavior, Stated {
  name: string;
  judge: Judge<Arguments>;
}

/** The predicates by their names, in the order of INTERPRETING.md. */
export type Predicates = Readonly<Record<string, Predicate>>;

/** Adds its judge to the predicate with this name; the types of the judge's arguments follow from the name. */
export function predicate<Name extends keyof ArgumentsOf>(
  name: Name,
  { judge, ...behavior }: Behavior & { judge: Judge<ArgumentsOf[Name] & Arguments> },
): Predicate {
  return { ...STATED[name], ...behavior, name, judge: judge as Judge<Arguments> };
}

/** Names of the arguments that hold conditions: the predicate itself evaluates their expressions. */
export function unfilledOf({ arguments: kinds }: Predicate): string[] {
  return Object.keys(kinds).filter((name) => kinds[name] === 'readingChoices');
}

export function stepsNamed({ arguments: kinds }: Predicate, args: Arguments): string[] {
  return Object.entries(kinds).flatMap(([name, kind]) => {
    if (kind === 'steps') return [args[name] ?? []].flat().map(String);
    return kind === 'operand' ? stepsOfOperand(args[name]) : [];
  });
}

function stepsOfOperand(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(stepsOfOperand);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'step' ? [String(member)] : stepsOfOperand(member),
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
