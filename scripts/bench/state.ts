/**
 * `npm run bench -- state`: searches of 10 postings a second by where the state is kept, beside memory in the same run, how long
 * they take, what a Redis is asked for each of them, and what two mocks need for what one does.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseRedisAddress } from '../../mock-server/state/redis/address.js';
import { Connection } from '../../mock-server/state/redis/connection.js';
import { redisProgram, RedisServer } from '../../mock-server/testing/redis-process.js';
import { forkKeptMock, forkMock, usage, type Server } from './forked.js';
import { ACCOUNTS, load, turnPages, type Body } from './server.js';
import { table } from './table.js';

const MS = 1_500;
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
      await showReplicas([shared, second], redis!, turns);
    }
    console.log(
      'Goals: a folder at least 0.5 of memory, a Redis at least 0.25 with at most 2 round trips for a search and a 99th percentile at ' +
        'most 5 ms above that of memory; memory at least 0.95 of what it was before.',
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

/** What two mocks would serve if each had a processor of its own, by the processor time that a search takes of each. */
async function showReplicas(
  mocks: readonly [Server, Server],
  redis: RedisServer,
  turns: readonly Body[],
): Promise<void> {
  const keys = await mocks[0].newKeys(ACCOUNTS);
  const microsOver = async (some: readonly Server[]): Promise<{ mock: number; redis: number }> => {
    const before = await Promise.all(some.map(usage));
    const redisBefore = await microsOf(redis);
    const loads = some.map((mock) => load(mock, keys, turns, CONNECTIONS / some.length, { ms: MS }));
    const answers = (await Promise.all(loads)).reduce((sum, each) => sum + each.answers, 0);
    const after = await Promise.all(some.map(usage));
    const used = after.map(
      ({ cpu }, i) => cpu.user + cpu.system - before[i]!.cpu.user - before[i]!.cpu.system,
    );
    return {
      mock: used.reduce((sum, each) => sum + each, 0) / answers,
      redis: ((await microsOf(redis)) - redisBefore) / answers,
    };
  };
  // The second one is new.
  for (let warming = 0; warming < 4; warming += 1) await microsOver(mocks);
  const one = await microsOver([mocks[0]]);
  const two = await microsOver(mocks);
  console.log(
    `Two mocks over one Redis take ${Math.round(two.mock)} µs of a processor for a search, one takes ${Math.round(one.mock)}: with a ` +
      `processor each they serve ${((2 * one.mock) / two.mock).toFixed(2)} times as much (goal 1.6). The Redis takes ` +
      `${Math.round(two.redis)} µs, enough for ${(two.mock / two.redis).toFixed(1)} mocks.`,
  );
}

/** Processor time of the Redis so far. */
async function microsOf(redis: RedisServer): Promise<number> {
  const said = await told(redis, 'cpu');
  const seconds = ['used_cpu_user', 'used_cpu_sys'].map((name) =>
    Number(new RegExp(`${name}:(\\S+)`).exec(said)![1]),
  );
  return 1_000_000 * (seconds[0]! + seconds[1]!);
}

/** How many scripts it was asked to run so far. */
async function tripsOf(redis: RedisServer): Promise<number> {
  return Number(/cmdstat_evalsha:calls=(\d+)/.exec(await told(redis, 'commandstats'))?.[1] ?? 0);
}

async function told(redis: RedisServer, section: string): Promise<string> {
  const link = await Connection.open({ address: parseRedisAddress(redis.url), home: 'any' });
  const said = String(await link.send(['INFO', section]));
  link.close();
  return said;
}
