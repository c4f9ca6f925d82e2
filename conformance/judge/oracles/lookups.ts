/** Reference lists: sorted, filtered by `q`, without repetition, no longer than asked for (§4.7 to §4.9). */
import type { ClauseId } from '../../../spec/clauses.js';
import { USUAL_LOCATIONS } from '../../../spec/location-limits.js';
import type { Exchange } from '../../record/exchange.js';
import type { Oracle, OracleContext } from '../oracle.js';
import { shown, textOf } from '../../values/text.js';
import { canonical } from '../../values/json.js';
import { answers, type Answer } from '../../model/answers.js';
import { fields, strings, type Fields } from '../../values/fields.js';
import { gatherEvidence, type Evidence } from './evidence.js';

const LISTS = {
  listJobBoards: 'job_boards',
  listDepartments: 'departments',
  listLocations: 'locations',
} as const;

type Lookup = keyof typeof LISTS;

export const lookups: Oracle = {
  id: 'lookups',
  clauses: [
    'LOOK-6',
    'LOOK-7',
    'LOOK-11',
    'LOOK-12',
    'LOOK-13',
    'LOOK-14',
    'LOOK-15',
    'LOOK-19',
    'LOOK-20',
    'LOOK-21',
    'LOOK-23',
    'LOOK-24',
    'LOOK-25',
    'LOOK-26',
    'LOOK-30',
  ],
  reads: ['response body'],
  judge(history, context) {
    const evidence = gatherEvidence('lookups', context);
    const full = new Map<Lookup, Full>();
    const names = new Map<Lookup, readonly Name[]>();
    const found = answers(history, context).filter(({ operation }) => operation.kind === 'lookup');
    for (const answer of found) {
      const items = itemsOf(answer);
      const id = answer.operation.id as Lookup;
      if (items !== null && id !== 'listLocations' && queryOf(answer) === '' && !full.has(id)) {
        full.set(id, { exchange: answer.exchange, items });
      }
    }
    // In traffic a list of another time may have had other entries: there the lists before and after have to agree.
    const listed = listedThroughout(history);
    const fullFor = ({ exchange, operation }: Answer): Full | undefined => {
      const id = operation.id as Lookup;
      if (context.seen === 'all') return full.get(id);
      const items = id === 'listLocations' ? [] : listed(id, exchange);
      return items.length === 0 ? undefined : { items };
    };
    for (const answer of found) {
      judgeQuery(answer, context, evidence);
      const items = itemsOf(answer);
      if (items === null) continue;
      if (items.length === 0)
        evidence.judge('LOOK-11', answer.exchange, true, '200 with an empty array', 'an empty array');
      if (answer.operation.id === 'listLocations') judgeLocations(answer, items, evidence);
      else if (queryOf(answer) === '') judgeFull(answer, items, context, evidence);
      else judgeFound(answer, items, fullFor(answer), names, evidence);
    }
    judgeUsualPlaces(found, evidence);
    return evidence.findings();
  },
};

interface Full {
  /** That gave it; none where it is of several. */
  exchange?: Exchange;
  items: readonly Fields[];
}

type ListLookup = 'listJobBoards' | 'listDepartments';

/**
 * Gives the entries that the last full list before an exchange and the first one after it both have, so that they were there
 * meanwhile; none where either is missing.
 */
export function listedThroughout(
  history: readonly Exchange[],
): (id: ListLookup, exchange: Exchange) => readonly Fields[] {
  const lists = new Map<ListLookup, { at: number; items: Fields[] }[]>([
    ['listJobBoards', []],
    ['listDepartments', []],
  ]);
  for (const { id, operation, response, request } of history) {
    const known = lists.get(operation as ListLookup);
    const list = fields(response?.body)?.[LISTS[operation as ListLookup]];
    const isFull = response?.status === 200 && (request.query['q'] ?? '').trim() === '';
    if (known === undefined || !isFull || !Array.isArray(list)) continue;
    known.push({ at: id, items: list.map(fields).filter((item) => item !== null) });
  }
  const common = new Map<object, readonly Fields[]>();
  return (id, { id: at }) => {
    const known = lists.get(id)!;
    const next = known.findIndex((each) => each.at > at);
    const [before, after] = [known.findLast((each) => each.at < at), known[next]];
    if (before === undefined || after === undefined) return [];
    const both = common.get(after) ?? bothOf(before.items, after.items);
    // One that is after is so for all that follow the same list before it.
    if (known[next - 1] === before) common.set(after, both);
    return both;
  };
}

