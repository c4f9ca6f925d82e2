/**
 * `npm run bench -- state`: searches of 10 postings a second by where the state is kept, beside memory in the same run, how long
 * they take, what a Redis is asked for each of them, what two mocks need for what one does, and how long a start takes.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { redisProgram, RedisServer } from '../../test/servers/redis-process.js';
import { forkKeptMock, forkMock, usage, type Server } from './forked.js';
import { showReplicas } from './replicas.js';
import { ACCOUNTS, load, turnPages, type Body } from './server.js';
import { showStarts } from './starts.js';
import { table } from './table.js';
import { tripsOf } from './told.js';

const MS = 1_500;
/** Before each measurement, uncounted: what the server before leaves behind, such as writes to the disk, is over by then. */
const SETTLE_MS = 400;
const CONNECTIONS = 64;
/** So few that a search hardly waits for another. */
const CALM = 2;

/** `checkout` is the root of another version of the repository. */
export async function benchState({ checkout, rounds }: { checkout?: string; rounds: number }): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const servers: Server[] = [];
  const redis = redisProgram === undefined ? null : new RedisServer();
  if (redis === null) console.log('There is no redis-server on this machine: its row is left out.');
  try {
    const memory = await forkMock();
    servers.push(memory);
    if (checkout !== undefined)
      servers.push({ ...(await forkMock(10_000, checkout)), name: `of ${checkout}` });
    servers.push(await forkKeptMock('--state FOLDER', folder));
    let shared: Server | null = null;
    if (redis !== null) {
      await redis.start();
      servers.push((shared = await forkKeptMock('--state redis://', redis.url)));
    }
    const { turns } = await turnPages(memory);
    const asked = { trips: 0, searches: 0 };
    const rates = new Map<Server, number[]>(servers.map((server) => [server, []]));
    const micros = new Map<Server, number[]>(servers.map((server) => [server, []]));
    // In turn, so that a machine that slows down slows all of them; the first round is for warmth.
    for (let round = 0; round <= rounds; round += 1) {
      for (const server of servers) {
        await load(server, await server.newKeys(ACCOUNTS), turns, CONNECTIONS, { ms: SETTLE_MS });
        const keys = await server.newKeys(ACCOUNTS);
        const tripsBefore = server === shared ? await tripsOf(redis!) : 0;
        const before = (await usage(server)).cpu;
        const { answers, refused, seconds } = await load(server, keys, turns, CONNECTIONS, { ms: MS });
        const after = (await usage(server)).cpu;
        if (refused > 0) throw new Error(`${server.name} refused ${refused} requests`);
        if (round === 0) continue;
        if (server === shared) {
          asked.trips += (await tripsOf(redis!)) - tripsBefore;
          asked.searches += answers;
        }
        rates.get(server)!.push(answers / seconds);
        micros.get(server)!.push((after.user + after.system - before.user - before.system) / answers);
      }
    }
    const median = (numbers: number[]): number => numbers.sort((a, b) => a - b)[rounds >> 1]!;
    const medianOf = (server: Server): number => median(rates.get(server)!);
    const rows = servers.map((server) => [
      server === memory ? 'memory' : server.name,
      Math.round(medianOf(server)).toLocaleString('en'),
      (medianOf(server) / medianOf(memory)).toFixed(2),
      // What other programs on the machine leave to it matters less here.
      `${Math.round(median(micros.get(server)!))} µs`,
    ]);
    console.log(
      table(['state', 'searches/s at 64 connections', 'of memory', 'processor time a search'], rows),
    );
    await showWaits(servers, turns);
    if (shared !== null) {
      console.log(`Round trips to the Redis for a search: ${(asked.trips / asked.searches).toFixed(2)}.`);
      const second = await forkKeptMock('a second mock', redis!.url);
      servers.push(second);
      await showReplicas([shared, second], redis!, turns, rounds);
    }
    await showStarts(redis);
    console.log(
      'Goals: a folder at least 0.5 of memory, a Redis at least 0.25 with at most 2 round trips for a search and a 99th percentile at ' +
        'most 5 ms above that of memory; memory at least 0.95 of what it was before; a start with 10,000 accounts under 2 s.',
    );
  } finally {
    for (const server of servers) server.process.kill();
    await redis?.end();
    rmSync(folder, { recursive: true });
  }
}

/** How long a search takes where little is going on. */
async function showWaits(servers: readonly Server[], turns: readonly Body[]): Promise<void> {
  const rows: string[][] = [];
  let ofMemory: number | null = null;
  for (const server of servers) {
    const { waits } = await load(server, await server.newKeys(ACCOUNTS), turns, CALM, { ms: MS });
    waits.sort((a, b) => a - b);
    const [half, most] = [0.5, 0.99].map((part) => waits[Math.floor(part * waits.length)]!) as [
      number,
      number,
    ];
    ofMemory ??= most;
    rows.push([
      server === servers[0] ? 'memory' : server.name,
      `${half.toFixed(1)} ms`,
      `${most.toFixed(1)} ms`,
      `${(most - ofMemory).toFixed(1)} ms`,
    ]);
  }
  console.log(table(['state', `median at ${CALM} connections`, '99th percentile', 'above memory'], rows));
}
