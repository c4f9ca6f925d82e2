/** What is judged: the worlds, seeded postings in several numbers, and clocks at the turns of the calendar. */
import type { DataOptions } from '../../mock-server/index.js';
import { WORLDS } from './worlds.js';

export interface Row {
  name: string;
  unlike: string;
  /** For the mock; the file of a world is written when it starts. */
  options: DataOptions & { now: string };
}

/** How the suite may look at a target: as on our mock, or with one key and nothing else. */
export const ACCESSES = ['admin', 'one-key'] as const;
export type Access = (typeof ACCESSES)[number];

/** The clock of all rows that are not about clocks; an ordinary day. */
export const NOW = '2026-03-18T10:30:00Z';

const SIZES = [30, 100, 300, 1_000, 2_500];

const CLOCKS: readonly Row[] = [
  ['before-midnight', 'seconds before midnight, which comes while the run lasts', '2026-05-14T23:59:45Z'],
  ['month-end', 'a day that the month six months before lacks', '2026-08-31T12:00:00Z'],
  ['year-end', 'the last hours of a year', '2026-12-31T21:00:00Z'],
  ['leap-day', '29 February', '2028-02-29T12:00:00Z'],
].map(([name = '', unlike = '', now = '']) => ({ name, unlike, options: { now } }));

export function rowsAt(now: string): readonly Row[] {
  return [
    ...WORLDS.map(({ name, unlike }) => ({ name, unlike, options: { now } })),
    ...SIZES.map((jobs) => ({
      name: `seeded-${jobs}`,
      unlike: `${jobs} seeded postings`,
      options: { now, jobs },
    })),
    ...CLOCKS,
  ];
}
