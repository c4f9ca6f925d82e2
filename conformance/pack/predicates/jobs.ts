/** Predicates on the jobs of a search: their fields, dates, keywords (§2.6, §4.1) and number, and repeated jobs. */
import { groupOf, matchesGroup, type SimpleKeywords } from '../../model/keywords.js';
import { lastingIn } from '../../model/lasting-links.js';
import type { Exchange } from '../../record/exchange.js';
import { shiftDay } from '../../values/dates.js';
import { mapped } from '../../values/fields.js';
import { canonical } from '../../values/json.js';
import { follow } from '../../values/pointers.js';
import { addressOf, duplicatesAmong, type Job } from '../../values/postings.js';
import { count, shown } from '../../values/text.js';
import { compare } from '../language/conditions.js';
import { askedOf, fieldOf, mismatch } from '../language/matchers.js';
import { firstRepeated, jobName, jobsIn, jobsOf, noneWrong, type Located } from './answers.js';
import { valueOf } from './values.js';
import { said, type Arguments, type Expected, type PredicateContext, type Definitions } from './predicate.js';
import { quantifier } from './items.js';

export const jobs = {
  'every-job': quantifier('every', 'job'),
  'some-job': quantifier('some', 'job'),
  'no-job': quantifier('no', 'job'),
  'job-count': (args, answers, context) => {
    const jobs = jobsOf(answers);
    const wanted = valuesOf(args, context);
    const holds = mismatch(jobs.length, wanted) === null;
    return said(holds, `a number of jobs ${askedOf(wanted)}`, count(jobs.length, 'job'), answers);
  },
  duplicates: (args, answers, context) => {
    const jobs = jobsOf(answers);
    const wanted = valuesOf(args, context);
    const found = duplicatesAmong(jobs);
    const holds = mismatch(found.length, wanted) === null;
    const [first] = found;
    const which = first === undefined ? '' : `, such as ${jobName(first[1].item)}`;
    const told = first === undefined || holds ? answers : first;
    return said(holds, `a number of duplicates ${askedOf(wanted)}`, `${found.length}${which}`, told);
  },
  'total-found': (args, answers, context) => {
    const here = totalIn(answers);
    const there = [args.with].flat().map((step) => totalIn(context.answers(step)));
    const sum = there.every((each) => each !== undefined) ? there.reduce((a, b) => a + b, 0) : undefined;
    const expected = `total_jobs_found ${args.is} that of ${context.named}`;
    const actual = `${here ?? 'none'} here, ${there.map((each) => each ?? 'none').join(' + ')} in ${context.named}`;
    return said(compare(args.is, here, sum), expected, actual, answers);
  },
  'distinct-jobs': (_args, answers, context) => {
    const all = jobsOf(context.all);
    const expected = 'no repeated job';
    const lasting = lastingIn(context.history);
    const told = all.filter(({ item }) => addressOf(lasting(item)) !== null);
    const found = firstRepeated(told, keyIn(context), (key) => hasTwin(key, context));
    if (found === null) return said(true, expected, `${count(all.length, 'job')}, all different`, answers);
    return { holds: false, expected, actual: `${jobName(found.item)} is repeated`, exchanges: found.ids };
  },
  'disjoint-jobs': (_args, answers, context) => {
    const there = jobsOf(context.others);
    const lasting = lastingIn(context.history);
    const keyOf = keyIn(context);
    const known = new Set(there.map(({ item }) => keyOf(item)));
    const isThere = (job: Job): boolean => {
      const key = keyOf(job);
      return addressOf(lasting(job)) !== null && known.has(key) && !hasTwin(key, context);
    };
    const expected = `no job of ${context.named} among these`;
    return noneWrong(answers, expected, isThere, `none in ${context.named}`, () => 'is in both');
  },
  'same-jobs': (args, answers, context) => {
    const [here, there] = [jobsOf(answers), jobsOf(context.others)];
    const keyOf = keyIn(context, args.by);
    const keys = (jobs: Located<Job>[]): string[] => {
      const texts = jobs.map(({ item }) => keyOf(item));
      return args.order === true ? texts : texts.sort();
    };
    const [a, b] = [keys(here), keys(there)];
    const at = a.findIndex((key, i) => key !== b[i]);
    const holds = a.length === b.length && at === -1;
    const expected = `the same jobs as ${context.named}${args.order === true ? ', in the same order' : ''}`;
    const actual = holds
      ? `${count(here.length, 'job')}, the same`
      : `${count(here.length, 'job')} here, ${there.length} in ${context.named}${at === -1 ? '' : `; the first difference is at ${at + 1}`}`;
    return said(holds, expected, actual, answers);
  },
  'subset-of': (args, answers, context) => {
    const expected = `every job here is one of ${context.named}`;
    return within([answers, context.others], keyIn(context, args.by), expected, `not in ${context.named}`);
  },
  'superset-of': (args, answers, context) => {
    const expected = `every job of ${context.named} is here`;
    const pair = [context.others, answers] as const;
    return within(pair, keyIn(context, args.by), expected, 'missing here');
  },
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
  'keyword-match': (args, answers) => {
    const excluded = args.excluded === true;
    const how = excluded ? 'strictest' : 'loosest';
    const groups = args.groups ?? (args.group === undefined ? [] : [args.group]);
    const matched = (job: Job): boolean => {
      const parts = [
        matchesGroup(job, groupOf(args as SimpleKeywords), how),
        ...groups.map((group) => matchesGroup(job, group, how)),
      ].filter((part) => part !== null);
      return excluded ? parts.some(Boolean) : parts.every(Boolean);
    };
    const expected = `${excluded ? 'no' : 'every'} job matches ${shown(args, 300)}`;
    const isWrong = (job: Job): boolean => matched(job) === excluded;
    return noneWrong(answers, expected, isWrong, 'all as expected', () =>
      excluded ? 'matches' : 'does not',
    );
  },
} satisfies Partial<Definitions>;

/** Whether two listings have the same fields (reading duplicate): then a page with duplicates contains both. */
function hasTwin(key: string, context: PredicateContext): boolean {
  const keyOf = keyIn(context);
  return context.history.some((exchange) => {
    if (follow(exchange.request.body, ['exclude_duplicates']) !== false) return false;
    const alike = jobsIn([exchange])?.filter(({ item }) => keyOf(item) === key) ?? [];
    return alike.length > 1;
  });
}

function totalIn(answers: readonly Exchange[]): number | undefined {
  const total = follow(answers.at(-1)?.response?.body, ['data', 'total_jobs_found']);
  return typeof total === 'number' ? total : undefined;
}

function valuesOf(args: Arguments, context: PredicateContext): Arguments {
  return mapped(args, (each) => valueOf(each, context));
}

/** Returns texts that are equal for answers of one job, or for jobs that agree in the field `by`. */
function keyIn({ history }: PredicateContext, by?: string): (job: Job) => string {
  const lasting = lastingIn(history);
  return (job) => canonical(by === undefined ? lasting(job) : fieldOf(lasting(job), by));
}

function within(
  [inner, outer]: readonly [inner: readonly Exchange[], outer: readonly Exchange[]],
  keyOf: (job: Job) => string,
  expected: string,
  phrase: string,
): Expected {
  const known = new Set(jobsOf(outer).map(({ item }) => keyOf(item)));
  const isStray = (job: Job): boolean => !known.has(keyOf(job));
  return noneWrong(inner, expected, isStray, 'all of them', () => `is ${phrase}`);
}

function shifted(day: unknown, days: number): string | null {
  return typeof day === 'string' ? shiftDay(day, days) : null;
}
