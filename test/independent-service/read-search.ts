/** Reads the body of a search, and refuses what the source says is refused. */
import type { Endpoint } from './endpoints.js';
import { BOARDS, DAY, LEVELS, TYPES, type Accepted } from './postings.js';
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
type Raw = Record<string, unknown>;

/** Times from, inclusive, to, exclusive. */
export interface Window {
  after: number;
  before: number;
}

const isObject = (value: unknown): value is Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isGiven = (value: unknown): boolean => value !== undefined && value !== null;
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/** Throws Refusal for what is no JSON object. */
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

/** Takes away what the endpoint does not know. Throws Refusal. */
export function checkBody(raw: Raw, endpoint: Endpoint, service: Service, accepted: Accepted): Body {
  const { habits } = service;
  if (endpoint.ofCompany && !endpoint.isLegacy) checkProfileIsThere(raw, service);
  const body: Raw = { ...raw };
  for (const name of Object.keys(body)) {
    if (endpoint.fields.includes(name)) continue;
    const isIgnored = name === 'industry' && endpoint.id === 'company';
    if (habits.unknownFields === 'refused' && !isIgnored)
      throw invalid([name], 'Extra inputs are not permitted', 'extra_forbidden');
    delete body[name];
  }
  checkLocations(body, service);
  for (const name of ['is_remote', 'country_exists', 'job_boards', 'salary_data_available', 'is_agency'])
    checkBoolean(body, name, true, service);
  for (const name of ['exclude_duplicates', 'company_broad_search']) checkBoolean(body, name, false, service);
  checkValues(body, service, accepted);
  for (const name of ['job_keywords', 'exclude_job_keywords']) checkKeywords(body[name], name);
  for (const name of ['advanced_job_keywords', 'advanced_exclude_job_keywords']) {
    const groups = body[name];
    if (groups === undefined) continue;
    if (!Array.isArray(groups)) throw invalid([name], 'Input should be a valid list', 'list_type');
    groups.forEach((group, i) => checkGroup(group, [name, i]));
  }
  checkPaging(body, endpoint, service);
  for (const name of ['company_network_url', 'company_name', 'company_domain'])
    if (isGiven(body[name]) && typeof body[name] !== 'string')
      throw invalid([name], 'Input should be a valid string', 'string_type');
  return body as Body;
}

function checkProfileIsThere({ company_network_url: url }: Raw, { habits }: Service): void {
  if (url === undefined || (url === null && habits.nullProfileUrl === 400))
    throw new Refusal(400, 'company_network_url is required');
  if (url === null) throw invalid(['company_network_url'], 'Input should be a valid string', 'string_type');
}

function checkBoolean(body: Raw, name: string, isNullable: boolean, { habits }: Service): void {
  const value = body[name];
  if (value === undefined || typeof value === 'boolean' || (value === null && isNullable)) return;
  if (habits.numbersAsText === 'coerced' && (value === 'true' || value === 'false'))
    body[name] = value === 'true';
  else throw invalid([name], 'Input should be a valid boolean', 'bool_type');
}

function checkLocations(body: Raw, { habits }: Service): void {
  for (const name of ['jobs_locations', 'exclude_jobs_locations']) {
    const items = body[name];
    if (items === undefined) continue;
    if (!Array.isArray(items)) throw invalid([name], 'Input should be a valid list', 'list_type');
    items.forEach((item: unknown, i) => {
      if (!isObject(item)) throw invalid([name, i], 'Input should be an object', 'dict_type');
      const parts = [item['country'], item['state'], item['city']];
      if (parts.some((part) => isGiven(part) && typeof part !== 'string'))
        throw invalid([name, i], 'Input should be a valid string', 'string_type');
      if (habits.emptyLocation === 'refused' && parts.every((part) => !part))
        throw invalid([name, i], 'An empty location', 'value_error');
    });
  }
}

function checkValues(body: Raw, { habits }: Service, { departments, industries }: Accepted): void {
  const among = (name: string, isAccepted: (value: string) => boolean): void => {
    const values = body[name];
    if (values === undefined) return;
    if (!isTexts(values)) throw invalid([name], 'Input should be a list of strings', 'list_type');
    const unknown = values.find((value) => !isAccepted(value));
    if (unknown !== undefined) throw invalid([name], `${JSON.stringify(unknown)} is not accepted`, 'enum');
  };
  const anyCase = (list: readonly string[], value: string): boolean =>
    list.some((each) => each.toLowerCase() === value.toLowerCase());
  among(
    'department',
    (value) =>
      departments.includes(value) ||
      (habits.departmentInOtherCase === 'empty' && anyCase(departments, value)),
  );
  among('job_type', (value) => TYPES.includes(value));
  among('seniority_level', (value) => LEVELS.includes(value));
  among('industry', (value) => anyCase(industries, value));
}

