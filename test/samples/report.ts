/** A small finished run for the tests of the reports: every verdict, a hostile target. */
import type { Clause } from '../../spec/clauses.js';
import type { ClauseResult, RunReport, ScenarioResult } from '../../conformance/judge/report.js';
import { VERDICTS, type Verdict } from '../../conformance/judge/verdicts.js';
import type { Judgement } from '../../conformance/record/judgement.js';
import type { Exchange } from '../../conformance/record/exchange.js';

export function sampleExchange(id: number, change: Partial<Exchange> = {}): Exchange {
  const body = { job_keywords: { title: ['engineer'] }, limit: 10 };
  return {
    id,
    scenario: 'operation-keys/reused-key-with-another-body',
    step: 'reuse',
    channel: 'contract',
    operation: 'searchJobs',
    adminOperation: null,
    account: 'active',
    request: {
      method: 'POST',
      url: 'http://127.0.0.1:4010/api/v1/jobs-search/search',
      path: '/api/v1/jobs-search/search',
      query: {},
      headers: {
        authorization: 'Bearer ***',
        'content-type': 'application/json',
        'idempotency-key': `use_v1_run_${id}`,
      },
      bodyText: JSON.stringify(body),
      body,
    },
    response: responseOf(200, {
      success: true,
      data: {
        jobs: Array.from({ length: 10 }, (_, i) => ({
          'Job Title': `Engineer ${i}`,
          City: null,
          Skills: ['sql'],
        })),
        total: 10,
        total_jobs_found: 412,
        credits_used: 10,
        credits_remaining: 99_990,
        search_after: [1772366400000, '7f3a'],
      },
      error: null,
    }),
    failure: null,
    sentAt: 1_772_366_400_000 + id * 1_000,
    receivedAt: 1_772_366_400_040 + id * 1_000,
    targetNow: null,
    copy: 0,
    group: null,
    round: 0,
    throttleExpected: false,
    faultPlanted: false,
    ...change,
  };
}

export function responseOf(status: number, body: unknown): Exchange['response'] {
  return {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': '0b9cf4a4-96b5-4f0e-9b0e-6f8f1c1f7f10',
    },
    bodyText: JSON.stringify(body),
    body,
  };
}

function sampleClause(id: string, section: string, title: string, text = `${title}, always.`): Clause {
  return {
    id: id as Clause['id'],
    group: id.split('-')[0]!,
    level: 'must',
    since: '0.1.0',
    section,
    title,
    text,
    operations: ['searchJobs'],
  };
}

export function sampleJudgement(change: Partial<Judgement> = {}): Judgement {
  return {
    clauses: ['IDEM-5'],
    verdict: 'fail',
    by: 'criterion',
    scenario: 'operation-keys/reused-key-with-another-body',
    step: 'reuse',
    exchanges: [1, 2],
    expected: 'status 409 and a body {detail: string}',
    actual: 'status 200 with 10 jobs, 10 credits used',
    because: null,
    known: null,
    ...change,
  };
}

function sampleResult(clause: Clause, verdict: Verdict, change: Partial<ClauseResult> = {}): ClauseResult {
  const { reason = '', passes = verdict === 'pass' ? 12 : 0, failures = 0 } = change;
  return {
    clause,
    verdict,
    reason,
    pairs: [{ operation: 'searchJobs', verdict, reason, passes, failures }],
    passes,
    failures,
    evidence: [],
    scenarios: [],
    oracles: [],
    ...change,
  };
}

function sampleScenario(
  workflowId: string,
  verdict: Verdict,
  change: Partial<ScenarioResult> = {},
): ScenarioResult {
  return {
    id: `operation-keys/${workflowId}`,
    pack: 'operation-keys',
    workflowId,
    file: 'conformance/packs/operation-keys.yaml',
    line: 40,
    title: 'A reused key with another body is refused',
    description: '',
    clauses: ['IDEM-5'],
    pairs: { 'IDEM-5': ['searchJobs'] },
    requires: [],
    outcome: { end: 'completed', reason: '', judgements: [], observations: [] },
    verdict,
    reason: '',
    against: [],
    exchanges: [1, 2],
    requests: 2,
    creditsUsed: 20,
    creditsAnnounced: 20,
    disturbed: false,
    startedAt: 1_772_366_400_000,
    durationMs: 84,
    ...change,
  };
}

function counts(some: Partial<Record<Verdict, number>>): Record<Verdict, number> {
  const none = Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  return { ...none, ...some };
}

