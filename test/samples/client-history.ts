/** Histories for tests of the client rules. A `Call` describes one request; its members have defaults. */
import { loadContract, type OperationId } from '../../spec/contract.js';
import type { ClientJudgement } from '../../conformance/record/judgement.js';
import type { TrafficAccount, TrafficExchange, TrafficHistory } from '../../conformance/record/traffic.js';
import { judgeClients } from '../../conformance/clients/rules/index.js';

export const contract = loadContract();

export interface Call extends Partial<Omit<TrafficExchange, 'request' | 'response'>> {
  body?: Record<string, unknown> | null;
  key?: string | null;
  /** 200 by default. */
  status?: number;
  detail?: string;
  retryAfter?: number;
  next?: unknown;
  credits?: number;
  /** Seconds since the previous request ended; 1 by default. */
  after?: number;
  leaks?: string[];
  query?: string;
}

/** 1 March 2026, 12:00 UTC. */
export const START = Date.UTC(2026, 2, 1, 12);

/** The exchange of a call that arrives at `time` (ms) and takes 5 ms. */
export function exchangeOf(call: Omit<Call, 'after'>, id: number, time: number): TrafficExchange {
  const { body = {}, key = null, status = 200, detail, retryAfter, next = null, credits = 0, ...rest } = call;
  const { leaks = [], query = '', operation = 'searchJobs', ...others } = rest;
  const { method, path, kind } = contract.operation(operation as OperationId);
  const isSearch = kind === 'search';
  const bodyText = method === 'GET' || body === null ? null : JSON.stringify(body);
  return {
    id,
    account: 'one',
    operation,
    request: {
      method,
      path,
      url: path + query,
      query: Object.fromEntries(new URLSearchParams(query)),
      key,
      bodyText,
      body: body ?? undefined,
      leaks,
    },
    response: {
      status,
      retryAfter: retryAfter ?? null,
      bodyText: detail === undefined ? null : JSON.stringify({ detail }),
    },
    sent: 'whole',
    connection: '1',
    arrivedAt: time,
    endedAt: time + 5,
    at: START + time,
    ...(isSearch && status === 200 ? { delivered: { cursor: next, credits }, served: 'anew' as const } : {}),
    ...others,
  };
}

export function historyOf(calls: readonly Call[], facts: Partial<TrafficAccount> = {}): TrafficHistory {
  let time = 0;
  const exchanges = calls.map(({ after = 1, ...call }, i) => {
    time += after * 1_000 + 5;
    return exchangeOf(call, i + 1, time);
  });
  return {
    format: 'job-search-kit/traffic',
    version: 1,
    kitVersion: '0.0.0',
    source: 'mock',
    dropped: 0,
    accounts: [{ alias: 'one', changes: [], ...facts }],
    exchanges,
  };
}

export function judged(history: TrafficHistory, askedOnce = false): ClientJudgement[] {
  return judgeClients(history, { contract, askedOnce });
}

/** All judgements except passes, such as `CLI-2 warn 1>2`, with the credits if there are any. */
export function against(judgements: readonly ClientJudgement[]): string[] {
  return judgements
    .filter(({ verdict }) => verdict !== 'pass')
    .map(({ rule, verdict, exchanges, credits }) =>
      [rule, verdict, exchanges.join('>'), ...(credits === 0 ? [] : [`${credits} credits`])].join(' '),
    );
}
