import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startMock } from '../mock-server/index.js';
import { ended, runCommand } from '../test/support/command.js';
import { clientOf, type Client } from '../test/mock/client.js';
import { testData } from '../test/mock/checked-mock.js';
import { temporaryFolder } from '../test/support/temporary-folder.js';
import { judgeClient, type JudgeClientOptions } from './judge-client.js';

let client: Client;
const mock = await startMock({ shared: await testData() });
const adminUrl = `${mock.url}/__admin`;
afterAll(() => mock.close());
beforeEach(async () => {
  await mock.reset();
  client = clientOf(mock, await mock.accounts.create({ credits: 500 }));
});

const judge = (options: Partial<JudgeClientOptions> = {}) =>
  judgeClient({ adminUrl, key: client.key, ...options });

const command = (...args: string[]) => runCommand(['clients', ...args]);

/** Retries under a new key while a new posting appears, so that the client pays twice. */
async function waste(): Promise<void> {
  const { key: account } = client;
  await mock.faults.add({ operation: 'searchJobs', effect: 'drop-after-charge', account, newPostings: 2 });
  await client.search({ limit: 5 }, 'use_v1_a').catch(() => undefined);
  await client.search({ limit: 5 }, 'use_v1_b');
}

describe('judgeClient', () => {
  it('finds no breach of a right client', async () => {
    await mock.faults.add({ operation: 'searchJobs', effect: 'drop-after-charge', account: client.key });
    await client.search({ limit: 5 }, 'use_v1_a').catch(() => undefined);
    const { body } = await client.search({ limit: 5 }, 'use_v1_a');
    await client.search({ limit: 5, search_after: body.data.search_after }, 'use_v1_b');
    const report = await judge({ askedOnce: true });
    expect(report).toMatchObject({ verdict: 'conforms', paid: 10, wasted: 0, requests: 3, dropped: 0 });
    expect(report.headline).toMatch(/^\d+ rules kept; not exercised: CLI-.*\. Paid 10 credits\.$/);
  });

  it('names the price of a retry under a new key', async () => {
    await waste();
    expect(await judge()).toMatchObject({
      verdict: 'conforms',
      paid: 7,
      wasted: 2,
      headline: 'perhaps broken: CLI-2. Paid 7 credits for a task worth 5: CLI-2 (2).',
    });
    expect(await judge({ askedOnce: true })).toMatchObject({
      verdict: 'does-not-conform',
      headline: 'broken: CLI-2. Paid 7 credits for a task worth 5: CLI-2 (2).',
    });
  });

  it('judges one key, or all', async () => {
    await waste();
    const other = clientOf(mock, await mock.accounts.create());
    await other.search({ limit: 1 });
    expect((await judge({ key: other.key })).paid).toBe(1);
    expect((await judge({ key: undefined })).paid).toBe(8);
  });

  it('says that nothing was judged if there were no requests', async () => {
    expect(await judge()).toMatchObject({ verdict: 'nothing-judged', requests: 0 });
  });

  it('rejects if no mock answers', async () => {
    await expect(judge({ key: 'key_nobody' })).rejects.toThrow('answers 404: No account has this key.');
    await expect(judge({ adminUrl: 'http://127.0.0.1:1' })).rejects.toThrow('No mock answers at');
    await expect(judge({ adminUrl: 'nowhere' })).rejects.toThrow('is not an address');
  });
});

describe('job-search-conformance clients', () => {
  it('shows rule, requests, price and page, and exits with 1', async () => {
    await waste();
    const { status, out } = await command('--admin-url', adminUrl, '--key', client.key, '--asked-once');
    expect(status).toBe(1);
    expect(out).toMatch(/^CLI-2 {2}must, §5\.2 {2}Every attempt/m);
    expect(out).toContain('verdict   It cost 2 credits that a correct client does not pay.');
    expect(out).toMatch(
      /#\d+ POST \/api\/v1\/jobs-search\/search \{"limit":5\} with use_v1_a: 200, lost, 5 credits/,
    );
    expect(out).toContain(`page      ${mock.url}/docs/clients/CLI-2`);
    expect(out).toContain('Does not conform: broken: CLI-2. Paid 7 credits for a task worth 5: CLI-2 (2).');
    expect(out).not.toContain(client.key);
  });

  it('exits with 0 if nothing is broken, with 5 if nothing was judged, with 3 without a mock', async () => {
    expect((await command('--admin-url', adminUrl, '--key', client.key)).status).toBe(5);
    await client.search({ limit: 1 }, 'use_v1_a');
    expect((await command('--admin-url', mock.url, '--key', client.key)).status).toBe(0);
    expect((await command('--admin-url', 'http://127.0.0.1:1')).status).toBe(3);
    expect((await command()).status).toBe(2);
    expect((await command('--admin-url', adminUrl, '--report', 'pdf=x')).status).toBe(2);
  });

  it.each([
    ['--course', ['--admin-url', 'http://127.0.0.1:1', '--course', 'pages']],
    ['--key', ['--key', 'key_demo', '--', 'node', 'client.mjs']],
    ['--asked-once', ['--asked-once', '--', 'node', 'client.mjs']],
    ['--language', ['--language', 'python', '--', 'node', 'client.mjs']],
  ])('rejects %s if it would have no effect', async (flag, args) => {
    expect(await command(...args)).toMatchObject(ended(2, flag));
  });

  it('writes the postings of the courses, and overwrites no file', async () => {
    const file = join(temporaryFolder(), 'postings.ndjson');
    const { status, out } = await command('--write-data', file);
    expect([status, out]).toEqual([
      0,
      expect.stringMatching(/npx job-search-mock --data \S+ --now 2026-03-01T12:00:00Z\n$/),
    ]);
    expect(await command('--write-data', file)).toMatchObject(ended(2, 'already exists'));
  });

  it('writes reports', async () => {
    await client.search({ limit: 101 }, 'use_v1_a');
    const folder = temporaryFolder();
    const [xml, json] = [join(folder, 'c.xml'), join(folder, 'c.json')];
    const files = ['--report', `junit=${xml}`, '--report', `json=${json}`];
    expect((await command('--admin-url', adminUrl, ...files)).status).toBe(1);
    expect(readFileSync(xml, 'utf8')).toMatch(/failures="1"[\s\S]*CLI-42[\s\S]*<failure type="fail"/);
    expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({ verdict: 'does-not-conform', wasted: 0 });
    const text = join(folder, 'c.md');
    await command('--admin-url', adminUrl, '--report', `markdown=${text}`);
    expect(readFileSync(text, 'utf8')).toMatch(
      /^## Does not conform\n[\s\S]*#### `CLI-42` [\s\S]*- \*\*expected\*\* /,
    );
  });
});