function bothOf(before: readonly Fields[], after: readonly Fields[]): readonly Fields[] {
  const there = new Set(after.map(canonical));
  return before.filter((item) => there.has(canonical(item)));
}

function itemsOf({ operation, response }: Answer): Fields[] | null {
  if (response.status !== 200) return null;
  const list = fields(response.body)?.[LISTS[operation.id as Lookup]];
  if (!Array.isArray(list)) return null;
  const items = list.map(fields);
  return items.every((item) => item !== null) ? (items as Fields[]) : null;
}

/** `q` as it counts: trimmed, in small letters. */
function queryOf({ exchange }: Answer): string {
  return (exchange.request.query['q'] ?? '').trim().toLowerCase();
}

/** What the source calls the name of an entry: nobody says which of the two it is. */
type Name = 'label' | 'value';
const NAMES: readonly Name[] = ['label', 'value'];

/** `names` keeps what may still be the name, after the answers so far: the same in all answers of a lookup. */
function judgeFound(
  answer: Answer,
  items: readonly Fields[],
  full: Full | undefined,
  names: Map<Lookup, readonly Name[]>,
  evidence: Evidence,
): void {
  const { exchange, operation } = answer;
  const q = queryOf(answer);
  judgeOrder(items, exchange, evidence);
  const has = (item: Fields, name: Name): boolean => textOf(item[name]).toLowerCase().includes(q);
  const stray = items.find((item) => !NAMES.some((name) => has(item, name)));
  // Without the full list nobody knows what is missing; what is there can be told all the same.
  if (stray === undefined && full === undefined) return;
  const here = new Set(items.map(canonical));
  const missingBy = (name: Name): Fields | undefined =>
    full?.items.find((item) => has(item, name) && !here.has(canonical(item)));
  const before = names.get(operation.id as Lookup) ?? NAMES;
  const left = before.filter((name) => missingBy(name) === undefined);
  const missing = left.length > 0 ? undefined : missingBy(before[0]!);
  if (left.length > 0) names.set(operation.id as Lookup, left);
  const actual =
    stray !== undefined
      ? `${shown(stray['label'])}, which does not have it`
      : missing !== undefined
        ? `without ${shown(missing[before[0]!])}, which has it`
        : `${items.length} entries, all that have it`;
  const on = full?.exchange === undefined ? exchange : [full.exchange, exchange];
  const holds = stray === undefined && missing === undefined;
  evidence.judge('LOOK-7', on, holds, `the entries whose name has ${shown(q)}`, actual);
}

function judgeFull(
  { exchange, operation }: Answer,
  items: readonly Fields[],
  context: OracleContext,
  evidence: Evidence,
): void {
  judgeOrder(items, exchange, evidence);
  const values = strings(items.map((item) => item['value']));
  const twice = values.find((value, i) => values.indexOf(value) !== i);
  if (operation.id === 'listDepartments') {
    const accepted = [...context.contract.enums.department].sort();
    const same = canonical([...values].sort()) === canonical(accepted);
    const odd =
      values.find((value) => !accepted.includes(value)) ?? accepted.find((value) => !values.includes(value));
    const actual = same
      ? 'the same'
      : `${values.length} values; ${shown(twice ?? odd ?? null)} is odd, missing or repeated`;
    evidence.judge(
      'LOOK-14',
      exchange,
      same,
      `the ${accepted.length} accepted departments, each once`,
      actual,
    );
  } else {
    const fine = twice === undefined && values.length >= 200 && values.length <= 245;
    const actual = twice === undefined ? `${values.length} entries` : `${shown(twice)} twice`;
    evidence.judge('LOOK-15', exchange, fine, 'about 222 job boards, each once', actual);
  }
}

/** By labels or by values, whichever the list is ordered by (reading lookup-order). */
function judgeOrder(items: readonly Fields[], exchange: Exchange, evidence: Evidence): void {
  if (items.length < 2) return;
  const wrong = disorder(strings(items.map((item) => item['label'])));
  const byValue = wrong !== null && disorder(strings(items.map((item) => item['value']))) === null;
  const actual = wrong === null ? `${items.length} in order` : byValue ? 'values in order' : wrong;
  const holds = wrong === null || byValue;
  evidence.judge('LOOK-6', exchange, holds, 'labels or values in alphabetical order', actual);
  if (holds) evidence.observe('lookup-order', byValue ? 'value' : 'label', exchange);
}

