/** Rows to judge: the worlds, seeded postings in several numbers, and clocks at the turns of the calendar. */
import type { DataOptions } from '../../mock-server/index.js';
import { WORLDS } from './worlds.js';

export interface Row {
  name: string;
  /** For the mock; the file of a world is written when it starts. */
  options: DataOptions & { now: string };
}

/** How the suite may look at a target: as on our mock, or with one key and nothing else. */
export const ACCESSES = ['admin', 'one-key'] as const;
export type Access = (typeof ACCESSES)[number];

/** The clock of all rows that are not about clocks; an ordinary day. */
export const NOW = '2026-03-18T10:30:00Z';

const SIZES = [30, 100, 300, 1_000, 2_500];

const CLOCKS = {
  // Midnight comes during the run.
  'before-midnight': '2026-05-14T23:59:45Z',
  // A day that the month six months before lacks.
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
