import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import express from 'express';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { smallWorld, START } from '../../test/mock/admin-server.js';
import { startMock } from '../index.js';
import { pagesRouter, type PagesOptions } from './router.js';
import { casesOf } from '../../test/support/cases.js';

const cases = casesOf<{ pages: [path: string, type: string][]; missing: string[] }>(import.meta.filename);

function pages(options: Partial<PagesOptions> = {}, world = smallWorld()) {
  const app = express();
  app.use(pagesRouter(world, { admin: true, adminToken: false, ...options }));
  app.use((_request, response) => void response.status(418).end());
  // A browser sends this header.
  return request.agent(app).set('Accept', 'text/html, */*');
}

const file = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const renderer = (name: string): string =>
  readFileSync(createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`), 'utf8');

describe('the pages', () => {
  it.each(cases.pages)('%s exists, and may load nothing from other origins', async (path, type) => {
    const answer = await pages().get(path).expect(200);
    expect(answer.headers['content-type']).toBe(type);
    expect(answer.headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self'( 'sha256-[^']+')?;/,
    );
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });

  it('the page of a clause names the scenarios that check it and the command that runs them', async () => {
    const { text } = await pages().get('/docs/clauses/BILL-2');
    expect(text).toContain('npx job-search-conformance --target URL --only BILL-2');
    expect(text).toMatch(/<li>[^<]+ <code>billing\/price-of-a-company-search<\/code><\/li>/);
  });

  it('the page of a clause that nothing can check names no scenario', async () => {
    const { text } = await pages().get('/docs/clauses/JOB-14');
    expect(text).toContain('Not checked');
    expect(text).not.toContain('Scenarios that check it');
  });

  it.each(['/', '/docs', '/docs/admin', '/assets/mock-server/pages/docs.css'])(
    '%s refers to no file of another site',
    async (path) => {
      const { text } = await pages().get(path);
      const named = [...text.matchAll(/(?:src|href)="([^"]*)"|url\(([^)]*)\)/g)].map(
        (match) => match[1] ?? match[2]!,
      );
      expect(named.filter((each) => !/^(\/(?!\/)|data:)/.test(each))).toEqual([]);
    },
  );

  it('show the first search in three languages, and keys with their accounts', async () => {
    const { text } = await pages().get('/');
    for (const part of ['curl http', 'await fetch(', 'import json, urllib.request'])
      expect(text).toContain(part);
    expect(text).toContain('<code data-account="acc_demo">key_demo</code>');
  });

  it('have no broken links', async () => {
    for (const path of ['/', '/docs', '/docs/admin']) {
      const { text } = await pages().get(path);
      for (const [, link] of text.matchAll(/(?:src|href)="(\/[^"]*)"/g)) await pages().get(link!).expect(200);
    }
  });

  it.each(cases.missing)('do not handle %s', async (path) => {
    await pages().get(path).expect(418);
  });

  it.each(['/openapi.yaml', '/openapi.json'])(
    '%s is readable for pages of other origins, too',
    async (path) => {
      const { headers } = await pages().get(path).set('Origin', 'https://app.example').expect(200);
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(headers['access-control-expose-headers']).toContain('X-Request-ID');
    },
  );

  it.each(['/', '/docs', '/docs/admin', '/admin.openapi.yaml', '/admin.openapi.json'])(
    '%s is readable for this origin only',
    async (path) => {
      const { headers } = await pages().get(path).set('Origin', 'https://app.example').expect(200);
      expect(headers['access-control-allow-origin']).toBeUndefined();
    },
  );

  it('do not handle POST', async () => {
    await pages().post('/docs').expect(418);
    const head = await pages().head('/').expect(200);
    expect(Number(head.headers['content-length'])).toBeGreaterThan(1000);
  });

  it('omit the admin API if it is off', async () => {
    const without = pages({ admin: false });
    for (const path of ['/', '/docs']) expect((await without.get(path)).text).not.toMatch(/admin/i);
    for (const path of ['/docs/admin', '/admin.openapi.yaml', '/admin.openapi.json'])
      await without.get(path).expect(418);
  });
});

describe('the documents', () => {
  it('are those that the mock uses', async () => {
    const world = smallWorld();
    const json = await pages({}, world).get('/openapi.json');
    expect(json.body).toEqual(world.contract.document);
    const yaml = await pages({}, world).get('/openapi.yaml').buffer().parse(text);
    expect(yaml.body).toBe(file('../../spec/openapi.yaml'));
    expect(parse(yaml.body)).toEqual(withoutMark(json.body));
  });

  it('of the admin API are the same in both forms', async () => {
    const json = await pages().get('/admin.openapi.json');
    expect(withoutMark(json.body)).toEqual(parse(file('../../spec/admin.openapi.yaml')));
  });

  it('are rendered by the published renderer', async () => {
    const bundle = await pages().get('/docs/assets/swagger-ui-bundle.js').buffer().parse(text);
    expect(bundle.body).toBe(renderer('swagger-ui-bundle.js'));
  });
});

describe('the start page', () => {
  const start = async (host: string, options?: PagesOptions) =>
    (await pages(options).get('/').set('Host', host)).text;

  it('is text for clients such as curl, with the same commands', async () => {
    const { headers, text } = await pages().get('/').set('Accept', '*/*').set('Host', 'mock.internal');
    expect([headers['content-type'], headers['vary']]).toEqual(['text/plain; charset=utf-8', 'Accept']);
    expect(text).toContain('# Read the balance.\ncurl http://mock.internal/api/v1/credits/balance');
    expect(text.match(/^curl /gm)).toHaveLength(9);
    expect((await pages({ admin: false }).get('/start.txt')).text).not.toContain('__admin');
  });

  it('shows commands for the host of the request', async () => {
    expect(await start('mock.internal:8080')).toContain(
      'curl http://mock.internal:8080/api/v1/jobs-search/search',
    );
    expect(await start('[::1]:4010')).toContain('curl http://[::1]:4010/api/v1');
  });

  it.each(['"><script>alert(1)</script>', 'a b', "'; rm -rf /", 'evil.example/path', '$(id)'])(
    'does not repeat the host %s',
    async (host) => {
      const text = await start(host);
      expect(text).not.toContain(host);
      expect(text).toMatch(/curl http:\/\/127\.0\.0\.1:\d+\/api/);
    },
  );

  it('lists the seeded keys with their purpose, and no key of other accounts', async () => {
    const world = smallWorld();
    const made = await world.owner.createAccount();
    const { text } = await pages({}, world).get('/');
    expect(text).toMatch(/key_demo<\/code><\/td><td class="number">100,000<\/td><td>Starts with credits for/);
    expect(text).not.toContain(made.key);
  });

  it('says that a token is needed, if it is', async () => {
    expect(await start('127.0.0.1', { admin: true, adminToken: true })).toContain('X-Admin-Token: $TOKEN');
    expect(await start('127.0.0.1')).not.toContain('X-Admin-Token');
  });
});

it('shows commands on the start page that all work', async () => {
  const mock = await startMock({ jobs: 2_000, now: START });
  try {
    const page = await (await fetch(mock.url, { headers: { accept: 'text/html' } })).text();
    const commands = [...page.matchAll(/<code>(curl [^<]*)<\/code>/g)].map(([, line]) => unescaped(line!));
    expect(commands).toHaveLength(9);
    for (const command of commands) {
      const answer = await run(command);
      expect(answer.ok, `${command} answered ${answer.status}`).toBe(true);
      if (command.includes('-search/search') || command.includes('company-jobs'))
        expect(((await answer.json()) as { data: { jobs: unknown[] } }).data.jobs, command).not.toEqual([]);
    }
  } finally {
    await mock.close();
  }
});

describe('the docs page', () => {
  it('contains a valid key, while one exists', async () => {
    const world = smallWorld();
    expect((await pages({}, world).get('/docs')).text).toContain('data-key="key_demo"');
    await world.owner.deleteAccount('acc_demo');
    expect((await pages({}, world).get('/docs')).text).toContain('data-key="key_small"');
    await world.owner.deleteAccount('acc_small');
    expect((await pages({}, world).get('/docs')).text).not.toContain('data-key');
  });

  it('contains no key for the admin API', async () => {
    expect((await pages().get('/docs/admin')).text).not.toContain('data-key');
  });
});

/** Reads a body as text: supertest returns unknown content types as a stream. */
function text(response: request.Response, done: (error: Error | null, body: string) => void): void {
  const stream = response as unknown as NodeJS.ReadableStream;
  let body = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => (body += chunk));
  stream.on('end', () => done(null, body));
}

/** Removes the mark of the generated document. */
function withoutMark({ 'x-generated': _, ...document }: Record<string, unknown>): Record<string, unknown> {
  return document;
}

function unescaped(html: string): string {
  return html.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}

/** Sends the request of a curl command. Supports only the options that the start page uses. */
function run(command: string): Promise<Response> {
  const words = [...command.replaceAll('\\\n', ' ').matchAll(/'([^']*)'|(\S+)/g)].map(
    ([, quoted, bare]) => quoted ?? bare!,
  );
  const after = (flag: string): string[] => words.flatMap((word, i) => (words[i - 1] === flag ? [word] : []));
  const [body] = after('-d');
  return fetch(
    words.find((word) => word.startsWith('http:'))!,
    {
      method: after('-X')[0] ?? (body === undefined ? 'GET' : 'POST'),
      headers: after('-H').map((header) => header.split(': ') as [string, string]),
      ...(body !== undefined && { body }),
    },
  );
}
