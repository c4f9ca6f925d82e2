/** Reads lists and their items from the responses of steps. The jobs of a search are the list `/data/jobs`. */
import type { Exchange } from '../../record/exchange.js';
import { sameJson } from '../../values/json.js';
import { follow, parsePointer } from '../../values/pointers.js';
import type { Job } from '../../values/postings.js';
import { count, shown } from '../../values/text.js';
import { said, type Expected } from './predicate.js';

/** An item of a list in a response, and the id of its exchange. */
export interface Located<T = unknown> {
  item: T;
  id: number;
}

/** Returns the jobs of all responses with status 200; null if none has a list of jobs. */
export function jobsIn(answers: readonly Exchange[]): Located<Job>[] | null {
  return itemsIn(answers, '/data/jobs') as Located<Job>[] | null;
}

/** No response has a list of jobs. */
export class NoJobs extends Error {}

/** Returns the jobs of all responses with status 200. Throws NoJobs. */
export function jobsOf(answers: readonly Exchange[]): Located<Job>[] {
  const jobs = jobsIn(answers);
  if (jobs === null) throw new NoJobs();
  return jobs;
}

/** Returns the items of the list in all responses with status 200; null if none has the list. */
export function itemsIn(answers: readonly Exchange[], list: string): Located[] | null {
  const lists = answered(answers).flatMap(({ id, response }) => {
    const items = follow(response?.body, parsePointer(list));
    return Array.isArray(items) ? [items.map((item: unknown) => ({ item, id }))] : [];
  });
  return lists.length === 0 ? null : lists.flat();
}

export function answered(answers: readonly Exchange[]): readonly Exchange[] {
  return answers.filter(({ response }) => response?.status === 200);
}

export function jobName(job: unknown): string {
  return `the job ${shown(follow(job, ['Job Title']), 60)} (${shown(follow(job, ['Job URL']), 80)})`;
}

/**
 * Holds if no job of the responses is wrong, and at least one response has a list of jobs. `right` continues the sentence
 * "5 jobs, …", and `wrong` the sentence "the job … (URL) …".
 */
export function noneWrong(
  answers: readonly Exchange[],
  expected: string,
  isWrong: (job: Job) => boolean,
  right: string,
  wrong: (job: Job) => string,
): Expected {
  const jobs = jobsOf(answers);
  const found = jobs.find(({ item }) => isWrong(item));
  if (found === undefined) return said(true, expected, `${count(jobs.length, 'job')}, ${right}`, answers);
  return said(false, expected, `${jobName(found.item)} ${wrong(found.item)}`, [found]);
}

/** Returns the first item with the key of an earlier item, and the ids of both exchanges; null if all keys differ. */
export function firstRepeated<T>(
  items: readonly Located<T>[],
  keyOf: (item: T) => string,
  mayRepeat: (key: string) => boolean = () => false,
): { item: T; key: string; ids: number[] } | null {
  const seen = new Map<string, number>();
  for (const { item, id } of items) {
    const key = keyOf(item);
    const earlier = seen.get(key);
    if (earlier !== undefined && !mayRepeat(key)) return { item, key, ids: [...new Set([earlier, id])] };
    seen.set(key, id);
  }
  return null;
}

/** Holds if `read` returns the same for all exchanges. Fails if there is only one. */
export function alike(
  all: readonly Exchange[],
  read: (exchange: Exchange) => unknown,
  expected: string,
): Expected {
  const [first] = all;
  const odd = first === undefined ? undefined : all.find((each) => !sameJson(read(first), read(each)));
  if (all.length < 2) return said(false, expected, 'there is only one response to compare', all);
  if (first === undefined || odd === undefined) return said(true, expected, 'equal', all);
  return said(false, expected, `${shown(read(first))} and ${shown(read(odd))}`, [first, odd]);
}
