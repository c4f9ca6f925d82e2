/** Jobs of responses, the address that identifies one, and listings that are surely duplicates. */
import { digestOfJson } from './digest.js';

export type Job = Readonly<Record<string, unknown>>;

/** The address of the posting; null if it has none. Two postings without one can be equal in all members. */
export function addressOf(job: Job): string | null {
  const address = job['Job URL'] ?? job['Apply URL'];
  return typeof address === 'string' && address !== '' ? address : null;
}

const listings = new WeakMap<Job, string | null>();

/** Equal for listings that are duplicates by any reading: same employer, title, place and description; null if one is unknown. */
export function listingOf(job: Job): string | null {
  const known = listings.get(job);
  if (known !== undefined) return known;
  const texts = ['Company Name', 'Job Title', 'Job Description'].map((name) => job[name]);
  const place = ['City', 'State', 'Country'].map((name) => job[name] ?? null);
  const isKnown =
    texts.every((text) => typeof text === 'string' && text !== '') && place.some((part) => part !== null);
  const listing = isKnown ? digestOfJson([texts, place]) : null;
  listings.set(job, listing);
  return listing;
}

/** A job of a page; pages have different ids. */
export interface Listed {
  item: Job;
  id: number;
}

/** Jobs that duplicate an earlier one, each with that one. A job that comes again on a later page is no duplicate. */
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
