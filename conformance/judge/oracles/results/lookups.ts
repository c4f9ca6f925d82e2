/** Reference lists: sorted, filtered by `q`, without repetition, and within the limit (§4.7 to §4.9). */
import type { Contract, Operation } from '../../../../spec/contract.js';
import { USUAL_LOCATIONS } from '../../../../spec/location-limits.js';
import type { Exchange } from '../../../record/exchange.js';
import { count, shown, textOf, withoutCase } from '../../../values/text.js';
import { canonical } from '../../../values/json.js';
import { answers, type Answer } from '../../../model/answers.js';
import { entryOf, fields, strings, type Fields } from '../../../values/fields.js';
import { clausesOf, oracleOf, type Check, type Evidence, type Rules } from '../../oracle.js';

interface Query extends Answer {
  q: string | undefined;
  limit: string | undefined;
  /** Characters of `q` without surrounding white space, which may count or not; `solid`: without any white space. */
  length: number;
  solid: number;
}

/** Rules for queries of active accounts that are answered with 200 or 422. */
const QUERIES: Rules<Query> = {
  'LOOK-12': (query) => query.length > 200 && refusal(query, `a q of ${query.length} characters`),
  'LOOK-13': (query) => query.length === 200 && acceptance(query, 'a q of 200 characters'),
  'LOOK-19': (query) => query.q === undefined && refusal(query, 'a missing q'),
  'LOOK-20': (query) => {
    const isShort = query.q !== undefined && query.length <= 200 && query.solid < 3;
    return isShort && refusal(query, `a q with ${query.solid} characters`);
  },
  'LOOK-21': (query) => query.solid === 3 && acceptance(query, 'a q with three characters'),
  'LOOK-25': (query) => {
    const isOutside = query.limit === '0' || query.limit === '31';
    return isOutside && query.length <= 200 && query.solid >= 3 && refusal(query, `limit ${query.limit}`);
  },
};

function refusal({ response: { status } }: Query, why: string): Check {
  return [status === 422, `status 422 for ${why}`, `status ${status}`];
}

/** Judges only a 200, since a 422 may have been caused by another part of the query. */
function acceptance({ exchange, operation, response }: Query, what: string): Check | null {
  const isAccepted = response.status === 200 && operation.validateQuery(exchange.request.query).length === 0;
  return isAccepted ? [true, `${what} is accepted`, 'status 200'] : null;
}

interface List extends Answer {
  items: readonly Fields[];
  /** `q` trimmed, in lower case. */
  q: string;
  /** How the entries are ordered; null if there are too few, or if no order is required. */
  order: { wrong: string | null; isByValue: boolean } | null;
  departments: readonly string[];
  full: FullList | null;
  names: PossibleNames;
}

interface FullList {
  exchange: Exchange;
  items: readonly Fields[];
}

const LIST_RULES: Rules<List> = {
  'LOOK-11': ({ items }) => items.length === 0 && [true, '200 with an empty array', 'an empty array'],
  'LOOK-6': ({ items, order }) => {
    if (order === null) return null;
    const { wrong, isByValue } = order;
    const actual = wrong === null ? `${items.length} in order` : isByValue ? 'values in order' : wrong;
    return [wrong === null || isByValue, 'labels or values in alphabetical order', actual];
  },
  'LOOK-30': ({ order }) =>
    order !== null &&
    (order.wrong === null || order.isByValue) && ['lookup-order', order.isByValue ? 'value' : 'label'],
  'LOOK-14': ({ q, items, departments }) => {
    if (q !== '') return null;
    const values = strings(items.map((item) => item['value']));
    const accepted = [...departments].sort();
    const isSame = canonical([...values].sort()) === canonical(accepted);
    const odd =
      repeatedIn(values) ??
      values.find((value) => !accepted.includes(value)) ??
      accepted.find((value) => !values.includes(value));
    const actual = `${values.length} values; ${shown(odd ?? null)} is odd, missing or repeated`;
    return [isSame, `the ${accepted.length} accepted departments, each once`, isSame ? 'the same' : actual];
  },
  'LOOK-15': ({ q, items }) => {
    const values = strings(items.map((item) => item['value']));
    const twice = repeatedIn(values);
    const isRight = twice === undefined && values.length >= 200 && values.length <= 245;
    const actual = twice === undefined ? count(values.length, 'entry') : `${shown(twice)} is repeated`;
    return q === '' && [isRight, 'about 222 job boards, each once', actual];
  },
  'LOOK-7': (list) => list.q !== '' && findsByName(list),
  'LOOK-23': (list) => list.exchange.request.query['limit'] === undefined && fitsLimit(list),
  'LOOK-24': (list) => list.exchange.request.query['limit'] !== undefined && fitsLimit(list),
  'LOOK-26': ({ items }) => {
    const twice = repeatedIn(items.map((item) => canonical(item['value'] ?? null)));
    const actual = twice === undefined ? count(items.length, 'entry') : `${twice} is repeated`;
    return items.length > 1 && [twice === undefined, 'no value twice', actual];
  },
};

