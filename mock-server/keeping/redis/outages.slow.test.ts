/** Tests that mocks lose nothing and charge nothing twice while their shared Redis or its network fails. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { historyOf } from '../../../test/mock/account-history.js';
import { startCheckedMock, testData, type CheckedMock } from '../../../test/mock/checked-mock.js';
import { clientOf, spreadClientOf, type Answer, type Client } from '../../../test/mock/client.js';
import { disorderIn, type Attempt } from '../../../test/mock/one-order.js';
import { listen } from '../../../test/servers/listen.js';
import { ask } from '../../../test/servers/redis-cluster.js';
import { PASSWORD, redisProgram, RedisServer } from '../../../test/servers/redis-process.js';
import { describeWithCluster, describeWithRedis } from '../../../test/servers/redis-server.js';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { Connection } from './connection.js';

/** A network between a mock and its Redis that can be slow, break connections, or drop data. `target` is the port of the Redis. */
async function slowNetwork(target: number) {
  const join = (from: Socket, to: Socket): void => {
    let last = 0;
    from.on('data', (chunk: Buffer) => {
      if (network.isSwallowing) return;
      // Keeps the order if the delay gets shorter.
      last = Math.max(last, performance.now() + network.delayMs);
      setTimeout(() => to.writable && to.write(chunk), last - performance.now());
    });
    from.on('error', () => undefined);
    from.on('close', () => to.destroy());
  };
  const near = await listen(
    createServer((socket) => {
      const far = connect(target, '127.0.0.1');
      join(socket, far);
      join(far, socket);
    }),
  );
  const network = {
    port: near.port,
    /** Milliseconds of delay in each direction. */
    delayMs: 0,
    /** Drops everything, without an error on either side. Call `cut` afterwards, because the dropped bytes are lost. */
    isSwallowing: false,
    /** Breaks all connections; new ones are accepted. */
    cut: near.cut,
    [Symbol.asyncDispose]: near.close,
  };
  return network;
}

const started: CheckedMock[] = [];
const shared = await testData();
const patience = { silenceMs: 1_000, watchMs: 100 };
Connection.patience = patience;
afterEach(async () => {
  Connection.patience = patience;
  for (const mock of started.splice(0)) await mock.close();
});

async function startAt(statePrefix: string, ...addresses: string[]): Promise<CheckedMock[]> {
  for (const state of addresses) started.push(await startCheckedMock({ shared, state, statePrefix }));
  return started.slice(-addresses.length);
}

interface Caller {
  mocks: readonly CheckedMock[];
  client: Client;
  attempts: Attempt[];
}

/** Creates a client of an account with enough credits, which sends to the mocks in turn. */
async function callerOf(mocks: readonly CheckedMock[]): Promise<Caller> {
  const attempts: Attempt[] = [];
  const key = await mocks[0]!.accounts.create({ credits: 10_000, rateLimits: 'none' });
  return { mocks, client: spreadClientOf(mocks, key, attempts), attempts };
}

/** Searches until the answer is a 200. */
async function found(client: Client, limit: number, operationKey: string): Promise<Answer> {
  let answer!: Answer;
  const status = async (): Promise<number> => (answer = await client.search({ limit }, operationKey)).status;
  // Dozens of callers retry concurrently.
  await expect.poll(status, { interval: 100 }).toBe(200);
  return answer;
}

async function isInOrder({ mocks, client, attempts }: Caller, stored: number): Promise<void> {
  const history = await historyOf(mocks.at(-1)!, client.key, { attempts });
  expect(history.stored).toHaveLength(stored);
  expect(disorderIn(history)).toEqual([]);
}

/** In each round, sends `searches` searches with `keys` operation keys while an outage happens. */
async function survives(
  mocks: readonly CheckedMock[],
  rounds: readonly ((searches: Promise<unknown>[]) => Promise<unknown> | void)[],
  { searches, keys }: { searches: number; keys: number },
): Promise<void> {
  const caller = await callerOf(mocks);
  for (const [round, goWrong] of rounds.entries()) {
    const sent = Array.from({ length: searches }, (_, i) =>
      found(caller.client, 10 + (i % keys), `use_v1_${round}_${i % keys}`),
    );
    await goWrong(sent);
    await Promise.all(sent);
    await caller.client.balance().catch(() => undefined);
  }
  await isInOrder(caller, rounds.length * keys);
}

const roleOf = async (server: RedisServer): Promise<unknown> =>
  ((await ask(server, ['ROLE'])) as unknown[])[0];

/** From now on, mocks give up only closed connections, not silent ones. */
function neverSilent(): void {
  Connection.patience = { ...patience, silenceMs: Infinity };
}

