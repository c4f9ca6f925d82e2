/** Mocks for trials on worlds, and a time that moves their clocks. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMock, type DataOptions, type Mock } from '../../mock-server/index.js';
import type { Time } from '../../conformance/wire/pacer.js';
import { linesOf, WORLDS } from './worlds.js';

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
  const folder = await mkdtemp(join(tmpdir(), 'job-search-kit-world-'));
  try {
    const data = join(folder, `${name}.ndjson`);
    await writeFile(data, linesOf(world, options.now));
    return await startMock({ ...started, data });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The time for the suite. It advances the mock's clock instead of waiting for rate limits. */
export function movedTime({ clock }: Mock): Time {
  return {
    now: () => clock.now(),
    sleep: (ms) => Promise.resolve(void clock.advance({ milliseconds: Math.ceil(ms) })),
  };
}
