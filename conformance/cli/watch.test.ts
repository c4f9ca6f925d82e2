/** `watch`: requests and responses pass unchanged, and both sides are judged. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startMock } from '../../mock-server/index.js';
import { runCommand } from '../../test/support/command.js';
import { temporaryFile, temporaryFolder } from '../../test/support/temporary-folder.js';
import { Redactor } from '../../common/redact.js';
import { runConformance } from '../index.js';
import { main } from '../command-line.js';
import { createKeeper } from '../record/kept-bodies.js';
import { readTraffic } from '../record/traffic.js';
import { guarded, type CommandContext } from '../command-context.js';
import { AUTHORITY, LEAF, LEAF_KEY, SELF_KEY, SELF_SIGNED } from '../../test/servers/certificates.js';
import { closing } from '../../test/support/closing.js';
import { listen } from '../../test/servers/listen.js';
import { serve } from '../../test/servers/servers.js';
import { watch } from './watch.js';

/** Streams, unlike `serve`, which reads the whole body first. */
async function target(listener: RequestListener) {
  const server = createServer(listener);
  return { ...closing(await listen(server)), server };
}

/** An HTTPS target that answers everything with 403, and a file for `--ca` with the certificate of its issuer. */
async function secureTarget(cert: string, key: string, issuer: string) {
  const { url } = await serve(
    (_request, response) => {
      response.writeHead(403, { 'Content-Type': 'application/json', 'X-Request-ID': randomUUID() });
      response.end('{"detail":"no such key"}');
    },
    { cert, key },
  );
  return { url, ca: temporaryFile('ca.pem', issuer) };
}

/** Resolves when the command listens; `end` is Ctrl-C. */
function watching(...flags: string[]) {
  return listening((around) => main(['watch', '--port', '0', ...flags], around));
}

async function listening(command: (around: CommandContext) => Promise<number>) {
  const interrupt = new AbortController();
  const said = { out: '', err: '' };
  let listens: (url: string) => void = () => undefined;
  const url = new Promise<string>((resolve) => (listens = resolve));
  const status = command({
    environment: { no_proxy: '*' },
    isTerminal: false,
    out: (text) => void (said.out += text),
    err: (text) => {
      said.err += text;
      const told = /Watching (\S+) ->/.exec(text)?.[1];
      if (told !== undefined) listens(told);
    },
    interrupts: () => ({ signal: interrupt.signal, [Symbol.dispose]: () => undefined }),
  });
  onTestFinished(() => interrupt.abort());
  const end = async () => {
    interrupt.abort();
    return { status: await status, ...said };
  };
  return { url: await Promise.race([url, status.then(() => '')]), said, end };
}

/** Sends a request without additional headers, following no redirect and decoding nothing. */
async function ask(url: string, options: object = {}, body?: Buffer) {
  const asked = httpRequest(url, { agent: false, ...options }).end(body);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return Object.assign(answer, { bytes: await buffer(answer) });
}

describe('an HTTPS target', () => {
  it.each([
    ['of a private authority', LEAF, LEAF_KEY, AUTHORITY],
    ['that is self-signed', SELF_SIGNED, SELF_KEY, SELF_SIGNED],
  ] as const)(
    'with a certificate %s is watched if --ca names its issuer',
    async (_which, cert, key, issuer) => {
      const { url, ca } = await secureTarget(cert, key, issuer);
      const watch = await watching('--target', url, '--ca', ca, '--only', 'AUTH');
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      // The second request reuses the connection of the first.
      for (let i = 0; i < 2; i += 1) {
        const answer = await ask(
          `${watch.url}/api/v1/jobs-search/search`,
          { method: 'POST', headers: { 'Content-Type': 'application/json' }, agent },
          Buffer.from('{}'),
        );
        expect([answer.statusCode, answer.bytes.toString()]).toEqual([403, '{"detail":"no such key"}']);
      }
      agent.destroy();
      const { out } = await watch.end();
      expect(out).toMatch(new RegExp(`2 requests .*, from the proxy at ${watch.url}$`, 'm'));
    },
  );

  it('with an untrusted certificate gets no request, and the command says why and what to do', async () => {
    const watch = await watching('--target', (await secureTarget(SELF_SIGNED, SELF_KEY, SELF_SIGNED)).url);
    const asked = ask(`${watch.url}/api/v1/departments`, { headers: { Authorization: 'Bearer secret' } });
    await expect(asked).rejects.toThrow(/socket hang up/);
    const { err } = await watch.end();
    expect(err).toMatch(/^No answer from https:\/\/127\.0\.0\.1:\d+: its certificate is self-signed/m);
    expect(err).toContain('--ca');
  });
});

