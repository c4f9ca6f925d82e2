/** The predicate on the dates of jobs. */
import { shiftDay } from '../../values/dates.js';
import type { Job } from '../../values/postings.js';
import { shown } from '../../values/text.js';
import { fieldOf } from '../language/matchers.js';
import { noneWrong } from './answers.js';
import type { Definitions } from './predicate.js';

export const dates = {
  'date-within': (args, answers) => {
    const field = args.field ?? 'Post Date';
    const slack = args['slack-days'] ?? 0;
    const [from, to] = [shifted(args.from, -slack), shifted(args.to, slack)];
    const expected = `${field} from ${from ?? 'any day'} to ${to ?? 'any day'}`;
    const isOutside = (job: Job): boolean => {
      const day = fieldOf(job, field);
      return (
        typeof day === 'string' && ((from !== null && day < from) || (to !== null && day.slice(0, 10) > to))
      );
    };
    const shownIn = (job: Job): string => `has ${shown(fieldOf(job, field))}`;
    return noneWrong(answers, expected, isOutside, 'none outside', shownIn);
  },
} satisfies Partial<Definitions>;

function shifted(day: unknown, days: number): string | null {
  return typeof day === 'string' ? shiftDay(day, days) : null;
}
