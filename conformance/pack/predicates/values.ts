/** Predicates on single values and on sums. */
import { shown } from '../../values/text.js';
import { compare as compareValues } from '../language/conditions.js';
import { askedOf, mismatch } from '../language/matchers.js';
import { operandWords, valueOf } from './operands.js';
import { said, type Definitions } from './predicate.js';

export const values = {
  value: {
    asked: ({ of, ...wanted }) => `${operandWords(of)} ${askedOf(wanted)}`,
    judge: (args, answers) => {
      const { of, ...wanted } = args;
      return said(mismatch(of, wanted) === null, `a value ${askedOf(wanted)}`, `it is ${shown(of)}`, answers);
    },
  },
  compare: {
    asked: ({ left, is, right }) => `${operandWords(left)} ${String(is)} ${operandWords(right)}`,
    judge: ({ left, is, right }, answers, context) => {
      const [a, b] = [valueOf(left, context), valueOf(right, context)];
      const holds = compareValues(is, a, b);
      return said(holds, `left ${is} right`, `left is ${shown(a)}, right is ${shown(b)}`, answers);
    },
  },
  sold: (args, answers, context) => {
    const least = args['at-least'] === undefined ? 1 : valueOf(args['at-least'], context);
    const used = valueOf({ sum: '/data/credits_used' }, { ...context, answers: () => answers });
    const expected = `credits_used ${String(least)} or more`;
    return said(compareValues('>=', used, least), expected, `it is ${shown(used)}`, answers);
  },
} satisfies Partial<Definitions>;
