/** Predicates on single values, on sums, and on the choices of readings. */
import { shown } from '../../values/text.js';
import { compare as compareValues, parseCondition } from '../language/conditions.js';
import { askedOf, mismatch } from '../language/matchers.js';
import { operandWords, valueOf } from './operands.js';
import { said, type Definitions } from './predicate.js';

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
