import { describe, expect, it } from 'vitest';
import type { Clause, ClauseResult, Finding, OracleResult, ScenarioResult, Verdict } from './report.js';
import type { Check, ScenarioOutcome } from '../pack/run-scenario.js';
import { clauseVerdict, evidenceOf, runVerdict, scenarioVerdict } from './verdicts.js';

const check = (parts: Partial<Check> = {}): Check => ({
  ...{ clauses: [], step: 's', holds: true, expected: 'e', actual: 'a', because: null, exchanges: [1] },
  ...parts,
});
const outcome = (end: ScenarioOutcome['end'], checks: Check[] = [check()]): ScenarioOutcome => ({
  ...{ end, reason: end === 'completed' ? '' : 'why', checks, observations: [] },
});
const clause = (id: string, more: Partial<Clause> = {}): Clause => ({
  ...{ id: id as Clause['id'], group: id.slice(0, -2), level: 'must', since: '0.1.0' },
  ...{ title: '', text: '', section: '1', operations: [] },
  ...more,
});
const finding = (verdict: 'pass' | 'fail', more: Partial<Finding> = {}): Finding => ({
  ...{
    clause: 'A-1',
    verdict,
    source: { kind: 'oracle', id: 'o' },
    scenario: null,
    requirement: '',
    expected: 'e',
  },
  ...{ actual: 'a', exchanges: [], why: '', reproduce: { curl: [], only: '' }, baselined: false },
  ...more,
});
const said = (evidence: { clause: string; verdict: string }[]): string[] =>
  evidence.map(({ clause: id, verdict }) => `${id} ${verdict}`);

describe('evidenceOf', () => {
  it('lets a check with clauses speak for those alone', () => {
    const checks = [check({ clauses: ['A-1'] }), check({ clauses: ['A-2'], holds: false })];
    expect(
      said(evidenceOf(['A-1', 'A-2', 'A-3'], new Set(['A-1', 'A-2']), outcome('failed', checks))),
    ).toEqual(['A-1 pass', 'A-2 fail']);
  });

  it('gives the rest evidence from the whole, for or against', () => {
    const named = new Set(['A-1']);
    expect(said(evidenceOf(['A-1', 'A-2'], named, outcome('completed', [check()])))).toEqual(['A-2 pass']);
    const failed = outcome('failed', [check(), check({ holds: false })]);
    expect(said(evidenceOf(['A-1', 'A-2'], named, failed))).toEqual(['A-2 fail']);
  });

  it('blames all clauses when every one is named elsewhere', () => {
    const failed = outcome('failed', [check({ holds: false })]);
    expect(said(evidenceOf(['A-1', 'A-2'], new Set(['A-1', 'A-2']), failed))).toEqual([
      'A-1 fail',
      'A-2 fail',
    ]);
  });

  it('gives nothing for a scenario that stopped or judged nothing', () => {
    expect(evidenceOf(['A-1'], new Set(), outcome('inconclusive'))).toEqual([]);
    expect(evidenceOf(['A-1'], new Set(), outcome('completed', []))).toEqual([]);
  });
});

describe('scenarioVerdict', () => {
  it.each([
    [outcome('completed'), [], 'pass'],
    [outcome('completed'), [finding('fail')], 'fail'],
    [outcome('completed'), [finding('fail', { baselined: true })], 'pass'],
    [outcome('completed', []), [], 'inconclusive'],
    [outcome('inconclusive'), [], 'inconclusive'],
    [outcome('not-applicable'), [], 'not-applicable'],
    [outcome('error'), [finding('fail')], 'error'],
    [outcome('failed'), [], 'fail'],
  ] as [ScenarioOutcome, Finding[], Verdict][])('%#', (of, findings, verdict) => {
    expect(scenarioVerdict(of, findings).verdict).toBe(verdict);
  });
});

