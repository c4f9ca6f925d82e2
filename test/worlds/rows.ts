/** Targets to judge: the worlds, seeded postings of several sizes, and clocks at the ends of days, months and years. */
import type { DataOptions } from '../../mock-server/index.js';
import { WORLDS } from './worlds.js';

export interface Row {
  name: string;
  /** Options of the mock. The data file of a world is written when it starts. */
  options: DataOptions & { now: string };
}

/** The suite gets either the admin API or only one API key. */
export const ACCESSES = ['admin', 'one-key'] as const;
export type Access = (typeof ACCESSES)[number];

/** The clock of all rows that are not about clocks: an ordinary day. */
export const NOW = '2026-03-18T10:30:00Z';

const SIZES = [30, 100, 300, 1_000, 2_500];

const CLOCKS = {
  // Midnight passes during the run.
  'before-midnight': '2026-05-14T23:59:45Z',
  // Six months earlier, the month has no 31st day.
  'month-end': '2026-08-31T12:00:00Z',
  'year-end': '2026-12-31T21:00:00Z',
  'leap-day': '2028-02-29T12:00:00Z',
};

export function rowsAt(now: string): readonly Row[] {
  return [
    ...WORLDS.map(({ name }) => ({ name, options: { now } })),
    ...SIZES.map((jobs) => ({ name: `seeded-${jobs}`, options: { now, jobs } })),
    ...Object.entries(CLOCKS).map(([name, now]) => ({ name, options: { now } })),
  ];
}
