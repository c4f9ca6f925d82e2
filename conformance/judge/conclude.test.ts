import { describe, expect, it } from 'vitest';
import type { Clause } from '../../spec/clauses.js';
import type { ScenarioOutcome } from '../record/facts.js';
import type { Judgement } from '../record/judgement.js';
import type { ClauseResult, OracleResult, ScenarioResult } from './report.js';
import { clauseVerdict, pairVerdict, runVerdict, scenarioVerdict, type Concluded } from './conclude.js';
import type { Verdict } from './verdicts.js';
import { sampleJudgement, sampleReport } from '../../test/samples/report.js';

const judgement = (verdict: 'pass' | 'fail', more: Partial<Judgement> = {}): Judgement =>
  sampleJudgement({ clauses: ['A-1'], verdict, expected: 'e', actual: 'a', ...more });
const outcome = (end: ScenarioOutcome['end'], judgements = [judgement('pass')]): ScenarioOutcome => ({
  end,
  reason: end === 'completed' ? '' : 'why',
  judgements,
  observations: [],
});
const [sample] = sampleReport().clauses as [ClauseResult];
const clause = (id: string, more: Partial<Clause> = {}): Clause => ({
  ...sample.clause,
  id: id as Clause['id'],
  level: 'must',
  ...more,
});
const should = (id: string): Clause => clause(id, { level: 'should' });
const known = judgement('fail', { known: 'ticket 1' });

const clauses = new Map([clause('A-1'), should('A-2')].map((each) => [each.id as string, each]));
const advised = judgement('fail', { clauses: ['A-2'] });
it.each([
  ['completed without a failure', outcome('completed'), [], 'pass', ''],
  ['completed with a failure', outcome('completed'), [judgement('fail')], 'fail', 'A-1: expected e; a'],
  ['failed in a known way', outcome('failed'), [known], 'known', 'known, named in the baseline: ticket 1'],
  ['failed by a recommendation', outcome('failed'), [advised], 'not-followed', 'A-2: expected e; a'],
  ['failed by both', outcome('failed'), [advised, judgement('fail')], 'fail', 'A-1: expected e; a'],
  ['completed without a check', outcome('completed', []), [], 'inconclusive', 'it judged nothing'],
  ['stopped', outcome('inconclusive'), [], 'inconclusive', 'why'],
  ['stopped after a known failure', outcome('inconclusive'), [known], 'inconclusive', 'why'],
  ['stopped after a failure', outcome('inconclusive'), [judgement('fail')], 'fail', 'A-1: expected e; a'],
  ['set aside', outcome('not-applicable'), [], 'not-applicable', 'why'],
  ['broke', outcome('error'), [judgement('fail')], 'error', 'why'],
  ['failed', outcome('failed'), [], 'fail', 'why'],
] as [string, ScenarioOutcome, Judgement[], Verdict, string][])(
  'scenarioVerdict of a scenario that %s',
  (_name, of, failures, verdict, reason) => {
    expect(scenarioVerdict(of, failures, clauses)).toEqual({ verdict, reason });
  },
);

describe('pairVerdict', () => {
  const scenario = (verdict: Verdict): ScenarioResult =>
    ({ id: 'p/s', verdict, reason: 'r' }) as ScenarioResult;
  const oracle = (error: string | null): OracleResult => ({ id: 'o', passes: 0, failures: 0, error });
  const verdict = (...args: Parameters<typeof pairVerdict>): string => pairVerdict(...args).verdict;

  it('passes only with evidence for it and none against it', () => {
    expect(verdict(clause('A-1'), [judgement('pass')], [], [])).toBe('pass');
    expect(verdict(clause('A-1'), [judgement('pass'), judgement('fail')], [], [])).toBe('fail');
    expect(verdict(clause('A-1'), [], [scenario('pass')], [])).toBe('inconclusive');
    expect(verdict(clause('A-1'), [], [], [])).toBe('inconclusive');
  });

  it('ranks a known failure and an unfollowed recommendation below a failure', () => {
    expect(verdict(clause('A-1'), [known], [], [])).toBe('known');
    expect(verdict(clause('A-1'), [known, judgement('fail')], [], [])).toBe('fail');
    expect(verdict(should('A-1'), [judgement('fail')], [], [])).toBe('not-followed');
  });

  it('follows the scenarios if there is no evidence', () => {
    expect(pairVerdict(clause('A-1'), [], [scenario('not-applicable')], [])).toEqual({
      verdict: 'not-applicable',
      reason: 'p/s: r',
    });
    const scenarios = [scenario('not-applicable'), scenario('inconclusive')];
    expect(verdict(clause('A-1'), [], scenarios, [])).toBe('inconclusive');
    expect(verdict(clause('A-1'), [], [scenario('inconclusive'), scenario('error')], [])).toBe('error');
  });

  it('is an error if its oracle threw, and not applicable if it cannot be checked over HTTP', () => {
    expect(verdict(clause('A-1'), [], [], [oracle('boom')])).toBe('error');
    expect(verdict(clause('A-1'), [judgement('pass')], [], [oracle('boom')])).toBe('pass');
    expect(pairVerdict(clause('A-1', { check: 'none', why: 'it is hidden' }), [], [], [])).toEqual({
      verdict: 'not-applicable',
      reason: 'not checkable over HTTP: it is hidden',
    });
    expect(verdict(clause('A-1'), [], [], [oracle(null)])).toBe('inconclusive');
  });
});

