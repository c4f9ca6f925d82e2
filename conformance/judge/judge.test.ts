import { describe, expect, it } from 'vitest';
import { startMock } from '../../mock-server/index.js';
import { runConformance } from '../index.js';
import { mutantOf } from '../../test/servers/mutant-of.js';
import { FILE_KINDS, readJsonReport, writeReport } from '../reports/index.js';
import { loadDocuments } from '../pack/model/documents.js';
import { judge } from './judge.js';
import { oracles } from './oracles/index.js';
import type { RunReport } from './report.js';

const documents = loadDocuments();
const law = { ...documents, oracles };

/** Runs two small packs against a mock with the fault of the named mutant. */
async function runMutant(mutant: string): Promise<RunReport> {
  await using mock = await startMock({ seed: 1, now: '2026-03-01T12:00:00Z' });
  const { url } = await mutantOf(mock, mutant);
  return await runConformance({ target: url, adminUrl: mock.url, packs: ['smoke', 'balance'] });
}

/** A run against a target with one fault; the tests share it. */
const faultyRun = ((): (() => Promise<RunReport>) => {
  let made: Promise<RunReport> | undefined;
  return () => (made ??= runMutant('request-id-never-changes'));
})();

describe('a stored run', () => {
  it('returns the same report of every kind when it is judged again', async () => {
    const report = await faultyRun();
    expect(report).toMatchObject({ verdict: 'does-not-conform', exitCode: 1 });
    const again = judge(readJsonReport(writeReport('json', report)), law);
    for (const kind of ['terminal', ...FILE_KINDS] as const)
      expect([kind, writeReport(kind, again) === writeReport(kind, report)]).toEqual([kind, true]);
  });

  it('can be judged with another baseline', async () => {
    const report = await faultyRun();
    const record = readJsonReport(writeReport('json', report));
    const failed = report.clauses.filter(({ verdict }) => verdict === 'fail').map(({ clause }) => clause.id);
    record.knownFailures = failed.map((clause) => ({ clause, scenario: null, reason: 'ticket 7' }));
    const again = judge(record, law);
    expect([again.verdict, again.counts.clauses.known]).toEqual(['conforms', failed.length]);
    expect(again.baseline?.matched).toHaveLength(failed.length);
  });
});
