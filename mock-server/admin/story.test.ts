/** Uses the admin API and the contract over HTTP, as conformance scenarios and tests of clients do. */
import { afterAll, describe, expect, it } from 'vitest';
import { START } from '../../test/mock/admin-server.js';
import { startMock } from '../index.js';
import { callAdmin, clientOf, type Answer } from '../../test/mock/client.js';

const mock = await startMock({ jobs: 2_000, now: START, frozen: true });
afterAll(() => mock.close());

async function admin(method: string, path: string, body?: object) {
  const answer = await callAdmin(mock, method, path, body);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
}

const search = (key: string, operationKey?: string): Promise<Answer> =>
  clientOf(mock, key).search({ limit: 2 }, operationKey);

describe('a test that drives the mock', () => {
  it('loses an answer after the charge and recovers it for free', async () => {
    const { id, key } = await admin('POST', '/accounts', { credits: 5 });
    await admin('POST', `/accounts/${id}/faults`, { operation: 'searchJobs', effect: 'drop-after-charge' });
    await expect(search(key, 'use_v1_story')).rejects.toThrow();
    expect((await admin('GET', `/accounts/${id}`)).credits).toBe(3);

    const answer = await search(key, 'use_v1_story');
    expect(answer.body).toMatchObject({ success: true, data: { credits_used: 2, credits_remaining: 3 } });
    const { entries, balance } = await admin('GET', `/accounts/${id}/ledger`);
    expect([entries.map(({ credits }: { credits: number }) => credits), balance]).toEqual([[5, -2], 3]);
    expect((await admin('GET', `/accounts/${id}/operations`)).operations).toMatchObject([
      { key: 'use_v1_story', jobs: 2, creditsUsed: 2, expired: false },
    ]);
    expect((await admin('GET', `/journal?account=${id}`)).entries).toMatchObject([
      { status: null, fault: 'fault_1', replayed: false },
      { status: 200, fault: null, replayed: true },
    ]);
  });

  it('reaches a small rate limit, reads why, and waits by moving the clock of one account', async () => {
    const { id, key } = await admin('POST', '/accounts', { rateLimits: { searchJobs: 2 } });
    for (const expected of [200, 200, 429]) expect((await search(key)).status).toBe(expected);
    const [refused] = (await admin('GET', `/journal?account=${id}&status=429`)).entries;
    expect(refused.reason).toMatch(/2/);
    const seconds = Number((await search(key)).headers.get('retry-after'));
    await admin('POST', `/accounts/${id}/clock/advance`, { seconds: seconds - 1 });
    expect((await search(key)).status).toBe(429);
    await admin('POST', `/accounts/${id}/clock/advance`, { seconds: 1 });
    expect((await search(key)).status).toBe(200);
    expect((await admin('GET', '/clock')).now).toBe('2026-03-01T12:00:00.000Z');
  });

  it('deactivates, reactivates and deletes an account', async () => {
    const { id, key } = await admin('POST', '/accounts');
    await admin('PATCH', `/accounts/${id}`, { active: false });
    expect((await search(key)).status).toBe(403);
    await admin('PATCH', `/accounts/${id}`, { active: true });
    expect((await search(key)).status).toBe(200);
    await admin('DELETE', `/accounts/${id}`);
    expect((await search(key)).status).toBe(403);
  });

  it('searches a company that `/dataset` names', async () => {
    const { wellKnown } = await admin('GET', '/dataset');
    const { name, profileUrl } = wellKnown[0];
    const { body } = await clientOf(mock, 'key_demo').post('searchCompanyJobs', {
      company_network_url: profileUrl,
      limit: 1,
    });
    expect(body.data.company_details.company_name).toBe(name);
  });
});

it('follows requests and charges as they happen, until the mock closes', async () => {
  const own = await startMock({ jobs: 200, now: START });
  const stream = await fetch(`${own.url}/__admin/events`);
  await fetch(`${own.url}/api/v1/credits/balance`, { headers: { authorization: 'Bearer key_demo' } });
  const closed = own.close();
  const events = await stream.text();
  await closed;
  expect(events).toMatch(/event: request\nid: 1\ndata: .*"operation":"getCreditBalance"/);
});
