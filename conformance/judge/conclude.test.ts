import { describe, expect, it } from 'vitest';
import type { Clause } from '../../spec/clauses.js';
import type { ScenarioOutcome } from '../record/facts.js';
import type { Judgement } from '../record/judgement.js';
import type { ClauseResult, ScenarioResult } from './report.js';
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

interface Evidence {
  of?: Clause;
  evidence?: Judgement[];
  scenarios?: Verdict[];
  /** The error of the oracle that can judge the clause; null for none. */
  oracle?: string | null;
}

const [passed, failed] = [judgement('pass'), judgement('fail')];
const hidden = clause('A-1', { check: 'none', why: 'it is hidden' });
it.each<[string, string, Evidence]>([
  ['evidence for it', 'pass', { evidence: [passed] }],
  ['evidence for and against it', 'fail', { evidence: [passed, failed] }],
  ['a scenario that passes without evidence', 'inconclusive', { scenarios: ['pass'] }],
  ['nothing', 'inconclusive', {}],
  ['a known failure', 'known', { evidence: [known] }],
  ['a known failure and another', 'fail', { evidence: [known, failed] }],
  ['a failure of a recommendation', 'not-followed', { of: should('A-1'), evidence: [failed] }],
  ['a scenario that does not apply', 'not-applicable p/s: r', { scenarios: ['not-applicable'] }],
  ['scenarios of which one stopped', 'inconclusive', { scenarios: ['not-applicable', 'inconclusive'] }],
  [
    'a scenario that failed before it',
    'inconclusive p/s: a failure ended the scenario: r',
    { scenarios: ['fail'] },
  ],
  ['scenarios of which one broke', 'error', { scenarios: ['inconclusive', 'error'] }],
  ['an oracle that threw', 'error', { oracle: 'boom' }],
  ['evidence, and an oracle that threw', 'pass', { evidence: [passed], oracle: 'boom' }],
  ['no way to see it', 'not-applicable not checkable over HTTP: it is hidden', { of: hidden }],
  ['an oracle that found nothing', 'inconclusive', { oracle: null }],
])('pairVerdict with %s is %s', (_what, expected, { of, evidence = [], scenarios = [], oracle: error }) => {
  const cited = scenarios.map((verdict) => ({ id: 'p/s', verdict, reason: 'r' }));
  const oracles = error === undefined ? [] : [{ id: 'o', passes: 0, failures: 0, error }];
  const { verdict, reason } = pairVerdict(of ?? clause('A-1'), evidence, cited, oracles);
  expect([verdict, `${verdict} ${reason}`]).toContain(expected);
});

it.each<[Verdict[], Verdict, string]>([
  [['pass', 'pass'], 'pass', 'r0'],
  [['pass', 'not-applicable'], 'pass', 'r0'],
  [['not-applicable', 'not-applicable'], 'not-applicable', 'r0'],
  [['pass', 'inconclusive'], 'inconclusive', 'r1'],
  [['pass', 'inconclusive', 'fail'], 'fail', 'r2'],
  [['pass', 'known'], 'known', 'r1'],
])('clauseVerdict of %s is %s', (verdicts, verdict, reason) => {
  const pairs = verdicts.map((each, i) => ({ verdict: each, reason: `r${i}` }));
  expect(clauseVerdict(pairs)).toEqual({ verdict, reason });
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

  it('says why nothing was verified, by the first open clause', () => {
    const absent = result('A-1', 'not-applicable', { reason: 'the target lacks it' });
    const open = result('A-2', 'inconclusive', { reason: 'no scenario of this run checks it' });
    expect(verdictOf([absent, open]).headline).toBe(
      'Nothing was verified. A-2: no scenario of this run checks it.',
    );
    expect(verdictOf([absent]).headline).toBe('Nothing was verified. A-1: the target lacks it.');
    expect(verdictOf([result('A-1', 'pass', { clause: should('A-1') })]).headline).toBe(
      'Nothing was verified.',
    );
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
    const none = result('A-1', 'inconclusive', { pairs: pairs('inconclusive', 'inconclusive') });
    expect(verdictOf([none, result('A-2', 'pass')]).headline).toMatch(
      /; not checked: A-1 on 2 operations\.$/,
    );
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
    const scenarios = [{ id: 'p/s', verdict: 'error', reason: 'why' } as ScenarioResult];
    const broken = { verdict: 'error', exitCode: 4 };
    expect(verdictOf([result('A-1', 'pass')], { oracles })).toMatchObject(broken);
    const headline = 'The suite itself broke in p/s (why).';
    expect(verdictOf([result('A-1', 'pass')], { scenarios })).toMatchObject({ ...broken, headline });
  });
});
