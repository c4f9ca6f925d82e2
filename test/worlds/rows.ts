/** Rows, each a target to judge: worlds, seeded postings of several sizes, and clocks at the ends of days, months and years. A mock serves each. */
import { writeFile } from 'node:fs/promises';
import { startMock, type DataOptions, type Mock } from '../../mock-server/index.js';
import type { Time } from '../../conformance/wire/pacer.js';
import { scratchFolder } from '../support/scratch-folder.js';
import { CLOCKS, linesOf, WORLDS } from './worlds.js';

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

/** Starts a mock with the postings of the named world, or with seeded postings if there is no such world. */
export async function startWorld(
  name: string,
  options: DataOptions & { now: string },
  admin: boolean,
): Promise<Mock> {
  const world = WORLDS.find((each) => each.name === name);
  // Without an admin API, only `movedTime` moves the clock, so that runs do not depend on the speed of the machine.
  const started = { ...options, admin, frozen: !admin };
  if (world === undefined) return startMock(started);
  using folder = scratchFolder();
  const data = folder.file(`${name}.ndjson`);
  await writeFile(data, linesOf(world, options.now));
  return await startMock({ ...started, data });
}

/** The time for the suite. It advances the mock's clock instead of waiting for rate limits. */
export function movedTime({ clock }: Mock): Time {
  return {
    now: () => clock.now(),
    sleep: (ms) => Promise.resolve(void clock.advance({ milliseconds: Math.ceil(ms) })),
  };
}
