import { describe, expect, it } from 'vitest';
import { loadContract } from '../../spec/contract.js';
import { serve, type TestServer } from '../servers/servers.js';
import { ConnectionLost, setJson, type Rule } from './mutant.js';
import { startProxy, type MutatingProxy } from './proxy.js';
import { ALL, DIRECT } from './operations.js';
import { answered, faithful, asked, outgoing, refuses } from './rules.js';
import { closing } from '../support/closing.js';

const contract = loadContract();
const SEARCH = '/api/v1/jobs-search/search';

/** A target that answers what it was sent, behind a rule. */
async function behind(rule: Rule): Promise<{ target: TestServer; proxy: MutatingProxy }> {
  const target = await serve((_request, response) =>
    response
      .writeHead(200, { 'Content-Type': 'application/json', 'X-Request-ID': 'one' })
      .end(target.requests.at(-1)?.body || '{}'),
  );
  return { target, proxy: closing(await startProxy(contract, target.url, rule)) };
}

const post = (proxy: MutatingProxy, body: unknown, path = SEARCH): Promise<Response> =>
  fetch(proxy.url + path, {
    method: 'POST',
    headers: { Authorization: 'Bearer key', 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('the proxy', () => {
  it('passes requests and answers on as they came, and counts nothing', async () => {
    const { target, proxy } = await behind(faithful);
    const answer = await fetch(`${proxy.url}/api/v1/locations?q=a%20b&q=c`, { headers: { 'X-Own': 'yes' } });
    const got = [answer.status, answer.headers.get('x-request-id'), await answer.text()];
    expect(got).toEqual([200, 'one', '{}']);
    expect(target.requests[0]).toMatchObject({ method: 'GET', url: '/api/v1/locations?q=a+b&q=c', body: '' });
    expect(target.requests[0]?.headers['x-own']).toBe('yes');
    expect(proxy.fired()).toBe(0);
  });

  it('lets a rule change the request, the answer, or both, and counts what changed', async () => {
    const forgetful = await behind(asked(DIRECT, (body) => void delete body['is_remote']));
    expect(await (await post(forgetful.proxy, { is_remote: true, limit: 10 })).json()).toEqual({ limit: 10 });
    expect(forgetful.proxy.fired()).toBe(1);
    await post(forgetful.proxy, { limit: 10 });
    expect(forgetful.proxy.fired()).toBe(1);

    const loud = await behind(answered(DIRECT, 200, (body) => void (body['limit'] = 11)));
    expect(await (await post(loud.proxy, { limit: 10 })).json()).toEqual({ limit: 11 });
    expect(loud.proxy.fired()).toBe(1);
  });

  it('asks a target once, twice or not at all, as the rule has it', async () => {
    const refusing = await behind(refuses(DIRECT, ({ limit }) => limit === 10));
    expect((await post(refusing.proxy, { limit: 10 })).status).toBe(422);
    expect(refusing.target.requests).toHaveLength(0);
    expect((await post(refusing.proxy, { limit: 11 })).status).toBe(200);

    const asking = await behind(async (call) => {
      await call.send();
      setJson(call.request, { limit: 12 });
      return call.send();
    });
    expect(await (await post(asking.proxy, { limit: 10 })).json()).toEqual({ limit: 12 });
    expect(asking.target.requests).toHaveLength(2);
    expect([refusing.proxy.fired(), asking.proxy.fired()]).toEqual([1, 1]);
  });

  it('knows operation and key, and leaves what is no part of the contract to the rule as unknown', async () => {
    const seen: unknown[] = [];
    const { proxy } = await behind((call) => {
      seen.push([call.operation?.id ?? null, call.key]);
      return call.send();
    });
    await post(proxy, {});
    await post(proxy, {}, '/api/v3/elsewhere');
    await fetch(`${proxy.url}/api/v1/departments`);
    expect(seen).toEqual([
      ['searchJobs', 'key'],
      [null, 'key'],
      ['listDepartments', ''],
    ]);
  });

  it('keeps its hands off the admin API', async () => {
    const { proxy } = await behind(outgoing(ALL, null, (answer) => void (answer.status = 500)));
    expect((await post(proxy, {})).status).toBe(500);
    expect((await post(proxy, { a: 1 }, '/__admin/accounts')).status).toBe(200);
  });

  it('drops the connection where the target did, or where the rule says so', async () => {
    const gone = await behind(faithful);
    await gone.target.close();
    await expect(post(gone.proxy, {})).rejects.toThrow();
    const dropping = await behind(async (call) => {
      await call.send();
      throw new ConnectionLost('on purpose');
    });
    await expect(post(dropping.proxy, {})).rejects.toThrow();
    expect([gone.proxy.fired(), dropping.proxy.fired()]).toEqual([0, 1]);
  });

  it('says when a rule itself breaks', async () => {
    const { proxy } = await behind(() => Promise.reject(new Error('no such thing')));
    expect((await post(proxy, {})).status).toBe(599);
    expect(proxy.faults()).toEqual(['Error: no such thing']);
  });
});