function checkMode(mode: unknown, place: (string | number)[]): void {
  if (mode !== undefined && mode !== 'and' && mode !== 'or')
    throw invalid([...place, 'mode'], "Input should be 'and' or 'or'", 'literal_error');
}

function checkTerms(terms: unknown, place: (string | number)[]): void {
  if (terms === undefined) return;
  if (!isTexts(terms) || terms.some((term) => term.trim() === ''))
    throw invalid(place, 'Input should be a list of strings', 'list_type');
}

function checkKeywords(keywords: unknown, name: string): void {
  if (keywords === undefined) return;
  if (!isObject(keywords)) throw invalid([name], 'Input should be an object', 'dict_type');
  checkTerms(keywords['title'], [name, 'title']);
  checkTerms(keywords['description'], [name, 'description']);
  checkMode(keywords['mode'], [name]);
}

function checkGroup(group: unknown, place: (string | number)[]): void {
  if (!isObject(group)) throw invalid(place, 'Input should be an object', 'dict_type');
  checkMode(group['mode'], place);
  for (const name of ['title', 'description']) {
    const block = group[name];
    if (block === undefined) continue;
    if (!isObject(block)) throw invalid([...place, name], 'Input should be an object', 'dict_type');
    checkMode(block['mode'], [...place, name]);
    checkTerms(block['terms'], [...place, name, 'terms']);
  }
  const { groups = [] } = group;
  if (!Array.isArray(groups))
    throw invalid([...place, 'groups'], 'Input should be a valid list', 'list_type');
  groups.forEach((each, i) => checkGroup(each, [...place, 'groups', i]));
}

function checkPaging(body: Raw, endpoint: Endpoint, { habits, market, breaks }: Service): void {
  const { limit, search_after: cursor, next_cursor: next } = body;
  if (habits.numbersAsText === 'coerced' && typeof limit === 'string' && /^\d+$/.test(limit))
    body['limit'] = Number(limit);
  const asked = body['limit'];
  if (asked !== undefined) {
    const [least, most] = breaks === 'history-below-ten' ? [1, endpoint.limits[1]] : endpoint.limits;
    if (!Number.isInteger(asked)) throw invalid(['limit'], 'Input should be a valid integer', 'int_type');
    if ((asked as number) < least || (asked as number) > most)
      throw invalid(['limit'], `Input should be from ${least} to ${most}`, 'range');
  }
  const isKnown = (code: unknown): boolean => market.postings.some((posting) => posting.code === code);
  if (isGiven(cursor) && !(Array.isArray(cursor) && cursor.length === 2 && isKnown(cursor[1]))) {
    if (habits.brokenCursor === 400) throw new Refusal(400, 'search_after is no cursor of this service');
    throw invalid(['search_after'], 'no cursor of this service', 'value_error');
  }
  if (isGiven(next) && !isKnown(next))
    throw invalid(['next_cursor'], 'no cursor of this service', 'value_error');
}

/** Throws Refusal for a board that there is not. */
export function checkBoards(body: Body, endpoint: Endpoint, { habits, breaks }: Service): void {
  for (const name of ['include_job_boards', 'exclude_job_boards'] as const) {
    const values: unknown = body[name];
    if (values === undefined) continue;
    if (!isTexts(values)) throw invalid([name], 'Input should be a list of strings', 'list_type');
    if (values.every((value) => BOARDS.some((board) => board.value.toLowerCase() === value.toLowerCase())))
      continue;
    if (endpoint.ofCompany) {
      if (breaks === 'takes-unknown-boards') continue;
      throw new Refusal(400, 'invalid job board', endpoint.isLegacy ? 'bad_request' : undefined);
    }
    if (habits.unknownBoard === 400) throw new Refusal(400, 'invalid job board');
    if (habits.unknownBoard === 422) throw invalid([name], 'invalid job board', 'enum');
  }
}

/** The same day some months away, clamped to the month's last day. */
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

/** Throws Refusal for dates that are none, too old, or in the wrong order. */
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
