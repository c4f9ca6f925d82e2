/**
 * What two mocks over one Redis serve beside one. Where mocks, Redis and load share a few cores, searches a second say how many cores
 * there are; the processor time that a search takes of the mocks says what they would serve with a core each.
 */
import { cpus } from 'node:os';
import type { RedisServer } from '../../test/servers/redis-process.js';
import { usage, type Server } from './forked.js';
import { ACCOUNTS, load, type Body } from './server.js';
import { table } from './table.js';
import { told, tripsOf } from './told.js';

/** Searches of a round: as many in each case, so that as many of them are new. */
const SEARCHES = 4_000;
/** To each mock, so that each has as much to do at once. */
const CONNECTIONS = 64;
/** The second mock is new: until it has compiled what it runs. */
const WARMING = 3;

interface Case {
  name: string;
  mocks: readonly Server[];
  accounts: number;
  /** Whether all mocks serve all of them. */
  shared: boolean;
  /** What one mock has to do for as many accounts. */
  beside?: Case;
}

/** So many that two requests of one of them hardly meet. */
const MANY = 25 * ACCOUNTS;

/** Microseconds of a processor for a search, and how many searches there were in a second. */
interface Cost {
  mocks: number;
  redis: number;
  load: number;
  /** Round trips to the Redis. */
  trips: number;
  /** All else that kept the processors busy. */
  others: number;
  idle: number;
  rate: number;
}

export async function showReplicas(
  mocks: readonly [Server, Server],
  redis: RedisServer,
  turns: readonly Body[],
  rounds: number,
): Promise<void> {
  const one: Case = { name: 'one', mocks: [mocks[0]], accounts: ACCOUNTS, shared: false };
  const own: Case = {
    ...one,
    name: 'two, each with accounts of its own',
    mocks,
    accounts: 2 * ACCOUNTS,
    beside: one,
  };
  const oneOfMany: Case = { ...one, name: `one, of ${MANY.toLocaleString('en')} accounts`, accounts: MANY };
  const [all, allOfMany] = [one, oneOfMany].map((beside): Case => {
    const name = `two, each with all ${beside.accounts.toLocaleString('en')} accounts`;
    return { ...beside, name, mocks, shared: true, beside };
  }) as [Case, Case];
  const cases = [one, own, all, oneOfMany, allOfMany];
  const costs = new Map<Case, Cost[]>(cases.map((each) => [each, []]));
  for (let round = 0; round < WARMING; round += 1) await costOf(own, redis, turns);
  // In turn, so that a machine that slows down slows all of them.
  for (let round = 0; round < rounds; round += 1)
    for (const each of cases) costs.get(each)!.push(await costOf(each, redis, turns));
  const median = (each: Case, what: keyof Cost): number =>
    costs
      .get(each)!
      .map((cost) => cost[what])
      .sort((a, b) => a - b)[rounds >> 1]!;
  const scaled = (each: Case): string =>
    each.beside === undefined
      ? ''
      : ((each.mocks.length * median(each.beside, 'mocks')) / median(each, 'mocks')).toFixed(2);
  const micros = (each: Case, what: keyof Cost): string => `${Math.round(median(each, what))} µs`;
  const rows = cases.map((each) => [
    each.name,
    micros(each, 'mocks'),
    scaled(each),
    median(each, 'trips').toFixed(2),
    micros(each, 'redis'),
    micros(each, 'load'),
    micros(each, 'others'),
    Math.round(median(each, 'rate')).toLocaleString('en'),
    `${Math.round(100 * median(each, 'idle'))} %`,
  ]);
  const head = [
    'mocks over one Redis',
    'of the mocks a search',
    'times one, with a core each',
    'round trips a search',
    'of the Redis',
    'of the load',
  ];
  console.log(table([...head, 'of other programs', 'searches/s here', 'idle'], rows));
  console.log(`Goal: with a core each, 1.6 times one. ${limitOf(own, median)}`);
}

/** What kept two mocks from serving more here. */
function limitOf(two: Case, median: (each: Case, what: keyof Cost) => number): string {
  const cores = cpus().length;
  const wanted = median(two, 'mocks') + median(two, 'redis') + median(two, 'load');
  const isFull = median(two, 'idle') < 0.1;
  return (
    `A search takes ${Math.round(wanted)} µs of all of it, so that ${cores} cores give at most ` +
    `${Math.round((cores * 1_000_000) / wanted).toLocaleString('en')} searches a second, however many mocks there are: ` +
    (isFull ? 'here the cores were the limit. ' : 'here it was not the cores alone. ') +
    `A core of the Redis is enough for ${(median(two, 'mocks') / median(two, 'redis')).toFixed(1)} mocks with a core each.`
  );
}

async function costOf(
  { mocks, accounts, shared }: Case,
  redis: RedisServer,
  turns: readonly Body[],
): Promise<Cost> {
  const keys = await mocks[0]!.newKeys(accounts);
  const keysOf = (i: number): string[] => {
    const share = accounts / mocks.length;
    const from = i * share;
    if (!shared) return keys.slice(from, from + share);
    // Not in step, as behind a load balancer.
    return [...keys.slice(from), ...keys.slice(0, from)];
  };
  const before = await spent(mocks, redis);
  const count = mocks.length;
  const loads = mocks.map((mock, i) =>
    load(mock, keysOf(i), turns, CONNECTIONS, { answers: SEARCHES / count }),
  );
  const results = await Promise.all(loads);
  const after = await spent(mocks, redis);
  const answers = results.reduce((sum, each) => sum + each.answers, 0);
  const refused = results.reduce((sum, each) => sum + each.refused, 0);
  if (refused > 0) throw new Error(`mocks over one Redis refused ${refused} requests`);
  const of = (what: keyof Spent): number => (after[what] - before[what]) / answers;
  return {
    mocks: of('mocks'),
    redis: of('redis'),
    load: of('load'),
    trips: of('trips'),
    others: Math.max(0, of('busy') - of('mocks') - of('redis') - of('load')),
    idle: of('idle') / (of('idle') + of('busy')),
    rate: answers / Math.max(...results.map(({ seconds }) => seconds)),
  };
}

/** Microseconds of processors so far, and round trips. */
interface Spent {
  mocks: number;
  redis: number;
  load: number;
  trips: number;
  /** Of the machine. */
  busy: number;
  idle: number;
}

async function spent(mocks: readonly Server[], redis: RedisServer): Promise<Spent> {
  const used = await Promise.all(mocks.map(usage));
  const own = process.cpuUsage();
  const said = await told(redis, 'cpu');
  const ofRedis = ['used_cpu_user', 'used_cpu_sys'].map((name) =>
    Number(new RegExp(`${name}:(\\S+)`).exec(said)![1]),
  );
  const machine = cpus().map(({ times }) => times);
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);
  return {
    mocks: sum(used.map(({ cpu }) => cpu.user + cpu.system)),
    redis: 1_000_000 * sum(ofRedis),
    load: own.user + own.system,
    trips: await tripsOf(redis),
    busy: 1_000 * sum(machine.map(({ user, nice, sys, irq }) => user + nice + sys + irq)),
    idle: 1_000 * sum(machine.map(({ idle }) => idle)),
  };
}
