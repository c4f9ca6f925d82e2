import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { temporaryFile } from '../../test/support/temporary-folder.js';
import { send, type Transport, type WireResult } from './http-client.js';
import { startTransparentProxy } from './transparent-proxy.js';
import { proxiesOf, proxyFor } from './proxies.js';
import {
  AUTHORITY,
  EXPIRED,
  LEAF,
  LEAF_KEY,
  SELF_KEY,
  SELF_SIGNED,
} from '../../test/servers/certificates.js';
import { startForwardProxy, type ForwardProxy } from '../../test/servers/proxy-server.js';
import { serve, serveRaw } from '../../test/servers/servers.js';
import { certificatesIn, trusting } from './trust.js';
import { casesOf } from '../../test/support/cases.js';

const cases = casesOf<{ exceptions: [except: string, url: string, isDirect: boolean][] }>(
  import.meta.filename,
);

async function secure(cert = LEAF, key = LEAF_KEY): Promise<string> {
  const { url } = await serve(
    (request, response) =>
      response.end(`${request.method} ${request.url} ${request.headers['proxy-authorization'] ?? 'bare'}`),
    { cert, key },
  );
  return url.replace('127.0.0.1', 'localhost');
}

const ask = (url: string, transport: Partial<Transport> = {}): Promise<WireResult> =>
  send({ method: 'GET', url, headers: {}, body: null }, { timeoutMs: 10_000, maxBytes: 1000, ...transport });

const relay = (target: string, more: Partial<Parameters<typeof startTransparentProxy>[0]> = {}) =>
  startTransparentProxy({
    target: new URL(target),
    host: '127.0.0.1',
    port: 0,
    proxies: proxiesOf({}),
    mostBytes: 1000,
    onPassed: () => undefined,
    onLost: () => undefined,
    ...more,
  });

it('the transparent proxy lets a caller finish its upload after an early answer', async () => {
  let stop = (): void => undefined;
  const target = await serveRaw((socket) => {
    socket.write('HTTP/1.1 413 Too large\r\nContent-Length: 0\r\n\r\n');
    stop = () => void socket.destroy();
  });
  const proxy = await relay(target.url, { onPassed: () => stop() });
  const caller = connect({ port: proxy.port, host: '127.0.0.1', allowHalfOpen: true }).resume();
  const size = 30_000_000;
  caller.write(`POST / HTTP/1.1\r\nHost: t\r\nContent-Length: ${size}\r\n\r\nx`);
  await once(caller, 'end');
  const failure = await new Promise((resolve) => caller.write(Buffer.alloc(size - 1), resolve));
  expect(failure ?? null).toBeNull();
  caller.destroy();
  await proxy.close(0);
});

