/** Reads the body of a search. Each field has a check; a failed check is the refusal that the source demands. */
import type { Endpoint } from './endpoints.js';
import { BOARDS, DAY, LEVELS, TYPES } from './postings.js';
import { invalid, Refusal } from './refusal.js';
import type { Service } from './service.js';

export interface Location {
  country?: string | null;
  state?: string | null;
  city?: string | null;
}
export interface Keywords {
  title?: string[];
  description?: string[];
  mode?: 'and' | 'or';
}
export interface Block {
  mode?: 'and' | 'or';
  terms?: string[];
}
export interface Group {
  mode?: 'and' | 'or';
  title?: Block;
  description?: Block;
  groups?: Group[];
}
export interface Body {
  company_network_url?: string | null;
  company_name?: string | null;
  company_domain?: string | null;
  company_broad_search?: boolean;
  jobs_locations?: Location[];
  exclude_jobs_locations?: Location[];
  is_remote?: boolean | null;
  country_exists?: boolean | null;
  published_after?: string;
  published_before?: string;
  department?: string[];
  industry?: string[];
  job_type?: string[];
  seniority_level?: string[];
  salary_data_available?: boolean | null;
  is_agency?: boolean | null;
  job_keywords?: Keywords;
  exclude_job_keywords?: Keywords;
  advanced_job_keywords?: Group[];
  advanced_exclude_job_keywords?: Group[];
  job_boards?: boolean | null;
  include_job_boards?: string[];
  exclude_job_boards?: string[];
  exclude_duplicates?: boolean;
  limit?: number;
  search_after?: [unknown, string] | null;
  next_cursor?: string | null;
}
export type Raw = Record<string, unknown>;

/** Times in ms: from `after`, inclusive, to `before`, exclusive. */
export interface Window {
  after: number;
  before: number;
}

type Place = readonly (string | number)[];

/** The endpoint and the service decide which values a check accepts. */
interface Context {
  endpoint: Endpoint;
  service: Service;
}

/** Returns the value as the service reads it. Throws Refusal. */
type Check = (value: unknown, place: Place, context: Context) => unknown;

const isObject = (value: unknown): value is Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

function must(holds: (value: unknown, context: Context) => boolean, message: string, type: string): Check {
  return (value, place, context) => {
    if (!holds(value, context)) throw invalid(place, message, type);
    return value;
  };
}

const nullable =
  (check: Check): Check =>
  (value, place, context) =>
    value === null ? null : check(value, place, context);

const listOf =
  (check: Check): Check =>
  (value, place, context) => {
    if (!Array.isArray(value)) throw invalid(place, 'Input should be a valid list', 'list_type');
    return value.map((each, i) => check(each, [...place, i], context));
  };

const objectOf =
  (fields: () => Readonly<Record<string, Check>>): Check =>
  (value, place, context) => {
    if (!isObject(value)) throw invalid(place, 'Input should be an object', 'dict_type');
    for (const [name, check] of Object.entries(fields()))
      if (value[name] !== undefined) check(value[name], [...place, name], context);
    return value;
  };

const TEXT = must((value) => typeof value === 'string', 'Input should be a valid string', 'string_type');

const BOOLEAN: Check = (value, place, { service: { habits } }) => {
  if (typeof value === 'boolean') return value;
  if (habits.numbersAsText === 'coerced' && (value === 'true' || value === 'false')) return value === 'true';
  throw invalid(place, 'Input should be a valid boolean', 'bool_type');
};

function textsAmong(isAccepted: (value: string, service: Service) => boolean): Check {
  return (values, place, { service }) => {
    if (!isTexts(values)) throw invalid(place, 'Input should be a list of strings', 'list_type');
    const unknown = values.find((value) => !isAccepted(value, service));
    if (unknown === undefined) return values;
    throw invalid(place, `${JSON.stringify(unknown)} is not accepted`, 'enum');
  };
}

const inAnyCase = (list: readonly string[], value: string): boolean =>
  list.some((each) => each.toLowerCase() === value.toLowerCase());