describe('the proxy', () => {
  it('changes no bytes, headers, status or trailers', async () => {
    const packed = gzipSync('{"a": 1}');
    const answered = ['X-ODD', 'a', 'x-odd', 'b', 'Content-Encoding', 'gzip'];
    let came: { raw: string[]; url: string; body: string } | undefined;
    const { url } = await target((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => {
        came = { raw: request.rawHeaders, url: request.url!, body };
        response.writeHead(299, 'Odd', [...answered, 'Trailer', 'X-End']);
        response.write(packed.subarray(0, 5));
        response.addTrailers({ 'X-End': 'yes' });
        response.end(packed.subarray(5));
      });
    });
    const watch = await watching('--target', `${url}/base/`);
    const own = ['X-b', '1', 'x-A', '2'];
    const length = ['Content-Length', '2'];
    const hops = ['Connection', 'X-Hop, close', 'X-Hop', 'h'];
    const headers = ['Host', 'caller.example', ...own, ...hops, ...length];
    const answer = await ask(`${watch.url}/p%2Fq?x=%20`, { method: 'POST', headers }, Buffer.from('hi'));
    expect(came).toMatchObject({ url: '/base/p%2Fq?x=%20', body: 'hi' });
    expect(came!.raw.slice(0, 8)).toEqual(['Host', new URL(url).host, ...own, ...length]);
    expect(came!.raw).not.toContain('X-Hop');
    expect([answer.statusCode, answer.statusMessage, answer.bytes]).toEqual([299, 'Odd', packed]);
    expect(answer.rawHeaders.slice(0, 6)).toEqual(answered);
    expect(answer.rawTrailers).toEqual(['X-End', 'yes']);
    expect((await watch.end()).status).toBe(5);
  });

  it('takes whole addresses of the target and its own, and passes unknown expectations on', async () => {
    const path = '/api/v1/departments?q=a';
    const { url, server } = await target(() => undefined);
    server.on('checkExpectation', ({ url: asked, headers }: IncomingMessage, response: ServerResponse) =>
      response.writeHead(403, { 'X-Saw': `${asked} ${headers.expect}` }).end(),
    );
    const watch = await watching('--target', url);
    for (const host of [url, watch.url]) {
      const answer = await ask(watch.url, { path: host + path, headers: { Expect: 'odd' } });
      expect([answer.statusCode, answer.headers['x-saw']]).toEqual([403, `${path} odd`]);
    }
    expect((await watch.end()).out).toContain('2 requests without a recorded API key, from the proxy');
  });

  // Link-local addresses need the name of an interface, and are not tried.
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const hasIPv6 = all.some(({ family }) => family === 'IPv6');
  const addresses = all.filter(({ internal, scopeid = 0 }) => hasIPv6 && !internal && scopeid === 0);
  it.each(addresses)('takes $address as its own if it listens on all addresses', async ({ address }) => {
    const { url } = await target((_request, response) => response.end('of the target'));
    const watch = await watching('--target', url, '--host', '::', '--allow-remote');
    const own = `http://${address.includes(':') ? `[${address}]` : address}:${new URL(watch.url).port}`;
    expect(String((await ask(own, { path: `${own}/api/v1/departments` })).bytes)).toBe('of the target');
    await watch.end();
  });

  it.each(['http://other.example', 'http://127.0.0.1:9', 'ftp://127.0.0.1'])(
    'refuses a request for %s, which is no traffic of the target',
    async (other) => {
      const { url } = await target((_request, response) => response.end());
      const watch = await watching('--target', url);
      const answer = await ask(watch.url, { path: `${other}/api/v1/departments` });
      expect([answer.statusCode, String(answer.bytes)]).toEqual([421, expect.stringContaining('NO_PROXY')]);
      expect((await watch.end()).out).not.toMatch(/[1-9]\d* requests?\b.*from the proxy/);
    },
  );

  it('passes each part of a body as soon as it arrives', async () => {
    const { url } = await target((request, response) => {
      request.on('data', (chunk: Buffer) => response.write(chunk));
      request.on('end', () => response.end());
    });
    const watch = await watching('--target', url);
    const asked = httpRequest(watch.url, { method: 'POST', agent: false });
    asked.write('one');
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    const chunks = answer[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    expect(String((await chunks.next()).value)).toBe('one');
    asked.end('two');
    expect(String((await chunks.next()).value)).toBe('two');
    await watch.end();
  });

  it('sends `Connection: close` only if the target does', async () => {
    const { url } = await target((request, response) => {
      if (request.url === '/last') response.setHeader('Connection', 'close');
      response.end();
    });
    const watch = await watching('--target', url);
    const agent = new Agent({ keepAlive: true });
    expect((await ask(`${watch.url}/first`, { agent })).headers.connection).toBe('keep-alive');
    expect((await ask(`${watch.url}/last`, { agent })).headers.connection).toBe('close');
    agent.destroy();
    await watch.end();
  });

  it('cuts an answer if the target does, and sends none if the target cannot be reached', async () => {
    const { url, close } = await target((_request, response) => {
      response.writeHead(200, { 'Content-Length': '10' });
      response.write('half', () => response.destroy());
    });
    const watch = await watching('--target', url);
    await expect(ask(watch.url)).rejects.toThrow('aborted');
    await close();
    await expect(ask(watch.url)).rejects.toThrow();
    expect(watch.said.err).toContain('No answer from');
    await watch.end();
  });

  it('cancels a request if its caller disconnects', async () => {
    const { url, server } = await target(() => undefined);
    const watch = await watching('--target', url);
    const asked = httpRequest(watch.url, { agent: false }).on('error', () => undefined);
    asked.end();
    const [, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
    asked.destroy();
    await once(response, 'close');
    await watch.end();
  });

  it.each(['the target', 'the caller'])(
    'ends a request without an answer when %s closes the connection',
    async (who) => {
      const { url, server } = await target(() => undefined);
      const history = join(temporaryFolder(), 'history.json');
      const watch = await watching('--target', url, '--history', history);
      const asked = httpRequest(`${watch.url}/api/v1/departments`, { agent: false });
      const gone = new Promise((resolve) => asked.on('error', resolve));
      asked.end();
      const [, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
      const before = performance.timeOrigin + performance.now();
      (who === 'the target' ? response : asked).destroy(new Error('gone'));
      await Promise.all([gone, once(response, 'close')]);
      await watch.end();
      const [exchange] = readTraffic(readFileSync(history, 'utf8')).exchanges;
      expect(exchange!.endedAt).toBeGreaterThanOrEqual(before);
    },
  );
});

describe('the judgement', () => {
  it('drops the oldest requests if bodies fill their memory', async () => {
    let answered = 0;
    const { url } = await target((_request, response) => {
      answered += 1;
      const isLast = answered === 60;
      const headers = { 'Content-Type': 'application/json', 'X-Request-ID': randomUUID() };
      response.writeHead(isLast ? 200 : 503, headers);
      const text = `service_unavailable ${answered} ${'x'.repeat(30_000)}`;
      response.end(JSON.stringify(isLast ? { departments: text } : { detail: text }));
    });
    const history = join(temporaryFolder(), 'history.json');
    const flags = { target: url, host: '127.0.0.1', port: 0, history };
    const watched = await listening((around) =>
      watch(flags, guarded(around, new Redactor()), createKeeper(1 << 20)),
    );
    for (let i = 0; i < 60; i += 1) await ask(`${watched.url}/api/v1/departments`);
    const { out, status } = await watched.end();
    expect(status).toBe(1);
    expect(out).toMatch(/\b[1-5]\d earlier requests, dropped/);
    expect(out).not.toContain('not kept');
    const { exchanges } = readTraffic(readFileSync(history, 'utf8'));
    expect(exchanges.length).toBeGreaterThan(5);
    expect(exchanges.at(-1)!.response!.bodyText).toContain('service_unavailable 60 ');
  });

  it('finds no failure in the traffic of the suite, whose verdicts stay the same through the proxy', async () => {
    const mock = closing(await startMock({ jobs: 3000 }));
    const watch = await watching('--target', mock.url, '--quiet');
    const [direct, through] = [
      await runConformance({ target: mock.url, apiKey: 'key_demo', packs: ['smoke'] }),
      await runConformance({ target: watch.url, apiKey: 'key_demo', packs: ['smoke'] }),
    ];
    const verdicts = (report: typeof direct) =>
      report.clauses.map(({ clause, verdict }) => `${clause.id} ${verdict}`);
    expect(verdicts(through)).toEqual(verdicts(direct));
    const { out } = await watch.end();
    expect(out).not.toContain('Failures of the service');
    expect(out).toMatch(/This traffic shows \d+ of \d+ clauses, none broken;/);
  });

  it('reports failures of both sides during the traffic, and stores the history without secrets', async () => {
    const mock = await startMock({
      jobs: 3000,
      wrap: (listener) => (request, response) => {
        response.removeHeader('X-Request-ID');
        const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => typeof response;
        response.writeHead = ((status: number, headers: string[]) =>
          writeHead(
            status,
            headers.filter((_, i) => headers[i - (i % 2)] !== 'X-Request-ID'),
          )) as never;
        listener(request, response);
      },
    });
    closing(mock);
    const file = join(temporaryFolder(), 'history.har');
    const watch = await watching('--target', mock.url, '--history', file, '--verbose');
    const own = { Authorization: 'Bearer key_demo', 'Idempotency-Key': 'mine' };
    const headers = { ...own, 'Content-Type': 'application/json' };
    await ask(
      `${watch.url}/api/v1/jobs-search/search`,
      { method: 'POST', headers },
      Buffer.from('{"limit": 5}'),
    );
    await ask(`${watch.url}/api/v1/departments`, { headers });
    await expect
      .poll(() => watch.said.err)
      .toContain('SERVICE  REQ-1  #2 GET /api/v1/departments → 200  expected an X-Request-ID header');
    const { status, out, err } = await watch.end();
    expect(err).toContain(`Use ${watch.url} as the base URL of your client.`);
    const told = [...err.matchAll(/^(\S+) +(\S+) +#(\d) /gm)].map(([, ...parts]) => parts.join(' '));
    expect(told).toEqual(['SERVICE REQ-2 1', 'CALLER CLI-7 1', 'SERVICE REQ-1 2']);
    expect([status, out]).toEqual([1, expect.stringContaining('Failures of callers')]);
    const history = readFileSync(file, 'utf8');
    expect(history).not.toContain('key_demo');
    expect((JSON.parse(history) as { log: { entries: unknown[] } }).log.entries).toHaveLength(2);

    // The commands that it prints work when they are pasted.
    const judged = await runCommand(['judge', file, '--only', 'REQ-1', '--verbose']);
    expect(out).toContain(`judge ${file} --only REQ-1`);
    for (const [text, clause] of [
      [out, 'REQ-2'],
      [judged.out, 'REQ-1'],
    ] as const) {
      const [curl = ''] = /curl -i .*$/m.exec(text.slice(text.indexOf(`\n${clause} `))) ?? [];
      expect(curl).not.toMatch(/host:|content-length/i);
      const sent = (key: object) =>
        promisify(execFile)('sh', ['-c', curl], { env: { ...process.env, no_proxy: '*', ...key } });
      const { stdout } = await sent({ JOB_SEARCH_API_KEY: 'key_demo' });
      expect(stdout).toMatch(clause === 'REQ-1' ? /^HTTP\/1\.1 200 / : /^HTTP\/1\.1 400 /);
    }
  });
});

it.each([
  [['--host', '0.0.0.0', '--target', 'http://127.0.0.1:1'], 'Pass --allow-remote'],
  [[], 'watch needs --target'],
  [['--target', 'ftp://x'], 'watch needs --target'],
  [['--target', 'http://x', '--history', '/no/such/x'], '--history /no/such/x cannot be written'],
])('refuses %j with exit 2', async (flags, message) => {
  const watch = await watching(...flags);
  expect(await watch.end()).toMatchObject({ status: 2, err: expect.stringContaining(message) as string });
});
