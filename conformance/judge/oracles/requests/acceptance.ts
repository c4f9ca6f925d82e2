/**
 * Requests that follow the contract are accepted (§4, §7.1): with accepted values, dates well within the window, and a key and a
 * company that were accepted elsewhere, a request gets neither 400 nor 422. In a run, scenarios check each of these alone. In
 * traffic, this oracle blames the one trait that only the refused request has.
 */
import { clausesInContract, type ClauseId } from '../../../../spec/clauses.js';
import type { SearchOperation } from '../../../../spec/contract.js';
import type { Exchange } from '../../../record/exchange.js';
import { dateInput, dayBack } from '../../../values/dates.js';
import { answers, IDENTITIES, isValid, type Answer } from '../../../model/answers.js';
import { fields, integer, strings, type Fields } from '../../../values/fields.js';
import { canonical } from '../../../values/json.js';
import { textOf } from '../../../values/text.js';
import { oracleOf } from '../../oracle.js';
import { listedThroughout } from '../results/lookups.js';

/** A trait of a request that a deployment may refuse by mistake, and the clause that says it is accepted, if there is one. */
interface Trait {
  name: string;
  clause: ClauseId | null;
}

/** Clauses about traits that are not fields of a search. */
const OTHERS: ClauseId[] = ['DIR-1', 'COMP-12', 'LOOK-13', 'LOOK-21', 'LOOK-24', 'IDEM-8', 'VALID-14'];

export const acceptance = oracleOf({
  id: 'acceptance',
  clauses: [...clausesInContract('x-kit-accepted'), ...OTHERS],
  judge(history, context, evidence) {
    if (context.seen === 'all') return;
    const all = answers(history, context);
    const accepted = acceptedIn(all);
    const listed = listedThroughout(history, context.contract);
    for (const answer of all) {
      const { exchange, response } = answer;
      if (response.status !== 400 && response.status !== 422) continue;
      if (!context.accounts.has(exchange.account) || !isSurelyRight(answer, listed, accepted)) continue;
      const odd = traitsOf(answer).filter((trait) => !accepted.traits.has(nameOf(trait, answer)));
      // If several traits are new here, any of them may be the cause.
      const [cause, ...others] = new Set(odd.map(({ clause }) => clause));
      if (others.length > 0 || cause === undefined || cause === null) continue;
      const what = odd.map(({ name }) => name).join(', ');
      evidence.judge(cause, exchange, false, `${what} to be accepted`, `status ${response.status}`);
    }
  },
});

type Listed = ReturnType<typeof listedThroughout>;

type Accepted = ReturnType<typeof acceptedIn>;

/** The traits and the profile URLs of requests that were answered with 200, on any account. */
function acceptedIn(all: readonly Answer[]) {
  const served = all.filter(({ response }) => response.status === 200);
  return {
    traits: new Set(served.flatMap((answer) => traitsOf(answer).map((trait) => nameOf(trait, answer)))),
    profiles: new Set(served.map(({ exchange }) => fields(exchange.request.body)?.['company_network_url'])),
  };
}

function nameOf({ name }: Trait, { operation }: Answer): string {
  return `${operation.id} ${name}`;
}

function isSurelyRight({ exchange, operation }: Answer, listed: Listed, accepted: Accepted): boolean {
  const { query, headers } = exchange.request;
  if (operation.kind !== 'search') {
    return operation.kind === 'lookup' && isValid(exchange, operation) && Object.values(query).every(isPlain);
  }
  const body = fields(exchange.request.body) ?? {};
  return (
    isValid(exchange, operation) &&
    /^application\/json\b/i.test(headers['content-type'] ?? '') &&
    Object.keys(body).every((name) => operation.bodyFields.includes(name) || name === 'industry') &&
    Object.values(body).every(isPlain) &&
    isSureIdentity(body, accepted) &&
    areSureDates(body, operation, exchange.targetNow) &&
    isSurePage(body, operation) &&
    areSureBoards(exchange, body, listed)
  );
}

