import { beforeAll, expect, it } from 'vitest';
import type { MockData } from '../../index.js';
import { startCheckedMock, testData, type CheckedMock } from '../../../test/mock/checked-mock.js';
import { clientOf, spreadClientOf, type Client } from '../../../test/mock/client.js';
import { historyOf } from '../../../test/mock/account-history.js';
import { disorderIn, type Attempt } from '../../../test/mock/one-order.js';
import { describeWithRedis } from '../../../test/servers/redis-server.js';
import { SlowNetwork } from '../../../test/servers/slow-network.js';

describeWithRedis('two mocks, one of them behind a bad network', (redis) => {
  let data: MockData;
  beforeAll(async () => void (data = await testData()));

  const start = (port: number, statePrefix: string): Promise<CheckedMock> =>
    startCheckedMock({ shared: data, state: redis.urlAt(port), statePrefix });

  /** Searches until it is answered with 200. */
  async function found(client: Client, limit: number, operationKey: string): Promise<void> {
    const status = async (): Promise<number> => (await client.search({ limit }, operationKey)).status;
    await expect.poll(status).toBe(200);
  }

  it('answer everything once and in one order where it is slow and breaks again and again', async () => {
    const prefix = redis.newPrefix();
    await using network = await SlowNetwork.to(redis.port);
    await using near = await start(redis.port, prefix);
    await using far = await start(network.port, prefix);
    const key = await near.accounts.create({ credits: 10_000, rateLimits: 'none' });
    const attempts: Attempt[] = [];
    const client = spreadClientOf([near, far], key, attempts);
    network.delayMs = 15;
    for (let round = 0; round < 6; round += 1) {
      const searches = Array.from({ length: 12 }, (_, i) =>
        found(client, 5 + (i % 6), `use_v1_${round}_${i % 6}`),
      );
      // Some are answered before, some are on their way, some come after.
      if (round % 2 === 1) void searches[2]!.then(() => network.cut());
      await Promise.all(searches);
      await client.balance().catch(() => undefined);
    }
    const history = await historyOf(near, key, { attempts });
    expect(history.stored).toHaveLength(36);
    expect(disorderIn(history)).toEqual([]);
  });

  it('refuse with 503 in finite time and charge nothing where nothing comes through, and go on then', async () => {
    const prefix = redis.newPrefix();
    await using network = await SlowNetwork.to(redis.port);
    await using near = await start(redis.port, prefix);
    await using far = await start(network.port, prefix);
    const key = await near.accounts.create({ credits: 1_000, rateLimits: 'none' });
    const attempts: Attempt[] = [];
    const [here, there] = [clientOf(near, key, attempts), clientOf(far, key, attempts)];
    await found(there, 5, 'use_v1_before');
    network.swallow();
    const refused = await Promise.all([
      ...[1, 2, 3].map((i) => there.search({ limit: 5 + i }, `use_v1_${i}`)),
      there.get('getCreditBalance'),
      here.search({ limit: 9 }, 'use_v1_here'),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([503, 503, 503, 503, 200]);
    expect(refused[0]!.body.detail).toMatch(/^service_unavailable/);
    // Nobody is waited for any more.
    expect((await there.search({ limit: 6 }, 'use_v1_1')).status).toBe(503);
    expect(await here.balance()).toBe(991);
    network.heal();
    for (const i of [1, 2, 3]) await found(there, 5 + i, `use_v1_${i}`);
    await there.balance();
    expect(disorderIn(await historyOf(near, key, { attempts }))).toEqual([]);
  });

  it('refuse to start in finite time where nothing comes through', async () => {
    await using network = await SlowNetwork.to(redis.port);
    network.swallow();
    await expect(start(network.port, redis.newPrefix())).rejects.toThrow(
      /^Failed to start: --state redis:\/\/127\.0\.0\.1:\d+\/0 cannot be used \(it does not answer\)\./,
    );
  });
});