export const lookups = oracleOf({
  id: 'lookups',
  clauses: clausesOf(QUERIES, LIST_RULES),
  infers: ['LOOK-7', 'LOOK-23'],
  reads: ['response body'],
  judge(history, context, evidence) {
    const found = answers(history, context).filter(({ operation }) => operation.kind === 'lookup');
    const names: PossibleNames = new Map();
    const listed = listedThroughout(history, context.contract);
    const fullFor = ({ exchange, operation }: Answer): FullList | null => {
      if (context.seen !== 'all') {
        // In traffic the list may change.
        const items = listed(operation.id, exchange);
        return items.length > 0 ? { exchange, items } : null;
      }
      const isFull = (each: Answer): boolean => itemsOf(each) !== null && queryOf(each.exchange) === '';
      const first = found.find((each) => each.operation === operation && isFull(each));
      return first === undefined ? null : { exchange: first.exchange, items: itemsOf(first)! };
    };
    for (const answer of found) {
      const { exchange, operation, response } = answer;
      const { q, limit } = exchange.request.query;
      const facts = context.accounts.get(exchange.account);
      if (
        (response.status === 200 || response.status === 422) &&
        facts !== undefined &&
        facts.active !== false
      ) {
        const length = [...(q ?? '').trim()].length;
        evidence.check(QUERIES, { ...answer, q, limit, length, solid: q?.replace(/\s/gu, '').length ?? 0 });
      }
      const items = itemsOf(answer);
      if (items === null) continue;
      const isOrdered = operation.id !== 'listLocations' && items.length > 1;
      evidence.check(LIST_RULES, {
        ...answer,
        items,
        q: queryOf(exchange),
        order: isOrdered ? orderOf(items) : null,
        departments: context.contract.enums.department,
        full: queryOf(exchange) === '' ? null : fullFor(answer),
        names,
      });
    }
    judgeUsualPlaces(found, evidence);
  },
});

/** Returns the entries of both the last full list before an exchange and the first one after it; none if one is missing. */
export function listedThroughout(history: readonly Exchange[], contract: Contract) {
  let lists: ReturnType<typeof fullListsIn> | undefined;
  return (lookup: string, { id }: Exchange): readonly Fields[] => {
    lists ??= fullListsIn(history, contract);
    const own = lists.filter(({ operation }) => operation === lookup);
    const [before, after] = [own.findLast((each) => each.id < id), own.find((each) => each.id > id)];
    return [...(before?.items ?? [])].flatMap(([name, item]) => (after?.items.has(name) ? [item] : []));
  };
}

function fullListsIn(history: readonly Exchange[], contract: Contract) {
  return history.flatMap(({ id, operation, response, request }) => {
    const list = operation === null ? undefined : entriesIn(response, contract.operation(operation));
    const isFull = response?.status === 200 && (request.query['q'] ?? '').trim() === '';
    if (!isFull || !Array.isArray(list)) return [];
    const items = list.map(fields).filter((item) => item !== null);
    return [{ id, operation, items: new Map(items.map((item) => [nameOf(item), item])) }];
  });
}

function entriesIn(response: Exchange['response'], operation: Operation): unknown {
  return operation.kind === 'lookup' ? fields(response?.body)?.[operation.list] : undefined;
}

function itemsOf({ operation, response }: Answer): Fields[] | null {
  if (response.status !== 200) return null;
  const list = entriesIn(response, operation);
  if (!Array.isArray(list)) return null;
  const items = list.map(fields);
  return items.every((item) => item !== null) ? (items as Fields[]) : null;
}

function queryOf({ request }: Exchange): string {
  return (request.query['q'] ?? '').trim().toLowerCase();
}

function nameOf(item: Fields): string {
  return canonical(entryOf(item));
}

function repeatedIn(values: readonly string[]): string | undefined {
  return values.find((value, i) => values.indexOf(value) !== i);
}

/** The source does not say which of the two is the name of an entry. */
type Name = 'label' | 'value';
/** The members that may be the name, after the answers so far. They are the same in all answers of a lookup. */
type PossibleNames = Map<string, readonly Name[]>;
const NAMES: readonly Name[] = ['label', 'value'];

