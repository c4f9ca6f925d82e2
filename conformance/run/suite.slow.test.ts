/** Runs of the whole suite, which need many seconds. */
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { startMock, type MockOptions } from '../../mock-server/index.js';
import { UNLIMITED } from '../../test/mock/checked-mock.js';
import { readJsonReport, runConformance, type RunReport } from '../index.js';
import { judge } from '../judge/judge.js';
import { oracles } from '../judge/oracles/index.js';
import { loadDocuments } from '../pack/model/documents.js';
import { writeReport } from '../reports/index.js';

const schemaFile = new URL('../report.schema.json', import.meta.url);
const reportSchema = JSON.parse(readFileSync(schemaFile, 'utf8')) as object;

const SETTINGS = { seed: 1, now: '2026-03-01T12:00:00Z' };
const failures = ({ clauses, scenarios }: RunReport): string[] => [
  ...clauses
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'error')
    .map(({ clause }) => clause.id),
  ...scenarios.filter(({ verdict }) => verdict === 'fail' || verdict === 'error').map(({ id }) => id),
];

describe('every pack', { timeout: 600_000 }, () => {
  it('finds that the mock conforms, within the announced cost', async () => {
    await using mock = await startMock(SETTINGS);
    const report = await runConformance({ target: mock.url, adminUrl: mock.url });
    expect(failures(report)).toEqual([]);
    expect(report).toMatchObject({ verdict: 'conforms', exitCode: 0, budget: { throttledUnexpected: 0 } });
    expect(report.budget.creditsUsed).toBeGreaterThan(0);
    expect(report.budget.creditsUsed).toBeLessThanOrEqual(report.budget.creditsAnnounced);
    for (const { id, creditsUsed, creditsAnnounced } of report.scenarios)
      expect([id, creditsUsed <= creditsAnnounced]).toEqual([id, true]);
    const unchecked = report.clauses.filter(({ clause, passes }) => passes === 0 && clause.check !== 'none');
    expect(unchecked.filter(({ clause }) => clause.level === 'must').map(({ clause }) => clause.id)).toEqual(
      [],
    );
  });

  it('verifies most clauses with one key and no admin API, and finds no failure', async () => {
    await using mock = await startMock({ ...SETTINGS, admin: false });
    const { url, accounts } = mock;
    const apiKey = await accounts.create({ credits: 20_000, rateLimits: UNLIMITED });
    const report = await runConformance({ target: url, apiKey, profile: { rateLimits: UNLIMITED } });
    expect(failures(report)).toEqual([]);
    expect([0, 5]).toContain(report.exitCode);
    expect(report.budget.throttledUnexpected).toBe(0);
    expect(report.budget.creditsUsed).toBeLessThanOrEqual(report.budget.creditsAnnounced);
    const seen = report.clauses.filter(({ passes }) => passes > 0);
    expect(seen.length / report.clauses.length).toBeGreaterThan(0.8);
    expect(report.notes).toEqual([]);
    expect(report.survey?.facts).toMatchObject({
      companyUrl: expect.stringMatching(/^https:/) as unknown,
      marketPairTitleWord: expect.any(String) as unknown,
    });
    const used = 20_000 - (accounts.read(apiKey).credits ?? 0);
    expect(report.budget.creditsUsed).toBe(used);
    expect(used).toBeLessThanOrEqual(300);
  });

  it('accepts and names allowed readings, and its stored report, judged again, is identical', async () => {
    const switched: NonNullable<MockOptions['readings']> = {
      'auth-status': '401',
      'legacy-auth-status': '403',
      'historical-salary-default': 'none',
      'historical-advanced-keywords': 'ignored',
      'historical-access': 'granted',
      'historical-no-credits': '403',
      'profile-url-shape': '422',
      'v3-path': 'alias',
      'rate-others': 'none',
    };
    await using mock = await startMock({ ...SETTINGS, readings: switched });
    const report = await runConformance({ target: mock.url, adminUrl: mock.url });
    expect(failures(report)).toEqual([]);
    const seen = report.readings.map(({ reading, seen: all }) => [
      reading.id,
      all.map(({ choice }) => choice),
    ]);
    expect(Object.fromEntries(seen)).toMatchObject(
      Object.fromEntries(Object.entries(switched).map(([id, choice]) => [id, [choice]])),
    );
    const stored = writeReport('json', report);
    const again = judge(readJsonReport(stored), { ...loadDocuments(), oracles });
    expect(writeReport('json', again) === stored).toBe(true);
    const validate = new Ajv({ allErrors: true }).compile(reportSchema);
    validate(JSON.parse(stored));
    expect(validate.errors).toBeNull();
  });
});
