/** `npm run bench -- state`: searches with the state in memory, a folder, a Redis and a shared Redis; then start times. */
import { parseRedisAddress } from '../../mock-server/keeping/redis/address.js';
import { Connection } from '../../mock-server/keeping/redis/connection.js';
import { redisProgram, RedisServer } from '../../test/servers/redis-process.js';
import { scratchFolder } from '../../test/support/scratch-folder.js';
import { table } from '../table.js';
import { median } from './measure.js';
import { ACCOUNTS, load, turnPages, type Body } from './server.js';
import { end, forkMock, microsOf, usage, type Server } from './servers.js';

const MS = 1_500;
/** Duration of an uncounted load before each measurement, during which the previous server finishes work such as disk writes. */
const SETTLE_MS = 400;
const CONNECTIONS = 64;
/** Few enough that a search hardly waits for another one. */
const FEW_CONNECTIONS = 2;
const STARTS = 3;
const MANY_ACCOUNTS = 10_000;

interface Place {
  name: string;
  mocks: readonly Server[];
  redis?: RedisServer;
  /** Whether each mock serves all accounts of the load, instead of its own share. */
  sharesAccounts?: boolean;
}

export async function benchState({ checkout, rounds }: { checkout?: string; rounds: number }): Promise<void> {
  using folder = scratchFolder();
  const redis = redisProgram === undefined ? undefined : new RedisServer();
  if (redis === undefined) console.log('This machine has no redis-server; skipping the rows of Redis.');
  const places: Place[] = [];
  try {
    await redis?.start();
    places.push({ name: 'memory', mocks: [await forkMock()] });
    if (checkout !== undefined)
      places.push({ name: `memory, ${checkout}`, mocks: [await forkMock({ checkout })] });
    places.push({ name: '--state FOLDER', mocks: [await forkMock({ state: folder.file('load') })] });
    if (redis !== undefined) {
      const mocks = [await forkMock({ state: redis.url }), await forkMock({ state: redis.url })];
      places.push({ name: '--state redis://', mocks: mocks.slice(0, 1), redis });
      places.push({ name: 'two mocks, separate accounts', mocks, redis });
      places.push({ name: 'two mocks, the same accounts', mocks, redis, sharesAccounts: true });
    }
    await showCosts(places, rounds);
    await showStarts(folder.file('starts'), redis);
    console.log(
      'Goals: a folder at least 0.5 of memory, a Redis at least 0.25 with at most 2 round trips per search and a 99th percentile at ' +
        'most 5 ms above that of memory; memory at least 0.95 of another version; two mocks at least 1.6 times one, with a core ' +
        'each; a start with 10,000 accounts under 2 s.',
    );
  } finally {
    for (const server of places.flatMap(({ mocks }) => mocks)) server.process.kill();
    await redis?.end();
  }
}

async function showCosts(places: readonly Place[], rounds: number): Promise<void> {
  const { requests } = await turnPages(places[0]!.mocks[0]!);
  const costs = places.map((): Awaited<ReturnType<typeof costOf>>[] => []);
  // In turn, so that all places are affected if the machine slows down. The first round is a warm-up.
  for (let round = 0; round <= rounds; round += 1)
    for (const [i, place] of places.entries()) {
      await costOf(place, requests, CONNECTIONS, SETTLE_MS);
      const cost = await costOf(place, requests, CONNECTIONS, MS);
      if (round > 0) costs[i]!.push(cost);
    }
  const medians = costs.map((each) => {
    const of = (what: 'rate' | 'micros' | 'trips'): number => median(each.map((cost) => cost[what]));
    return { rate: of('rate'), micros: of('micros'), trips: of('trips') };
  });
  const single = medians[places.findIndex(({ redis }) => redis !== undefined)];
  const rows: string[][] = [];
  let memoryWait: number | null = null;
  for (const [i, place] of places.entries()) {
    const { rate, micros, trips } = medians[i]!;
    const { waits } = await costOf(place, requests, FEW_CONNECTIONS, MS);
    const [half, most] = [waits[waits.length >> 1]!, waits[Math.floor(0.99 * waits.length)]!];
    memoryWait ??= most;
    const isPair = place.mocks.length > 1;
    rows.push([
      place.name,
      Math.round(rate).toLocaleString('en'),
      (rate / medians[0]!.rate).toFixed(2),
      // Other programs on the machine affect processor time less.
      `${Math.round(micros)} µs`,
      isPair ? ((2 * single!.micros) / micros).toFixed(2) : '',
      place.redis === undefined ? '' : trips.toFixed(2),
      ...[half, most, most - memoryWait].map((ms) => `${ms.toFixed(1)} ms`),
    ]);
  }
  const rates = ['state', 'searches/s', 'of memory', 'processor time', 'times one, a core each'];
  const waits = [`median at ${FEW_CONNECTIONS} connections`, '99th percentile', 'above memory'];
  console.log(table([...rates, 'round trips', ...waits], rows));
}