const PLACES = listOf((value, place, context) => {
  const parts = { country: nullable(TEXT), state: nullable(TEXT), city: nullable(TEXT) };
  objectOf(() => parts)(value, place, context);
  const isEmpty = Object.keys(parts).every((name) => !(value as Raw)[name]);
  if (isEmpty && context.service.habits.emptyLocation === 'refused')
    throw invalid(place, 'An empty location', 'value_error');
  return value;
});

const TERMS = must(
  (terms) => isTexts(terms) && terms.every((term) => term.trim() !== ''),
  'Input should be a list of strings',
  'list_type',
);
const MODE = must(
  (mode) => mode === 'and' || mode === 'or',
  "Input should be 'and' or 'or'",
  'literal_error',
);
const KEYWORDS = objectOf(() => ({ title: TERMS, description: TERMS, mode: MODE }));
const BLOCK = objectOf(() => ({ mode: MODE, terms: TERMS }));
const GROUPS: Check = listOf(
  objectOf(() => ({ mode: MODE, title: BLOCK, description: BLOCK, groups: GROUPS })),
);

const LIMIT: Check = (value, place, { endpoint, service: { habits, breaks } }) => {
  const isNumber = habits.numbersAsText === 'coerced' && typeof value === 'string' && /^\d+$/.test(value);
  const limit = isNumber ? Number(value) : value;
  const [least, most] = breaks === 'history-below-ten' ? [1, endpoint.limits[1]] : endpoint.limits;
  if (!Number.isInteger(limit)) throw invalid(place, 'Input should be a valid integer', 'int_type');
  if ((limit as number) < least || (limit as number) > most)
    throw invalid(place, `Input should be from ${least} to ${most}`, 'range');
  return limit;
};

const isKnown = (code: unknown, { market }: Service): boolean =>
  market.postings.some((posting) => posting.code === code);

const CURSOR: Check = (cursor, place, { service }) => {
  if (Array.isArray(cursor) && cursor.length === 2 && isKnown(cursor[1], service)) return cursor;
  if (service.habits.brokenCursor === 400)
    throw new Refusal(400, 'search_after is no cursor of this service');
  throw invalid(place, 'no cursor of this service', 'value_error');
};

const BOARD_VALUES = BOARDS.map(({ value }) => value);

/** In the order in which the service checks them; `checkBoards` and `windowOf` check boards and dates. */
const FIELDS: Readonly<Record<string, Check>> = {
  jobs_locations: PLACES,
  exclude_jobs_locations: PLACES,
  is_remote: nullable(BOOLEAN),
  country_exists: nullable(BOOLEAN),
  job_boards: nullable(BOOLEAN),
  salary_data_available: nullable(BOOLEAN),
  is_agency: nullable(BOOLEAN),
  exclude_duplicates: BOOLEAN,
  company_broad_search: BOOLEAN,
  department: textsAmong(
    (value, { habits, accepted: { departments } }) =>
      departments.includes(value) ||
      (habits.departmentInOtherCase === 'empty' && inAnyCase(departments, value)),
  ),
  job_type: textsAmong((value) => TYPES.includes(value)),
  seniority_level: textsAmong((value) => LEVELS.includes(value)),
  industry: textsAmong((value, { accepted }) => inAnyCase(accepted.industries, value)),
  job_keywords: KEYWORDS,
  exclude_job_keywords: KEYWORDS,
  advanced_job_keywords: GROUPS,
  advanced_exclude_job_keywords: GROUPS,
  limit: LIMIT,
  search_after: nullable(CURSOR),
  next_cursor: nullable(
    must((code, { service }) => isKnown(code, service), 'no cursor of this service', 'value_error'),
  ),
  company_network_url: nullable(TEXT),
  company_name: nullable(TEXT),
  company_domain: nullable(TEXT),
};

/** Throws Refusal if the text is no JSON object. */
export function parseBody(text: string, endpoint: Endpoint, { habits, breaks }: Service): Raw {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  if (isObject(body)) return body;
  if (breaks === 'takes-anything-for-an-object') return {};
  if (habits.malformedBody === 400 && !endpoint.isLegacy)
    throw new Refusal(400, 'the body is no JSON object');
  throw invalid([], 'JSON decode error', 'json_invalid');
}

