/** Jobs of responses: the address that identifies a job, and certain duplicates. */
import { digestOfJson } from './json.js';
import { once } from './once.js';

export type Job = Readonly<Record<string, unknown>>;

/** Returns the address of a posting; null if it has none. Two postings without an address can be equal in all members. */
export function addressOf(job: Job): string | null {
  const address = job['Job URL'] ?? job['Apply URL'];
  return typeof address === 'string' && address !== '' ? address : null;
}

const TERMS = ['Is Remote', 'Job Type', 'Salary Offered', 'Salary From', 'Salary To', 'Salary Currency'];

/**
 * Equal for listings of one job with one description: duplicates by any reading. Null if a text or the place is unknown.
 * Many employers use one short description for all jobs, so the type and the salary must be equal too.
 */
export const listingOf = once((job: Job): string | null => {
  const texts = ['Company Name', 'Job Title', 'Job Description'].map((name) => job[name]);
  const place = ['City', 'State', 'Country'].map((name) => job[name] ?? null);
  const terms = TERMS.map((name) => job[name] ?? null);
  const isKnown =
    texts.every((text) => typeof text === 'string' && text !== '') && place.some((part) => part !== null);
  return isKnown ? digestOfJson([texts, place, terms]) : null;
});

export interface Listed {
  item: Job;
  id: number;
}

/** Returns jobs that duplicate an earlier one, and the earlier one. The same job on a later page is not a duplicate. */
export function duplicatesAmong(jobs: readonly Listed[]): [earlier: Listed, duplicate: Listed][] {
  const seen = new Map<string, Listed[]>();
  return jobs.flatMap((job): [Listed, Listed][] => {
    const listing = listingOf(job.item);
    if (listing === null) return [];
    const alike = seen.get(listing) ?? [];
    seen.set(listing, [...alike, job]);
    const earlier = alike.find((each) => each.id === job.id || areApart(each.item, job.item));
    return earlier === undefined ? [] : [[earlier, job]];
  });
}

function areApart(one: Job, other: Job): boolean {
  const [first, second] = [addressOf(one), addressOf(other)];
  return first !== null && second !== null && first !== second;
}
