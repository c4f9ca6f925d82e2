/** Checks that the admin API answers every request with a status that its document lists, and never with 500. */
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { loadAdminContract } from '../../spec/admin.js';
import { resolve } from '../../spec/document.js';
import { serveAdmin } from '../../test/mock/admin-server.js';
import { runs } from '../../test/support/thorough.js';

const { document, operations } = loadAdminContract();

const server = await serveAdmin();
afterAll(() => server.close());

/** Field names of the admin API, so that random bodies pass the first check. */
const fields = ['NewAccount', 'NewFault', 'ClockSetting', 'ClockStep'].flatMap((schema) =>
  Object.keys(resolve(document, { $ref: `#/components/schemas/${schema}` })['properties'] as object),
);
const others = ['searchJobs', 'format', 'version', 'name', 'value', '__proto__', 'constructor', 'toString'];
const name = fc.constantFrom(...fields, ...others);
const leaf = fc.oneof(
  fc.constantFrom(null, true, '', '2026-03-01T12:00:00Z', 'acc_demo', 'key_demo', 'delay', 'searchJobs', '1'),
  fc.constantFrom('job-search-kit/state', '\u0000', '9999-12-31T23:59:60Z', '-000001-01-01T00:00:00Z'),
  fc.constantFrom(0, -0, -1, 0.5, 1, 31, 1e12, 1e21, 1e308, Number.MAX_SAFE_INTEGER),
  fc.string({ unit: 'binary' }),
);
const { body } = fc.letrec((tie) => ({
  body: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie('body'), { maxLength: 3 }),
    fc.dictionary(name, tie('body'), { maxKeys: 4 }),
  ),
}));
const segment = fc.oneof(
  fc.constantFrom(
    'acc_demo',
    'acc_9',
    'fault_1',
    '..',
    '%2e%2e',
    '%00',
    '%ff',
    'key_demo',
    '__proto__',
    'a'.repeat(2000),
  ),
  fc.string({ minLength: 1 }).map(encodeURIComponent),
);
const query = fc.constantFrom(
  '',
  '?limit=-1',
  '?after=acc_demo&after=1',
  '?limit=1e3',
  '?a[b]=c',
  '?%',
  '?limit=10',
  '?__proto__=1',
);

it('answers random calls as documented', async () => {
  const id = fc.constantFrom(...operations.map((each) => each.id));
  await fc.assert(
    fc.asyncProperty(fc.record({ id, segment, query, body }), async ({ id, segment, query, body }) => {
      const operation = operations.find((each) => each.id === id)!;
      // The stream of events never ends.
      fc.pre(operation.id !== 'streamEvents');
      // The server of these tests checks status and body against the document.
      const reply = await server.call(
        operation.method,
        operation.path.replace(/\{\w+\}/, segment) + query,
        operation.takesBody ? JSON.stringify(body) : undefined,
      );
      expect(reply.status).toBeLessThan(500);
      if (!['createAccount', 'exportState'].includes(operation.id))
        expect(reply.text).not.toContain('"key_demo"');
    }),
    { numRuns: runs(150, 500) },
  );
});

describe('a hostile body', () => {
  const state = '/__admin/state';
  const accounts = '/__admin/accounts';
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);

  it.each([
    ['is nested very deeply', accounts, '['.repeat(100_000), {}, 400],
    ['is nested deeply', accounts, deep, {}, 422],
    ['nests a snapshot deeply', state, snapshot(deep), {}, 422],
    ['nests the version of a snapshot', state, snapshot('{}').replace('1', deep), {}, 422],
    ['is an empty snapshot', state, snapshot('{}'), {}, 422],
    ['is a snapshot of wrong types', state, snapshot('[]', '"checksum": []'), {}, 422],
    ['is not gzip although its header says so', accounts, '{}', { 'content-encoding': 'gzip' }, 400],
    ['has an unknown encoding', accounts, '{}', { 'content-encoding': 'zstd-17' }, 400],
    ['has a byte order mark', accounts, '\uFEFF{}', {}, 400],
    ['has an object instead of a text', '/__admin/faults', '{"effect": {"toString": "x"}}', {}, 422],
    ['is an empty object with a duplicate', accounts, '{"credits": 1, "credits": "x"}', {}, 422],
  ])('that %s is refused', async (_, path, text, headers: Record<string, string>, status) => {
    const before = (await server.call('GET', state)).text;
    expect((await server.call(path === state ? 'PUT' : 'POST', path, text, headers)).status).toBe(status);
    expect((await server.call('GET', state)).text).toBe(before);
  });

  it('that unpacks to more than a mebibyte is refused', async () => {
    const answer = await fetch(`http://127.0.0.1:${server.port}/__admin/accounts`, {
      method: 'POST',
      body: gzipSync(Buffer.alloc(8 << 20, ' ')),
      headers: { 'content-encoding': 'gzip' },
    });
    expect(answer.status).toBe(413);
  });
});

function snapshot(content: string, more = '"checksum": "x"'): string {
  return `{"format": "job-search-kit/state", "version": 1, ${more}, "accounts": ${content}}`;
}
