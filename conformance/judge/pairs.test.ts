import { describe, expect, it } from 'vitest';
import { loadClauses, type Clause } from '../../spec/clauses.js';
import type { OperationId } from '../../spec/contract.js';
import type { Exchange } from '../record/exchange.js';
import type { Judgement } from '../record/judgement.js';
import { responseOf, sampleExchange, sampleJudgement, sampleReport } from '../../test/samples/report.js';
import { operationsIn, pairResults } from './pairs.js';
import type { OracleResult, PairResult, ScenarioResult } from './report.js';

const granted = loadClauses().readings.find(({ id }) => id === 'historical-access')!.operations;
const clause = (id: string): Clause => loadClauses().clauses.find((each) => each.id === id)!;
const exchanges = (['searchJobs', 'searchCompanyJobs', 'getCreditBalance', null] as const).map(
  (operation, i) => sampleExchange(i + 1, { operation }),
);
const scenario = {
  ...sampleReport().scenarios[0]!,
  id: 'p/s',
  clauses: ['FILT-13', 'BILL-1'],
  pairs: { 'FILT-13': ['searchJobs', 'searchCompanyJobs'] } as Record<string, OperationId[]>,
} as ScenarioResult;
const record = { ...sampleReport(), exchanges, scenarios: [scenario] };
const judged = (by: Judgement['by'], ids: number[], more: Partial<Judgement> = {}): Judgement =>
  sampleJudgement({ by, scenario: 'p/s', exchanges: ids, verdict: 'pass', ...more });
const operationsOf = operationsIn(record);
const spokenOf = (by: Judgement['by'], ids: number[]): readonly OperationId[] =>
  operationsOf(judged(by, ids), clause('FILT-13'));

describe('a judgement', () => {
  it('is about the operation of its decisive exchange', () => {
    expect(spokenOf('oracle filters', [2, 1])).toEqual(['searchJobs']);
    expect(spokenOf('predicate every-job', [1, 2])).toEqual(['searchCompanyJobs']);
    expect(spokenOf('oracle filters', [1, 3])).toEqual(['searchJobs']);
  });

  it('is about all operations that its scenario cites if its own is another, or if it is about the whole scenario', () => {
    const cited = ['searchJobs', 'searchCompanyJobs'];
    expect(spokenOf('criterion', [3])).toEqual(cited);
    expect(spokenOf('criterion', [])).toEqual(cited);
    expect(spokenOf('scenario', [1, 2, 3])).toEqual(cited);
    expect(spokenOf('scenario', [2, 3])).toEqual(['searchCompanyJobs']);
  });

  it('is about no operation if its exchanges show none, unless the clause has only one', () => {
    expect(spokenOf('oracle filters', [4])).toEqual([]);
    expect(operationsOf(sampleJudgement({ exchanges: [4] }), clause('BAL-1'))).toEqual(['getCreditBalance']);
  });
});

