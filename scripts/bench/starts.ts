/** How long a mock takes from its start until it listens, with many accounts and with those that it comes with. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RedisServer } from '../../test/servers/redis-process.js';
import { forkKeptMock, usage, type Server } from './forked.js';
import { table } from './table.js';

const ACCOUNTS = 10_000;
const TRIES = 3;

/** The fastest of some starts: what other programs take of the machine is no part of it. */
export async function showStarts(redis: RedisServer | null): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const places = [['--state FOLDER', folder]];
  // Another database than that of the load.
  if (redis !== null) places.push(['--state redis://', redis.url.replace(/\/0$/, '/1')]);
  try {
    const rows: string[][] = [];
    for (const [name, place] of places as [string, string][]) {
      const few = await fastest(place);
      const mock = await forkKeptMock(name, place);
      await mock.newKeys(ACCOUNTS);
      await ended(mock);
      const many = await fastest(place);
      const shown = ({ wall, cpu }: Start): string[] => [`${wall.toFixed(2)} s`, `${cpu.toFixed(2)} s`];
      rows.push([name, ...shown(few), ...shown(many)]);
    }
    const with10k = `with ${ACCOUNTS.toLocaleString('en')} accounts`;
    console.log(
      table(['state', 'ready with 6 accounts', 'of a processor', `ready ${with10k}`, 'of a processor'], rows),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Seconds. */
interface Start {
  wall: number;
  cpu: number;
}

async function fastest(place: string): Promise<Start> {
  const starts: Start[] = [];
  for (let i = 0; i < TRIES; i += 1) {
    const began = performance.now();
    const mock = await forkKeptMock('mock', place);
    const wall = (performance.now() - began) / 1_000;
    const { cpu } = await usage(mock);
    starts.push({ wall, cpu: (cpu.user + cpu.system) / 1_000_000 });
    await ended(mock);
  }
  return starts.sort((a, b) => a.wall - b.wall)[0]!;
}

async function ended({ process }: Server): Promise<void> {
  const gone = new Promise((resolve) => process.once('exit', resolve));
  process.kill();
  await gone;
}