describe('clauseVerdict', () => {
  const scenario = (verdict: Verdict): ScenarioResult =>
    ({ id: 'p/s', verdict, reason: 'r' }) as ScenarioResult;
  const oracle = (error: string | null): OracleResult => ({ id: 'o', passes: 0, failures: 0, error });
  const verdict = (...args: Parameters<typeof clauseVerdict>): string => clauseVerdict(...args).verdict;

  it('passes only on evidence for and none against', () => {
    expect(verdict(clause('A-1'), [finding('pass')], [], [])).toBe('pass');
    expect(verdict(clause('A-1'), [finding('pass'), finding('fail')], [], [])).toBe('fail');
    expect(verdict(clause('A-1'), [], [scenario('pass')], [])).toBe('inconclusive');
    expect(verdict(clause('A-1'), [], [], [])).toBe('inconclusive');
  });

  it('follows the scenarios where there is no evidence', () => {
    expect(clauseVerdict(clause('A-1'), [], [scenario('not-applicable')], [])).toEqual({
      verdict: 'not-applicable',
      reason: 'p/s: r',
    });
    expect(verdict(clause('A-1'), [], [scenario('not-applicable'), scenario('inconclusive')], [])).toBe(
      'inconclusive',
    );
    expect(verdict(clause('A-1'), [], [scenario('inconclusive'), scenario('error')], [])).toBe('error');
  });

  it('is an error when its oracle broke, and not applicable when nobody can check it', () => {
    expect(verdict(clause('A-1'), [], [], [oracle('boom')])).toBe('error');
    expect(verdict(clause('A-1'), [finding('pass')], [], [oracle('boom')])).toBe('pass');
    expect(verdict(clause('A-1', { check: 'none', why: 'hidden' }), [], [], [])).toBe('not-applicable');
    expect(verdict(clause('A-1'), [], [], [oracle(null)])).toBe('inconclusive');
  });
});

describe('runVerdict', () => {
  const result = (id: string, verdict: Verdict, more: Partial<ClauseResult> = {}): ClauseResult => ({
    ...{ clause: clause(id), verdict, reason: '', passes: 0, failures: 0, scenarios: [], oracles: [] },
    ...{ evidence: verdict === 'fail' ? [finding('fail')] : [] },
    ...more,
  });
  const verdict = (...clauses: ClauseResult[]): string => runVerdict(clauses, [], []).verdict;

  it('conforms when every must passes or does not apply', () => {
    expect(runVerdict([result('A-1', 'pass'), result('A-2', 'not-applicable')], [], [])).toEqual({
      verdict: 'conforms',
      exitCode: 0,
      headline: '1 of 2 clauses verified, none broken; 1 not applicable.',
    });
  });

  it('never conforms when nothing was verified', () => {
    expect(verdict()).toBe('incomplete');
    expect(verdict(result('A-1', 'not-applicable'))).toBe('incomplete');
  });

  it('is incomplete while a must could not be checked', () => {
    expect(verdict(result('A-1', 'pass'), result('A-2', 'inconclusive'))).toBe('incomplete');
    const open = result('A-2', 'inconclusive', { clause: clause('A-2', { level: 'open' }) });
    expect(verdict(result('A-1', 'pass'), open)).toBe('conforms');
  });

  it('lets a failure win over all, but for a should and a known one', () => {
    expect(verdict(result('A-1', 'pass'), result('A-2', 'fail'), result('A-3', 'error'))).toBe(
      'does-not-conform',
    );
    const should = result('A-2', 'fail', { clause: clause('A-2', { level: 'should' }) });
    expect(runVerdict([result('A-1', 'pass'), should], [], [])).toMatchObject({
      verdict: 'conforms',
      headline: '1 of 2 clauses verified, none broken; 1 recommendation not followed: A-2.',
    });
    const known = result('A-2', 'fail', { evidence: [finding('fail', { baselined: true })] });
    expect(verdict(result('A-1', 'pass'), known)).toBe('conforms');
  });

  it('is an error when a scenario or an oracle broke', () => {
    const broken = [{ id: 'o', passes: 0, failures: 0, error: 'boom' }];
    expect(runVerdict([result('A-1', 'pass')], [], broken)).toMatchObject({ verdict: 'error', exitCode: 4 });
    const scenario = { id: 'p/s', verdict: 'error' } as ScenarioResult;
    expect(runVerdict([result('A-1', 'pass')], [scenario], [])).toMatchObject({
      verdict: 'error',
      exitCode: 4,
    });
  });
});
