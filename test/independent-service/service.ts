/** The state and settings that all parts of the service share. */
import type { ValidateFunction } from 'ajv';
import type { Account } from './accounts.js';
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
