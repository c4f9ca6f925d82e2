/** A target that answers with many megabytes each time: the run comes to its end, and concludes nothing from what it did not keep. */
import { spawnSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startMock } from '../mock-server/index.js';
import { temporaryFolder } from '../scripts/testing/temporary-folder.js';
import { readJsonReport, runConformance, type Exchange } from './index.js';
import { judge } from './judge/judge.js';
import { oracles } from './judge/oracles/index.js';
import { loadDocuments } from './pack/model/documents.js';

const SIZE = Math.floor(15.9 * 1024 * 1024);
const KEY = 'key_large_answers';

/** A search's answer of that size: jobs with long texts, empty objects, names that never come again, control characters. */
function bodies(): Buffer[] {
  const data = '"total":1,"total_jobs_found":1,"credits_used":0,"credits_remaining":9,"search_after":null';
  const filled = (before: string, part: (i: number) => string, after: string): Buffer => {
    const parts = [before];
    for (let i = 0, size = before.length; size < SIZE - 100_000; i += 1) {
      parts.push(part(i));
      size += parts[i + 1]!.length;
    }
    return gzipSync(parts.join('') + after, { level: 1 });
  };
  const job = JSON.stringify({ 'Job Title': KEY, 'Job Description': 'Build \u0416 things. '.repeat(300) });
  return [
    filled(
      '{"success":true,"error":null,"data":{"jobs":[',
      (i) => (i === 0 ? job : `,${job}`),
      `],${data}}}`,
    ),
    filled('{"success":true,"error":null,"data":{"jobs":[', (i) => (i === 0 ? '{}' : ',{}'), `],${data}}}`),
    filled('{"success":true,"error":null,', (i) => `"k${i}":${i},`, `"data":{"jobs":[],${data}}}`),
    filled('', () => '\u0001'.repeat(1000), ''),
  ];
}

describe('a target with answers of 15.9 MiB', { timeout: 300_000 }, () => {
  it('is judged within a heap of 1 GiB, and the stored run again with the same result', async () => {
    const large = bodies();
    let answered = 0;
    await using mock = await startMock({
      jobs: 3000,
      admin: false,
      wrap: (listener) => (request, response) => {
        const isLarge = request.method === 'POST' && (answered += 1) > 20;
        if (!isLarge) return listener(request, response);
        response.writeHead(200, {
          'content-type': 'application/json',
          'content-encoding': 'gzip',
          'x-request-id': crypto.randomUUID(),
        });
        response.end(large[answered % large.length]);
      },
    });
    const key = await mock.accounts.create({ key: KEY, credits: 100_000, rateLimits: 'none' });
    const folder = temporaryFolder();
    const program = ['--max-old-space-size=1024', '--import', 'tsx', join(import.meta.dirname, 'main.ts')];
    const reports = ['json', 'junit', 'html', 'markdown']
      .map((kind) => `${kind}=${folder}/${kind}`)
      .join(',');
    const run = spawn(
      process.execPath,
      [
        ...program,
        '--quiet',
        '--target',
        mock.url,
        '--api-key',
        key,
        '--max-requests',
        '150',
        // Nothing is watched for where no balance can be read, which would take time alone.
        '--absent',
        'balance',
        '--report',
        reports,
      ],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    const status = await new Promise((resolve) => run.on('exit', resolve));
    expect(answered).toBeGreaterThan(80);
    const report = readJsonReport(readFileSync(`${folder}/json`, 'utf8'));
    expect(status).toBe(report.exitCode);
    expect([1, 5]).toContain(status);
    const cut = report.exchanges.filter(({ response }) => response?.bodyCut !== undefined);
    expect(cut.length).toBeGreaterThan(50);
    expect(report.notes.join()).toContain(`${cut.length} answers could not be kept`);
    expect(report.scenarios.filter(({ verdict }) => verdict === 'error')).toEqual([]);
    expect(JSON.stringify(report.exchanges)).not.toContain(KEY);

    const again = `${folder}/again`;
    const judged = spawnSync(process.execPath, [
      ...program,
      'judge',
      `${folder}/json`,
      '--report',
      `json=${again}`,
    ]);
    expect(judged.status).toBe(status);
    expect(readFileSync(again, 'utf8') === readFileSync(`${folder}/json`, 'utf8')).toBe(true);
  });
});

it('never blames a target for answers that were not kept', { timeout: 300_000 }, async () => {
  await using mock = await startMock({ now: '2026-03-01T12:00:00Z' });
  const packs = ['billing', 'operation-keys', 'paging'];
  const report = await runConformance({ target: mock.url, adminUrl: mock.url, packs, concurrency: 1 });
  expect(report.counts.clauses.fail).toBe(0);
  const law = { ...loadDocuments(), oracles };
  const ids = report.exchanges.filter(({ channel }) => channel === 'contract').map(({ id }) => id);
  const cut = (exchange: Exchange): Exchange => ({
    ...exchange,
    response: exchange.response && {
      ...exchange.response,
      bodyText: '',
      body: undefined,
      bodyCut: 17_000_000,
    },
  });
  const some = fc.oneof(
    fc.uniqueArray(fc.constantFrom(...ids), { maxLength: 20 }),
    fc.subarray(ids),
    fc.nat({ max: ids.length }).map((from) => ids.slice(from)),
  );
  fc.assert(
    fc.property(some, (lost) => {
      const gone = new Set(lost);
      const exchanges = report.exchanges.map((each) => (gone.has(each.id) ? cut(each) : each));
      const judged = judge({ ...report, exchanges }, law);
      expect(judged.oracles.filter(({ failures, error }) => failures > 0 || error !== null)).toEqual([]);
    }),
    { numRuns: 20 },
  );
});
