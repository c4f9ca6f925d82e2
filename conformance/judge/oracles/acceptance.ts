/**
 * What the contract allows is taken (§4, §7.1): a request in the contract's form, with accepted values, dates well within the
 * window, a key and an identity that were taken elsewhere, is answered with neither 400 nor 422, at a path that is there. In a run
 * scenarios ask this one thing at a time; in traffic the cause is what only the refused requests have.
 */
import type { ClauseId } from '../../../spec/clauses.js';
import type { SearchOperation } from '../../../spec/contract.js';
import { isOperationKey } from '../../../spec/operation-key.js';
import type { Exchange } from '../../record/exchange.js';
import type { Oracle } from '../oracle.js';
import { dateInput } from '../../values/dates.js';
import { answers, type Answer } from '../../model/answers.js';
import { fields, integer, strings, type Fields } from '../../values/fields.js';
import { textOf } from '../../values/text.js';
import { gatherEvidence } from './evidence.js';
import { listedThroughout } from './lookups.js';

export const acceptance: Oracle = {
  id: 'acceptance',
  clauses: [
    'PAGE-11',
    'DIR-1',
    'COMP-12',
    'LEG-1',
    'LEG-2',
    'LEG-3',
    'LEG-13',
    'LOOK-13',
    'LOOK-16',
    'LOOK-18',
    'LOOK-21',
    'LOOK-24',
    'IDEM-8',
    'VALID-3',
    'VALID-5',
    'VALID-7',
    'VALID-9',
    'VALID-14',
    'WIN-7',
    'WIN-17',
  ],
  judge(history, context) {
    const evidence = gatherEvidence('acceptance', context);
    if (context.seen === 'all') return evidence.findings();
    const all = answers(history, context);
    const taken = takenIn(all);
    const listed = listedThroughout(history);
    for (const answer of all) {
      const { exchange, response } = answer;
      if (response.status !== 400 && response.status !== 422) continue;
      const traits = context.accounts.has(exchange.account) ? traitsOf(answer, listed, taken) : null;
      const known = taken.traits.get(answer.operation.id);
      const odd = traits?.filter(({ name }) => known?.has(name) !== true) ?? [];
      // Where several things are new here, any of them may be the cause.
      const causes = new Set(odd.map(({ clause }) => clause));
      const [cause] = causes;
      if (causes.size !== 1 || cause === undefined || cause === null) continue;
      const what = odd.map(({ name }) => name).join(', ');
      evidence.judge(cause, exchange, false, `${what} to be accepted`, `status ${response.status}`);
    }
    return evidence.findings();
  },
};

/** Something of a request that a service may stumble over, and the clause that says it is accepted, if one does. */
interface Trait {
  name: string;
  clause: ClauseId | null;
}

type Listed = ReturnType<typeof listedThroughout>;

interface Taken {
  /** Names of traits, by operation. */
  traits: Map<string, Set<string>>;
  /** Profile URLs of companies. */
  profiles: Set<unknown>;
}

/** What was answered with 200, whoever asked. */
function takenIn(all: readonly Answer[]): Taken {
  const taken: Taken = { traits: new Map(), profiles: new Set() };
  for (const { exchange, operation, response } of all) {
    if (response.status !== 200) continue;
    const names = taken.traits.get(operation.id) ?? new Set();
    taken.traits.set(operation.id, names);
    const body = fields(exchange.request.body) ?? {};
    const traits =
      operation.kind === 'search' ? searchTraits(exchange, operation, body) : queryTraits(exchange);
    for (const { name } of traits) names.add(name);
    if (operation.kind === 'search') taken.profiles.add(body['company_network_url']);
  }
  return taken;
}

/** Null for a request of which it is not sure that it has to be taken. */
function traitsOf({ exchange, operation }: Answer, listed: Listed, taken: Taken): Trait[] | null {
  const { request } = exchange;
  if (operation.kind !== 'search') {
    const isRight = operation.kind === 'lookup' && operation.validateQuery(request.query).length === 0;
    return isRight && Object.values(request.query).every(isPlain) ? queryTraits(exchange) : null;
  }
  const body = fields(request.body);
  const key = request.headers['idempotency-key'];
  if (body === null || (key !== undefined && !isOperationKey(key))) return null;
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) return null;
  const isRight =
    operation.validateBody(body).length === 0 &&
    Object.keys(body).every((name) => operation.bodyFields.includes(name) || name === 'industry') &&
    Object.values(body).every(isPlain) &&
    isSureIdentity(body, taken) &&
    areSureDates(body, operation, exchange.targetNow) &&
    isSurePage(body, operation) &&
    areSureBoards(exchange, body, listed);
  return isRight ? searchTraits(exchange, operation, body) : null;
}

/** No text without a letter or a digit, nothing empty and nothing long: what services make of these is open. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return /[\p{L}\p{N}]/u.test(value) && value.length <= 200;
  if (typeof value !== 'object' || value === null) return true;
  const parts = Object.values(value);
  return parts.length > 0 && parts.length <= 25 && parts.every(isPlain);
}

/** A profile URL that some company search took; a name and a domain say by themselves what they are. */
function isSureIdentity(body: Fields, { profiles }: Taken): boolean {
  const { company_network_url: url, company_domain: domain } = body;
  if (url !== undefined && !profiles.has(url)) return false;
  return domain === undefined || /^[a-z\d-]+(\.[a-z\d-]+)*\.[a-z]{2,}$/i.test(textOf(domain));
}

