import { spawnSync } from 'node:child_process';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { MockData, MockOptions } from '../../index.js';
import { SHARED_VERSION } from '../../state/format-versions.js';
import { startCheckedMock, testData, type CheckedMock } from '../../../test/mock/checked-mock.js';
import { callAdmin, clientOf, spreadClientOf, type Answer } from '../../../test/mock/client.js';
import { describeWithRedis, PASSWORD } from '../../../test/servers/redis-server.js';
import { compiledProgram } from '../../../test/support/program.js';
import { Connection } from './connection.js';
import { parseRedisAddress } from './address.js';
import { Store, type Part } from './store.js';

const openLink = (url: string): Promise<Connection> => Connection.open(parseRedisAddress(url), 'any');

describeWithRedis('mocks that share their state in a Redis', (redis) => {
  let data: MockData;
  const started: CheckedMock[] = [];
  beforeAll(async () => void (data = await testData()));
  afterEach(async () => {
    for (const mock of started.splice(0)) await mock.close();
  });

  async function start(statePrefix: string, more: MockOptions = {}): Promise<CheckedMock> {
    const mock = await startCheckedMock({ shared: data, state: redis.url, statePrefix, ...more });
    started.push(mock);
    return mock;
  }

  async function threeOf(statePrefix = redis.newPrefix()): Promise<[CheckedMock, CheckedMock, CheckedMock]> {
    return [await start(statePrefix), await start(statePrefix), await start(statePrefix)];
  }

  /** Repeats `ask` until `isSo` is true, because a mock retries in the background. */
  async function until<T>(ask: () => Promise<T>, isSo: (value: T) => boolean): Promise<T> {
    let last!: T;
    await expect.poll(async () => isSo((last = await ask()))).toBe(true);
    return last;
  }
  const healthy = (mock: CheckedMock): Promise<Answer> =>
    until(
      () => callAdmin(mock, 'GET', '/health'),
      ({ status }) => status === 200,
    );

  it('see changes by the admin API of another mock immediately', async () => {
    const [one, two, three] = await threeOf();
    const made = await callAdmin(one, 'POST', '/accounts', { id: 'shared', credits: 20 });
    const { key } = made.body;
    const client = clientOf(two, key);
    expect(await client.balance()).toBe(20);
    await callAdmin(three, 'PATCH', '/accounts/shared', { credits: 3, rateLimits: { searchJobs: 1 } });
    expect(await client.balance()).toBe(3);
    expect((await client.search({ limit: 5 })).status).toBe(402);
    expect((await client.search({ limit: 5 })).status).toBe(429);
    await callAdmin(one, 'POST', '/clock/advance', { minutes: 2 });
    expect((await client.search({ limit: 2 })).status).toBe(200);
    expect((await callAdmin(three, 'GET', '/accounts/shared')).body).toMatchObject({
      credits: 1,
      paidJobs: 2,
    });
    await callAdmin(three, 'PATCH', '/accounts/shared', { active: false });
    expect((await client.get('getCreditBalance')).status).toBe(403);
    await callAdmin(one, 'PATCH', '/accounts/shared', { active: true });
    expect(await client.balance()).toBe(1);
    await callAdmin(three, 'POST', '/accounts/shared/reset');
    expect(await client.balance()).toBe(20);
    await callAdmin(one, 'DELETE', '/accounts/shared');
    expect((await client.get('getCreditBalance')).status).toBe(403);
    await callAdmin(two, 'POST', '/accounts', { id: 'shared', key, credits: 7 });
    expect(await clientOf(one, key).balance()).toBe(7);
    await callAdmin(three, 'POST', '/reset');
    expect((await clientOf(one, key).get('getCreditBalance')).status).toBe(403);
    expect(await clientOf(two, 'key_small').balance()).toBe(3);
  });

  it('learn the latest state of an account that another mock created and changed', async () => {
    const [one, two] = await threeOf();
    const key = await one.accounts.create({ active: false });
    await one.accounts.patch(key, { active: true });
    expect((await clientOf(two, key).get('getCreditBalance')).status).toBe(200);
    // The next account is created and changed while the second mock reads all changes.
    const changedSince = vi.spyOn(Store.prototype, 'changedSince').mockImplementationOnce(async function (
      this: Store,
      since,
    ) {
      await clientOf(one, await one.accounts.create()).search({ limit: 5 });
      return this.changedSince(since);
    });
    await two.world.keeper.refresh('all');
    changedSince.mockRestore();
    for (const mock of [one, two]) await mock.world.keeper.refresh('all');
    expect(two.exportState().accounts).toEqual(one.exportState().accounts);
  });

  it('continue the journal of an account that another mock reset, and not of one that it deleted', async () => {
    const [one, two] = await threeOf();
    const { key } = (await callAdmin(one, 'POST', '/accounts', { id: 'shared' })).body;
    const client = clientOf(two, key);
    const requests = async (): Promise<number> => {
      await client.balance();
      return (await callAdmin(two, 'GET', '/journal?account=shared')).body.entries.length;
    };
    expect(await requests()).toBe(1);
    await callAdmin(one, 'POST', '/accounts/shared/reset');
    expect(await requests()).toBe(2);
    await callAdmin(one, 'DELETE', '/accounts/shared');
    await callAdmin(one, 'POST', '/accounts', { id: 'shared', key });
    expect(await requests()).toBe(1);
    // The mock that gets the call clears its own journal.
    await callAdmin(two, 'POST', '/accounts/shared/reset');
    expect(await requests()).toBe(1);
    await two.importState(two.exportState());
    expect(await requests()).toBe(1);
  });

  it('hit exactly as many requests with a fault as it says, whichever mock gets them', async () => {
    const mocks = await threeOf();
    await callAdmin(mocks[1], 'POST', '/faults', { effect: 'server-error', times: 4, skip: 3 });
    const client = spreadClientOf(mocks, await mocks[0].accounts.create());
    const statuses = await Promise.all(
      Array.from({ length: 24 }, async () => (await client.get('getCreditBalance')).status),
    );
    expect(statuses.filter((status) => status === 500)).toHaveLength(4);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect((await callAdmin(mocks[2], 'GET', '/faults')).body.faults).toMatchObject([{ hits: 4 }]);
  });

  it('create accounts concurrently, each with a unique id', async () => {
    const mocks = await threeOf();
    const made = await Promise.all(
      Array.from({ length: 18 }, (_, i) => callAdmin(mocks[i % 3]!, 'POST', '/accounts', { credits: i })),
    );
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 201));
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(18);
    const listed = await Promise.all(mocks.map((mock) => callAdmin(mock, 'GET', '/accounts')));
    expect(listed[0]!.body.total).toBe(24);
    expect(listed.map(({ text }) => text)).toEqual(listed.map(() => listed[0]!.text));
  });

  it('compact a long history, and continue with it', async () => {
    const prefix = redis.newPrefix();
    const mocks = await threeOf(prefix);
    const limits = { rateLimits: 'none', credits: 100_000 } as const;
    const client = spreadClientOf(mocks, await mocks[0].accounts.create({ id: 'long', ...limits }));
    for (let i = 0; i < 150; i += 1) await client.search({ limit: 1 + (i % 20) }, `use_v1_${i}`);
    await mocks[1].world.keeper.refresh('all');
    const fresh = await start(prefix);
    expect(fresh.exportState().accounts).toEqual(mocks[1].exportState().accounts);
    const link = await openLink(redis.url);
    const [name] = (await link.send(['KEYS', `{${prefix}}:account:long:*`])) as string[];
    const entries = Number(await link.send(['LLEN', name!])) / 2;
    const bytes = Number(await link.send(['MEMORY', 'USAGE', name!, 'SAMPLES', '0']));
    link.close();
    expect(entries).toBeLessThan(150);
    // The guide for teams states this size of a stored operation.
    expect(bytes / 150).toBeLessThan(1_024);
  });

  it('know whether an entry was written, unless a later rewrite of the part may have deleted it', async () => {
    const link = await openLink(redis.url);
    const store = new Store(link, redis.newPrefix());
    const part = { key: store.keyOf('part') } as Part;
    const found = (...ids: string[]) => Promise.all(ids.map((id) => store.has(part, id)));
    await store.begin({ id: 'head', text: '' }, [
      { part, known: '', write: { kind: 'w', id: '1-1', text: '0' } },
    ]);
    await store.exchange([{ part, known: '1-1', write: { kind: 'c', id: '2-2', text: '0' } }]);
    expect(await found('1-1', '2-2', '2-3', '3-3')).toEqual([true, true, false, false]);
    await store.exchange([{ part, known: '2-2', write: { kind: 'w', id: '3-3', text: '0' } }]);
    expect(await found('1-1', '2-2', '3-3', '3-4', '4-4')).toEqual([null, null, true, false, false]);
    link.close();
  });

  it('need as much memory for an account without history as the guide for teams says', async () => {
    const prefix = redis.newPrefix();
    const mock = await start(prefix);
    const link = await openLink(redis.url);
    /** Returns the size of all keys of the state: accounts, their list, and the list of changed accounts. */
    const bytes = async (): Promise<number> => {
      const names = (await link.send(['KEYS', `{${prefix}}:*`])) as string[];
      const sizes = names.map((name) => link.send(['MEMORY', 'USAGE', name, 'SAMPLES', '0']));
      return (await Promise.all(sizes)).reduce((sum: number, size) => sum + Number(size), 0);
    };
    const before = await bytes();
    const count = 100;
    await Promise.all(Array.from({ length: count }, () => mock.accounts.create({ rateLimits: 'none' })));
    const grown = (await bytes()) - before;
    link.close();
    expect(grown / count).toBeLessThan(2_048);
  });

  it('read only the account of a request, however many others have changed', async () => {
    const [one, two, three] = await threeOf();
    const keys = await Promise.all(
      Array.from({ length: 20 }, () => one.accounts.create({ credits: 500, rateLimits: 'none' })),
    );
    const link = await openLink(redis.url);
    const told = async (section: string, what: RegExp): Promise<number> =>
      Number(what.exec(String(await link.send(['INFO', section])))?.[1] ?? 0);
    const sent = (): Promise<number> => told('stats', /total_net_output_bytes:(\d+)/);
    // Now the third mock has all accounts, before they change.
    await three.world.keeper.refresh('all');
    const busy = Array.from({ length: 10 }, (_, i) =>
      keys.map((key) => clientOf(one, key).search({ limit: 5 + i })),
    );
    await Promise.all(busy.flat());
    await one.accounts.patch(keys[0]!, { active: false });
    const before = await sent();
    const nobody = clientOf(three, 'key_nobody');
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async () => (await nobody.get('getCreditBalance')).status),
    );
    expect(statuses).toEqual(statuses.map(() => 403));
    // Less than a line for each account; most of it is the answer of INFO.
    expect((await sent()) - before).toBeLessThan(8_000);
    expect((await clientOf(three, keys[0]!).get('getCreditBalance')).status).toBe(403);
    await one.accounts.patch(keys[0]!, { active: true });
    expect((await clientOf(three, keys[0]!).get('getCreditBalance')).status).toBe(200);
    expect(await clientOf(three, keys[1]!).balance()).toBe(await clientOf(one, keys[1]!).balance());
    // Concurrent refreshes share one read, except the first, which may have started before the change.
    const asked = await told('commandstats', /cmdstat_zrangebyscore:calls=(\d+)/);
    await Promise.all(Array.from({ length: 30 }, () => two.world.keeper.refresh('all')));
    expect(await told('commandstats', /cmdstat_zrangebyscore:calls=(\d+)/)).toBe(asked + 2);
    link.close();
    expect(two.exportState()).toEqual(one.exportState());
  });

  it('refuse all requests, with the reason, if another program has deleted the key of an account', async () => {
    const prefix = redis.newPrefix();
    const mock = await start(prefix);
    const key = await mock.accounts.create({ id: 'robbed' });
    const link = await openLink(redis.url);
    const [name] = (await link.send(['KEYS', `{${prefix}}:account:robbed:*`])) as string[];
    await link.send(['DEL', name!]);
    link.close();
    expect((await clientOf(mock, key).search({ limit: 5 })).status).toBe(503);
    const { text } = await until(
      () => callAdmin(mock, 'GET', '/health'),
      ({ status }) => status === 503,
    );
    expect(text).toContain('robbed');
    await expect(start(prefix)).rejects.toThrow('account "robbed" is listed, and its key is gone');
  });

  it('start again together if the Redis restarts empty', async () => {
    const mocks = await threeOf();
    const key = await mocks[0].accounts.create({ credits: 50 });
    await clientOf(mocks[1], 'key_demo').search({ limit: 5 });
    await redis.restart('nothing');
    for (const mock of mocks) {
      await healthy(mock);
      expect((await clientOf(mock, key).get('getCreditBalance')).status).toBe(403);
      expect(await clientOf(mock, 'key_demo').balance()).toBe(100_000);
    }
    expect(await clientOf(mocks[0], await mocks[2].accounts.create({ credits: 9 })).balance()).toBe(9);
  });

  describe('refuse to start', () => {
    const refusal = async (options: MockOptions): Promise<string> => {
      const error = await startCheckedMock({ shared: data, ...options }).then(
        () => new Error('it started'),
        (thrown: Error) => thrown,
      );
      expect(error.name).toBe('StateError');
      for (const secret of [PASSWORD, encodeURIComponent(PASSWORD), 'wrong-secret'])
        expect(error.message).not.toContain(secret);
      expect(error.message).not.toContain('\n');
      return error.message;
    };

    it.each([
      'redis://',
      'redis://:wrong-secret@/0',
      'redis://:wrong-secret@host:99999',
      'redis://host/name',
      'redis://h/0?x=1',
      'redis://host,,other',
    ])('with an invalid address, such as %s', async (state) => {
      expect(await refusal({ state })).toMatch(
        /^Failed to start: --state redis:\/\/… is no address of a Redis/,
      );
    });

    it('with a wrong password, and without one', async () => {
      const wrong = redis.url.replace(encodeURIComponent(PASSWORD), 'wrong-secret');
      expect(await refusal({ state: wrong })).toContain('WRONGPASS');
      expect(await refusal({ state: `redis://127.0.0.1:${redis.port}` })).toContain('NOAUTH');
    });

    it('if nothing listens, or the database does not exist', async () => {
      expect(await refusal({ state: 'redis://:wrong-secret@127.0.0.1:1' })).toContain('ECONNREFUSED');
      expect(await refusal({ state: redis.url.replace(/\/0$/, '/99') })).toContain('out of range');
    });

    it('with a state of another version, or with something else in its place', async () => {
      const prefix = redis.newPrefix();
      await start(prefix);
      const place = { state: redis.url, statePrefix: prefix };
      const link = await openLink(redis.url);
      const text = (await link.send(['HGET', `{${prefix}}:head`, 'text'])) as string;
      for (const version of [SHARED_VERSION - 1, SHARED_VERSION + 1]) {
        const other = text.replace(/"version":\d+/, `"version":${version}`);
        await link.send(['HSET', `{${prefix}}:head`, 'text', other]);
        expect(await refusal(place)).toContain(`holds state of version ${version}`);
      }
      await link.send(['HSET', `{${prefix}}:head`, 'text', 'mine']);
      expect(await refusal(place)).toContain('holds something else');
      await link.send(['HSET', `{${prefix}}:head`, 'text', text]);
      link.close();
    });

    it('with an invalid prefix, or with a prefix but no Redis', async () => {
      expect(await refusal({ state: redis.url, statePrefix: 'a b' })).toContain('A prefix of state is');
      expect(await refusal({ statePrefix: 'a' })).toContain('goes with --state redis://');
    });

    it('on the command line with one sentence and status 2', () => {
      const { status, stderr, stdout } = spawnSync(
        process.execPath,
        [compiledProgram('mock-server/main'), '--jobs', '10', '--port', '0'],
        {
          encoding: 'utf8',
          env: { ...process.env, JOB_SEARCH_MOCK_STATE: `redis://:wrong-secret@127.0.0.1:${redis.port}` },
        },
      );
      expect(status).toBe(2);
      expect(stderr).toMatch(
        /^Failed to start: --state redis:\/\/127\.0\.0\.1:\d+\/0 cannot be used \(WRONGPASS[^\n]*\n$/,
      );
      expect(stdout + stderr).not.toContain('wrong-secret');
    });
  });
});