describe('the pairs of a clause', () => {
  const pairsOf = (evidence: Judgement[], more: Partial<typeof record>, oracles: OracleResult[] = []) =>
    pairResults({ clause: clause('FILT-13'), evidence, oracles, granted }, { ...record, ...more });
  const verdicts = (evidence: Judgement[], more: Partial<typeof record> = {}): string[] =>
    pairsOf(evidence, more).map(({ operation, verdict }) => `${operation} ${verdict}`);
  const reasons = (more: Partial<typeof record>, oracles?: OracleResult[]): string[] =>
    pairsOf([], more, oracles).map(({ operation, verdict, reason }) => `${operation} ${verdict} ${reason}`);

  it('do not apply if no scenario cites them, and scenarios of the clause on other operations lack something', () => {
    const unmet = { ...scenario, verdict: 'not-applicable', reason: 'needs a second key' } as ScenarioResult;
    const needy = reasons({ scenarios: [unmet] })[2];
    expect(needy).toBe('searchCompanyJobsHistorical not-applicable p/s: needs a second key');
    expect(reasons({ scenarios: [unmet, scenario] })[2]).toMatch(/Historical inconclusive/);
  });

  it('do not apply to a historical search that refuses a key which other searches accept', () => {
    const answered = (id: number, operation: OperationId, status: number, account = 'ada') => {
      const { response, ...exchange } = sampleExchange(id, { operation, account });
      return { ...exchange, response: { ...response!, status } };
    };
    const historical = 'searchCompanyJobsHistorical';
    const met = (...history: ReturnType<typeof answered>[]): string | undefined =>
      verdicts([], { exchanges: history }).find((each) => each.startsWith(`${historical} `));
    const [served, refused] = [answered(1, 'searchJobs', 200), answered(2, historical, 403)];
    expect(met(served, refused)).toBe(`${historical} not-applicable`);
    expect(met(served, answered(2, historical, 403, 'none'))).toBe(`${historical} inconclusive`);
    expect(met(served, refused, answered(3, historical, 200))).toBe(`${historical} inconclusive`);
    expect(met(refused)).toBe(`${historical} inconclusive`);
    // Every key may use the other searches.
    expect(
      verdicts([], { exchanges: [answered(1, historical, 200), answered(2, 'searchCompanyJobs', 403)] }),
    ).toContain('searchCompanyJobs inconclusive');
  });

  it('do not apply to a search that returns no job for lack of data, if only an oracle judges them', () => {
    const oracles = [{ id: 'o', error: null } as OracleResult];
    const beside = { ...scenario, id: 'p/t', clauses: [], reason: 'needs companyUrl' };
    const pairs = { 'COMP-7': ['searchCompanyJobs'] };
    const outcome = { ...scenario.outcome, missing: 'no company that suits' };
    const aside = { ...beside, pairs, verdict: 'not-applicable', outcome } as ScenarioResult;
    const met = (scenarios: ScenarioResult[], exchanges: Exchange[] = []): string | undefined =>
      reasons({ scenarios, exchanges }, oracles).find((each) => each.startsWith('searchCompanyJobs '));
    expect(met([aside])).toBe(
      'searchCompanyJobs not-applicable no scenario of the operation brought a job: p/t: needs companyUrl',
    );
    expect(met([aside, { ...aside, verdict: 'inconclusive' }])).toMatch(/Jobs inconclusive/);
    expect(met([{ ...aside, outcome: scenario.outcome }] as ScenarioResult[])).toMatch(/Jobs inconclusive/);
    expect(met([aside], [sampleExchange(1, { operation: 'searchCompanyJobs' })])).toMatch(/inconclusive/);
    expect(met([])).toMatch(/Jobs inconclusive/);
    // A scenario that observed no choice of a reading has ended, and a failed search returns no job.
    const observations = [{ reading: 'unknown-company', choice: null, exchanges: [1] }];
    const ended = { ...scenario.outcome, end: 'inconclusive', observations };
    const unsettled = { ...aside, verdict: 'inconclusive', outcome: ended } as ScenarioResult;
    const response = responseOf(200, { success: false, data: null, error: 'no such company' });
    const failedSearch = sampleExchange(1, { operation: 'searchCompanyJobs', response });
    expect(met([aside, unsettled], [failedSearch])).toMatch(/Jobs not-applicable/);
    // A scenario of another operation may search for a job, too.
    const legacy = { 'LEG-3': ['searchCompanyJobsLegacy'] };
    const other = { ...scenario, id: 'p/other', clauses: [], pairs: legacy } as unknown as ScenarioResult;
    const onTheWay = sampleExchange(1, { operation: 'searchCompanyJobs', scenario: 'p/other' });
    expect(met([aside, other], [onTheWay])).toMatch(/Jobs not-applicable/);
  });

  it('are inconclusive for prices if no search of the run cost a credit and more jobs exist than it found', () => {
    const lacking = {
      ...scenario,
      verdict: 'not-applicable',
      pairs: { 'BILL-1': ['searchJobs'] },
      outcome: { ...scenario.outcome, lacks: ['admin'] },
    } as ScenarioResult;
    const priceAfter = (...credits: number[]): unknown => {
      const history = credits.map((used, i) => {
        const jobs = [{ 'Job URL': `https://jobs.example/${i}` }];
        const data = { jobs, total: 1, total_jobs_found: 2, credits_used: used, credits_remaining: 90 };
        const operation = i === 0 ? 'searchJobs' : 'searchCompanyJobs';
        return sampleExchange(i, { operation, response: responseOf(200, { success: true, data }) });
      });
      const gathered = { clause: clause('BILL-1'), evidence: [], oracles: [], granted };
      const judged = { ...record, scenarios: [lacking], exchanges: history };
      const [{ verdict, needs }] = pairResults(gathered, judged) as [PairResult];
      return [verdict, needs];
    };
    expect(priceAfter(0)).toEqual(['inconclusive', undefined]);
    // All existing jobs were paid for before, or other searches cost credits.
    expect(priceAfter(0, 0)).toEqual(['not-applicable', ['unspent']]);
    expect(priceAfter(0, 1)).toEqual(['not-applicable', ['unspent']]);
  });

  it('are judged by their own evidence, and are inconclusive without any', () => {
    expect(verdicts([judged('criterion', [1]), judged('criterion', [2], { verdict: 'fail' })])).toEqual([
      'searchJobs pass',
      'searchCompanyJobs fail',
      'searchCompanyJobsHistorical inconclusive',
      'searchCompanyJobsLegacy not-applicable',
    ]);
  });

  it('all fail by a failure without an operation, and none passes by such a pass', () => {
    const lost = judged('oracle filters', [4], { verdict: 'fail' });
    expect(new Set(verdicts([lost]).map((each) => each.split(' ')[1]))).toEqual(new Set(['fail']));
    expect(verdicts([judged('oracle filters', [4])])).not.toContain('searchJobs pass');
  });

  it('are known failures if a failure that the baseline names ended the scenario before it checked them', () => {
    const known = judged('criterion', [1], { verdict: 'fail', known: 'ticket 7' });
    const scenarios = [{ ...scenario, verdict: 'known' } as ScenarioResult];
    const found = pairsOf([known], { scenarios }).map(({ verdict }) => verdict);
    expect(found).toEqual(['known', 'known', 'inconclusive', 'not-applicable']);
  });

  it('are the requested ones, and those that are broken', () => {
    const asked = { asked: { 'FILT-13': ['searchJobs'] as OperationId[] } };
    expect(verdicts([], asked)).toEqual(['searchJobs inconclusive']);
    expect(verdicts([judged('criterion', [2], { verdict: 'fail' })], asked)).toEqual([
      'searchJobs inconclusive',
      'searchCompanyJobs fail',
    ]);
    expect(verdicts([judged('criterion', [1])], { asked: {} })).toEqual([]);
  });
});
