import { describe, expect, it } from 'vitest';
import { loadClauses } from '../../spec/clauses.js';
import { sampleReport } from '../../test/samples/report.js';
import { runVerdict } from './conclude.js';
import { pairResults } from './pairs.js';
import type { ClauseResult, ScenarioResult } from './report.js';
import { needsInWords, needsOf, unseenIn } from './unseen.js';
import type { Verdict } from './verdicts.js';

const clauses = loadClauses().clauses;
const clauseOf = (id: string) => clauses.find((each) => each.id === id)!;

/** A scenario that cites RATE-1, and how it ended. */
function scenario(verdict: Verdict, lacks?: string[]): ScenarioResult {
  const sample = sampleReport().scenarios[0]!;
  const end = verdict === 'pass' ? ('completed' as const) : (verdict as 'inconclusive');
  const outcome = { end, reason: 'why', judgements: [], observations: [], ...(lacks ? { lacks } : {}) };
  return { ...sample, verdict, reason: 'why', outcome, pairs: { 'RATE-1': ['searchJobs'] } };
}

function resultOf(id: string, scenarios: ScenarioResult[]): ClauseResult {
  const clause = clauseOf(id);
  const pairs = pairResults(
    { clause, evidence: [], scenarios, oracles: [], granted: [] },
    { ...sampleReport(), asked: null },
  );
  const verdict = pairs[0]!.verdict;
  return {
    clause,
    verdict,
    reason: '',
    pairs,
    passes: 0,
    failures: 0,
    evidence: [],
    scenarios: [],
    oracles: [],
  };
}

const seen: ClauseResult = {
  ...resultOf('RATE-2', []),
  verdict: 'pass',
  pairs: [{ operation: 'searchJobs', verdict: 'pass', reason: '', passes: 1, failures: 0 }],
};

describe('what a run needs to see more', () => {
  it('is the least that lets one of the scenarios run', () => {
    expect(
      needsOf([scenario('not-applicable', ['admin']), scenario('not-applicable', ['throttling'])]),
    ).toEqual(['throttling']);
    expect(
      needsOf([scenario('not-applicable', ['admin']), scenario('not-applicable', ['key:zero'])]),
    ).toEqual(['key:zero']);
  });

  it('is nothing where a scenario ran, was not settled, or does not apply to the data', () => {
    const lacking = scenario('not-applicable', ['throttling']);
    expect(needsOf([])).toBeNull();
    expect(needsOf([lacking, scenario('pass')])).toBeNull();
    expect(needsOf([lacking, scenario('inconclusive')])).toBeNull();
    expect(needsOf([scenario('not-applicable')])).toBeNull();
    expect(needsOf([lacking, scenario('not-applicable')])).toEqual(['throttling']);
  });
});

describe('a run with one key', () => {
  const beyond = resultOf('RATE-1', [scenario('not-applicable', ['throttling'])]);

  it('conforms as far as it can see, and names what it cannot', () => {
    expect(unseenIn([seen, beyond])).toEqual([{ needs: ['throttling'], clauses: ['RATE-1'] }]);
    expect(runVerdict([seen, beyond], [], [])).toEqual({
      verdict: 'conforms',
      exitCode: 0,
      headline:
        'As far as one key can see: 1 of 2 clauses and 1 of 2 pairs of clause and operation verified, none broken; 1 clause needs --allow-throttling.',
    });
    expect(runVerdict([seen, beyond], [], [], { keys: 2, strict: false }).headline).toMatch(
      /^As far as these keys can see/,
    );
  });

  it('is incomplete under --strict, and where something could have been looked at', () => {
    expect(runVerdict([seen, beyond], [], [], { keys: 1, strict: true })).toMatchObject({
      verdict: 'incomplete',
      exitCode: 5,
    });
    const unsettled = resultOf('RATE-1', [
      scenario('not-applicable', ['throttling']),
      scenario('inconclusive'),
    ]);
    expect(runVerdict([seen, unsettled], [], [])).toMatchObject({ verdict: 'incomplete', exitCode: 5 });
    expect(runVerdict([seen], [], [], { keys: 1, strict: true }).verdict).toBe('conforms');
  });

  it('says in words what each group needs, in the order of how many need it', () => {
    const words = needsInWords([
      { needs: ['key:zero'], clauses: ['A-1', 'A-2'] },
      { needs: ['key:second', 'throttling'], clauses: ['A-3'] },
    ]);
    expect(words).toBe(
      '2 clauses need a key without credits (keys.zero), 1 a second key (keys.second) and --allow-throttling',
    );
  });
});
