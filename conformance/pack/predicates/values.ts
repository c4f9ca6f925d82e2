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

/** Computations of operands: the sign in a description, and the value of two parts. */
const COMPUTATIONS: Readonly<Record<string, readonly [sign: string, of: (a: number, b: number) => number]>> =
  {
    plus: ['+', (a, b) => a + b],
    times: ['×', (a, b) => a * b],
    minus: ['−', (a, b) => a - b],
  };

/** Returns the computation of an operand, and its parts; undefined if it has none. */
function computationIn(operand: object) {
  const [name, parts] = Object.entries(operand).find(([each]) => each in COMPUTATIONS) ?? [];
  return name === undefined ? undefined : ([...COMPUTATIONS[name]!, parts as unknown[]] as const);
}

/** Returns the value of an operand with filled-in expressions; undefined or NaN if responses lack the values. */
export function valueOf(operand: unknown, context: PredicateContext): unknown {
  if (typeof operand !== 'object' || operand === null) return operand;
  const computation = computationIn(operand);
  if (computation !== undefined) {
    const values = computation[2].map((part) => valueOf(part, context));
    return values.map((value) => (typeof value === 'number' ? value : Number.NaN)).reduce(computation[1]);
  }
  const { sum, count, status, step = null } = operand as Record<string, unknown>;
  const answers = context.answers(step as string | null);
  if (typeof sum === 'string') {
    const pointer = parsePointer(sum);
    const numbers = answered(answers).map(({ response }) => follow(response?.body, pointer));
    return numbers.every((number) => typeof number === 'number')
      ? numbers.reduce((a, b) => a + b, 0)
      : undefined;
  }
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
  const [sign, , parts] = computationIn(operand) ?? [];
  if (parts !== undefined) return parts.map(partWords).join(` ${sign} `);
  const { sum, count, status, step } = operand as Record<string, unknown>;
  const of = typeof step === 'string' ? `, step ${step}` : '';
  if (typeof sum === 'string') return `the sum of ${sum}${of}`;
  if (typeof count === 'string')
    return `the number of ${count}${status === undefined ? '' : ` with status ${String(status)}`}${of}`;
  return JSON.stringify(operand);
}

function partWords(part: unknown): string {
  const isComputed = typeof part === 'object' && part !== null && computationIn(part) !== undefined;
  return isComputed ? `(${operandWords(part)})` : operandWords(part);
}