/** Stops a server; the mocks must move to its copy. Then restarts it as a copy, which the mocks must not use. */
async function survivesTheLossOf(
  server: RedisServer,
  copyOf: () => Promise<RedisServer>,
  mocks: readonly CheckedMock[],
): Promise<void> {
  const caller = await callerOf(mocks);
  const { client } = caller;
  const { text } = await found(client, 10, 'use_v1_before');
  const copy = await copyOf();
  await server.kill();
  expect((await client.search({ limit: 11 }, 'use_v1_11')).status).toBe(503);
  await Promise.all([11, 12, 13, 14].map((limit) => found(client, limit, `use_v1_${limit}`)));
  expect((await found(client, 10, 'use_v1_before')).text).toBe(text);
  expect(await roleOf(copy)).toBe('master');
  await server.start();
  await ask(server, ['CONFIG', 'SET', 'masterauth', PASSWORD]);
  // A Sentinel does the same, but late on a busy machine. A cluster rejects the command, and does not need it.
  await ask(server, ['REPLICAOF', '127.0.0.1', `${copy.port}`]).catch(() => undefined);
  await expect.poll(() => roleOf(server)).toBe('slave');
  await found(client, 15, 'use_v1_15');
  await isInOrder(caller, 6);
}

describeWithRedis('mocks that share a Redis', (redis) => {
  it('survive its restarts under load', async () => {
    const mocks = await startAt(redis.newPrefix(), redis.url, redis.url, redis.url);
    const restart = (): Promise<void> => {
      // Some searches are in progress at this moment.
      redis.stall();
      return redis.restart();
    };
    await survives(mocks, [restart, restart, restart, restart], { searches: 24, keys: 8 });
  });

  it('survive a slow network that breaks again and again', async () => {
    await using network = await slowNetwork(redis.port);
    network.delayMs = 15;
    const mocks = await startAt(redis.newPrefix(), redis.url, redis.urlAt(network.port));
    const nothing = (): void => undefined;
    // Some searches are answered before, some are in progress, some arrive afterwards.
    const cut = (searches: Promise<unknown>[]): Promise<void> => searches[2]!.then(() => network.cut());
    await survives(mocks, [nothing, cut, nothing, cut, nothing, cut], { searches: 12, keys: 6 });
  });

  it('refuse with 503 in finite time and charge nothing while the network is silent, and recover', async () => {
    await using network = await slowNetwork(redis.port);
    const [near, far] = (await startAt(redis.newPrefix(), redis.url, redis.urlAt(network.port))) as [
      CheckedMock,
      CheckedMock,
    ];
    const attempts: Attempt[] = [];
    const key = await near.accounts.create({ credits: 1_000, rateLimits: 'none' });
    const [here, there] = [clientOf(near, key, attempts), clientOf(far, key, attempts)];
    await found(there, 5, 'use_v1_before');
    network.isSwallowing = true;
    const refused = await Promise.all([
      ...[1, 2, 3].map((i) => there.search({ limit: 5 + i }, `use_v1_${i}`)),
      there.get('getCreditBalance'),
      here.search({ limit: 9 }, 'use_v1_here'),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([503, 503, 503, 503, 200]);
    expect(refused[0]!.body.detail).toMatch(/^service_unavailable/);
    // From then on a request does not wait for the silent Redis.
    expect((await there.search({ limit: 6 }, 'use_v1_1')).status).toBe(503);
    expect(await here.balance()).toBe(991);
    network.isSwallowing = false;
    network.cut();
    for (const i of [1, 2, 3]) await found(there, 5 + i, `use_v1_${i}`);
    await there.balance();
    expect(disorderIn(await historyOf(near, key, { attempts }))).toEqual([]);
  });

  it('refuse to start in finite time if the network is silent', async () => {
    await using network = await slowNetwork(redis.port);
    network.isSwallowing = true;
    await expect(startAt(redis.newPrefix(), redis.urlAt(network.port))).rejects.toThrow(
      /^Failed to start: --state redis:\/\/127\.0\.0\.1:\d+\/0 cannot be used \(it does not answer\)\./,
    );
  });
});

describeWithRedis('mocks with a Redis and its copy', (primary) => {
  /** Starts a Sentinel, which promotes the copy if the primary fails. */
  async function watch(): Promise<void> {
    const folder = temporaryFolder();
    const file = path.join(folder, 'sentinel.conf');
    const lines = [
      'port 0',
      `unixsocket ${path.join(folder, 'socket')}`,
      `dir ${folder}`,
      `sentinel monitor its 127.0.0.1 ${primary.port} 1`,
      `sentinel auth-pass its "${PASSWORD}"`,
      'sentinel down-after-milliseconds its 1000',
    ];
    writeFileSync(file, lines.join('\n'));
    const sentinel = spawn(redisProgram!, [file, '--sentinel']);
    onTestFinished(() => void sentinel.kill('SIGKILL'));
    let said = '';
    sentinel.stdout.on('data', (text: Buffer) => (said += text.toString()));
    await expect.poll(() => said).toContain('+slave ');
  }

  it('move from a copy to its primary, and to the copy once a Sentinel has promoted it', async () => {
    neverSilent();
    const copy = new RedisServer(['--appendfsync', 'no']);
    onTestFinished(() => copy.end());
    await copy.start();
    await ask(copy, ['CONFIG', 'SET', 'masterauth', PASSWORD]);
    await ask(copy, ['REPLICAOF', '127.0.0.1', `${primary.port}`]);
    const link = async (): Promise<unknown> => ((await ask(copy, ['ROLE'])) as unknown[])[3];
    await expect.poll(link).toBe('connected');
    // The first address is that of the copy. The mocks write nothing to it.
    const state = copy.url.replace(/\/0$/, `,127.0.0.1:${primary.port}/0`);
    const mocks = await startAt(primary.newPrefix(), state, state);
    const offsetOf = async (server: RedisServer): Promise<string | undefined> => {
      const text = String(await ask(server, ['INFO', 'replication']));
      return (/slave_repl_offset:(\d+)/.exec(text) ?? /master_repl_offset:(\d+)/.exec(text))?.[1];
    };
    // A failover would lose writes that have not reached the copy.
    const hasAll = async (): Promise<boolean> =>
      (await ask(primary, ['DBSIZE'])) === (await ask(copy, ['DBSIZE'])) &&
      (await offsetOf(primary)) === (await offsetOf(copy));
    await survivesTheLossOf(
      primary,
      async () => {
        await expect.poll(hasAll).toBe(true);
        await watch();
        return copy;
      },
      mocks,
    );
  });
});

describeWithCluster('mocks that share a cluster of three masters', (cluster) => {
  it('need only one node of the cluster, and keep the whole state in one slot', async () => {
    const prefixes = Array.from({ length: 4 }, () => cluster.newPrefix());
    const homes = new Set<unknown>();
    for (const prefix of prefixes) {
      const [one, two] = await startAt(prefix, cluster.nodes[0]!.url, cluster.nodes[1]!.url);
      const key = await one!.accounts.create({ credits: 50 });
      const { text } = await clientOf(two!, key).search({ limit: 5 }, 'use_v1_a');
      expect((await clientOf(one!, key).search({ limit: 5 }, 'use_v1_a')).text).toBe(text);
      const home = await cluster.homeOf(prefix);
      homes.add(home);
      const keys = (await ask(home, ['KEYS', `*${prefix}*`])) as string[];
      const slots = await Promise.all(keys.map((each) => ask(home, ['CLUSTER', 'KEYSLOT', each])));
      expect(keys.length).toBeGreaterThan(6);
      expect(new Set(slots).size).toBe(1);
    }
    // Installations are spread over the cluster.
    expect(homes.size).toBeGreaterThan(1);
  });

  it('survive a move of their slot and a restart of its node', async () => {
    const prefix = cluster.newPrefix();
    const mocks = await startAt(prefix, cluster.url, cluster.nodes[1]!.url, cluster.nodes[2]!.url);
    const move = (): Promise<void> => cluster.moveHome(prefix);
    const restart = async (): Promise<void> => (await cluster.homeOf(prefix)).restart();
    await survives(mocks, [move, restart], { searches: 18, keys: 9 });
  });

  it('move to the copy that replaces their node', async () => {
    neverSilent();
    const prefix = cluster.newPrefix();
    const mocks = await startAt(prefix, cluster.url, cluster.nodes[0]!.url);
    const home = await cluster.homeOf(prefix);
    await survivesTheLossOf(home, () => cluster.copyOf(home), mocks);
  });

  it('reject a database number, which clusters do not support, and nodes that do not answer', async () => {
    const third = cluster.nodes[0]!.url.replace(/\/0$/, '/3');
    await expect(startAt(cluster.newPrefix(), third)).rejects.toThrow(
      /^Failed to start: --state redis:.*\/3 cannot be used \(ERR SELECT is not allowed in cluster mode\)/,
    );
    await expect(startAt(cluster.newPrefix(), 'redis://127.0.0.1:1,127.0.0.1:2')).rejects.toThrow(
      '--state redis://127.0.0.1:1,127.0.0.1:2/0 cannot be used (connect ECONNREFUSED 127.0.0.1:2)',
    );
  });
});
