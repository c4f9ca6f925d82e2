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

/** The places in the history of the last answer with one value of a part, and of the first with another. */
type Span = readonly [from: number, to: number];

/** A link of a job: its parts in the first answer, the places of that answer and of the last with the same link. */
interface Seen {
  link: string;
  search: string;
  first: number;
  last: number;
  /** As `last`, without repetitions of the first search, which a service may answer from a cache. */
  lastElsewhere: number;
}

/** The links in a history, and how far it was read. */
class Links {
  /** Number of exchanges that were read. */
  read = 0;
  readonly operationKeys = new Set<string>();
  /** By link: the links of each job, by its members except links. */
  readonly seen = new Map(LINKS.map((name) => [name, new Map<string, Seen>()]));
  /** The span in which a part first differed, by part and job. */
  readonly differing = new Map<string, Map<string, Span>>();
  /** The parts that do not last. */
  passing: ReadonlySet<string> = new Set();
  lasting = new WeakMap<Fields, Fields>();
}

const known = new WeakMap<readonly Exchange[], Links>();

/** Returns a function that leaves out what does not last of the links of a job. The history may grow afterwards. */
export function lastingIn(history: readonly Exchange[]): (job: Fields) => Fields {
  const links = known.get(history) ?? new Links();
  known.set(history, links);
  const before = links.read;
  for (; links.read < history.length && !isInFlight(history[links.read]!); links.read += 1)
    read(history[links.read]!, links);
  if (links.read > before) {
    const passing = [...links.differing.keys()].filter((part) => isPassing(part, links));
    if (passing.length !== links.passing.size || !passing.every((part) => links.passing.has(part)))
      links.lasting = new WeakMap();
    links.passing = new Set(passing);
  }
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
  for (const [name, job] of named) if (job !== null) readLinks(name, job, search, links);
}

function readLinks(name: string, job: Fields, search: string, { read: at, seen, differing }: Links): void {
  for (const [field, ofField] of seen) {
    const link = job[field];
    if (typeof link !== 'string') continue;
    const before = ofField.get(name);
    if (before === undefined) ofField.set(name, { link, search, first: at, last: at, lastElsewhere: at });
    else if (before.link === link) {
      before.last = at;
      if (before.search !== search) before.lastElsewhere = at;
    } else {
      const now = partsOf(field, link);
      const old = partsOf(field, before.link);
      for (const part of new Set([...old.keys(), ...now.keys()])) {
        if (old.get(part) === now.get(part)) continue;
        const spans = differing.get(part) ?? new Map<string, Span>();
        differing.set(part, spans);
        if (!spans.has(name)) spans.set(name, [before.last, at]);
      }
    }
  }
}

/**
 * True if a part does not last. A service that signs links changes all of them at one time. If another link stayed the same
 * meanwhile, a new posting with the same texts has replaced the old one.
 */
function isPassing(part: string, { seen, differing }: Links): boolean {
  const field = LINKS.find((name) => part.startsWith(name))!;
  const ofField = [...seen.get(field)!.values()];
  let shown = 0;
  for (const [from, to] of differing.get(part)!.values()) {
    const stayed = ({ first, lastElsewhere, link }: Seen): boolean =>
      first <= from && lastElsewhere >= to && partsOf(field, link).has(part);
    if (!ofField.some(stayed)) shown += 1;
    if (shown === LEAST_JOBS) return true;
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