/** Returns the body without fields that the endpoint does not know. Throws Refusal. */
export function checkBody(raw: Raw, endpoint: Endpoint, service: Service): Body {
  const { habits } = service;
  if (endpoint.ofCompany && !endpoint.isLegacy) checkProfileIsGiven(raw, service);
  const body: Raw = {};
  for (const [name, value] of Object.entries(raw)) {
    if (endpoint.fields.includes(name)) body[name] = value;
    else if (habits.unknownFields === 'refused' && !(name === 'industry' && endpoint.id === 'company'))
      throw invalid([name], 'Extra inputs are not permitted', 'extra_forbidden');
  }
  for (const [name, check] of Object.entries(FIELDS))
    if (body[name] !== undefined) body[name] = check(body[name], [name], { endpoint, service });
  return body as Body;
}

function checkProfileIsGiven({ company_network_url: url }: Raw, { habits }: Service): void {
  if (url === undefined || (url === null && habits.nullProfileUrl === 400))
    throw new Refusal(400, 'company_network_url is required');
  if (url === null) throw invalid(['company_network_url'], 'Input should be a valid string', 'string_type');
}

/** Throws Refusal for an unknown board. */
export function checkBoards(body: Body, endpoint: Endpoint, { habits, breaks }: Service): void {
  for (const name of ['include_job_boards', 'exclude_job_boards'] as const) {
    const values: unknown = body[name];
    if (values === undefined) continue;
    if (!isTexts(values)) throw invalid([name], 'Input should be a list of strings', 'list_type');
    if (values.every((value) => inAnyCase(BOARD_VALUES, value))) continue;
    if (endpoint.ofCompany) {
      if (breaks === 'takes-unknown-boards') continue;
      throw new Refusal(400, 'invalid job board');
    }
    if (habits.unknownBoard === 400) throw new Refusal(400, 'invalid job board');
    if (habits.unknownBoard === 422) throw invalid([name], 'invalid job board', 'enum');
  }
}

/** The same day some months later, or the last day of a shorter month. */
function monthsFrom(time: number, months: number): number {
  const date = new Date(time);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), last));
}

function dateIn(body: Body, name: 'published_after' | 'published_before'): number | undefined {
  const value: unknown = body[name];
  if (value === undefined) return undefined;
  const time =
    typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : NaN;
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== value)
    throw invalid([name], 'Input should be a date, YYYY-MM-DD', 'date');
  return time;
}

/** Throws Refusal for invalid dates, dates that are too old, and dates in the wrong order. */
export function windowOf(body: Body, { id, isHistory }: Endpoint, { habits, now, breaks }: Service): Window {
  const zone = habits.zoneHours * 3_600_000;
  const today = Math.floor((now() + zone) / DAY) * DAY;
  const given = { after: dateIn(body, 'published_after'), before: dateIn(body, 'published_before') };
  const oldest = monthsFrom(today, isHistory ? -72 : -6) - (isHistory ? DAY : 0);
  if (given.after !== undefined && given.after < oldest && breaks !== 'takes-old-dates')
    throw invalid(['published_after'], 'published_after is too old', 'value_error');
  const endsTomorrow = id.startsWith('direct') || (isHistory && habits.historyEndsToday);
  const before = given.before ?? (endsTomorrow ? today + DAY : today);
  const usual = isHistory
    ? monthsFrom(today, -72)
    : id === 'direct'
      ? monthsFrom(today, breaks === 'four-months-by-default' ? -4 : -2)
      : monthsFrom(today, -6) + DAY;
  const after = given.after ?? usual;
  if (after >= before)
    throw invalid(
      ['published_after'],
      'published_after must be earlier than published_before',
      'value_error',
    );
  const through = habits.bounds === 'closed' && given.before !== undefined ? DAY : 0;
  return { after: after - zone, before: before + through - zone };
}
