/** What predicates read from the answers of steps: jobs, items of lists, headers. */
import type { Exchange } from '../../record/exchange.js';
import { canonical } from '../../values/json.js';
import { follow, parsePointer } from '../../values/pointers.js';
import { shown } from '../../values/text.js';
import { said, type Expected, type PredicateContext } from './predicate.js';

export type Job = Readonly<Record<string, unknown>>;

/** Something found in an answer, with the exchange that it came in. */
export interface Located<T> {
  item: T;
  exchange: number;
}

/** Jobs of every 200; null when no answer has a list of jobs. */
export function jobsIn(answers: readonly Exchange[]): Located<Job>[] | null {
  return itemsIn(answers, '/data/jobs') as Located<Job>[] | null;
}

/** Items of the list in every 200; null when no answer has the list. */
export function itemsIn(answers: readonly Exchange[], list: string): Located<unknown>[] | null {
  let found: Located<unknown>[] | null = null;
  for (const { id, response } of answered(answers)) {
    const items = follow(response?.body, parsePointer(list));
    if (!Array.isArray(items)) continue;
    found ??= [];
    // Not spread into one call: a hostile list could be longer than a call has room for arguments.
    for (const item of items as unknown[]) found.push({ item, exchange: id });
  }
  return found;
}

export function jobKeys(answers: readonly Exchange[]): Set<string> | null {
  const jobs = jobsIn(answers);
  return jobs === null ? null : new Set(jobs.map(({ item }) => canonical(item)));
}

export function answered(answers: readonly Exchange[]): readonly Exchange[] {
  return answers.filter(({ response }) => response?.status === 200);
}

/** Answers of the steps that `with` names. */
export function answersOf(
  steps: string | readonly string[] | undefined,
  context: PredicateContext,
): Exchange[] {
  return [steps ?? []].flat().flatMap((step) => context.answers(step));
}

/** The steps that `with` names, for a report. */
export function stepList(steps: string | readonly string[] | undefined): string {
  return [steps ?? []].flat().join(', ');
}

export function jobName(job: unknown): string {
  return `the job ${shown(follow(job, ['Job Title']), 60)} (${shown(follow(job, ['Job URL']), 80)})`;
}

export function noJobs(answers: readonly Exchange[]): Expected {
  return said(false, 'a 200 with a list of jobs', 'there is none', answers);
}

/** Holds where all of the answers, of `with` first, read the same; fails where there is but one. */
export function alike(
  all: readonly Exchange[],
  read: (exchange: Exchange) => unknown,
  same: (a: unknown, b: unknown) => boolean,
  expected: string,
): Expected {
  const [first] = all;
  const odd = first === undefined ? undefined : all.find((each) => !same(read(first), read(each)));
  if (all.length < 2) return said(false, expected, 'there is only one answer to compare', all);
  if (first === undefined || odd === undefined) return said(true, expected, 'equal', all);
  const actual = `${shown(read(first))} and ${shown(read(odd))}`;
  return { holds: false, expected, actual, exchanges: [first.id, odd.id] };
}
