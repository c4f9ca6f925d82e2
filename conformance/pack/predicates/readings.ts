/** The predicate that finds out which choice of a reading a target makes. */
import { judgeCriterion } from '../language/conditions.js';
import { closed, listOf } from '../language/json-schema.js';
import { argument, oneOf, optional, readingId } from './arguments.js';
import { predicate, said } from './predicate.js';

interface Choice {
  choice: string;
  when: string;
}

const choices = {
  ...argument<readonly Choice[]>(
    '[{ choice, when: condition }]',
    listOf(closed({ choice: { type: 'string' }, when: { type: 'string' } }, ['choice', 'when'])),
  ),
  unfilled: true as const,
};

export const reading = predicate('reading', {
  restsOnData: true,
  holdsWhen:
    'a choice has a simple condition that holds; the first such is reported as seen. None: fails, or is reported as none of them and leaves the scenario inconclusive',
  arguments: { reading: readingId, choices, otherwise: optional(oneOf('fail', 'inconclusive')) },
  readings: (args) => [
    {
      reading: String(args['reading']),
      choices: (args['choices'] as Choice[]).map(({ choice }) => choice),
    },
  ],
  conditions: (args) => (args['choices'] as Choice[]).map(({ when }) => when),
  judge: (args, answers, { scope }) => {
    const outcomes = args.choices.map(({ choice, when }) => ({
      choice,
      ...judgeCriterion({ condition: when, context: null, type: 'simple' }, scope),
    }));
    const met = outcomes.find(({ holds }) => holds);
    const expected = args.choices.map(({ choice, when }) => `${choice}: ${when}`).join('; or ');
    const actual = [...new Set(outcomes.map((each) => each.actual))].join('; ');
    const outcome = said(met !== undefined, expected, actual, answers);
    if (met === undefined && args.otherwise !== 'inconclusive') return outcome;
    return { ...outcome, observation: { reading: args.reading, choice: met?.choice ?? null } };
  },
});
