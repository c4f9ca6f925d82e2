/**
 * Compares jobs without the parts of their links that differ between two answers of one job. The source does not say that links
 * last (§2.1): a service may sign them again in each answer. All other members last, and so does a stored answer as a whole
 * (§5.2, 3), so that a recovered answer is compared with all its links.
 */
import { isInFlight, type Exchange } from '../record/exchange.js';
import { digestOfJson } from '../values/digest.js';
import { fields, type Fields } from '../values/fields.js';
import { follow } from '../values/pointers.js';

const LINKS = ['Job URL', 'Apply URL', 'Logo URL'];
/** The fewest jobs that show that a part differs. One job alone may be another posting with the same texts. */
const LEAST_JOBS = 2;

/** Two places in the history. */
type Span = readonly [from: number, to: number];

/** A link of a job in its first answers, and the places of the first and the last answer with it. */
interface Seen {
  link: string;
  search: string;
  first: number;
  last: number;
}

/** A part of links that differs between answers. */
class Part {
  /** The jobs of which it differs. */
  readonly jobs = new Set<string>();
  /** For each job, the last answer with one value and the first with another, unless a link with the part stayed the same meanwhile. */
  readonly changes: Span[] = [];
  /** While links with the part stayed the same. Both places ascend; spans within others are left out. */
  readonly stays: Span[] = [];
}

/** The links in a history, and how far it was read. */
class Links {
  /** Number of exchanges that were read. */
  read = 0;
  readonly operationKeys = new Set<string>();
  /** By link: the links of each job, by its members except links. */
  readonly seen = new Map(LINKS.map((name) => [name, new Map<string, Seen>()]));
  readonly parts = new Map<string, Part>();
  /** The parts that do not last. */
  readonly passing = new Set<string>();
  lasting = new WeakMap<Fields, Fields>();
}

const known = new WeakMap<readonly Exchange[], Links>();

/** Returns a function that leaves out what does not last of the links of a job. The history may grow afterwards. */
export function lastingIn(history: readonly Exchange[]): (job: Fields) => Fields {
  const links = known.get(history) ?? new Links();
  known.set(history, links);
  for (; links.read < history.length && !isInFlight(history[links.read]!); links.read += 1)
    read(history[links.read]!, links);
  const { passing, lasting } = links;
  if (passing.size === 0) return (job) => job;
  return (job) => {
    const rest = lasting.get(job) ?? withoutParts(job, passing);
    lasting.set(job, rest);
    return rest;
  };
}

/**
 * Reads first pages. Two pages of a chain may contain two postings with the same texts, but searches that agree on duplicates
 * contain the same one of them.
 */
function read({ operation, request, response }: Exchange, links: Links): void {
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
  const search = `${operation} ${request.bodyText}`;
  const touched = new Set<string>();
  for (const [name, job] of named) if (job !== null) readLinks(name, job, search, links, touched);
  for (const name of touched) {
    if (isPassing(links.parts.get(name)!) === links.passing.has(name)) continue;
    if (!links.passing.delete(name)) links.passing.add(name);
    links.lasting = new WeakMap();
  }
}

/** Adds the names of parts that it read to `touched`. */
function readLinks(
  name: string,
  job: Fields,
  search: string,
  { read: at, seen, parts }: Links,
  touched: Set<string>,
): void {
  for (const [field, ofField] of seen) {
    const link = job[field];
    if (typeof link !== 'string') continue;
    const before = ofField.get(name);
    if (before === undefined) {
      ofField.set(name, { link, search, first: at, last: at });
      continue;
    }
    const isSame = before.link === link;
    if (isSame) before.last = at;
    // A service may answer the first search from a cache.
    if (isSame && before.search === search) continue;
    const now = partsOf(field, link);
    const old = isSame ? now : partsOf(field, before.link);
    for (const each of new Set([...old.keys(), ...now.keys()])) {
      if (!isSame && old.get(each) === now.get(each)) continue;
      const part = parts.get(each) ?? new Part();
      parts.set(each, part);
      touched.add(each);
      if (isSame) {
        while ((part.stays.at(-1)?.[0] ?? -1) >= before.first) part.stays.pop();
        if (part.stays.at(-1)?.[1] !== at) part.stays.push([before.first, at]);
      } else if (!part.jobs.has(name)) {
        part.jobs.add(name);
        part.changes.push([before.last, at]);
      }
    }
  }
}

/**
 * True if a part does not last. A service that signs links changes all of them at one time. If another link stayed the same
 * meanwhile, a new posting with the same texts has replaced the old one.
 */
function isPassing({ changes, stays }: Part): boolean {
  const isExplained = ([from, to]: Span): boolean =>
    (stays.findLast(([first]) => first <= from)?.[1] ?? -1) >= to;
  while (changes.length >= LEAST_JOBS) {
    const explained = changes.slice(-LEAST_JOBS).findIndex(isExplained);
    if (explained === -1) return true;
    changes.splice(explained - LEAST_JOBS, 1);
  }
  return false;
}

const digests = new WeakMap<Fields, string>();

/** A digest of the members of a job except links. */
export function withoutLinks(job: Fields): string {
  const left = Object.entries(job).filter(([name]) => !LINKS.includes(name));
  const digest = digests.get(job) ?? digestOfJson(Object.fromEntries(left));
  digests.set(job, digest);
  return digest;
}

/** The address of a link, each parameter of its query, and its fragment, by the field, the server and the part. */
function partsOf(field: string, link: string): Map<string, string> {
  const [, address = '', query = '', fragment = ''] = /^([^?#]*)\??([^#]*)(.*)$/su.exec(link) ?? [];
  const [server] = /^[^/]*(\/\/[^/]*)?/u.exec(address)!;
  const parameters = query.split('&').map((each) => [`?${each.split('=')[0]}`, `?${each}`] as const);
  const parts = [['', address] as const, ...(query === '' ? [] : parameters), ['#', fragment] as const];
  return new Map(parts.map(([part, text]) => [`${field} ${server} ${part}`, text]));
}

/** Leaves out a link of which nothing lasts. */
function withoutParts(job: Fields, passing: ReadonlySet<string>): Fields {
  const links = LINKS.flatMap((name): [string, unknown][] => {
    const link = job[name];
    if (typeof link !== 'string') return [];
    const lasting = [...partsOf(name, link)].filter(([part]) => !passing.has(part));
    return [[name, lasting.map(([, text]) => text).join('') || undefined]];
  });
  return { ...job, ...Object.fromEntries(links) };
}