/** False for texts without a letter or a digit, empty or long values, and repeated items, because the source leaves these open. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return /[\p{L}\p{N}]/u.test(value) && value.length <= 200;
  if (typeof value !== 'object' || value === null) return true;
  const parts = Object.values(value);
  const distinct = new Set(parts.map((each) => canonical(each).toLowerCase()));
  if (Array.isArray(value) && distinct.size < parts.length) return false;
  return parts.length > 0 && parts.length <= 25 && parts.every(isPlain);
}

/** True if the target accepted the profile URL in another request, and the domain has the form of a domain. */
function isSureIdentity(body: Fields, { profiles }: Accepted): boolean {
  const { company_network_url: url, company_domain: domain } = body;
  if (url !== undefined && !profiles.has(url)) return false;
  return domain === undefined || /^[a-z\d-]+(\.[a-z\d-]+)*\.[a-z]{2,}$/i.test(textOf(domain));
}

/** True for no bounds, and for two bounds in order that lie some days within the window. */
function areSureDates(body: Fields, { window }: SearchOperation, now: number | null): boolean {
  const { published_after: after, published_before: before } = body;
  if (after === undefined && before === undefined) return true;
  if (now === null || typeof after !== 'string' || typeof before !== 'string') return false;
  const isLimited = Object.keys(window.oldest).length > 0;
  const oldest = dayBack(now, isLimited ? window.oldest : { months: 6 }, 5);
  const floor = window.floor ?? '';
  return after >= oldest && after > floor && after < before && before <= dateInput('today', now)!;
}

/** True for a first page of a size that every deployment must accept. */
function isSurePage(body: Fields, { cursorField, page }: SearchOperation): boolean {
  const limit = integer(body['limit']);
  return (body[cursorField] ?? null) === null && (body['limit'] === undefined || (limit ?? 0) >= page.least);
}

function areSureBoards(exchange: Exchange, body: Fields, listed: Listed): boolean {
  const named = ['include_job_boards', 'exclude_job_boards'].flatMap((field) => strings(body[field]));
  // Clients read the list often, so `listed` takes long in a long history.
  if (named.length === 0) return true;
  const values = new Set(listed('listJobBoards', exchange).map(({ value }) => value));
  return named.every((value) => values.has(value));
}

function traitsOf({ exchange: { request }, operation }: Answer): Trait[] {
  if (operation.kind !== 'search') return queryTraits(request);
  const body = fields(request.body) ?? {};
  const traits: Trait[] = [];
  const key = request.headers['idempotency-key']?.replace(/^use_v1_/, '');
  if (key !== undefined && operation.acceptsOperationKey)
    for (const sign of new Set(key.replace(/[a-z]/g, 'a').replace(/[A-Z]/g, 'A').replace(/\d/g, '0')))
      traits.push({ name: `a key with ${KINDS[sign] ?? `"${sign}"`}`, clause: 'IDEM-8' });
  const names = Object.keys(body).filter((name) => name !== operation.cursorField);
  if (names.length === 0) traits.push({ name: 'an empty body', clause: 'DIR-1' });
  const [identity, ...others] = names.filter((name) => IDENTITIES.includes(name));
  const clause = operation.acceptedBy.get(identity ?? '');
  if (clause !== undefined && others.length === 0) traits.push({ name: `${identity} alone`, clause });
  for (const name of names)
    if (!IDENTITIES.includes(name)) traits.push(...fieldTraits(name, body[name], operation));
  return traits;
}

const KINDS: Readonly<Record<string, string>> = { a: 'small letters', A: 'capitals', '0': 'digits' };

function fieldTraits(name: string, value: unknown, { id, acceptedBy }: SearchOperation): Trait[] {
  if (name === 'industry' && id === 'searchCompanyJobs') return [{ name, clause: 'COMP-12' }];
  if (name === 'published_before') return [];
  if (value === null) return [{ name: `${name} null`, clause: 'VALID-14' }];
  const clause = acceptedBy.get(name) ?? null;
  if (['string', 'number'].includes(typeof value)) return [{ name: `${name} ${textOf(value)}`, clause }];
  const items = Array.isArray(value) && clause !== null ? value : [];
  return [{ name, clause }, ...items.map((item) => ({ name: `${name} ${JSON.stringify(item)}`, clause }))];
}

function queryTraits({ query: { q, limit } }: Exchange['request']): Trait[] {
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