/** Four kinds of clause verdict, one failure by a scenario and one by an oracle, and a target that answers mark-up. */
export function sampleReport(change: Partial<RunReport> = {}): RunReport {
  const failure = sampleJudgement();
  const hostile = sampleJudgement({
    clauses: ['ENV-2'],
    by: 'oracle envelope',
    scenario: 'smoke/first-page',
    step: 'search',
    expected: 'total 10, the number of jobs',
    actual: 'total "<script>alert(1)</script>"',
    exchanges: [3],
  });
  const pass = sampleJudgement({
    clauses: ['REQ-1'],
    verdict: 'pass',
    by: 'oracle request-id',
    scenario: 'smoke/first-page',
    step: 'search',
    expected: 'an X-Request-ID header',
    actual: 'X-Request-ID 0b9cf4a4-96b5-4f0e-9b0e-6f8f1c1f7f10',
    exchanges: [1],
  });
  return {
    format: 'job-search-kit/conformance-report',
    version: 3,
    kitVersion: '0.1.0',
    clauseSet: { kit: '0.1.0', count: 365, hash: 'd1a8' },
    run: {
      id: 'r7k2',
      seed: 7,
      startedAt: '2026-03-01T12:00:00.000Z',
      finishedAt: '2026-03-01T12:00:11.400Z',
      durationMs: 11_400,
      command: 'job-search-conformance --target http://127.0.0.1:4010 --seed 7',
      stopped: null,
    },
    target: {
      url: 'http://127.0.0.1:4010',
      hasAdmin: false,
      server: null,
      keyRoles: ['active'],
      networkUrl: null,
      companyUrl: null,
      balancePointer: null,
      rateLimits: {},
      absences: ['searchCompanyJobsLegacy'],
    },
    unseen: [],
    verdict: 'does-not-conform',
    exitCode: 1,
    headline: '2 of 6 clauses fail: IDEM-5, ENV-2.',
    counts: {
      pairs: counts({ pass: 1, fail: 2, 'not-applicable': 1, inconclusive: 1, error: 1 }),
      clauses: counts({ pass: 1, fail: 2, 'not-applicable': 1, inconclusive: 1, error: 1 }),
      scenarios: counts({ pass: 1, fail: 1, 'not-applicable': 1, inconclusive: 1 }),
    },
    clauses: [
      sampleResult(sampleClause('ENV-2', '2.3', 'total counts this page'), 'fail', {
        failures: 1,
        evidence: [hostile],
      }),
      sampleResult(sampleClause('REQ-1', '5.3', 'every response has an id'), 'pass', {
        evidence: [pass],
      }),
      sampleResult(sampleClause('IDEM-5', '5.2', 'changed request gets 409'), 'fail', {
        failures: 1,
        passes: 3,
        evidence: [failure],
      }),
      sampleResult(sampleClause('BILL-4', '8', 'unaffordable is 402'), 'not-applicable', {
        reason: 'needs an account with few credits, and the profile names none',
      }),
      sampleResult(sampleClause('RATE-1', '8', '200 a minute'), 'inconclusive', {
        reason: 'the ceiling of --max-requests was reached',
      }),
      sampleResult(sampleClause('LOOK-2', '4.10', 'lookups are sorted'), 'error', {
        reason: 'oracle lookups broke: TypeError',
      }),
    ],
    scenarios: [
      sampleScenario('reused-key-with-another-body', 'fail', {
        outcome: { end: 'failed', reason: 'IDEM-5', judgements: [failure], observations: [] },
        reason: 'IDEM-5',
      }),
      sampleScenario('same-key-same-body', 'pass'),
      sampleScenario('unaffordable', 'not-applicable', { reason: 'needs an account with few credits' }),
      sampleScenario('burst', 'inconclusive', { reason: 'the ceiling of --max-requests was reached' }),
    ],
    readings: [
      {
        reading: {
          id: 'auth-status',
          section: '5.1',
          operations: ['searchJobs'],
          question: 'Status for a missing or invalid key',
          choices: [
            { id: '403', text: 'detail form' },
            { id: '401', text: 'envelope form' },
          ],
          default: '403',
          switch: true,
        },
        seen: [{ choice: '403', exchanges: [1] }],
        inconsistent: false,
      },
      {
        reading: {
          id: 'order',
          section: '4.1',
          operations: ['searchJobs'],
          question: 'In which order do results come?',
          choices: [{ id: 'newest-first', text: 'newest first' }],
          default: 'newest-first',
          switch: false,
        },
        seen: [{ choice: null, exchanges: [2] }],
        inconsistent: false,
      },
    ],
    oracles: [{ id: 'lookups', passes: 0, failures: 0, error: 'TypeError: x is undefined' }],
    budget: {
      creditsAnnounced: 1_240,
      creditsUsed: 40,
      creditsTold: 40,
      creditsCeiling: 5_000,
      requestsAnnounced: 320,
      requests: 4,
      requestsCeiling: null,
      throttledExpected: 0,
      throttledUnexpected: 0,
      pacedMs: 250,
    },
    asked: null,
    knownFailures: null,
    survey: {
      facts: { marketTitleWord: 'Nurse <b>' },
      slices: [{ name: 'market', from: '2026-01-01', to: '2026-01-08', total: 61, read: 61 }],
      unknown: [
        { name: 'marketState', reason: 'a state that some jobs name and others do not', looked: true },
        { name: 'agencyUrl', reason: 'the direct search answered 500', looked: false },
      ],
      requests: 21,
      credits: 94,
    },
    accounts: [],
    baseline: null,
    notes: ['credits ran out after scenario smoke/first-page'],
    exchanges: [
      sampleExchange(1),
      sampleExchange(2, { step: 'reuse' }),
      sampleExchange(3, {
        scenario: 'smoke/first-page',
        step: 'search',
        response: responseOf(200, {
          success: true,
          data: { total: '<script>alert(1)</script>' },
          error: '\u001b[31m',
        }),
      }),
      sampleExchange(4, {
        response: null,
        failure: { kind: 'timeout', message: 'no answer within 10 s' },
      }),
    ],
    ...change,
  };
}
