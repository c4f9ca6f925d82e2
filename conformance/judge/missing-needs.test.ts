import { describe, expect, it } from 'vitest';
import { loadClauses } from '../../spec/clauses.js';
import { sampleReport } from '../../test/samples/report.js';
import { runVerdict } from './conclude.js';
import { pairResults, needsOf, unseenIn } from './pairs.js';
import type { ClauseResult, ScenarioResult } from './report.js';
import type { Verdict } from './verdicts.js';

const clauses = loadClauses().clauses;

/** A scenario that cites RATE-1, with this verdict. */
function scenario(verdict: Verdict, lacks?: string[]): ScenarioResult {
  const sample = sampleReport().scenarios[0]!;
  const end = verdict === 'pass' ? ('completed' as const) : (verdict as 'inconclusive');
  const outcome = { end, reason: 'why', judgements: [], observations: [], ...(lacks ? { lacks } : {}) };
  const cited = { clauses: ['RATE-1'], pairs: { 'RATE-1': ['searchJobs' as const] } };
  return { ...sample, ...cited, verdict, reason: 'why', outcome };
}

function resultOf(id: string, scenarios: ScenarioResult[]): ClauseResult {
  const clause = clauses.find((each) => each.id === id)!;
  const pairs = pairResults(
    { clause, evidence: [], oracles: [], granted: [] },
    { ...sampleReport(), scenarios, asked: null },
  );
  return { ...sampleReport().clauses[0]!, clause, verdict: pairs[0]!.verdict, pairs };
}

const seen: ClauseResult = {
  ...resultOf('RATE-2', []),
  verdict: 'pass',
  pairs: [{ operation: 'searchJobs', verdict: 'pass', reason: '', passes: 1, failures: 0 }],
};

describe('the missing needs of a run', () => {
  it('are the fewest that let one of the scenarios run', () => {
    const lacking = (...needs: string[]) => needs.map((need) => scenario('not-applicable', [need]));
    expect(needsOf(lacking('admin', 'throttling'))).toEqual(['throttling']);
    expect(needsOf(lacking('admin', 'key:zero'))).toEqual(['key:zero']);
  });

  it('are none if a scenario ran, was inconclusive, or does not apply to the data', () => {
    const lacking = scenario('not-applicable', ['throttling']);
    expect(needsOf([])).toBeNull();
    expect(needsOf([lacking, scenario('pass')])).toBeNull();
    expect(needsOf([lacking, scenario('inconclusive')])).toBeNull();
    expect(needsOf([scenario('not-applicable')])).toBeNull();
    expect(needsOf([lacking, scenario('not-applicable')])).toEqual(['throttling']);
  });
});

describe('a run with one key', () => {
  const verdictOf = (clauses: ClauseResult[], strict = false) => {
    const run = { strict, stopped: null };
    return runVerdict({ clauses, scenarios: [], oracles: [], unseen: unseenIn(clauses), run });
  };
  const beyond = resultOf('RATE-1', [scenario('not-applicable', ['throttling'])]);

  it('conforms if nothing that it can check is broken', () => {
    expect(unseenIn([seen, beyond])).toEqual([{ needs: ['throttling'], clauses: ['RATE-1'] }]);
    const headline = '1 of 2 clauses checked, none broken.';
    expect(verdictOf([seen, beyond])).toEqual({ verdict: 'conforms', exitCode: 0, headline });
  });

  it('is incomplete under --strict, or if a scenario that could run did not', () => {
    expect(verdictOf([seen, beyond], true)).toMatchObject({
      verdict: 'incomplete',
      exitCode: 5,
      headline: '1 of 2 clauses checked, none broken; --strict asks for 1 more: RATE-1.',
    });
    const some = [scenario('not-applicable', ['throttling']), scenario('inconclusive')];
    const unsettled = resultOf('RATE-1', some);
    expect(verdictOf([seen, unsettled])).toMatchObject({ verdict: 'incomplete', exitCode: 5 });
    expect(verdictOf([seen], true).verdict).toBe('conforms');
  });
});
