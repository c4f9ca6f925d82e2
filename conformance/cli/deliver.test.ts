import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createRedactor } from '../../common/redact.js';
import { sampleReport } from '../../test/samples/report.js';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import { guarded } from '../command-context.js';
import type { RunReport } from '../judge/report.js';
import { reportFiles } from '../reports/files.js';
import { runView } from '../reports/run-view.js';
import { deliver } from './deliver.js';
import type { Flags } from './flags.js';

function delivered(report: RunReport, flags: Flags = {}, environment = {}) {
  let out = '';
  let err = '';
  const context = guarded(
    {
      environment,
      isTerminal: false,
      out: (text) => void (out += text),
      err: (text) => void (err += text),
    },
    createRedactor(),
  );
  const status = deliver(runView(report), reportFiles(flags.report ?? []), flags, context);
  return { status, out, err };
}

const incomplete = (): RunReport =>
  sampleReport({ verdict: 'incomplete', headline: 'Nothing was verified.', clauses: [], scenarios: [] });

it('ends an incomplete run with 5, and with 0 under --allow-incomplete, but never a broken one', () => {
  expect(delivered(incomplete()).status).toBe(5);
  expect(delivered(incomplete(), { allowIncomplete: true }).status).toBe(0);
  expect(delivered(sampleReport(), { allowIncomplete: true }).status).toBe(1);
});

it('annotates a job of GitHub, and adds to the page of the job', () => {
  const summary = join(temporaryFolder(), 'summary.md');
  writeFileSync(summary, '# Before\n');
  const report = sampleReport();
  const [first] = report.clauses[0]!.evidence;
  first!.actual = 'a 100 % wrong\n::error::planted';
  const { out } = delivered(report, { report: ['github'] }, { GITHUB_STEP_SUMMARY: summary });
  const annotations = out.split('\n').filter((line) => line.startsWith('::'));
  expect(annotations).toHaveLength(2);
  expect(annotations[0]).toMatch(
    /^::error title=ENV-2 total counts this page::expected .*%0Aactual a 100 %25 wrong/,
  );
  expect(readFileSync(summary, 'utf8')).toMatch(/^# Before\n## Does not conform\n/);
});

it('annotates an incomplete run as an error, or as a warning where that is allowed', () => {
  const flags = { report: ['github'] };
  expect(delivered(incomplete(), flags).out).toContain('\n::error title=Incomplete::Nothing was verified.\n');
  expect(delivered(incomplete(), { ...flags, allowIncomplete: true }).out).toContain(
    '::warning title=Incomplete',
  );
});

it('ends with 4 if the page of the job cannot be written', () => {
  const { status, err } = delivered(
    sampleReport(),
    { report: ['github'] },
    { GITHUB_STEP_SUMMARY: '/nowhere/x' },
  );
  expect([status, err]).toEqual([
    4,
    expect.stringMatching(/^--report github: .* could not be written: ENOENT/),
  ]);
});
