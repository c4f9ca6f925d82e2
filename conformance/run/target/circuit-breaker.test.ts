import { describe, expect, it } from 'vitest';
import { prepareData } from '../../../mock-server/index.js';
import { loadContract } from '../../../spec/contract.js';
import type { ConformanceOptions, RunReport } from '../../index.js';
import type { Call, ForwardedAnswer } from '../../../test/mutants/mutant.js';
import { startOneKey } from '../../../test/servers/one-key.js';
import { sleptTime } from '../../../test/support/manual-time.js';
import { createCircuitBreaker } from './circuit-breaker.js';

const contract = loadContract();
const shared = await prepareData({ seed: 1, now: '2026-03-01T12:00:00Z' });

type Instead = (call: Call, nth: number) => ForwardedAnswer | 'dead' | null;

const saying = (
  { operation }: Call,
  status: number,
  headers: Record<string, string> = {},
): ForwardedAnswer => ({
  status,
  headers: { 'content-type': 'application/json', 'x-request-id': crypto.randomUUID(), ...headers },
  body: Buffer.from(
    operation?.errorForm === 'envelope'
      ? '{"success":false,"data":null,"error":{"code":"rate_limit_exceeded","message":"no","details":[]}}'
      : '{"detail":"no"}',
  ),
});

/** Runs packs with one key against a mock whose answers `instead` replaces. The clock of the run moves only when it sleeps. */
async function against(instead: Instead, more: Partial<ConformanceOptions> = {}) {
  let nth = 0;
  const { server, run } = await startOneKey(shared, (call) => {
    nth += 1;
    const answer = instead(call, nth);
    if (answer === 'dead') void server.close();
    return answer === null || answer === 'dead' ? call.send() : Promise.resolve(answer);
  });
  const time = sleptTime();
  const report = await run({ time, packs: ['lookups', 'billing', 'operation-keys'], ...more });
  return { report, requests: nth, minutes: time.slept / 60_000 };
}

const failed = ({ clauses }: RunReport): string[] =>
  clauses.filter(({ verdict }) => verdict === 'fail').map(({ clause }) => clause.id);

describe('the circuit breaker', () => {
  it.each([401, 403])(
    'stops with one cause if the target starts to refuse the key with %s',
    async (status) => {
      let refused = 0;
      const { report } = await against((call, nth) => {
        if (nth <= 90 || !call.key.startsWith('key_')) return null;
        refused += 1;
        return saying(call, status);
      });
      expect(failed(report)).toEqual([]);
      expect(report).toMatchObject({ verdict: 'incomplete', exitCode: 5 });
      const told = new RegExp(
        `^Ended early: the target has refused the key since request #(\\d+) \\(${status}\\)\\. `,
      );
      expect(Number(told.exec(report.headline)?.[1])).toBeGreaterThan(90);
      expect(refused).toBeLessThan(10);
      expect(report.counts.clauses.pass).toBeGreaterThan(20);
      expect(report.scenarios.map(({ reason }) => reason)).toContainEqual(
        expect.stringMatching(/^the target has refused the key since/),
      );
    },
  );

  it('continues if only one operation refuses the key', async () => {
    const { report } = await against(
      (call) =>
        call.operation?.id === 'searchCompanyJobsHistorical' || call.operation?.id === 'searchJobsHistorical'
          ? saying(call, 403)
          : null,
      { packs: ['historical', 'billing', 'lookups'] },
    );
    expect(report.run.stopped).toBeNull();
    expect(report.counts.clauses.pass).toBeGreaterThan(30);
  });

  it('ends the run within minutes if the target always answers 429', async () => {
    const { report, requests, minutes } = await against((call, nth) =>
      nth > 20 ? saying(call, 429, { 'retry-after': '60' }) : null,
    );
    expect(failed(report)).toEqual([]);
    expect(report.headline).toMatch(/^Ended early: the target answers every request with 429\. /);
    expect(report.exitCode).toBe(5);
    expect(minutes).toBeLessThan(30);
    expect(requests).toBeLessThan(60);
  });

  it('tests the other operations if one always answers 429, and waits for that one once', async () => {
    const { report, minutes } = await against(
      (call) =>
        call.operation?.id === 'searchCompanyJobsLegacy' ? saying(call, 429, { 'retry-after': '60' }) : null,
      { packs: ['legacy', 'billing', 'lookups'] },
    );
    expect(report.run.stopped).toBeNull();
    expect(failed(report)).toEqual([]);
    expect(report.counts.clauses.pass).toBeGreaterThan(30);
    expect(minutes).toBeLessThan(10);
  });

  it('ends the run if the target answers 502 to everything', async () => {
    const { report, requests } = await against((call, nth) => (nth > 60 ? saying(call, 502) : null), {
      packs: [],
    });
    expect(report.headline).toMatch(/^Ended early: the target answers every request with 502\. /);
    expect(requests).toBeLessThan(100);
  });

  const failing = { end: 'failed', failure: null, response: { status: 500 } };
  const losing = { end: 'inconclusive', failure: { kind: 'connection' }, response: null };
  it.each([
    [failing, 200, null],
    [failing, 500, 'the target answers every request with 500'],
    [losing, 200, null],
    [losing, 500, 'the target stopped answering (lost)'],
  ])(
    'sends a plain search after several scenarios that end with %j, and decides by its status %s',
    async ({ end, failure, response }, status, cause) => {
      const wire = { send: () => Promise.resolve([{ response: { status } }]) };
      const profile = { keys: { active: 'key_a' }, absent: [] };
      const breaker = createCircuitBreaker({ profile, wire, runId: 'r', documents: { contract } } as never);
      const outcome = { end, reason: 'lost', judgements: [], observations: [] };
      for (const operation of ['searchJobs', 'searchCompanyJobs', 'searchJobs']) {
        await breaker.after(outcome as never, [
          { channel: 'contract', operation, request: { headers: {} }, failure, response } as never,
        ]);
      }
      expect(breaker.cause).toBe(cause);
    },
  );

  it('ends the run if the target stops answering', async () => {
    const { report } = await against((_call, nth) => (nth === 60 ? 'dead' : null));
    expect(failed(report)).toEqual([]);
    expect(report.headline).toMatch(/^Ended early: the target stopped answering \(/);
    expect(report).toMatchObject({ verdict: 'incomplete', exitCode: 5 });
  });

  it('stops at --max-time, and reports its results', async () => {
    const { report, minutes } = await against(
      (call, nth) =>
        call.operation?.kind === 'search' && nth % 2 === 0
          ? saying(call, 429, { 'retry-after': '30' })
          : null,
      { maxMinutes: 40, packs: [] },
    );
    expect(minutes).toBe(39.5);
    expect(report.run.stopped).toBe('the time of the run was up (--max-time 40)');
    expect(report).toMatchObject({ verdict: 'incomplete', exitCode: 5 });
    expect(report.counts.scenarios.pass).toBeGreaterThan(5);
    expect(failed(report)).toEqual([]);
  });
});
