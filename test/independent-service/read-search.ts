/** Reads the body of a search. Each field has a schema; an invalid value is refused as the source demands. */
import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import { parse } from 'yaml';
import { invalid, Refusal, type Endpoint, type Service } from './service.js';
import type { components } from './generated/body.js';
import { LEVELS, TYPES } from './generated/market.js';
import type { Habits } from './habits.js';
import { BOARDS, DAY, type Accepted } from './postings.js';

type Schemas = components['schemas'];
export type Location = Schemas['Location'];
export type Block = Schemas['Block'];
export type Keywords = Schemas['Keywords'];
export type Group = Schemas['Group'];
type Unchecked<Name extends string, Value> = { [Each in Name]?: Value };

export type Body = Schemas['Fields'] &
  Unchecked<'include_job_boards' | 'exclude_job_boards', string[]> &
  Unchecked<'published_after' | 'published_before', string> &
  Unchecked<'next_cursor', string | null> &
  Unchecked<'search_after', [unknown, string] | null>;
export type Raw = Record<string, unknown>;

/** Times in ms: from `after`, inclusive, to `before`, exclusive. */
export type Window = { after: number; before: number };

const isObject = (value: unknown): value is Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');
const inAnyCase = (list: readonly string[], value: string): boolean =>
  list.some((each) => each.toLowerCase() === value.toLowerCase());

const ajv = new Ajv({ strict: false }).addKeyword({ keyword: 'inAnyCase', validate: inAnyCase });

const document = parse(readFileSync(new URL('./body.schema.yaml', import.meta.url), 'utf8')) as {
  components: { schemas: object };
};

/** Returns a validator of bodies. Boards, dates and cursors are checked separately. */
export function bodyValidator(habits: Habits, { departments, industries }: Accepted): ValidateFunction {
  const among = (values: readonly string[]): object => ({ type: 'string', enum: values });
  const amongInAnyCase = (values: readonly string[]): object => ({ type: 'string', inAnyCase: values });
  const schemas = {
    ...document.components.schemas,
    Department: (habits.departmentInOtherCase === 'empty' ? amongInAnyCase : among)(departments),
    Industry: amongInAnyCase(industries),
    JobType: among(TYPES),
    Level: among(LEVELS),
  };
  return ajv.compile({ $ref: '#/components/schemas/Fields', components: { schemas } });
}

/** Converts the texts of booleans and numbers, if the service does so. */
function coerced(name: string, value: unknown, { habits }: Service): unknown {
  if (habits.numbersAsText !== 'coerced' || typeof value !== 'string') return value;
  if (name === 'limit' && /^\d+$/.test(value)) return Number(value);
  const isSwitch = /^(is_|exclude_dup|job_boards|country_exists|salary_data|company_broad)/.test(name);
  return isSwitch && /^(true|false)$/.test(value) ? value === 'true' : value;
}

function checkPlaces(body: Body, { habits }: Service): void {
  if (habits.emptyLocation !== 'refused') return;
  for (const name of ['jobs_locations', 'exclude_jobs_locations'] as const)
    for (const [i, { country, state, city }] of (body[name] ?? []).entries())
      if (!country && !state && !city) throw invalid([name, i], 'An empty location');
}

function checkLimit({ limit }: Body, { limits: [least, most] }: Endpoint): void {
  if (limit !== undefined && (limit < least || limit > most))
    throw invalid(['limit'], `Input should be from ${least} to ${most}`, 'range');
}

function checkCursors(
  { search_after: after = null, next_cursor: next = null }: Body,
  service: Service,
): void {
  const isKnown = (code: unknown): boolean => service.market.postings.some((each) => each.code === code);
  if (next !== null && !isKnown(next)) throw invalid(['next_cursor'], 'not a cursor of this service');
  if (after === null || (Array.isArray(after) && after.length === 2 && isKnown(after[1]))) return;
  if (service.habits.brokenCursor === 400)
    throw new Refusal(400, 'search_after is not a cursor of this service');
  throw invalid(['search_after'], 'not a cursor of this service');
}

