/** Predicates on single values, on sums, and on the choices of readings; operands are values or computations over responses. */
import { shown } from '../../values/text.js';
import { compare as compareValues, parseCondition } from '../language/conditions.js';
import { askedOf, mismatch } from '../language/matchers.js';
import { said, type Definitions, type PredicateContext } from './predicate.js';
import { follow, parsePointer } from '../../values/pointers.js';
import { answered, itemsIn, jobsIn } from './answers.js';

export const values = {
  value: (args, answers, { given }) => {
    const { of, ...wanted } = args;
    const expected = `${operandWords(given['of'])} ${askedOf(given)}`;
    return said(mismatch(of, wanted) === null, expected, `it is ${shown(of)}`, answers);
  },
  compare: ({ left, is, right }, answers, context) => {
    const [a, b] = [valueOf(left, context), valueOf(right, context)];
    const { given } = context;
    const expected = `${operandWords(given['left'])} ${is} ${operandWords(given['right'])}`;
    return said(compareValues(is, a, b), expected, `left is ${shown(a)}, right is ${shown(b)}`, answers);
  },
  sold: (args, answers, context) => {
    const least = args['at-least'] === undefined ? 1 : valueOf(args['at-least'], context);
    const used = valueOf({ sum: '/data/credits_used' }, { ...context, answers: () => answers });
    const expected = `credits_used ${String(least)} or more`;
    return said(compareValues('>=', used, least), expected, `it is ${shown(used)}`, answers);
  },
  reading: (args, answers, { scope }) => {
    const outcomes = args.choices.map(({ choice, when }) => ({
      choice,
      ...parseCondition(when).judge(scope),
    }));
    const met = outcomes.find(({ holds }) => holds);
    const expected = args.choices.map(({ choice, when }) => `${choice}: ${when}`).join('; or ');
    const actual = [...new Set(outcomes.map((each) => each.actual))].join('; ');
    const outcome = said(met !== undefined, expected, actual, answers);
    if (met === undefined && args.otherwise !== 'inconclusive') return outcome;
    return { ...outcome, observation: { reading: args.reading, choice: met?.choice ?? null } };
  },
} satisfies Partial<Definitions>;

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