function findsByName({ exchange, operation, items, q, full, names }: List): Check | null {
  const has = (item: Fields, name: Name): boolean => textOf(item[name]).toLowerCase().includes(q);
  // A lookup may ignore accents as a part of case, as many databases do.
  const stray = items.find(
    (item) => !NAMES.some((name) => withoutCase(textOf(item[name])).includes(withoutCase(q))),
  );
  // Only missing entries need the full list to be noticed, not wrong ones.
  if (stray === undefined && full === null) return null;
  const here = new Set(items.map(nameOf));
  const missingBy = (name: Name): Fields | undefined =>
    full?.items.find((item) => has(item, name) && !here.has(nameOf(item)));
  const before = names.get(operation.id) ?? NAMES;
  const left = before.filter((name) => missingBy(name) === undefined);
  const missing = left.length > 0 ? undefined : missingBy(before[0]!);
  if (left.length > 0) names.set(operation.id, left);
  const actual =
    stray !== undefined
      ? `${shown(stray['label'])}, whose name does not contain it`
      : missing !== undefined
        ? `without ${shown(missing[before[0]!])}, whose name contains it`
        : `${count(items.length, 'entry')}, none missing`;
  const on = [full?.exchange ?? exchange, exchange];
  const holds = stray === undefined && missing === undefined;
  return [holds, `all entries whose name contains ${shown(q)}`, actual, on];
}

/** The order of a list, by labels or by values (reading lookup-order). */
function orderOf(items: readonly Fields[]): List['order'] {
  const wrong = disorder(strings(items.map((item) => item['label'])));
  const isByValue = wrong !== null && disorder(strings(items.map((item) => item['value']))) === null;
  return { wrong, isByValue };
}

type Order = (a: string, b: string) => number;

const byCodePoint: Order = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/** .NET and MySQL compare capitals, so that underscores follow letters. MySQL ignores accents. */
const BY_CAPITALS: readonly Order[] = [
  (a, b) => byCodePoint(a.toUpperCase(), b.toUpperCase()),
  (a, b) => byCodePoint(withoutCase(a).toUpperCase(), withoutCase(b).toUpperCase()),
];

const LOCALES =
  'en de-u-co-phonebk da et lt pl cs es-u-co-trad tr hr hu zh zh-u-co-stroke zh-u-co-zhuyin ja ko'.split(' ');

/** Alphabets of several languages: Danish or Spanish sort some letters in another way than English. */
const ALPHABETS: readonly Order[] = [
  (a, b) => byCodePoint(a.toLowerCase(), b.toLowerCase()),
  ...LOCALES.flatMap((locale) =>
    [false, true].map((numeric) => new Intl.Collator(locale, { sensitivity: 'base', numeric }).compare),
  ),
];

/** Sets of characters that orders ignore. Windows, Java and ICU ignore the second, third and fourth set. */
const IGNORED = [/(?!)/gu, /[-']/gu, /[\s-]/gu, /[\s\p{P}]/gu, /[^\p{L}\p{N}]/gu];

/**
 * Describes names that are not sorted by code point, by capitals, nor by any alphabet without case. Null if they are sorted. Since
 * alphabets are many, and combine the rules of these, each pair may follow another one. All pairs ignore the same characters.
 */
function disorder(names: readonly string[]): string | null {
  const fallsAt = (list: readonly string[], orders: readonly Order[]): number =>
    list.findIndex((name, i) => i > 0 && orders.every((order) => order(list[i - 1]!, name) > 0));
  if ([[byCodePoint], BY_CAPITALS].some((orders) => fallsAt(names, orders) === -1)) return null;
  const falls = IGNORED.map((ignored) =>
    fallsAt(
      names.map((name) => name.replace(ignored, '')),
      ALPHABETS,
    ),
  );
  const at = falls[0]!;
  return falls.includes(-1) ? null : `${shown(names[at])} after ${shown(names[at - 1])}`;
}

function fitsLimit({ exchange, items }: List): Check | null {
  const limit = Number(exchange.request.query['limit'] ?? USUAL_LOCATIONS);
  const actual = count(items.length, 'entry');
  return Number.isInteger(limit) ? [items.length <= limit, `at most ${count(limit, 'entry')}`, actual] : null;
}

/** Without a limit, a lookup returns ten entries, if lookups with a limit returned at least as many before and after. */
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
    const expected = `${count(there, 'entry')}, because the lookup has that many`;
    evidence.judge('LOOK-23', on, items.length >= there, expected, count(items.length, 'entry'));
  }
}