const BOARD_VALUES = BOARDS.map(({ value }) => value);

/** Parses the body of a search. Throws Refusal if it is not a JSON object. */
export function parseBody(text: string, endpoint: Endpoint, { habits }: Service): Raw {
  try {
    const body: unknown = JSON.parse(text);
    if (isObject(body)) return body;
  } catch {
    // Refused below, like other JSON.
  }
  if (habits.malformedBody === 400 && !endpoint.isLegacy)
    throw new Refusal(400, 'the body is not a JSON object');
  throw invalid([], 'JSON decode error', 'json_invalid');
}

/** Returns the valid body without unknown fields. Throws Refusal. */
export function checkBody(raw: Raw, endpoint: Endpoint, service: Service): Body {
  const { habits } = service;
  if (endpoint.ofCompany && !endpoint.isLegacy) checkProfileIsGiven(raw, service);
  const body: Raw = {};
  for (const [name, value] of Object.entries(raw)) {
    if (endpoint.fields.includes(name)) body[name] = coerced(name, value, service);
    else if (habits.unknownFields === 'refused' && !(name === 'industry' && endpoint.id === 'company'))
      throw invalid([name], 'Extra inputs are not permitted', 'extra_forbidden');
  }
  const { validate } = service;
  if (!validate(body)) {
    const { instancePath, message = '', keyword } = validate.errors![0]!;
    const parts = instancePath.split('/').slice(1);
    const place = parts.map((part) => (/^\d+$/.test(part) ? Number(part) : part));
    throw invalid(place, message, keyword);
  }
  checkPlaces(body, service);
  checkLimit(body, endpoint);
  checkCursors(body, service);
  return body;
}

function checkProfileIsGiven({ company_network_url: url }: Raw, { habits }: Service): void {
  if (url === undefined || (url === null && habits.nullProfileUrl === 400))
    throw new Refusal(400, 'company_network_url is required');
  if (url === null) throw invalid(['company_network_url'], 'Input should be a valid string', 'string_type');
}

/** Throws Refusal for an unknown board. */
export function checkBoards(body: Body, endpoint: Endpoint, { habits }: Service): void {
  for (const name of ['include_job_boards', 'exclude_job_boards'] as const) {
    const values: unknown = body[name];
    if (values === undefined) continue;
    if (!isTexts(values)) throw invalid([name], 'Input should be a list of strings', 'list_type');
    if (values.every((value) => inAnyCase(BOARD_VALUES, value))) continue;
    if (endpoint.ofCompany || habits.unknownBoard === 400) throw new Refusal(400, 'invalid job board');
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
export function windowOf(body: Body, { id, isHistory }: Endpoint, { habits, now }: Service): Window {
  const zone = habits.zoneHours * 3_600_000;
  const today = Math.floor((now() + zone) / DAY) * DAY;
  const given = { after: dateIn(body, 'published_after'), before: dateIn(body, 'published_before') };
  const oldest = monthsFrom(today, isHistory ? -72 : -6) - (isHistory ? DAY : 0);
  if (given.after !== undefined && given.after < oldest)
    throw invalid(['published_after'], 'published_after is too old');
  const endsTomorrow = id.startsWith('direct') || (isHistory && habits.historyEndsToday);
  const before = given.before ?? (endsTomorrow ? today + DAY : today);
  const usual = isHistory ? -72 : id === 'direct' ? -2 : -6;
  const after = given.after ?? monthsFrom(today, usual) + (usual === -6 ? DAY : 0);
  if (after >= before)
    throw invalid(['published_after'], 'published_after must be earlier than published_before');
  const through = habits.bounds === 'closed' && given.before !== undefined ? DAY : 0;
  return { after: after - zone, before: before + through - zone };
}
