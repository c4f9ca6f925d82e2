import { afterEach, beforeAll, expect, it } from 'vitest';
import type { MockData, MockOptions } from '../../index.js';
import { startCheckedMock, testData, type CheckedMock } from '../../../test/mock/checked-mock.js';
import { clientOf, spreadClientOf, type Answer, type Client } from '../../../test/mock/client.js';
import { historyOf } from '../../../test/mock/account-history.js';
import { disorderIn, type Attempt } from '../../../test/mock/one-order.js';
import { ask } from '../../../test/servers/redis-cluster.js';
import { describeWithCluster } from '../../../test/servers/redis-server.js';

describeWithCluster('mocks that share their state in a cluster of three masters', (cluster) => {
  let data: MockData;
  const started: CheckedMock[] = [];
  beforeAll(async () => void (data = await testData()));
  afterEach(async () => {
    for (const mock of started.splice(0)) await mock.close();
  });

  async function start(state: string, statePrefix: string): Promise<CheckedMock> {
    const options: MockOptions = { shared: data, state, statePrefix };
    const mock = await startCheckedMock(options);
    started.push(mock);
    return mock;
  }

  /** Searches until it is answered with 200. */
  async function found(client: Client, limit: number, operationKey: string): Promise<Answer> {
    let answer!: Answer;
    const status = async (): Promise<number> =>
      (answer = await client.search({ limit }, operationKey)).status;
    await expect.poll(status).toBe(200);
    return answer;
  }

  it('need to know one node alone, whichever it is, and keep all of a state in one slot', async () => {
    const prefixes = Array.from({ length: 4 }, () => cluster.newPrefix());
    const homes = new Set<unknown>();
    for (const prefix of prefixes) {
      const [one, two] = [
        await start(cluster.nodes[0]!.url, prefix),
        await start(cluster.nodes[1]!.url, prefix),
      ];
      const key = await one.accounts.create({ credits: 50 });
      const { text } = await clientOf(two, key).search({ limit: 5 }, 'use_v1_a');
      expect((await clientOf(one, key).search({ limit: 5 }, 'use_v1_a')).text).toBe(text);
      const home = await cluster.homeOf(prefix);
      homes.add(home);
      const keys = (await ask(home, ['KEYS', `*${prefix}*`])) as string[];
      const slots = await Promise.all(keys.map((each) => ask(home, ['CLUSTER', 'KEYSLOT', each])));
      expect(keys.length).toBeGreaterThan(6);
      expect(new Set(slots).size).toBe(1);
    }
    // Installations share the work of the cluster.
    expect(homes.size).toBeGreaterThan(1);
  });

  it('lose nothing and charge nothing twice while their slot moves and its node is restarted', async () => {
    const prefix = cluster.newPrefix();
    const mocks = [
      await start(cluster.url, prefix),
      await start(cluster.nodes[1]!.url, prefix),
      await start(cluster.nodes[2]!.url, prefix),
    ] as const;
    const attempts: Attempt[] = [];
    const key = await mocks[0].accounts.create({ credits: 10_000, rateLimits: 'none' });
    const client = spreadClientOf(mocks, key, attempts);
    const trouble = [() => cluster.moveHome(prefix), async () => (await cluster.homeOf(prefix)).restart()];
    for (const [round, act] of trouble.entries()) {
      const searches = Array.from({ length: 18 }, (_, i) =>
        found(client, 10 + (i % 9), `use_v1_${round}_${i % 9}`),
      );
      await act();
      await Promise.all(searches);
      await client.balance();
    }
    const history = await historyOf(mocks[0], key, { attempts });
    expect(history.stored).toHaveLength(18);
    expect(disorderIn(history)).toEqual([]);
  });

  it('go to the copy that takes the place of their node', async () => {
    const prefix = cluster.newPrefix();
    const mocks = [await start(cluster.url, prefix), await start(cluster.nodes[0]!.url, prefix)] as const;
    const attempts: Attempt[] = [];
    const key = await mocks[0].accounts.create({ credits: 10_000, rateLimits: 'none' });
    const client = spreadClientOf(mocks, key, attempts);
    const { text } = await found(client, 10, 'use_v1_before');
    const home = await cluster.homeOf(prefix);
    const copy = await cluster.copyOf(home);
    await home.kill();
    expect((await client.search({ limit: 11 }, 'use_v1_11')).status).toBe(503);
    await Promise.all([11, 12, 13, 14].map((limit) => found(client, limit, `use_v1_${limit}`)));
    expect((await found(client, 10, 'use_v1_before')).text).toBe(text);
    expect(((await ask(copy, ['ROLE'])) as unknown[])[0]).toBe('master');
    // The node comes back as a copy, and is left alone.
    await home.start();
    const role = async (): Promise<unknown> => ((await ask(home, ['ROLE'])) as unknown[])[0];
    await expect.poll(role).toBe('slave');
    await found(client, 15, 'use_v1_15');
    const history = await historyOf(mocks[1], key, { attempts });
    expect(history.stored).toHaveLength(6);
    expect(disorderIn(history)).toEqual([]);
  });

  it('refuse a database, of which a cluster has one, and nodes that do not answer', async () => {
    const refusal = (state: string): Promise<string> =>
      start(state, cluster.newPrefix()).then(
        () => 'it started',
        ({ message }: Error) => message,
      );
    expect(await refusal(cluster.nodes[0]!.url.replace(/\/0$/, '/3'))).toMatch(
      /^Failed to start: --state redis:.*\/3 cannot be used \(ERR SELECT is not allowed in cluster mode\)/,
    );
    expect(await refusal('redis://127.0.0.1:1,127.0.0.1:2')).toContain(
      '--state redis://127.0.0.1:1,127.0.0.1:2/0 cannot be used (connect ECONNREFUSED 127.0.0.1:2)',
    );
  });
});
