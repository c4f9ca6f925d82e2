/** The predicate that detects which choice of a reading a target makes. */
import { parseCondition } from '../language/conditions.js';
import type { ArgumentsOf } from './generated/predicates.js';
import { said, type Arguments, type Definitions } from './predicate.js';

export const readings = {
  reading: {
    readings: (args) => [
      { reading: String(args['reading']), choices: choicesIn(args).map(({ choice }) => choice) },
    ],
    conditions: (args) => choicesIn(args).map(({ when }) => when),
    judge: (args, answers, { scope }) => {
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
  },
} satisfies Partial<Definitions>;

function choicesIn(args: Arguments): ArgumentsOf['reading']['choices'] {
  return args['choices'] as ArgumentsOf['reading']['choices'];
}
