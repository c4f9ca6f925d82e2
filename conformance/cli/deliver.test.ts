import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Redactor } from '../../common/redact.js';
import { sampleReport } from '../../test/samples/report.js';
import { runCommand } from '../../test/support/command.js';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import { guarded } from '../command-context.js';
import type { RunReport } from '../judge/report.js';
import { reportFiles } from '../reports/files.js';
import { runView } from '../reports/run-view.js';
import { deliver } from './deliver.js';
import type { Flags } from './flags.js';

const delivered = (report: RunReport, flags: Flags = {}, environment = {}, terminals = {}) =>
  runCommand([], { environment }, (_args, around) => {
    const context = guarded({ ...around, ...terminals }, new Redactor());
    return Promise.resolve(deliver(runView(report), reportFiles(flags.report ?? []), flags, context));
  });

const incomplete = (): RunReport =>
  sampleReport({ verdict: 'incomplete', headline: 'Nothing was verified.', clauses: [], scenarios: [] });

it('exits with 5 if a run is incomplete or, under --allow-incomplete, with 0; a failed run always with 1', async () => {
  expect((await delivered(incomplete())).status).toBe(5);
  expect((await delivered(incomplete(), { allowIncomplete: true })).status).toBe(0);
  expect((await delivered(sampleReport(), { allowIncomplete: true })).status).toBe(1);
});

it('writes colors only if standard output shows them, also while standard error is a terminal', async () => {
  const redirected = await delivered(sampleReport(), {}, {}, { isTerminal: true });
  expect(redirected.out).toMatch(/^Does not conform: /);
  const shown = await delivered(sampleReport(), {}, {}, { hasColors: true });
  expect(shown.out.startsWith('\u001b[1;31mDoes not conform\u001b[0m: ')).toBe(true);
});

it('annotates a GitHub job, and appends to its summary page', async () => {
  const summary = join(temporaryFolder(), 'summary.md');
  writeFileSync(summary, '# Before\n');
  const report = sampleReport();
  const [first] = report.clauses[0]!.evidence;
  first!.actual = 'a 100 % wrong\n::error::planted';
  const { out } = await delivered(report, { report: ['github'] }, { GITHUB_STEP_SUMMARY: summary });
  const annotations = out.split('\n').filter((line) => line.startsWith('::'));
  expect(annotations).toHaveLength(2);
  expect(annotations[0]).toMatch(
    /^::error title=ENV-2 total counts this page::expected .*%0Aactual a 100 %25 wrong/,
  );
  expect(readFileSync(summary, 'utf8')).toMatch(/^# Before\n## Does not conform\n/);
});

it('annotates an incomplete run as an error or, under --allow-incomplete, as a warning', async () => {
  const flags = { report: ['github'] };
  const { out } = await delivered(incomplete(), flags);
  expect(out).toContain('\n::error title=Incomplete::Nothing was verified.\n');
  const allowed = await delivered(incomplete(), { ...flags, allowIncomplete: true });
  expect(allowed.out).toContain('::warning title=Incomplete');
});

it('exits with 4 if the summary page cannot be written', async () => {
  const unwritable = { GITHUB_STEP_SUMMARY: '/nowhere/x' };
  const { status, err } = await delivered(sampleReport(), { report: ['github'] }, unwritable);
  const complaint = expect.stringMatching(
    /^--report github: .* could not be written: no such file/,
  ) as string;
  expect([status, err]).toEqual([4, complaint]);
});
