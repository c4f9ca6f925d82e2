/** Targets to judge: the worlds, seeded postings of several sizes, and clocks at the ends of days, months and years. */
import type { DataOptions } from '../../mock-server/index.js';
import { CLOCKS, WORLDS } from './worlds.js';

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

export function rowsAt(now: string): readonly Row[] {
  return [
    ...WORLDS.map(({ name }) => ({ name, options: { now } })),
    ...SIZES.map((jobs) => ({ name: `seeded-${jobs}`, options: { now, jobs } })),
    ...Object.entries(CLOCKS).map(([name, now]) => ({ name, options: { now } })),
  ];
}