describe('trust', () => {
  const fileOf = (text: string): string => temporaryFile('ca.pem', Buffer.from(text, 'latin1'));
  const ours = () => trusting(certificatesIn(fileOf(`# les nôtres, in Latin-1\n${AUTHORITY}${SELF_SIGNED}`)));

  it.each([
    ['an unknown authority', LEAF, LEAF_KEY, 'the issuer of its certificate is not known here', /--ca FILE/],
    [
      'itself',
      SELF_SIGNED,
      SELF_KEY,
      'its certificate is self-signed',
      /--ca FILE \(PEM\), or with NODE_EXTRA_CA_CERTS/,
    ],
  ])(
    'rejects a certificate signed by %s, says what to do, and accepts it with --ca',
    async (_name, cert, key, why, remedy) => {
      const url = await secure(cert, key);
      const { failure, reached } = await ask(url);
      expect({ failure, reached }).toEqual({
        failure: { kind: 'connection', message: why, remedy: expect.stringMatching(remedy) as string },
        reached: false,
      });
      expect((await ask(url, { trust: ours() })).response?.status).toBe(200);
    },
  );

  it('names a certificate that has expired, or is for another host', async () => {
    const old = await ask(await secure(EXPIRED, SELF_KEY), { trust: trusting([EXPIRED]) });
    expect(old.failure?.message).toBe('its certificate has expired');
    const other = await ask((await secure()).replace('localhost', '127.0.0.2'), { trust: ours() });
    expect(other.failure?.message).toMatch(/its certificate is for another host name|connection refused/);
  });

  it('includes the default authorities, and those of NODE_EXTRA_CA_CERTS', async () => {
    const before = process.env['NODE_EXTRA_CA_CERTS'];
    process.env['NODE_EXTRA_CA_CERTS'] = fileOf(AUTHORITY);
    try {
      expect((await ask(await secure(), { trust: trusting([SELF_SIGNED]) })).response?.status).toBe(200);
    } finally {
      if (before === undefined) delete process.env['NODE_EXTRA_CA_CERTS'];
      else process.env['NODE_EXTRA_CA_CERTS'] = before;
    }
  });

  it.each([
    ['no certificate', 'holds no certificate'],
    [AUTHORITY.replace(/[A-Za-z0-9+/]{20}/, 'x'), 'holds a certificate that cannot be read'],
  ])('rejects a file with the content %j', (text, why) => {
    const file = fileOf(text);
    expect(() => certificatesIn(file)).toThrow(`--ca ${file} ${why}`);
  });
});

describe('a proxy', () => {
  const askBy = (environment: Record<string, string>, url: string, more: Partial<Transport> = {}) =>
    ask(url, { proxies: proxiesOf(environment), ...more });
  const address = ({ port }: ForwardProxy, user = ''): string => `http://${user}127.0.0.1:${port}`;

  it('gets the full URL over http', async () => {
    const target = await serve((request, response) => response.end(request.headers.host));
    const between = await startForwardProxy();
    const { response, reached } = await askBy({ http_proxy: address(between) }, `${target.url}/p?q=1`);
    expect([response?.bodyText, reached]).toEqual([new URL(target.url).host, true]);
    expect(between.asked).toEqual([{ line: `GET ${target.url}/p?q=1`, authorization: undefined }]);
  });

  it('gets only a CONNECT over https, without path and headers', async () => {
    const url = await secure();
    const between = await startForwardProxy();
    const by = { HTTPS_PROXY: address(between) };
    const { response, reached } = await askBy(by, `${url}/secret`, { trust: trusting([AUTHORITY]) });
    expect([response?.bodyText, reached]).toEqual(['GET /secret bare', true]);
    expect(between.asked).toEqual([
      { line: `CONNECT ${url.slice('https://'.length)}`, authorization: undefined },
    ]);
    expect((await askBy(by, url)).failure?.message).toMatch(/issuer of its certificate/);
  });

  it.each(['http', 'https'])('relays the requests of `watch` over %s', async (scheme) => {
    const plain = await serve((request, response) => response.end(`${request.method} ${request.url} bare`));
    const url = scheme === 'http' ? plain.url : await secure();
    const between = await startForwardProxy();
    const proxies = proxiesOf({ [`${scheme}_proxy`]: address(between) });
    const proxy = await relay(`${url}/base`, { proxies, trust: trusting([AUTHORITY]) });
    const { response } = await ask(`http://127.0.0.1:${proxy.port}/x?q=1`);
    await proxy.close(0);
    expect(response?.bodyText).toBe('GET /base/x?q=1 bare');
    const line = scheme === 'http' ? `GET ${url}/base/x?q=1` : `CONNECT ${new URL(url).host}`;
    expect(between.asked).toEqual([{ line, authorization: undefined }]);
  });

  it.each(['http', 'https'])(
    'gets the credentials of its address over %s, and the target does not',
    async (scheme) => {
      const plain = await serve((request, response) =>
        response.end(request.headers['proxy-authorization'] ?? 'bare'),
      );
      const url = scheme === 'http' ? plain.url : await secure();
      const between = await startForwardProxy(`Basic ${Buffer.from('ann:p@ss').toString('base64')}`);
      const known = { [`${scheme}_proxy`]: address(between, 'ann:p%40ss@') };
      expect((await askBy(known, url, { trust: trusting([AUTHORITY]) })).response?.bodyText).toMatch(/bare$/);
      const without = await askBy({ [`${scheme}_proxy`]: address(between) }, url);
      if (scheme === 'http') expect(without.response?.status).toBe(407);
      else
        expect(without.failure).toEqual({
          kind: 'connection',
          message: `the proxy ${address(between)} (https_proxy) asks for a credential (407)`,
          remedy: 'Put user and password into https_proxy.',
        });
    },
  );

  it.each(['http://localhost:1', 'https://localhost:1'])(
    'is named if it cannot be reached for %s',
    async (url) => {
      const gone = await startForwardProxy();
      await gone.close();
      const variable = `${new URL(url).protocol.slice(0, -1).toUpperCase()}_PROXY`;
      const { failure, reached } = await askBy({ [variable]: address(gone, 'ann:secret-pass@') }, url);
      expect([failure, reached]).toEqual([
        {
          kind: 'connection',
          message: `the proxy ${address(gone)} (${variable}) cannot be reached: nobody listens there (connection refused)`,
          remedy: `Check ${variable}, or name the host in NO_PROXY.`,
        },
        false,
      ]);
    },
  );

  it('is named if it refuses a tunnel, and is closed with the request', async () => {
    const between = await startForwardProxy();
    expect((await askBy({ https_proxy: address(between) }, 'https://localhost:1')).failure?.message).toBe(
      `the proxy ${address(between)} (https_proxy) refuses a tunnel to localhost:1 with 502`,
    );
    const hangs = await serveRaw(() => undefined);
    const late = await askBy({ https_proxy: hangs.url }, 'https://localhost:1', { timeoutMs: 50 });
    expect(late.failure?.kind).toBe('timeout');
  });
});

