import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { startMock, type Mock, type MockOptions } from '../../mock-server/index.js';
import { temporaryFolder } from '../../scripts/testing/temporary-folder.js';
import { operationIds } from '../../spec/contract.js';
import { runConformance, type RunReport } from '../index.js';
import { main } from '../main.js';
import { serve } from '../wire/testing/servers.js';

const mocks: { close(): Promise<void> }[] = [];
afterAll(async () => {
  await Promise.all(mocks.map((mock) => mock.close()));
});

async function mock(options: Parameters<typeof startMock>[0] = {}): Promise<Mock> {
  const started = await startMock({ seed: 1, now: '2026-03-01T12:00:00Z', ...options });
  mocks.push(started);
  return started;
}

const unlimited = Object.fromEntries(operationIds.map((id) => [id, 1_000_000]));
const failures = ({ clauses, scenarios }: RunReport): string[] => [
  ...clauses
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'error')
    .map(({ clause }) => clause.id),
  ...scenarios.filter(({ verdict }) => verdict === 'fail' || verdict === 'error').map(({ id }) => id),
];

describe('every pack', () => {
  it('finds that the mock conforms, within what it announced, and is refused only where it asks for it', async () => {
    const { url } = await mock();
    const report = await runConformance({ target: url, adminUrl: url });
    expect(failures(report)).toEqual([]);
    expect(report).toMatchObject({ verdict: 'conforms', exitCode: 0, budget: { throttledUnexpected: 0 } });
    expect(report.budget.creditsUsed).toBeGreaterThan(0);
    expect(report.budget.creditsUsed).toBeLessThanOrEqual(report.budget.creditsAnnounced);
    for (const { id, creditsUsed, creditsAnnounced } of report.scenarios)
      expect([id, creditsUsed <= creditsAnnounced]).toEqual([id, true]);
    const unchecked = report.clauses.filter(
      ({ clause, verdict }) => verdict !== 'pass' && clause.check !== 'none',
    );
    expect(unchecked.filter(({ clause }) => clause.level === 'must').map(({ clause }) => clause.id)).toEqual(
      [],
    );
  });

  it('verifies most clauses with one key alone, and finds nothing wrong', async () => {
    const { url, accounts } = await mock({ admin: false });
    const apiKey = await accounts.create({ credits: 20_000, rateLimits: unlimited });
    const report = await runConformance({ target: url, apiKey, profile: { rateLimits: unlimited } });
    expect(failures(report)).toEqual([]);
    expect([0, 5]).toContain(report.exitCode);
    expect(report.budget.throttledUnexpected).toBe(0);
    expect(report.budget.creditsUsed).toBeLessThanOrEqual(report.budget.creditsAnnounced);
    expect(report.counts.clauses.pass / report.clauses.length).toBeGreaterThan(0.8);
    expect(report.notes).toEqual([expect.stringMatching(/^Found out .*companyUrl https:/)]);
    const used = 20_000 - (accounts.read(apiKey).credits ?? 0);
    expect(report.budget.creditsUsed).toBe(used);
  });

  const readings: MockOptions['readings'][] = [
    { 'auth-status': '401', 'historical-salary-default': 'none', 'v3-path': 'alias', 'rate-others': 'none' },
    {
      ...{
        'legacy-auth-status': '403',
        'profile-url-shape': '422',
        'historical-advanced-keywords': 'ignored',
      },
      ...{ 'historical-access': 'granted', 'historical-no-credits': '403' },
    },
  ];
  it.each(readings)('takes any lawful reading and names it: %j', async (switched) => {
    const { url } = await mock({ readings: switched });
    const report = await runConformance({ target: url, adminUrl: url });
    expect(failures(report)).toEqual([]);
    const seen = new Map<string, string[]>(
      report.readings.map(({ reading, seen: all }) => [reading.id, all.map(({ choice }) => choice)]),
    );
    for (const [id, choice] of Object.entries(switched!)) expect([id, seen.get(id)]).toEqual([id, [choice]]);
  });
});

describe('a report', () => {
  it('prints commands that show the failure again', async () => {
    const good = await mock({ admin: false });
    const apiKey = await good.accounts.create({ credits: 1000, rateLimits: unlimited });
    // Passes everything on and forgets the request id of searches.
    const faulty = await serve((request, response) => {
      const sent = faulty.requests.at(-1);
      const headers = Object.fromEntries(
        Object.entries(request.headers).filter(([name]) => name !== 'host' && name !== 'connection'),
      );
      void fetch(good.url + (request.url ?? ''), {
        method: request.method ?? 'GET',
        headers: headers as Record<string, string>,
        ...(sent === undefined || sent.body === '' ? {} : { body: sent.body }),
      }).then(async (answer) => {
        response.statusCode = answer.status;
        answer.headers.forEach((value, name) => {
          const forgotten = name === 'x-request-id' && request.method === 'POST';
          if (!forgotten && !/^(content-length|transfer-encoding|connection)$/.test(name))
            response.setHeader(name, value);
        });
        response.end(await answer.text());
      });
    });
    mocks.push(faulty);
    const run = async (args: readonly string[]): Promise<RunReport> => {
      const file = join(temporaryFolder(), 'report.json');
      await main([...args, '--report', `json=${file}`, '--quiet'], {
        environment: {},
        out: () => undefined,
        err: () => undefined,
        isTerminal: false,
      });
      return JSON.parse(await (await import('node:fs/promises')).readFile(file, 'utf8')) as RunReport;
    };
    const first = await run(['--target', faulty.url, '--api-key', apiKey, '--pack', 'smoke']);
    const broken = first.clauses.filter(({ verdict }) => verdict === 'fail');
    expect(broken.map(({ clause }) => clause.id)).toContain('REQ-1');
    for (const { clause, evidence } of broken) {
      const [finding] = evidence;
      const command = (finding?.reproduce.only ?? '').replace('"$JOB_SEARCH_API_KEY"', apiKey);
      const again = await run(command.split(' ').slice(2));
      expect(again.clauses.find((each) => each.clause.id === clause.id)?.verdict).toBe('fail');
      for (const curl of finding?.reproduce.curl ?? []) {
        const script = join(temporaryFolder(), 'run.sh');
        writeFileSync(script, curl);
        const { stdout } = await promisify(execFile)('sh', [script], {
          env: { ...process.env, JOB_SEARCH_API_KEY: apiKey },
        });
        expect(stdout).toMatch(/^HTTP\/1\.1 /);
        expect(stdout.toLowerCase()).not.toContain('x-request-id:');
      }
    }
  });
});
