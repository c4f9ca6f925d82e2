import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLoopbackAddress, isLoopbackHost } from '../../common/browser/guard.js';
import { serveAdmin, type AdminServer } from '../../test/mock/admin-server.js';
import { casesOf } from '../../test/support/cases.js';

type Headers = Record<string, string>;
const cases = casesOf<Record<'own' | 'hosts', string[]> & Record<'sites' | 'tokens' | 'wrong', Headers[]>>(
  import.meta.filename,
);

describe('on a loopback address', () => {
  let server: AdminServer;
  beforeAll(async () => void (server = await serveAdmin()));
  afterAll(() => server.close());

  const status = async (headers: Headers, method = 'GET', path = '/__admin/health') =>
    (await server.call(method, path, undefined, headers)).status;

  it.each(cases.own)('accepts the host %s', async (host) => {
    expect(await status({ host })).toBe(200);
  });

  it.each(cases.hosts)('refuses the host "%s"', async (host) => {
    const reply = await server.call('GET', '/__admin/health', undefined, { host });
    expect([reply.status, reply.body.error.code]).toEqual([403, 'foreign-host']);
  });

  it('accepts requests from its own pages and from programs', async () => {
    const host = `127.0.0.1:${server.port}`;
    expect(await status({ host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' })).toBe(200);
    expect(await status({ host, 'sec-fetch-site': 'none' })).toBe(200);
  });

  it.each(cases.sites)('refuses a request from another site: %j', async (headers) => {
    const reply = await server.call('POST', '/__admin/reset', undefined, headers);
    expect([reply.status, reply.body.error.code]).toEqual([403, 'foreign-origin']);
  });

  it('refuses every preflight and sends no CORS header', async () => {
    const preflight = await server.call('OPTIONS', '/__admin/reset', undefined, {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
    });
    expect(preflight.status).toBe(403);
    for (const { headers } of [preflight, await server.call('GET', '/__admin/health')])
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('with a token', () => {
  let server: AdminServer;
  beforeAll(async () => void (server = await serveAdmin({ token: 't0ken-of-some-length', loopback: false })));
  afterAll(() => server.close());

  it.each(cases.tokens)('takes %j', async (headers) => {
    expect((await server.call('GET', '/__admin/health', undefined, headers)).status).toBe(200);
  });

  it.each(cases.wrong)('refuses %j, and says how to send the token without showing it', async (headers) => {
    const reply = await server.call('DELETE', '/__admin/accounts/acc_demo', undefined, headers);
    expect(reply.status).toBe(401);
    expect(reply.headers['www-authenticate']).toMatch(/^Bearer /);
    expect(reply.text).not.toContain('t0ken');
    expect(server.world.accounts.find('acc_demo')).toBeDefined();
  });

  it('refuses an unknown path and a wrong method without the token in the same way', async () => {
    expect((await server.call('GET', '/__admin/nothing')).status).toBe(401);
    expect((await server.call('TRACE', '/__admin/health')).status).toBe(401);
  });

  it('still refuses other sites', async () => {
    const headers = { 'x-admin-token': 't0ken-of-some-length', origin: 'https://evil.example' };
    expect((await server.call('GET', '/__admin/health', undefined, headers)).status).toBe(403);
  });
});

it('knows the names and addresses of this machine', () => {
  expect(
    ['::1', '127.0.0.1', '::ffff:127.0.0.1', 'localhost', '127.255.0.1'].map(isLoopbackAddress),
  ).not.toContain(false);
  expect(
    ['0.0.0.0', '::', '10.0.0.1', '::ffff:10.0.0.1', '128.0.0.1', undefined].map(isLoopbackAddress),
  ).not.toContain(true);
  expect(isLoopbackHost(undefined)).toBe(false);
});
