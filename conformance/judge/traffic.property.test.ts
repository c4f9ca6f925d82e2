/** Checks that no clause fails on a correct history with missing, moved or partly recorded exchanges. */
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { startMock } from '../../mock-server/index.js';
import type { ResponseContract } from '../../spec/contract.js';
import { runConformance } from '../index.js';
import type { TrafficExchange, TrafficHistory } from '../record/traffic.js';
import { loadDocuments } from '../pack/model/documents.js';
import { recordOf } from '../record/traffic-record.js';
import { judge } from './judge.js';
import { oracles } from './oracles/index.js';
import { trafficOf } from '../../test/right-service/traffic.js';

/** To run more: `TRAFFIC_ROUNDS=10000 npx vitest run conformance/judge/traffic.property.test.ts`. */
const ROUNDS = Number(process.env['TRAFFIC_ROUNDS'] ?? 150);
const PATIENCE = { timeout: 120_000 + ROUNDS * 200 };
/** The largest share of a history that is dropped, moved or partly recorded. */
const SHARE = 0.2;
const LENGTH = 40;

const documents = loadDocuments();
const law = { ...documents, oracles };

rememberVerdicts();
const mock = await startMock({ seed: 1, jobs: 4000 });
const packs = ['paging', 'billing', 'operation-keys', 'lookups'];
const report = await runConformance({ target: mock.url, adminUrl: mock.url, packs });
expect(report.clauses.filter(({ failures }) => failures > 0)).toEqual([]);
const exchanges = report.exchanges;
afterAll(() => mock.close());

/** Caches the results of validation, because every history has the same bodies. */
function rememberVerdicts(): void {
  for (const { responses } of documents.contract.operations)
    for (const response of responses.values()) {
      const { validateBody } = response;
      const known = new WeakMap<object, ReturnType<ResponseContract['validateBody']>>();
      response.validateBody = (body, type) => {
        if (typeof body !== 'object' || body === null) return validateBody(body, type);
        const issues = known.get(body) ?? validateBody(body, type);
        known.set(body, issues);
        return issues;
      };
    }
}

const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

/** Changes of a history: its start in the run, and the exchanges that are dropped, moved or partly recorded. */
const story = fc.record({
  start: place,
  dropped: fc.array(place, { maxLength: LENGTH * SHARE }),
  moved: fc.array(fc.tuple(place, place, fc.boolean()), { maxLength: (LENGTH * SHARE) / 2 }),
  halved: fc.array(fc.tuple(place, fc.constantFrom('answer', 'body', 'headers', 'request', 'account')), {
    maxLength: LENGTH * SHARE,
  }),
});

type Story = typeof story extends fc.Arbitrary<infer T> ? T : never;

function changed(whole: readonly TrafficExchange[], { dropped, moved, halved }: Story): TrafficExchange[] {
  const at = (where: number): number => Math.floor(where * whole.length);
  const list = whole.map((each) => ({ ...each }));
  for (const [from, to, withTimes] of moved) {
    const [one, other] = [list[at(from)]!, list[at(to)]!];
    [list[at(from)], list[at(to)]] = [other, one];
    // Simulates a wrong clock. Otherwise, only the file is out of order.
    if (!withTimes) [one.arrivedAt, other.arrivedAt] = [other.arrivedAt!, one.arrivedAt!];
    if (!withTimes) [one.endedAt, other.endedAt] = [other.endedAt!, one.endedAt!];
  }
  for (const [where, part] of halved) list[at(where)] = without(part, list[at(where)]!);
  const gone = new Set(dropped.map(at));
  return list.filter((_, i) => !gone.has(i)).map((each, i) => ({ ...each, id: i + 1 }));
}

function without(part: string, exchange: TrafficExchange): TrafficExchange {
  const { response, account, ...rest } = exchange;
  const { headers, bodyText, body, key, ...request } = exchange.request;
  void [headers, bodyText, body, key];
  const answer = response ?? null;
  if (part === 'answer') return { ...rest, ...(account === undefined ? {} : { account }), sent: 'unknown' };
  if (part === 'account') return { ...rest, ...(response === undefined ? {} : { response }) };
  if (part === 'request') return { ...exchange, request };
  if (answer === null) return exchange;
  if (part === 'body')
    return { ...exchange, response: { ...answer, bodyText: undefined, body: undefined } as never };
  return {
    ...exchange,
    response: { status: answer.status, bodyText: answer.bodyText ?? '', body: answer.body },
  };
}

function found(history: TrafficHistory, some: TrafficExchange[]) {
  const read = { from: 'a run', alone: false, aside: {}, command: '' };
  const origin = { ...read, notes: [], asked: null, knownFailures: null };
  const { clauses } = judge(recordOf({ ...history, exchanges: some }, origin, [], documents.contract), law);
  return {
    broken: clauses.flatMap(({ clause, failures, evidence }) =>
      failures > 0 ? [`${clause.id}: expected ${evidence[0]!.expected}; ${evidence[0]!.actual}`] : [],
    ),
    shown: clauses.map(({ clause }) => clause.id),
  };
}

describe('a correct history', () => {
  it(
    'breaks no clause if up to a fifth is dropped, moved or partly recorded, and shows no more than the whole',
    PATIENCE,
    () => {
      const history = trafficOf(exchanges);
      fc.assert(
        fc.property(story, (each) => {
          const start = Math.floor(each.start * (history.exchanges.length - LENGTH));
          const whole = history.exchanges.slice(start, start + LENGTH);
          const all = found(history, whole);
          const part = found(history, changed(whole, each));
          expect([...all.broken, ...part.broken]).toEqual([]);
          expect(part.shown.filter((id) => !all.shown.includes(id))).toEqual([]);
        }),
        { numRuns: ROUNDS, ...(ROUNDS > 1000 ? {} : { seed: 20260301 }) },
      );
    },
  );

  it('shows many clauses', () => {
    const history = trafficOf(exchanges);
    expect(found(history, history.exchanges).shown.length).toBeGreaterThan(90);
  });
});
