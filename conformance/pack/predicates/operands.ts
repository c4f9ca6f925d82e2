/** Operands of comparisons: values, and computations over responses of steps. */
import { follow, parsePointer } from '../../values/pointers.js';
import { answered, itemsIn, jobsIn } from './answers.js';
import type { Arguments, PointerUse, PredicateContext } from './predicate.js';

/** Returns the value of an operand with filled-in expressions; undefined or NaN if responses lack the values. */
export function valueOf(operand: unknown, context: PredicateContext): unknown {
  if (typeof operand !== 'object' || operand === null) return operand;
  const parts = operand as Record<string, unknown>;
  const each = (name: string): number[] =>
    (parts[name] as unknown[]).map((part) => {
      const number = valueOf(part, context);
      return typeof number === 'number' ? number : Number.NaN;
    });
  if ('plus' in parts) return each('plus').reduce((a, b) => a + b, 0);
  if ('times' in parts) return each('times').reduce((a, b) => a * b, 1);
  if ('minus' in parts) return each('minus').reduce((a, b) => a - b);
  const answers = context.answers((parts['step'] ?? null) as string | null);
  if (typeof parts['sum'] === 'string') {
    const pointer = parsePointer(parts['sum']);
    const numbers = answered(answers).map(({ response }) => follow(response?.body, pointer));
    return numbers.every((number) => typeof number === 'number')
      ? numbers.reduce((a, b) => a + b, 0)
      : undefined;
  }
  const { count, status } = parts;
  if (count === 'exchanges')
    return answers.filter(({ response }) => status === undefined || response?.status === status).length;
  if (count === 'jobs') return jobsIn(answers)?.length;
  return typeof count === 'string' ? itemsIn(answers, count)?.length : operand;
}

/** Returns the pointers of an operand's sums and counts. */
export function pointersOf(operand: unknown): PointerUse[] {
  if (Array.isArray(operand)) return operand.flatMap(pointersOf);
  if (typeof operand !== 'object' || operand === null) return [];
  const { sum, count, step, ...parts } = operand as Record<string, unknown>;
  const own = [sum, count].filter((each) => typeof each === 'string' && each.startsWith('/'));
  return [
    ...own.map((pointer) => ({
      pointer: String(pointer),
      steps: typeof step === 'string' ? [step] : null,
    })),
    ...Object.values(parts).flatMap(pointersOf),
  ];
}

/** Returns the pointers of a predicate on lists: to the list, to `by` and `field` of its items, and to lists of other steps. */
export function listPointers(args: Arguments): PointerUse[] {
  const list = String(args['list']);
  const { by, field, with: others, 'with-list': otherList = list } = args;
  const inItems = [by, typeof field === 'string' && !field.startsWith('/') ? `/${field}` : field];
  return [
    { pointer: list, steps: null },
    ...inItems
      .filter((each) => typeof each === 'string')
      .map((each) => ({ pointer: `${list}/0${each}`, steps: null })),
    ...(others === undefined ? [] : [{ pointer: String(otherList), steps: [others].flat().map(String) }]),
  ];
}

/** Describes an operand: `1 × the number of jobs`. Does not evaluate expressions. */
export function operandWords(operand: unknown): string {
  if (typeof operand === 'string') return operand;
  if (typeof operand !== 'object' || operand === null || Array.isArray(operand))
    return JSON.stringify(operand);
  const { plus, times, minus, sum, count, status, step } = operand as Record<string, unknown>;
  const joined = (parts: unknown, sign: string): string =>
    (parts as unknown[])
      .map((part) => (isComputed(part) ? `(${operandWords(part)})` : operandWords(part)))
      .join(` ${sign} `);
  if (plus !== undefined) return joined(plus, '+');
  if (times !== undefined) return joined(times, '×');
  if (minus !== undefined) return joined(minus, '−');
  const of = typeof step === 'string' ? `, step ${step}` : '';
  if (typeof sum === 'string') return `the sum of ${sum}${of}`;
  if (typeof count === 'string')
    return `the number of ${count}${status === undefined ? '' : ` with status ${String(status)}`}${of}`;
  return JSON.stringify(operand);
}

function isComputed(operand: unknown): boolean {
  return (
    typeof operand === 'object' &&
    operand !== null &&
    ['plus', 'times', 'minus'].some((name) => name in operand)
  );
}
