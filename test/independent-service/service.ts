/** What all parts of the service know of it. */
import type { Fault } from './faults.js';
import type { Habits } from './habits.js';
import type { Accepted, Market } from './postings.js';
import type { Random } from './random.js';

export interface Service {
  habits: Habits;
  breaks: Fault | null;
  market: Market;
  random: Random;
  accepted: Accepted;
  now(): number;
  /** Searches so far. */
  searches: number;
}
