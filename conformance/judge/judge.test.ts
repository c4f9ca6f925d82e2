import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { startMock } from '../../mock-server/index.js';
import { runConformance } from '../index.js';
import { mutants, startProxy } from '../mutants/index.js';
import { readJsonReport, writeReport } from '../reports/index.js';
import { loadDocuments } from '../pack/model/documents.js';
import { judge } from './judge.js';
import { oracles } from './oracles/index.js';
import type { RunReport } from './report.js';

const documents = loadDocuments();
const law = { ...documents, oracles };

const schemaFile = new URL('../report.schema.json', import.meta.url);
const reportSchema = JSON.parse(readFileSync(schemaFile, 'utf8')) as object;

/** All that a stored run says when it is judged again. */
function judgedAgain(stored: string): string {
  return writeReport('json', judge(readJsonReport(stored), law));
}

/** Every pack against a mock, or against what the named mutant makes of it. */
async function runAll(mutant?: string): Promise<RunReport> {
  const mock = await startMock({ seed: 1, now: '2026-03-01T12:00:00Z' });
  const rule = mutants.find(({ name }) => name === mutant)?.rule();
  const proxy = rule === undefined ? null : await startProxy(documents.contract, mock.url, rule);
  try {
    return await runConformance({ target: proxy?.url ?? mock.url, adminUrl: mock.url });
  } finally {
    await proxy?.close();
    await mock.close();
  }
}

/** Against a target with one fault; made once for all who ask. */
const faultyRun = ((): (() => Promise<RunReport>) => {
  let made: Promise<RunReport> | undefined;
  return () => (made ??= runAll('request-id-never-changes'));
})();

describe('a stored run', () => {
  it('is judged again to the same report, byte for byte, where the target conforms', async () => {
    const report = await runAll();
    expect(report).toMatchObject({ verdict: 'conforms', exitCode: 0 });
    const stored = writeReport('json', report);
    expect(judgedAgain(stored) === stored).toBe(true);
    const validate = new Ajv({ allErrors: true }).compile(reportSchema);
    validate(JSON.parse(stored));
    expect(validate.errors).toBeNull();
  });

  it('is judged again to the same failures where it does not, by every report', async () => {
    const report = await faultyRun();
    expect(report).toMatchObject({ verdict: 'does-not-conform', exitCode: 1 });
    const stored = writeReport('json', report);
    const again = judge(readJsonReport(stored), law);
    expect(writeReport('json', again) === stored).toBe(true);
    for (const kind of ['terminal', 'junit', 'html', 'markdown'] as const)
      expect([kind, writeReport(kind, again) === writeReport(kind, report)]).toEqual([kind, true]);
  });

  it('can be judged by another baseline', async () => {
    const report = await faultyRun();
    const record = readJsonReport(writeReport('json', report));
    const failed = report.clauses.filter(({ verdict }) => verdict === 'fail').map(({ clause }) => clause.id);
    record.knownFailures = failed.map((clause) => ({ clause, scenario: null, reason: 'ticket 7' }));
    const again = judge(record, law);
    expect([again.verdict, again.counts.clauses.known]).toEqual(['conforms', failed.length]);
    expect(again.baseline?.matched).toHaveLength(failed.length);
  });
});
