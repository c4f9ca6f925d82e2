/** The predicate that detects which choice of a reading a target makes. */
import { parseCondition } from '../language/conditions.js';
import { said, type Definitions } from './predicate.js';

export const readings = {
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
