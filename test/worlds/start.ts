/** Mocks for trials on worlds, and a time that moves their clocks. */
import { writeFile } from 'node:fs/promises';
import { startMock, type DataOptions, type Mock } from '../../mock-server/index.js';
import type { Time } from '../../conformance/wire/pacer.js';
import { scratchFolder } from '../support/scratch-folder.js';
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
