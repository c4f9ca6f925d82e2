import { describe, expect, it } from 'vitest';
import { startMock } from '../../mock-server/index.js';
import { runConformance } from '../index.js';
import { mutants, startProxy } from '../../test/mutants/index.js';
import { readJsonReport, writeReport } from '../reports/index.js';
import { loadDocuments } from '../pack/model/documents.js';
import { judge } from './judge.js';
import { oracles } from './oracles/index.js';
import type { RunReport } from './report.js';

const documents = loadDocuments();
const law = { ...documents, oracles };

/** Some packs against what the named mutant makes of a mock. */
async function runMutant(mutant: string): Promise<RunReport> {
  await using mock = await startMock({ seed: 1, now: '2026-03-01T12:00:00Z' });
  const rule = mutants.find(({ name }) => name === mutant)!.rule();
  const proxy = await startProxy(documents.contract, mock.url, rule);
  try {
    const packs = ['smoke', 'billing', 'operation-keys', 'paging', 'rate-limits', 'legacy'];
    return await runConformance({ target: proxy.url, adminUrl: mock.url, packs });
  } finally {
    await proxy.close();
  }
}

/** Against a target with one fault; made once for all who ask. */
const faultyRun = ((): (() => Promise<RunReport>) => {
  let made: Promise<RunReport> | undefined;
  return () => (made ??= runMutant('request-id-never-changes'));
})();

describe('a stored run', () => {
  it('is judged again to the same failures, by every report', async () => {
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