/** Both bounds, days apart, and some days within the window; or none. */
function areSureDates(body: Fields, { window }: SearchOperation, now: number | null): boolean {
  const { published_after: after, published_before: before } = body;
  if (after === undefined && before === undefined) return true;
  if (now === null || typeof after !== 'string' || typeof before !== 'string') return false;
  const { months = 0, years = 0 } = window.oldest;
  const reach = months + 12 * years;
  const oldest = dateInput(`monthsAgo${reach === 0 ? 6 : reach}Plus5`, now)!;
  const floor = window.floor ?? '';
  return after >= oldest && after > floor && after < before && before <= dateInput('today', now)!;
}

/** The first page, of a size that has to be taken. */
function isSurePage(body: Fields, { cursorField, page }: SearchOperation): boolean {
  const limit = integer(body['limit']);
  return (body[cursorField] ?? null) === null && (body['limit'] === undefined || (limit ?? 0) >= page.least);
}

const BOARDS = ['include_job_boards', 'exclude_job_boards'];

function areSureBoards(exchange: Exchange, body: Fields, listed: Listed): boolean {
  const named = BOARDS.flatMap((field) => strings(body[field]));
  if (named.length === 0) return true;
  const values = new Set(listed('listJobBoards', exchange).map(({ value }) => value));
  return named.every((value) => values.has(value));
}

const LISTED: Readonly<Record<string, ClauseId>> = {
  department: 'VALID-3',
  industry: 'VALID-5',
  job_type: 'VALID-7',
  seniority_level: 'VALID-9',
  include_job_boards: 'LOOK-16',
  exclude_job_boards: 'LOOK-16',
  jobs_locations: 'LOOK-18',
  exclude_jobs_locations: 'LOOK-18',
};
const IDENTITIES: Readonly<Record<string, ClauseId>> = {
  company_name: 'LEG-1',
  company_domain: 'LEG-2',
  company_network_url: 'LEG-3',
};

function searchTraits({ request }: Exchange, operation: SearchOperation, body: Fields): Trait[] {
  const traits: Trait[] = [];
  const key = request.headers['idempotency-key']?.replace(/^use_v1_/, '');
  if (key !== undefined && operation.acceptsOperationKey)
    for (const sign of new Set(key.replace(/[a-z]/g, 'a').replace(/[A-Z]/g, 'A').replace(/\d/g, '0')))
      traits.push({ name: `a key with ${KINDS[sign] ?? `"${sign}"`}`, clause: 'IDEM-8' });
  const names = Object.keys(body).filter((name) => name !== operation.cursorField);
  if (names.length === 0) traits.push({ name: 'an empty body', clause: 'DIR-1' });
  const identities = names.filter((name) => IDENTITIES[name] !== undefined);
  if (identities.length === 1 && operation.id === 'searchCompanyJobsLegacy')
    traits.push({ name: `${identities[0]} alone`, clause: IDENTITIES[identities[0]!]! });
  for (const name of names)
    if (!identities.includes(name)) traits.push(...fieldTraits(name, body, operation));
  return traits;
}

const KINDS: Readonly<Record<string, string>> = { a: 'small letters', A: 'capitals', '0': 'digits' };

function fieldTraits(name: string, body: Fields, { id }: SearchOperation): Trait[] {
  const value = body[name];
  if (name === 'industry' && id === 'searchCompanyJobs') return [{ name, clause: 'COMP-12' }];
  if (name === 'limit') {
    const clause = id === 'searchCompanyJobsLegacy' ? 'LEG-13' : 'PAGE-11';
    return [{ name: `limit ${textOf(value)}`, clause }];
  }
  if (name === 'published_after') {
    const clause = id === 'searchJobs' ? 'WIN-7' : id === 'searchCompanyJobsHistorical' ? 'WIN-17' : null;
    return [{ name: `published_after ${textOf(value)}`, clause }];
  }
  if (name === 'published_before') return [];
  if (value === null) return [{ name: `${name} null`, clause: 'VALID-14' }];
  const clause = LISTED[name] ?? null;
  const each = Array.isArray(value) && clause !== null ? value : [];
  return [{ name, clause }, ...each.map((item) => ({ name: `${name} ${JSON.stringify(item)}`, clause }))];
}

function queryTraits({ request }: Exchange): Trait[] {
  const { q, limit } = request.query;
  const traits: Trait[] = [];
  if (q !== undefined) {
    const solid = [...q.replace(/\s/gu, '')].length;
    const clause = [...q].length === 200 ? 'LOOK-13' : solid === 3 ? 'LOOK-21' : null;
    traits.push({ name: `a q of ${solid} characters`, clause });
  }
  if (limit !== undefined)
    traits.push({ name: `limit ${limit}`, clause: ['1', '30'].includes(limit) ? 'LOOK-24' : null });
  return traits;
}