describe('clauseVerdict', () => {
  const of = (...verdicts: Verdict[]): ReturnType<typeof clauseVerdict> =>
    clauseVerdict(verdicts.map((verdict, i) => ({ verdict, reason: `r${i}` })));

  it('passes if it passes on every applicable operation', () => {
    expect(of('pass', 'pass').verdict).toBe('pass');
    expect(of('pass', 'not-applicable').verdict).toBe('pass');
    expect(of('not-applicable', 'not-applicable')).toEqual({ verdict: 'not-applicable', reason: 'r0' });
  });

  it('is inconclusive while one operation is, and fails with the first that fails', () => {
    expect(of('pass', 'inconclusive')).toEqual({ verdict: 'inconclusive', reason: 'r1' });
    expect(of('pass', 'inconclusive', 'fail').verdict).toBe('fail');
    expect(of('pass', 'known').verdict).toBe('known');
  });
});

describe('runVerdict', () => {
  const result = (id: string, verdict: Verdict, more: Partial<ClauseResult> = {}): ClauseResult => ({
    ...sample,
    clause: clause(id),
    verdict,
    pairs: [{ ...sample.pairs[0]!, verdict }],
    ...more,
  });
  const run = { stopped: null };
  const verdictOf = (clauses: ClauseResult[], more: Partial<Concluded> = {}) =>
    runVerdict({ clauses, scenarios: [], oracles: [], unseen: [], run, ...more });
  const verdict = (...clauses: ClauseResult[]): string => verdictOf(clauses).verdict;

  it('conforms when every must passes or does not apply', () => {
    expect(verdictOf([result('A-1', 'pass'), result('A-2', 'not-applicable')])).toEqual({
      verdict: 'conforms',
      exitCode: 0,
      headline: '1 of 2 clauses checked, none broken.',
    });
  });

  it('never conforms when nothing was verified', () => {
    expect(verdict()).toBe('incomplete');
    expect(verdict(result('A-1', 'not-applicable'))).toBe('incomplete');
    expect(verdict(result('A-1', 'pass', { clause: should('A-1') }))).toBe('incomplete');
  });

  it('is incomplete while a must could not be checked', () => {
    expect(verdict(result('A-1', 'pass'), result('A-2', 'inconclusive'))).toBe('incomplete');
    const open = result('A-2', 'inconclusive', { clause: clause('A-2', { level: 'open' }) });
    expect(verdict(result('A-1', 'pass'), open)).toBe('conforms');
  });

  it('is incomplete if one operation of a must was not checked, whatever the others show', () => {
    const pairs = (...verdicts: Verdict[]): ClauseResult['pairs'] =>
      (['searchJobs', 'searchCompanyJobs'] as const).map((operation, i) => ({
        ...sample.pairs[0]!,
        operation,
        verdict: verdicts[i]!,
      }));
    const half = result('A-1', 'inconclusive', { pairs: pairs('pass', 'inconclusive') });
    expect(verdictOf([half, result('A-2', 'pass')])).toMatchObject({
      verdict: 'incomplete',
      headline: '1 of 2 clauses checked, none broken; not checked: A-1 on searchCompanyJobs.',
    });
    // A stopped run leaves out most of them, so its headline names the reason instead.
    expect(verdictOf([half, result('A-2', 'pass')], { run: { stopped: 'why' } })).toMatchObject({
      verdict: 'incomplete',
      headline: '1 of 2 clauses checked, none broken.',
    });
    const impossible = result('A-1', 'pass', { pairs: pairs('pass', 'not-applicable') });
    expect(verdict(impossible, result('A-2', 'pass'))).toBe('conforms');
  });

  it('ranks a failure above all, except a known one or one of a should', () => {
    const results = [result('A-1', 'pass'), result('A-2', 'fail'), result('A-3', 'error')];
    expect(verdict(...results)).toBe('does-not-conform');
    const advised = result('A-2', 'not-followed', { clause: should('A-2') });
    expect(verdictOf([result('A-1', 'pass'), advised, result('A-3', 'known')])).toMatchObject({
      verdict: 'conforms',
      headline: '3 of 3 clauses checked, none broken but 1 known failure.',
    });
  });

  it('is an error if a scenario or an oracle threw', () => {
    const oracles = [{ id: 'o', passes: 0, failures: 0, error: 'boom' }];
    const scenarios = [{ id: 'p/s', verdict: 'error' } as ScenarioResult];
    for (const broken of [{ oracles }, { scenarios }])
      expect(verdictOf([result('A-1', 'pass')], broken)).toMatchObject({ verdict: 'error', exitCode: 4 });
  });
});
