/** Tests targets with answers of many megabytes: a run ends, and concludes nothing from answers that it did not store. */
import { spawnSync, spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { startMock } from '../mock-server/index.js';
import { compiledProgram } from '../test/support/program.js';
import { temporaryFolder } from '../test/support/temporary-folder.js';
import { readJsonReport, runConformance, type Exchange } from './index.js';
import { judge } from './judge/judge.js';
import { oracles } from './judge/oracles/index.js';
import { jsonOf, setJson } from '../test/mutants/mutant.js';
import { startProxy } from '../test/mutants/proxy.js';
import { movedTime } from '../test/worlds/rows.js';
import { loadDocuments } from './pack/model/documents.js';
import { createKeeper } from './record/kept-bodies.js';
import { makeProfile } from './run/target/profile.js';
import { run } from './run/run.js';
import { follow } from './values/pointers.js';
import { FILE_KINDS } from './reports/index.js';

const SIZE = Math.floor(15.9 * 1024 * 1024);
const KEY = 'key_large_answers';
const PROGRAM = compiledProgram('conformance/main');

const START = '{"success":true,"error":null,';
const DATA = '"total":1,"total_jobs_found":1,"credits_used":0,"credits_remaining":9,"search_after":null';
const TEXT = JSON.stringify('Build \u0416 things.\n'.repeat(12)).slice(1, -1);
/** Start, repeated part and end of an answer: unique long texts, empty objects, unique names, or control characters. */
const KINDS: [begin: string, part: (i: number, n: number) => string, end: string][] = [
  [
    `${START}"data":{"jobs":[{}`,
    (i, n) => `,{"Job Title":"${KEY}","Job Description":"${n} ${i} ${TEXT}"}`,
    `],${DATA}}}`,
  ],
  [`${START}"data":{"jobs":[{}`, () => ',{}', `],${DATA}}}`],
  [START, (i) => `"k${i}":${i},`, `"data":{"jobs":[],${DATA}}}`],
  ['', () => '\u0001'.repeat(1000), ''],
];
/** Cache of bodies by kind, for kinds that are the same for every number. */
const built = new Map<number, Buffer>();

/** Returns a compressed search answer of `SIZE` bytes; the number selects its kind. */
function bodyOf(n: number): Buffer {
  const kind = n % KINDS.length;
  const known = built.get(kind);
  if (known !== undefined) return known;
  const [begin, part, end] = KINDS[kind]!;
  const parts = [begin];
  for (let i = 0, size = begin.length; size < SIZE - 100_000; i += 1) {
    parts.push(part(i, n));
    size += parts[i + 1]!.length;
  }
  const body = gzipSync(parts.join('') + end, { level: 1 });
  if (kind > 0) built.set(kind, body);
  return body;
}

/**
 * Runs the suite, with flags for Node, on a mock that answers each search after the first 20 with `bodyOf(number)`. Returns
 * the exit status, the error output, and the number of searches.
 */
async function runOn(bodyOf: (n: number) => Buffer, report: string, ...flags: string[]) {
  let answered = 0;
  await using mock = await startMock({
    jobs: 3000,
    admin: false,
    wrap: (listener) => (request, response) => {
      if (request.method !== 'POST' || (answered += 1) <= 20) return listener(request, response);
      const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
      response.writeHead(200, { ...headers, 'x-request-id': crypto.randomUUID() }).end(bodyOf(answered));
    },
  });
  const key = await mock.accounts.create({ key: KEY, credits: 100_000, rateLimits: 'none' });
  const target = ['--quiet', '--target', mock.url, '--api-key', key, '--max-requests', '95'];
  // Without a balance, the run does not spend time on watching it.
  const args = [...flags, PROGRAM, ...target, '--absent', 'balance', '--report', report];
  const run = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  run.stderr.setEncoding('utf8').on('data', (part: string) => (errors += part));
  const status = await new Promise((resolve) => run.on('close', resolve));
  expect([1, 5]).toContain(status);
  return { status, errors, answered };
}

it(
  'a target with answers of 15.9 MiB is judged within a heap of 1 GiB, and judging the stored run gives the same result',
  { timeout: 300_000 },
  async () => {
    const folder = temporaryFolder();
    const heap = '--max-old-space-size=1024';
    const reports = FILE_KINDS.map((kind) => `${kind}=${folder}/${kind}`).join(',');
    const { status, answered } = await runOn(bodyOf, reports, heap);
    expect(answered).toBeGreaterThan(75);
    const report = readJsonReport(readFileSync(`${folder}/json`, 'utf8'));
    expect(status).toBe(report.exitCode);
    const cut = report.exchanges.filter(({ response }) => response?.bodyCut !== undefined);
    expect(cut.length).toBeGreaterThan(45);
    expect(report.notes.join()).toContain(`${cut.length} answers could not be kept`);
    expect(report.scenarios.filter(({ verdict }) => verdict === 'error')).toEqual([]);
    expect(JSON.stringify(report.exchanges)).not.toContain(KEY);

    const again = `${folder}/again`;
    const args = [heap, PROGRAM, 'judge', `${folder}/json`, '--report', `json=${again}`];
    expect(spawnSync(process.execPath, args).status).toBe(status);
    expect(readFileSync(again, 'utf8') === readFileSync(`${folder}/json`, 'utf8')).toBe(true);
  },
);

const MANY = Array.from({ length: 400_000 }, (_, i) => i);
/** Prints the peak memory of the process at its end, in KiB. */
const MEMORY = `data:text/javascript,process.on('exit',()=>process.stderr.write('MOST '+process.resourceUsage().maxRSS))`;

it.each([
  ['empty jobs', `${START}"data":{"jobs":[${MANY.map(() => '{}').join()}],${DATA}}}`],
  ['jobs', `${START}"data":{"jobs":[${MANY.map((i) => `{"Job URL":"u${i}"}`).join()}],${DATA}}}`],
  ['names', `${START}${MANY.map((i) => `"k${i}":${i},`).join('')}"data":{"jobs":[],${DATA}}}`],
])('a run needs at most 768 MiB for answers with 400,000 %s', { timeout: 300_000 }, async (_what, text) => {
  const body = gzipSync(text, { level: 1 });
  const report = `json=${temporaryFolder()}/json`;
  const { errors, answered } = await runOn(() => body, report, '--import', MEMORY);
  expect(answered).toBeGreaterThan(20);
  expect(Number(/MOST (\d+)/.exec(errors)?.[1])).toBeLessThan(768 * 1024);
});

/** Appends a text of about 20,000 characters to the description; it differs for each job and contains no words. */
function lengthened(job: Record<string, unknown>): void {
  const sign = (digit: string): string => '/=+~-.;|:!?*#%&_'[parseInt(digit, 16)]!;
  const line = hash('md5', JSON.stringify(job)).replace(/\w/g, (digit) => `${sign(digit)} `);
  if (typeof job['Job Description'] === 'string') job['Job Description'] += `\n${line.repeat(300)}`;
}

it(
  'judges a target with long postings completely and stores each posting once',
  { timeout: 120_000 },
  async () => {
    await using mock = await startMock({ now: '2026-03-01T12:00:00Z' });
    const documents = loadDocuments();
    const proxy = await startProxy(documents.contract, mock.url, async (call) => {
      const answer = await call.send();
      const body = jsonOf(answer);
      const jobs = follow(body, ['data', 'jobs']);
      if (!Array.isArray(jobs)) return answer;
      for (const job of jobs as Record<string, unknown>[]) lengthened(job);
      setJson(answer, body);
      return answer;
    });
    const apiKey = await mock.accounts.create({ credits: 10_000 });
    const profile = makeProfile({ target: proxy.url, apiKey }, {}, null);
    const time = movedTime(mock);
    const most = 32 * 1024 * 1024;
    const bodies = createKeeper(most);
    const report = await run({ profile, oracles, packs: ['keywords'], time }, { bodies });
    await proxy.close();
    const lengths = report.exchanges.map(({ response }) => response?.bodyText.length ?? 0);
    expect(lengths.reduce((sum, each) => sum + each)).toBeGreaterThan(1.2 * most);
    expect(report).toMatchObject({ verdict: 'conforms', exitCode: 0 });
    expect(report.notes.join()).not.toContain('could not be kept');
  },
);

it('never blames a target for answers that were not stored', { timeout: 300_000 }, async () => {
  await using mock = await startMock({ now: '2026-03-01T12:00:00Z' });
  const packs = ['billing', 'operation-keys', 'paging'];
  const report = await runConformance({ target: mock.url, adminUrl: mock.url, packs, concurrency: 1 });
  expect(report.counts.clauses.fail).toBe(0);
  const law = { ...loadDocuments(), oracles };
  const contract = report.exchanges.filter(({ channel }) => channel === 'contract');
  const ids = contract.map(({ id }) => id);
  const keyless = contract.filter(({ request }) => request.headers['idempotency-key'] === undefined);
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
    { numRuns: 20, examples: [[keyless.map(({ id }) => id)]] },
  );
});