/** Returns the cost of a search in one measurement, summed over all mocks. */
async function costOf(
  { mocks, redis, sharesAccounts = false }: Place,
  requests: readonly Body[],
  connections: number,
  ms: number,
) {
  const keys = await mocks[0]!.newKeys(ACCOUNTS * mocks.length);
  // Each mock gets the shared accounts in another order, as behind a load balancer.
  const keysOf = (i: number): string[] =>
    sharesAccounts
      ? [...keys.slice(i * ACCOUNTS), ...keys.slice(0, i * ACCOUNTS)]
      : keys.slice(i * ACCOUNTS, (i + 1) * ACCOUNTS);
  const spent = async (): Promise<[micros: number, trips: number]> => {
    const micros = (await Promise.all(mocks.map(usage))).map(microsOf);
    return [micros.reduce((sum, each) => sum + each, 0), redis === undefined ? 0 : await tripsOf(redis)];
  };
  const before = await spent();
  const results = await Promise.all(
    mocks.map((mock, i) => load(mock, keysOf(i), requests, connections, { ms })),
  );
  const after = await spent();
  const answers = results.reduce((sum, each) => sum + each.answers, 0);
  return {
    rate: answers / Math.max(...results.map(({ seconds }) => seconds)),
    /** Processor time of the mocks, µs. */
    micros: (after[0] - before[0]) / answers,
    trips: (after[1] - before[1]) / answers,
    /** Times until the answer, ascending, ms. */
    waits: results.flatMap(({ waits }) => waits).sort((a, b) => a - b),
  };
}

/** Returns how many scripts a Redis has run, one for each round trip of a search. */
async function tripsOf({ url }: RedisServer): Promise<number> {
  const link = await Connection.open(parseRedisAddress(url), 'any');
  const stats = String(await link.send(['INFO', 'commandstats']));
  link.close();
  return Number(/cmdstat_evalsha:calls=(\d+)/.exec(stats)?.[1] ?? 0);
}

/** Prints the time from the start of the process until the mock listens, with its seeded accounts and with many. */
async function showStarts(folder: string, redis: RedisServer | undefined): Promise<void> {
  const states = [['--state FOLDER', folder]];
  // Another database than that with the accounts of the load.
  if (redis !== undefined) states.push(['--state redis://', redis.url.replace(/\/0$/, '/1')]);
  const rows: string[][] = [];
  for (const [name = '', state = ''] of states) {
    const few = await fastestStart(state);
    const mock = await forkMock({ state });
    await mock.newKeys(MANY_ACCOUNTS);
    await end(mock);
    rows.push([name, ...few, ...(await fastestStart(state))]);
  }
  const many = `with ${MANY_ACCOUNTS.toLocaleString('en')} accounts`;
  console.log(table(['state', 'ready with 6 accounts', 'processor', `ready ${many}`, 'processor'], rows));
}

/** Wall and processor time of the fastest of several starts, which other programs delay least. */
async function fastestStart(state: string): Promise<string[]> {
  const starts: [number, number][] = [];
  for (let i = 0; i < STARTS; i += 1) {
    const begun = performance.now();
    const mock = await forkMock({ state });
    starts.push([(performance.now() - begun) / 1_000, microsOf(await usage(mock)) / 1_000_000]);
    await end(mock);
  }
  return starts.sort(([a], [b]) => a - b)[0]!.map((seconds) => `${seconds.toFixed(2)} s`);
}
