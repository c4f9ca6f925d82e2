/** Shared by all parts of the service: state and settings, the searches of section 4 and the lookups, and refusals. */
import type { ValidateFunction } from 'ajv';
import type { Account } from './accounts.js';
import { FREE, SEARCHES } from './generated/endpoints.js';
import type { Habits } from './habits.js';
import type { Accepted, Market } from './postings.js';
import type { Random } from './random.js';

export interface Service {
  habits: Habits;
  /** By API key. */
  accounts: ReadonlyMap<string, Account>;
  market: Market;
  random: Random;
  accepted: Accepted;
  /** Checks the body of a search. */
  validate: ValidateFunction;
  now(): number;
  /** Number of executed searches. */
  searches: number;
}

type Entry = (typeof SEARCHES)[keyof typeof SEARCHES];
export type Lookup = Exclude<(typeof FREE)[keyof typeof FREE], 'balance'>;

export interface Endpoint extends Pick<Entry, 'id' | 'rate' | 'price' | 'limits'> {
  ofCompany: boolean;
  isHistory: boolean;
  isLegacy: boolean;
  fields: readonly string[];
}

/** The searches by path. */
export const ENDPOINTS: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  Object.entries(SEARCHES).map(([path, entry]) => {
    const isHistory = entry.id.endsWith('history');
    const isLegacy = entry.id === 'legacy';
    const ofCompany = !entry.id.startsWith('direct');
    return [path, { ...entry, ofCompany, isHistory, isLegacy, fields: entry.fields.flat() }];
  }),
);

export const FREE_PATHS: Readonly<Record<string, Lookup | 'balance'>> = FREE;

/** Thrown to refuse a request. The server turns it into an answer. */
export class Refusal extends Error {
  readonly answer;

  /** `code` is that of the envelope form (section 7.3); by default, the status decides it. */
  constructor(
    status: number,
    detail: string | readonly unknown[],
    code?: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(String(detail));
    this.answer = { status, detail, code, headers };
  }
}

/** A validation error at one place of the body. */
export function invalid(place: readonly (string | number)[], message: string, type = 'value_error'): Refusal {
  return new Refusal(422, [{ loc: ['body', ...place], msg: message, type }]);
}
