/** Tests that a state outlives its mock, with each state store. */
import { describe, expect, it } from 'vitest';
import { testData, type CheckedMock } from '../../test/mock/checked-mock.js';
import { callAdmin, clientOf, spreadClientOf } from '../../test/mock/client.js';
import { live } from '../../test/mock/lived.js';
import { describeStores } from '../../test/mock/stores.js';

const shared = await testData();

describeStores((store) => {
  it('is restored byte for byte', async () => {
    const [mock, other = mock] = await store.start({ shared });
    const { key, text } = await live(other);
    await mock.world.keeper.refresh('all');
    const state = JSON.stringify(mock.exportState());
    const ledger = mock.accounts.ledger(key);
    const next = await store.next(mock);
    expect(JSON.stringify(next.exportState())).toBe(state);
    const client = clientOf(next, key);
    expect((await client.search({ limit: 5 }, 'use_v1_kept')).text).toBe(text);
    expect((await client.search({ limit: 9 })).status).toBe(429);
    await next.clock.advance({ minutes: 1 });
    expect((await client.search({ limit: 9 })).status).toBe(500);
    expect((await client.search({ limit: 9 })).status).toBe(200);
    expect(next.accounts.ledger(key)).toEqual(ledger);
    expect((await clientOf(next, 'key_zero').get('getCreditBalance')).status).toBe(403);
    expect(await next.accounts.create()).not.toBe(key);
  });

  it('can be imported, for every mock that shares it', async () => {
    const [mock, other = mock] = await store.start({ shared });
    const { key, text } = await live(other);
    await mock.world.keeper.refresh('all');
    const state = mock.exportState();
    await mock.reset();
    expect((await clientOf(other, key).get('getCreditBalance')).status).toBe(403);
    await other.importState(state);
    await mock.world.keeper.refresh('all');
    expect(mock.exportState()).toEqual(state);
    const next = await store.next(mock);
    expect(next.exportState()).toEqual(state);
    expect((await clientOf(next, key).search({ limit: 5 }, 'use_v1_kept')).text).toBe(text);
  });

  it('is rejected by a mock with other postings or readings, with the right flags', async () => {
    const [mock] = await store.start({ shared });
    await live(mock);
    const state = JSON.stringify(mock.exportState());
    for (const [changes, remedy] of [
      [{ shared: await testData({ seed: 2 }) }, /Start the mock with --seed 1 --jobs 3000 --now 2026-03-15/],
      [{ readings: { 'auth-status': '401' } }, /other readings\. .* with --reading auth-status=403/],
    ] as const)
      await expect(store.next(mock, changes)).rejects.toThrow(remedy);
    expect(JSON.stringify((await store.next(mock)).exportState())).toBe(state);
  });

  it('stores as many operations as the quota of an account allows', async () => {
    const [first] = await store.start({ shared });
    const key = await first.accounts.create({ id: 'small', credits: 50, quotas: { operations: 2 } });
    const client = clientOf(first, key);
    const { text } = await client.search({ limit: 5 }, 'use_v1_a');
    await client.search({ limit: 6 }, 'use_v1_b');
    const refused = await client.search({ limit: 7 }, 'use_v1_c');
    expect([refused.status, refused.body]).toEqual([
      503,
      { detail: 'service_unavailable: search is temporarily unavailable' },
    ]);
    expect(first.journal({ account: 'small' }).at(-1)!.reason).toContain('has 2 stored operations');
    expect(await client.balance()).toBe(44);
    expect((await client.search({ limit: 5 }, 'use_v1_a')).text).toBe(text);

    // Each operation of an ended billing cycle makes room for one.
    const second = await store.next(first);
    await second.accounts.patch(key, { clock: { now: '2026-04-02T00:00:00Z' } });
    for (const [name, limit, status] of [
      ['c', 5, 200],
      ['b', 6, 409],
      ['d', 6, 200],
      ['e', 6, 503],
    ] as const)
      expect([name, (await clientOf(second, key).search({ limit }, `use_v1_${name}`)).status]).toEqual([
        name,
        status,
      ]);
    const third = await store.next(second);
    expect(third.accounts.read(key).storedOperations).toBe(2);
    expect((await clientOf(third, key).search({ limit: 6 }, 'use_v1_f')).status).toBe(503);
    // A reset keeps the quotas.
    await third.accounts.reset(key);
    const statuses: number[] = [];
    for (const [i, name] of ['a', 'b', 'c'].entries())
      statuses.push((await clientOf(third, key).search({ limit: 5 + i }, `use_v1_${name}`)).status);
    expect(statuses).toEqual([200, 200, 503]);
  });

  it('deletes an account when it expires, even if the clock of the machine goes back', async () => {
    let machine = Date.UTC(2026, 2, 15, 12);
    const own = ({ world }: CheckedMock): string[] =>
      world.accounts.list().flatMap(({ id, settings }) => (settings.seeded ? [] : [id]));
    const [first] = await store.start({ shared, machineNow: () => machine });
    await first.accounts.create({ id: 'short', expires_in: 60 });
    const key = await first.accounts.create({ id: 'long', expires_in: 600 });
    await first.faults.add({ effect: 'delay', account: key });
    const state = first.exportState();
    machine += 60_000;
    const second = await store.next(first);
    expect(own(second)).toEqual(['long']);
    machine += 540_000;
    expect((await clientOf(second, key).get('getCreditBalance')).status).toBe(403);
    machine -= 540_000;
    const third = await store.next(second);
    expect([own(third), third.faults.list()]).toEqual([[], []]);
    await third.importState(state);
    expect(own(third)).toEqual(['long']);
  });

  describe.each(store.outages)('while $name', ({ begin, end }) => {
    it('refuses with 503 and charges nothing, and recovers afterwards', async () => {
      const mocks = await store.start({ shared });
      const [mock] = mocks;
      const key = await mock.accounts.create({ credits: 50, rateLimits: { searchJobs: 4 * mocks.length } });
      const client = spreadClientOf(mocks, key);
      const { text } = await client.search({ limit: 5 }, 'use_v1_before');
      for (const each of mocks) await each.world.keeper.refresh('all');
      const state = mock.exportState();
      await begin(mocks);
      for (const each of mocks) {
        const own = clientOf(each, key);
        const answers = await Promise.all(
          ['a', 'b'].map((name) => own.search({ limit: 10 }, `use_v1_${name}`)),
        );
        expect(answers.map(({ status, body }) => [status, body])).toEqual(
          Array(2).fill([503, { detail: 'service_unavailable: search is temporarily unavailable' }]),
        );
        expect((await own.get('getCreditBalance')).status).toBe(503);
        await expect.poll(async () => (await callAdmin(each, 'GET', '/health')).status).toBe(503);
        for (const [method, call] of [
          ['POST', '/accounts'],
          ['POST', '/reset'],
          ['DELETE', '/faults'],
        ] as const) {
          const answer = await callAdmin(each, method, call);
          expect([call, answer.status, answer.body]).toMatchObject([
            call,
            503,
            {
              error: {
                code: 'unavailable',
                message: expect.stringMatching(/Nothing was changed\. Try again\.$/),
              },
            },
          ]);
        }
        expect((await callAdmin(each, 'GET', '/accounts')).status).toBe(store.name === 'folder' ? 200 : 503);
        const refused = each.journal({ status: 503 });
        expect(refused).toMatchObject(Array(3).fill({ creditsUsed: 0 }));
        if (store.name === 'folder') expect(refused.at(-1)!.reason).toContain('no space left');
        expect(each.exportState()).toEqual(state);
      }
      await end(mocks);
      for (const each of mocks) {
        await expect.poll(async () => (await callAdmin(each, 'GET', '/health')).status).toBe(200);
        expect((await callAdmin(each, 'GET', '/health')).body).toMatchObject({ state: store.name });
        expect(each.exportState()).toEqual(state);
      }
      for (const each of mocks)
        expect((await clientOf(each, key).search({ limit: 5 }, 'use_v1_before')).text).toBe(text);
      expect((await client.search({ limit: 10 }, 'use_v1_a')).body.data.credits_remaining).toBe(40);
      await mock.world.keeper.refresh('all');
      const last = mock.exportState();
      expect((await store.next(mock)).exportState()).toEqual(last);
    });
  });
});
