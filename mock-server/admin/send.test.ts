import { afterAll, describe, expect, it } from 'vitest';
import { loadAdminContract } from '../../spec/admin.js';
import { startMock } from '../index.js';
import { callAdmin, clientOf, type Answer } from '../../test/mock/client.js';

const mock = await startMock({ jobs: 500, now: '2026-03-10T12:00:00Z' });
afterAll(() => mock.close());

const document = loadAdminContract();

/** Calls the admin API, and checks the answer against its document. */
async function call(method: string, path: string, body?: object): Promise<Answer> {
  const answer = await callAdmin(mock, method, path, body);
  const match = document.match(method, `/__admin${path}`);
  if (match === null || 'allow' in match) throw new Error(`no operation at ${method} ${path}`);
  expect(match.operation.responses.get(answer.status)?.validateBody(answer.body)).toEqual([]);
  return answer;
}

describe('sending a request as an account', () => {
  it('charges it, records it and does not show the key', async () => {
    const key = await mock.accounts.create({ id: 'acc_sends', credits: 10 });
    const sent = await call('POST', '/accounts/acc_sends/requests', {
      method: 'POST',
      path: '/api/v1/jobs-search/search',
      operationKey: 'use_v1_by_hand',
      bodyText: '{"limit": 3}',
    });
    expect(sent.body).toMatchObject({ status: 200, problem: null });
    expect(mock.world.accounts.get('acc_sends').credits).toBe(7);
    const { requestId } = sent.body as { requestId: string };
    const entry = mock.journal({ account: 'acc_sends' }).find((each) => each.requestId === requestId)!;
    const shown = await call('GET', `/journal/${entry.id}`);
    expect(shown.body.entry).toMatchObject({ operationKey: 'use_v1_by_hand', creditsUsed: 3 });
    expect(shown.body.exchange.request.bodyText).toBe('{"limit": 3}');
    expect(JSON.parse(shown.body.exchange.response.bodyText as string).data.jobs).toHaveLength(3);
    expect(JSON.stringify([sent.body, shown.body])).not.toContain(key);
  });

  it('reports that there was no answer if a fault closes the connection', async () => {
    await mock.accounts.create({ id: 'acc_lost', credits: 10 });
    await mock.faults.add({ effect: 'drop-before-charge', account: 'acc_lost' });
    const { body } = await call('POST', '/accounts/acc_lost/requests', {
      method: 'GET',
      path: '/api/v1/credits/balance',
    });
    expect(body).toMatchObject({ status: null, requestId: null, problem: expect.any(String) });
  });

  it.each([
    [{ method: 'GET', path: '/__admin/state' }, 'path'],
    [{ method: 'GET', path: '/api/v1/a b' }, 'path'],
    [{ method: 'GET', path: '/api/v1/credits/balance', operationKey: 'a\r\nX: y' }, 'operationKey'],
    [{ method: 'PATCH', path: '/api/v1/credits/balance' }, 'method'],
  ])('refuses %j, naming the field', async (body, field) => {
    const refused = await call('POST', '/accounts/acc_demo/requests', body);
    expect([refused.status, refused.body.error.issues[0].field]).toEqual([422, field]);
  });
});

describe('one request of the journal', () => {
  it('has both bodies, however long they are', async () => {
    const client = clientOf(mock, await mock.accounts.create({ id: 'acc_long', credits: 500 }));
    const { text } = await client.search({ limit: 100 });
    expect(text.length).toBeGreaterThan(50_000);
    const [entry] = mock.journal({ account: 'acc_long' });
    expect((await call('GET', `/journal/${entry!.id}`)).body.exchange.response.bodyText).toBe(text);
  });

  it.each(['999999', 'first', '-1'])('is not found under %s', async (id) => {
    const { status, body } = await call('GET', `/journal/${id}`);
    expect([status, body.error.code]).toEqual([404, 'not-found']);
  });
});
