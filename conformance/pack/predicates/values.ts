/** Predicates on single values and on sums. */
import { shown } from '../../values/text.js';
import { compare as compareValues } from '../language/conditions.js';
import { askedOf, mismatch } from '../language/matchers.js';
import { anything, comparison, matchers, operand } from './arguments.js';
import { operandWords, pointersOf, valueOf } from './operands.js';
import { predicate, said } from './predicate.js';

export const value = predicate('value', {
  restsOnData: true,
  holdsWhen: 'the value matches; exact about case and type',
  arguments: { of: anything, ...matchers },
  asked: ({ of, ...wanted }) => `${operandWords(of)} ${askedOf(wanted)}`,
  judge: (args, answers) => {
    const { of, ...wanted } = args;
    return said(mismatch(of, wanted) === null, `a value ${askedOf(wanted)}`, `it is ${shown(of)}`, answers);
  },
});

export const compare = predicate('compare', {
  restsOnData: true,
  holdsWhen: 'the comparison is true; a missing operand equals nothing',
  arguments: { left: operand, is: comparison, right: operand },
  asked: ({ left, is, right }) => `${operandWords(left)} ${String(is)} ${operandWords(right)}`,
  pointers: ({ left, right }) => pointersOf([left, right]),
  judge: ({ left, is, right }, answers, context) => {
    const [a, b] = [valueOf(left, context), valueOf(right, context)];
    const holds = compareValues(is, a, b);
    return said(holds, `left ${is} right`, `left is ${shown(a)}, right is ${shown(b)}`, answers);
  },
});
