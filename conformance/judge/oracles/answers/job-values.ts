/** Values of a job's fields beyond their types (§2.1), and the order of jobs. */
import type { Contract } from '../../../../spec/contract.js';
import { count, shown, textOf } from '../../../values/text.js';
import {
  completed,
  knownBoards,
  searchAnswers,
  type SearchAnswer,
  type BoardNames,
} from '../../../model/answers.js';
import { strings, type Fields } from '../../../values/fields.js';
import { clausesOf, oracleOf, type Rule, type Rules } from '../../oracle.js';
import { listedThroughout } from '../results/lookups.js';

interface Seen extends SearchAnswer {
  enums: Contract['enums'];
  /** Null unless the list of boards is known. */
  boards: BoardNames | null;
}

const RULES: Rules<Seen> = {
  'JOB-8': everyValue('absolute web addresses', ['Job URL', 'Apply URL', 'Logo URL'], isWebAddress),
  'JOB-9': everyJob('Salary From of at most Salary To', ({ 'Salary From': from, 'Salary To': to }) => {
    if (typeof from !== 'number' || typeof to !== 'number') return undefined;
    return from <= to ? null : `Salary From ${from}, Salary To ${to}`;
  }),
  'JOB-10': everyValue('a currency code of three capital letters', ['Salary Currency'], (text) =>
    /^[A-Z]{3}$/.test(text),
  ),
  'JOB-11': everyJob('departments that the filter accepts', (job, { enums: { department } }) => {
    const names = job['Department Name'];
    if (!Array.isArray(names) || names.length === 0) return undefined;
    const odd = names.find((name) => !department.includes(textOf(name)));
    return odd === undefined ? null : `Department Name ${shown(odd)}`;
  }),
  'JOB-12': everyValue(
    'a type and a seniority that their filters accept',
    ['Job Type', 'Seniority Level'],
    (text, { enums }, name) => enums[name === 'Job Type' ? 'job_type' : 'seniority_level'].includes(text),
  ),
  'JOB-13': (seen) =>
    seen.boards !== null &&
    everyValue('a label or value of the job-boards lookup', ['Job Board'], (text) =>
      seen.boards!.has(text.toLowerCase()),
    )(seen),
  'PAGE-18': ({ jobs }) => {
    const dates = strings(jobs.map((job) => job['Post Date'])).map((date) => date.slice(0, 10));
    const isFalling = dates.every((date, i) => i === 0 || date <= dates[i - 1]!);
    return new Set(dates).size > 1 && ['order', isFalling ? 'newest-first' : 'other'];
  },
};

export const jobValues = oracleOf({
  id: 'job-values',
  clauses: clausesOf(RULES),
  infers: ['JOB-13'],
  reads: ['response body'],
  judge(history, context, evidence) {
    const { names, complete } = knownBoards(history, context);
    const listed = listedThroughout(history, context.contract);
    const { enums } = context.contract;
    for (const answer of searchAnswers(history, context)) {
      // In traffic the list may change. A board on no list before and after was on none in between.
      const isKnown = context.seen === 'all' || listed('listJobBoards', answer.exchange).length > 0;
      const { jobs } = completed(answer.exchange)!;
      evidence.check(RULES, { ...answer, jobs, enums, boards: complete && isKnown ? names : null });
    }
  },
});

/** A rule for every job. `fault` describes a mistake: null for none, undefined if the job does not show it. */
function everyJob(
  expected: string,
  fault: (job: Fields, seen: Seen) => string | null | undefined,
): Rule<Seen> {
  return (seen) => {
    const found = seen.jobs.map((job) => fault(job, seen)).filter((text) => text !== undefined);
    const wrong = found.find((text) => text !== null) ?? null;
    const actual = wrong ?? `as expected in ${found.length} of ${count(seen.jobs.length, 'job')}`;
    return found.length > 0 && [wrong === null, expected, actual];
  };
}

/** A rule for every value of these fields that is not null. */
function everyValue(
  expected: string,
  names: readonly string[],
  holds: (text: string, seen: Seen, name: string) => boolean,
): Rule<Seen> {
  return everyJob(expected, (job, seen) => {
    const known = names.filter((name) => job[name] !== null && job[name] !== undefined);
    const wrong = known.find((name) => !holds(textOf(job[name]), seen, name));
    return wrong === undefined ? (known.length === 0 ? undefined : null) : `${wrong} ${shown(job[wrong])}`;
  });
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text);
}
