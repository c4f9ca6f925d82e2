/** The state and settings that all parts of the service share. */
import type { Habits } from './habits.js';
import type { Accepted, Market } from './postings.js';
import type { Random } from './random.js';

export interface Service {
  habits: Habits;
  market: Market;
  random: Random;
  accepted: Accepted;
  now(): number;
  /** Number of executed searches. */
  searches: number;
}