/** Nordic, Baltic and Spanish dictionaries, among others, have letters at other places than the English one. */
const DICTIONARIES = ['en', 'de-u-co-phonebk', 'da', 'et', 'lt', 'pl', 'cs', 'es-u-co-trad', 'tr'].flatMap(
  (locale) =>
    [false, true].flatMap((ignorePunctuation) =>
      [false, true].map(
        (numeric) => new Intl.Collator(locale, { sensitivity: 'base', ignorePunctuation, numeric }),
      ),
    ),
);

/** Where the names are in no alphabetical order: not by code point, with case or without, and not as any dictionary has it. */
function disorder(names: readonly string[]): string | null {
  const byCodePoint = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  const orders: ((a: string, b: string) => number)[] = [
    byCodePoint,
    (a, b) => byCodePoint(a.toLowerCase(), b.toLowerCase()),
    ...DICTIONARIES.map(({ compare }) => compare),
  ];
  const faults = orders.map((order) => names.findIndex((name, i) => i > 0 && order(names[i - 1]!, name) > 0));
  if (faults.includes(-1)) return null;
  const at = faults[1]!;
  return `${shown(names[at])} after ${shown(names[at - 1])}`;
}

function judgeLocations(answer: Answer, items: readonly Fields[], evidence: Evidence): void {
  const { exchange } = answer;
  const asked = exchange.request.query['limit'];
  const limit = asked === undefined ? USUAL_LOCATIONS : Number(asked);
  const told = `${items.length} entries`;
  if (Number.isInteger(limit)) {
    const clause = asked === undefined ? 'LOOK-23' : 'LOOK-24';
    evidence.judge(clause, exchange, items.length <= limit, `at most ${limit} entries`, told);
  }
  const values = items.map((item) => canonical(item['value'] ?? null));
  const twice = values.find((value, i) => values.indexOf(value) !== i);
  if (items.length > 1) {
    evidence.judge(
      'LOOK-26',
      exchange,
      twice === undefined,
      'no value twice',
      twice === undefined ? told : `${twice} twice`,
    );
  }
}

/** Without a limit ten come where there are as many: so many as a longer list held before and after. */
function judgeUsualPlaces(found: readonly Answer[], evidence: Evidence): void {
  const lists = found.filter(({ operation }) => operation.id === 'listLocations');
  for (const answer of lists) {
    const items = itemsOf(answer);
    const { q, limit } = answer.exchange.request.query;
    if (items === null || limit !== undefined) continue;
    const longer = lists.filter(
      ({ exchange: { request } }) => request.query['q'] === q && request.query['limit'] !== undefined,
    );
    const { id } = answer.exchange;
    const before = longer.findLast(({ exchange }) => exchange.id < id);
    const after = longer.find(({ exchange }) => exchange.id > id);
    if (before === undefined || after === undefined) continue;
    const there = Math.min(USUAL_LOCATIONS, itemsOf(before)?.length ?? 0, itemsOf(after)?.length ?? 0);
    const on = [before.exchange, after.exchange, answer.exchange];
    const holds = items.length >= there;
    evidence.judge('LOOK-23', on, holds, `${there} entries, as there are as many`, `${items.length} entries`);
  }
}

/** Which queries are taken and which are refused. Only a caller with a good key gets that far. */
function judgeQuery(
  { exchange, operation, response }: Answer,
  context: OracleContext,
  evidence: Evidence,
): void {
  const { status } = response;
  if (status !== 200 && status !== 422) return;
  const facts = context.accounts.get(exchange.account);
  if (facts === undefined || facts.active === false) return;
  const { q, limit } = exchange.request.query;
  const refused = (clause: ClauseId, why: string): void =>
    evidence.judge(clause, exchange, status === 422, `status 422 for ${why}`, `status ${status}`);
  const taken = (clause: ClauseId, what: string): void => {
    // A 422 may be for something else in the query; only a 200 tells.
    if (status === 200) evidence.judge(clause, exchange, true, `${what} is accepted`, 'status 200');
  };
  const faulty = operation.validateQuery(exchange.request.query).length > 0;
  // Whether the white space around it counts, nobody says.
  const long = [...(q ?? '').trim()].length;
  if (long > 200) return refused('LOOK-12', `a q of ${long} characters`);
  if (!faulty && long === 200) taken('LOOK-13', 'a q of 200 characters');
  if (operation.id !== 'listLocations') return;
  const solid = q?.replace(/\s/gu, '').length ?? 0;
  if (q === undefined) return refused('LOOK-19', 'a missing q');
  if (solid < 3) return refused('LOOK-20', `a q with ${solid} characters`);
  if (limit === '0' || limit === '31') return refused('LOOK-25', `limit ${limit}`);
  if (!faulty && solid === 3) taken('LOOK-21', 'a q with three characters');
}
