/** The kinds of arguments that predicates take. */
import { listOf, shared, type JsonSchema } from '../language/json-schema.js';
import { MATCHERS, MODIFIERS } from '../language/matchers.js';
import type { Argument } from './predicate.js';

/** An operand of sums and comparisons: a number, an expression, or a computation. */
type Operand = number | string | Readonly<Record<string, unknown>>;

export const pointer = argument<string>('/pointer', shared('pointer'));
export const text = argument<string>('text', { type: 'string' });
export const pattern = argument<string>('text', { type: 'string', format: 'regex' });
export const texts = argument<readonly string[]>('[..]', listOf({ type: 'string' }));
export const isTrue = argument<boolean>('true', { type: 'boolean' });
export const anything = argument<unknown>('$expr', {});
export const date = argument<unknown>('date', { type: 'string' });
export const readingId = argument<string>('id', shared('reading-id'));
export const pointers = argument<readonly string[]>(
  '[/pointer]',
  listOf({ type: 'string', pattern: '^/' }, 0),
);
/** A member of a job by its exact name, or a pointer into it. */
export const jobField = argument<string>('name', shared('job-field'));
/** A member of any item by its exact name, or a pointer into it. */
const itemField = argument<string>('name or /pointer', { type: 'string' });

/** One step or several, by their ids. */
export const steps: Argument<string | readonly string[]> = {
  ...argument<string | readonly string[]>('step or [..]', {
    anyOf: [{ type: 'string' }, listOf({ type: 'string' })],
  }),
  steps: (value) => [value].flat().map(String),
};

export const operand: Argument<Operand> = {
  ...argument<Operand>('operand', shared('operand')),
  steps: stepsOfOperand,
};

export const comparison = oneOf('==', '!=', '<', '<=', '>', '>=');

/** All matchers, each as an argument of its own. */
export const matchers: Readonly<Record<string, Argument<unknown>>> = Object.fromEntries(
  Object.entries({ ...MATCHERS, ...MODIFIERS }).map(([name, { says, schema }]) => [
    name,
    optional(argument<unknown>('', { description: says, ...schema })),
  ]),
);

/** A condition on jobs or items: a field and matchers, or several such conditions joined. */
function conditionOn(
  field: Argument<string>,
  conditions: 'job-condition' | 'item-condition',
): Readonly<Record<string, Argument<unknown>>> {
  const group = (says: string): Argument<unknown> =>
    optional(argument('[condition]', { description: says, ...listOf(shared(conditions)) }));
  return {
    field: optional(field),
    ...matchers,
    'any-of': group('At least one of these conditions is met.'),
    'all-of': group('Each of these conditions is met.'),
    'none-of': group('None of these conditions is met.'),
  };
}

export const jobCondition = conditionOn(jobField, 'job-condition');
export const itemCondition = conditionOn(itemField, 'item-condition');

export function oneOf<T extends string>(...values: readonly T[]): Argument<T> {
  return argument<T>(values.join(' '), { enum: values });
}

export function listOfOneOf<T extends string>(...values: readonly T[]): Argument<readonly T[]> {
  return argument<readonly T[]>(`[${values.join(' ')}]`, listOf({ enum: values }));
}

export function argument<T>(hint: string, schema: JsonSchema): Argument<T> {
  return { schema, hint, required: true };
}

/** Makes an argument optional. */
export function optional<T>(known: Argument<T>): Argument<T | undefined> {
  return { ...known, required: false };
}

function stepsOfOperand(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(stepsOfOperand);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'step' ? [String(member)] : stepsOfOperand(member),
  );
}
