/** Runs with a ceiling against targets that cheat about credits. */
import { describe, expect, it } from 'vitest';
import { testData } from '../../test/mock/checked-mock.js';
import { CHEATS, HONEST, startCheat, type Cheat } from '../../test/servers/cheats.js';
import { startOneKey } from '../../test/servers/one-key.js';
import { closing } from '../../test/support/closing.js';
import { temporaryFile } from '../../test/support/temporary-folder.js';
import { movedTime } from '../../test/worlds/rows.js';

const GIVEN = 20_000;
const shared = await testData({ now: '2026-03-01T12:00:00Z' });

/** Runs packs with one key and a ceiling against a mock that cheats. */
async function againstCheat(cheat: Cheat, ceiling: number) {
  const { mock, apiKey, run } = await startOneKey(shared);
  const target = closing(await startCheat(mock.url, cheat));
  const report = await run({
    target: target.url,
    packs: ['billing', 'lookups'],
    maxCredits: ceiling,
    // A run pauses for a minute after an unexpected balance.
    time: movedTime(mock),
  });
  return {
    /** Credits taken, by the target's own count. */
    taken: GIVEN - (mock.accounts.read(apiKey).credits ?? 0) + target.taken(),
    /** The most credits taken for one request. */
    dearest: target.dearest(),
    report,
  };
}

describe('--max-credits', () => {
  it.each(CHEATS)('is not exceeded if the target $name', async (cheat) => {
    const ceiling = 50;
    const { taken, dearest, report } = await againstCheat(cheat, ceiling);
    // Only one request, which was already sent and overcharged, can exceed the ceiling.
    const { shownBy = 1 } = cheat;
    expect(taken).toBeLessThanOrEqual(Math.max(ceiling, ceiling + shownBy * dearest - 1));
    expect(report.budget.creditsUsed).toBeGreaterThanOrEqual(taken);
    expect(report.budget.creditsUsed).toBeGreaterThan(0);
    expect(report.exitCode).not.toBe(0);
  });

  it('sends no search with a working key if it is 0', async () => {
    const { run } = await startOneKey(shared);
    const packs = ['smoke', 'validation', 'authentication', 'lookups'];
    const report = await run({ packs, maxCredits: 0 });
    const asked = report.exchanges.filter(({ account }) => account === 'active');
    expect(asked.length).toBeGreaterThan(10);
    expect(
      asked.filter(({ request }) => request.method === 'POST' && request.path.includes('search')),
    ).toEqual([]);
    expect(report.exitCode).toBe(5);
  });

  it('counts each concurrent copy of a search before one is sent, even if the scenario announces less', async () => {
    const { run } = await startOneKey(shared);
    const pack = temporaryFile(
      'copies.yaml',
      `arazzo: 1.0.1
info: { title: Copies, version: 1.0.0 }
sourceDescriptions: [{ name: contract, type: openapi, url: spec/openapi.yaml }]
x-kit-defaults: { parameters: [{ name: Authorization, in: header, value: 'Bearer {$inputs.activeKey}' }] }
workflows:
  - workflowId: copies
    summary: Three concurrent searches
    x-kit-clauses: [REQ-1]
    x-kit-cost: 10
    steps:
      - stepId: search
        operationId: searchJobs
        x-kit-parallel: 3
        requestBody: { payload: { limit: 10 } }
        successCriteria: [{ condition: $statusCode == 200 }]
`,
    );
    const { exchanges, scenarios } = await run({ packs: [pack], maxCredits: 25 });
    expect(exchanges.filter(({ operation }) => operation === 'searchJobs')).toEqual([]);
    expect(scenarios[0]).toMatchObject({ verdict: 'inconclusive' });
  });

  it('counts what an honest target charges, to the credit', async () => {
    const { taken, report } = await againstCheat(HONEST, 400);
    const { budget, notes } = report;
    expect(taken).toBeGreaterThan(50);
    expect([budget.creditsUsed, budget.creditsTold]).toEqual([taken, taken]);
    expect(notes.filter((note) => /Of the|fell by|could not be read/.test(note))).toEqual([]);
  });
});

it('--max-requests is not exceeded, even by requests without a working key', async () => {
  const { run } = await startOneKey(shared);
  const { exchanges, scenarios } = await run({ packs: ['authentication'], maxRequests: 40, maxCredits: 400 });
  expect(scenarios.map(({ reason }) => reason)).toContain('--max-requests 40 is used up');
  expect(exchanges.length).toBe(40);
});
