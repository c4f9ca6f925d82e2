/**
 * Compares jobs without the parts of their links that differ between two answers of one job. The source does not say that links
 * last (§2.1): a service may sign them again in each answer. All other members last, and so does a stored answer as a whole
 * (§5.2, 3), so that a recovered answer is compared with all its links.
 */
import { isInFlight, type Exchange } from '../record/exchange.js';
import { digestOfJson } from '../values/json.js';
import { fields, type Fields } from '../values/fields.js';
import { once } from '../values/once.js';
import { follow } from '../values/pointers.js';

const LINKS = ['Job URL', 'Apply URL', 'Logo URL'];
/**
 * The fewest jobs that show that a part differs, and their least share of the jobs whose links stayed the same. Fewer may be other
 * postings with the same texts, which replaced the first ones.
 */
const LEAST_JOBS = 2;
const LEAST_SHARE = 0.1;

/** The links in a history, and how far it was read. */
class Links {
  /** Number of exchanges that were read. */
  read = 0;
  readonly operationKeys = new Set<string>();
  /** The first answer of each job, by its members except links. */
  readonly first = new Map<string, Fields>();
  /** The jobs that show that a part differs, by part, and the parts with enough jobs. */
  readonly shownBy = new Map<string, Set<string>>();
  readonly differing = new Set<string>();
  /** The jobs that another answer showed with the same links. */
  readonly unchanged = new Set<string>();
  /** The parts that do not last. */
  passing: readonly string[] = [];
  /** Leaves out what does not last of the links of a job. */
  lasting = (job: Fields) => job;
}

const linksOf = once((_: readonly Exchange[]) => new Links());

/** Returns a function that leaves out what does not last of the links of a job. The history may grow afterwards. */
export function lastingIn(history: readonly Exchange[]): (job: Fields) => Fields {
  const links = linksOf(history);
  const readBefore = links.read;
  for (; links.read < history.length && !isInFlight(history[links.read]!); links.read += 1)
    read(history[links.read]!, links);
  if (links.read > readBefore) decide(links);
  return links.lasting;
}

function decide(links: Links): void {
  const shows = (part: string): boolean =>
    links.shownBy.get(part)!.size >= LEAST_SHARE * links.unchanged.size;
  const now = [...links.differing].filter(shows);
  if (now.join() === links.passing.join()) return;
  links.passing = now;
  links.lasting = once((job) => withoutParts(job, new Set(now)));
}

/**
 * Reads first pages. Two pages of a chain may contain two postings with the same texts, but searches that agree on duplicates
 * contain the same one of them.
 */
function read({ request, response }: Exchange, links: Links): void {
  const jobs = follow(response?.body, ['data', 'jobs']);
  const key = response?.headers['idempotency-key'];
  const isStored = key !== undefined && links.operationKeys.has(key);
  if (key !== undefined) links.operationKeys.add(key);
  const body = fields(request.body) ?? {};
  const isFirst = (body['search_after'] ?? body['next_cursor'] ?? null) === null;
  if (response?.status !== 200 || !Array.isArray(jobs) || isStored || !isFirst) return;
  const hasDuplicates = body['exclude_duplicates'] === false;
  const named = new Map<string, Fields | null>();
  for (const job of jobs.map(fields).filter((each) => each !== null)) {
    const name = `${hasDuplicates} ${withoutLinks(job)}`;
    named.set(name, named.has(name) ? null : job);
  }
  for (const [name, job] of named) {
    if (job === null) continue;
    const first = links.first.get(name);
    if (first === undefined) {
      links.first.set(name, job);
      continue;
    }
    const parts = differences(first, job);
    if (parts.length === 0) links.unchanged.add(name);
    for (const part of parts) {
      const jobsSoFar = links.shownBy.get(part) ?? new Set();
      links.shownBy.set(part, jobsSoFar.add(name));
      if (jobsSoFar.size >= LEAST_JOBS) links.differing.add(part);
    }
  }
}

/** A digest of the members of a job except links. */
export const withoutLinks = once((job: Fields): string =>
  digestOfJson(Object.fromEntries(Object.entries(job).filter(([name]) => !LINKS.includes(name)))),
);

/** The parts in which the links of a job differ, such as `Logo URL ?sig`. */
function differences(first: Fields, job: Fields): string[] {
  return LINKS.flatMap((name) => {
    const [link, other] = [first[name], job[name]];
    if (link === other || typeof link !== 'string' || typeof other !== 'string') return [];
    const [before, now] = [partsOf(link), partsOf(other)];
    const parts = [...new Set([...before.keys(), ...now.keys()])];
    return parts.filter((part) => before.get(part) !== now.get(part)).map((part) => `${name} ${part}`);
  });
}

/** The address of a link, each parameter of its query, and its fragment, each with the sign before it. */
function partsOf(link: string): Map<string, string> {
  const [, address = '', query = '', fragment = ''] = /^([^?#]*)\??([^#]*)(.*)$/su.exec(link) ?? [];
  const parameters = query.split('&').map((each) => [`?${each.split('=')[0]}`, `?${each}`] as const);
  return new Map([['', address], ...(query === '' ? [] : parameters), ['#', fragment]]);
}

/** Leaves out a link of which nothing lasts. */
function withoutParts(job: Fields, passing: ReadonlySet<string>): Fields {
  const links = LINKS.flatMap((name): [string, unknown][] => {
    const link = job[name];
    if (typeof link !== 'string') return [];
    const lasting = [...partsOf(link)].filter(([part]) => !passing.has(`${name} ${part}`));
    return [[name, lasting.map(([, text]) => text).join('') || undefined]];
  });
  return { ...job, ...Object.fromEntries(links) };
}
