/** The arguments of predicates, by the kinds that `predicates.yaml` states. */
import type { KeywordGroup } from '../../model/keywords.js';
import { MATCHERS, MODIFIERS, type JsonSchema } from '../language/matchers.js';
import { KINDS } from './generated/predicates.js';

/** One argument. */
export interface Argument {
  schema: JsonSchema;
  /** How the table of INTERPRETING.md shows its value, such as `/pointer`. */
  hint: string;
  required: boolean;
  /** Set if the value has conditions: the predicate itself evaluates their expressions. */
  unfilled?: true;
  /** Ids of steps that the value names. */
  steps?(value: unknown): string[];
}

export type Kind = keyof typeof KINDS;

/** Values of kinds whose schema does not say their type. */
interface Values {
  jobField: string;
  /** An operand of sums and comparisons: a number, an expression, or a computation. */
  operand: number | string | Readonly<Record<string, unknown>>;
  pointer: string;
  readingId: string;
  steps: string | readonly string[];
  date: unknown;
  terms: readonly string[];
  group: KeywordGroup;
  groups: readonly KeywordGroup[];
  statusChoices: Readonly<Record<string, string>>;
  readingChoices: readonly { choice: string; when: string }[];
}

type TypeOf<Schema> = Schema extends { enum: readonly (infer Value)[] }
  ? Value
  : Schema extends { type: 'string' }
    ? string
    : Schema extends { type: 'boolean' }
      ? boolean
      : Schema extends { type: 'integer' }
        ? number
        : Schema extends { type: 'array'; items: infer Item }
          ? readonly TypeOf<Item>[]
          : unknown;

/** The value of a kind of arguments. */
export type ValueOf<K> = K extends keyof Values
  ? Values[K]
  : K extends Kind
    ? TypeOf<(typeof KINDS)[K]['schema']>
    : never;

const STEPS: Partial<Record<Kind, Argument['steps']>> = {
  steps: (value) => [value].flat().map(String),
  operand: stepsOfOperand,
};

export function argumentOf(kind: Kind, required: boolean): Argument {
  const steps = STEPS[kind];
  return {
    ...KINDS[kind],
    required,
    ...(steps === undefined ? {} : { steps }),
    ...(kind === 'readingChoices' ? { unfilled: true } : {}),
  };
}

/** All matchers, each as an argument of its own. */
export const matchers: Readonly<Record<string, Argument>> = Object.fromEntries(
  Object.entries({ ...MATCHERS, ...MODIFIERS }).map(([name, { says, schema }]) => [
    name,
    { hint: '', schema: { description: says, ...schema }, required: false },
  ]),
);

/** A condition on jobs or items: a field and matchers, or several such conditions joined. */
function conditionOn(
  field: Kind,
  conditions: 'job-condition' | 'item-condition',
): Readonly<Record<string, Argument>> {
  const group = (says: string): Argument => ({
    hint: '[condition]',
    schema: { description: says, type: 'array', items: { $ref: `#/$defs/${conditions}` }, minItems: 1 },
    required: false,
  });
  return {
    field: argumentOf(field, false),
    ...matchers,
    'any-of': group('At least one of these conditions is met.'),
    'all-of': group('Each of these conditions is met.'),
    'none-of': group('None of these conditions is met.'),
  };
}

export const jobCondition = conditionOn('jobField', 'job-condition');
export const itemCondition = conditionOn('itemField', 'item-condition');

function stepsOfOperand(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(stepsOfOperand);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'step' ? [String(member)] : stepsOfOperand(member),
  );
}