describe('the variables of proxies', () => {
  const through = (url: string, environment: Record<string, string>): string | null =>
    proxyFor(new URL(url), proxiesOf(environment))?.url.origin ?? null;
  const both = { http_proxy: 'http://plain:1', https_proxy: 'http://safe:2' };

  it('are read by scheme; lower case has priority, and an empty value means no proxy', () => {
    expect(through('http://a.example', both)).toBe('http://plain:1');
    expect(through('https://a.example', both)).toBe('http://safe:2');
    expect(through('http://a.example', { HTTP_PROXY: 'http://big:3' })).toBe('http://big:3');
    expect(through('http://a.example', { ...both, HTTP_PROXY: 'http://big:3' })).toBe('http://plain:1');
    expect(through('http://a.example', { http_proxy: '', HTTP_PROXY: 'http://big:3' })).toBeNull();
    expect(through('http://a.example', { http_proxy: 'proxy.local:3128' })).toBe('http://proxy.local:3128');
    expect(through('http://a.example', {})).toBeNull();
  });

  it.each(cases.exceptions)('NO_PROXY=%s, for %s: a direct connection is %s', (except, url, isDirect) => {
    expect(through(url, { ...both, no_proxy: except }) === null).toBe(isDirect);
    expect(through(url, { ...both, NO_PROXY: except }) === null).toBe(isDirect);
  });

  it.each([
    [
      'socks5://ann:secret@proxy:1080',
      /^HTTP_PROXY names a proxy with the unsupported protocol socks5\. Write it like/,
    ],
    ['http://ann:secret@', /^HTTP_PROXY is not an address of a proxy\./],
  ])('are rejected without showing their values: %s', (value, message) => {
    expect(() => proxiesOf({ HTTP_PROXY: value })).toThrow(message);
    expect(() => proxiesOf({ HTTP_PROXY: value })).not.toThrow(/secret/);
  });
});
