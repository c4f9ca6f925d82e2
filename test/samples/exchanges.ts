/** Histories of exchanges for the tests of the oracles. A test sets only the members that matter to it. */
import { EMPTY_JOB } from '../../fixtures/data.js';
import { loadAdminContract } from '../../spec/admin.js';
import { loadClauses } from '../../spec/clauses.js';
import { loadContract, type OperationId } from '../../spec/contract.js';
import type { AccountFacts, TargetFacts } from '../../conformance/record/facts.js';
import type { Exchange } from '../../conformance/record/exchange.js';
import { namedIn } from '../../conformance/judge/ask-oracles.js';
import { passedIn } from '../../conformance/record/failures.js';
import type { Oracle, OracleContext } from '../../conformance/judge/oracle.js';
import { exchange } from '../servers/servers.js';
import { ACCOUNT, JOB, TARGET } from './generated/samples.js';
import { parsedJson } from '../../conformance/values/json.js';

export interface Draft {
  operation?: OperationId | null;
  account?: string;
  /** Request body; for lookups put the query in `query`. */
  body?: unknown;
  bodyText?: string;
  query?: Record<string, string>;
  key?: string;
  /** Additional headers of the request; undefined removes a usual one. */
  sent?: Record<string, string | undefined>;
  status?: number;
  answer?: unknown;
  /** Text of a response that is not JSON. */
  text?: string;
  /** Additional headers of the response; undefined removes a usual one. */
  headers?: Record<string, string | undefined>;
  lost?: boolean;
  /** When it was sent and received, in steps of 100 ms; by default each exchange follows the previous one. */
  at?: [number, number];
  admin?: string;
  change?: Partial<Exchange>;
}

/** 1 March 2026, 12:00 UTC: the start of every history. */
export const NOON = Date.UTC(2026, 2, 1, 12);

const contract = loadContract();
const admin = loadAdminContract();
const { clauses, readings } = loadClauses();

/** Returns exchanges with ids from 1. Each has its own request id; a search without a key gets its own operation key. */
export function history(...drafts: Draft[]): Exchange[] {
  return drafts.map((draft, i) => exchangeOf(draft, i + 1));
}

function exchangeOf(draft: Draft, id: number): Exchange {
  const { admin = null, account = 'ada', query = {}, status = 200, lost = false, key, text } = draft;
  const { operation: named = 'searchJobs', at: [from, to] = [id, id + 1] } = draft;
  const operation = admin !== null || named === null ? null : contract.operation(named);
  const isSearch = operation?.kind === 'search';
  const body = isSearch && draft.bodyText === undefined ? (draft.body ?? {}) : draft.body;
  const bodyText = draft.bodyText ?? (body === undefined ? null : JSON.stringify(body));
  const responseText = text ?? JSON.stringify(draft.answer ?? { detail: 'refused' });
  const path = operation?.path ?? '/elsewhere';
  const headers = {
    'content-type': text === undefined ? 'application/json' : 'text/plain; charset=utf-8',
    'x-request-id': `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
    ...(isSearch && operation.acceptsOperationKey && status === 200
      ? { 'idempotency-key': key ?? `use_v1_made-${id}` }
      : {}),
    ...draft.headers,
  };
  const response = {
    status,
    headers: given(headers),
    bodyText: responseText,
    body: text === undefined ? (JSON.parse(responseText) as unknown) : undefined,
  };
  return exchange({
    id,
    step: `step${id}`,
    channel: admin === null ? 'contract' : 'admin',
    operation: operation?.id ?? null,
    adminOperation: admin,
    account,
    request: {
      method: operation?.method ?? 'POST',
      url: `http://target.test${path}`,
      path,
      query,
      headers: given({
        authorization: 'Bearer key',
        ...(bodyText === null ? {} : { 'content-type': 'application/json' }),
        'idempotency-key': key,
        ...draft.sent,
      }),
      bodyText,
      body: draft.bodyText === undefined ? body : parsedJson(draft.bodyText),
    },
    response: lost ? null : response,
    failure: lost ? { kind: 'connection', message: 'reset' } : null,
    sentAt: NOON + from * 100,
    receivedAt: NOON + to * 100,
    targetNow: NOON + from * 100,
    ...draft.change,
  });
}

function given(headers: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** The posting with number `n`, which is in its title and URL. */
export function job(n: number, change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    ...EMPTY_JOB,
    'Job Title': `Engineer ${n}`,
    'Job URL': `https://jobs.example/${n}`,
    ...JOB,
    ...change,
  };
}

export function jobs(first: number, last: number): Record<string, unknown>[] {
  return Array.from({ length: last - first + 1 }, (_, i) => job(first + i));
}

/** The envelope of a search; by default a single page that costs one credit for each job. */
export function page(
  list: readonly unknown[],
  data: Record<string, unknown> = {},
  error?: string | null,
): unknown {
  return {
    success: true,
    data: {
      jobs: list,
      total: list.length,
      total_jobs_found: list.length,
      credits_used: list.length,
      credits_remaining: 100 - list.length,
      search_after: null,
      ...data,
    },
    error: error === undefined ? (list.length === 0 ? 'No jobs match.' : null) : error,
  };
}

export interface ContextOptions {
  seen?: OracleContext['seen'];
  accounts?: (Partial<AccountFacts> & { alias: string })[];
  target?: Partial<TargetFacts>;
}

/** By default with one new account, `ada`, that has 100 credits. */
export function contextOf(options: ContextOptions = {}): OracleContext {
  const { accounts = [{ alias: 'ada' }], target, seen = 'all' } = options;
  return {
    seen,
    contract,
    admin,
    clauses,
    readings,
    target: { ...structuredClone(TARGET), keyRoles: ['active'], absences: [], ...target },
    accounts: new Map(accounts.map((account) => [account.alias, { ...ACCOUNT, ...account }])),
    passed: new Map(),
    named: new Map(),
    turns: new Map(),
  };
}

/**
 * The result of an oracle as lines, such as `BILL-6 fail #1 #2: expected at most 0 credits; actual credits_used 3` and
 * `reading replay-body=stored #1 #3`. Leaves out the judgements of open clauses, because the readings show them. Throws an
 * Error if the oracle judges a clause that it does not announce.
 */
export function verdicts(
  oracle: Oracle,
  exchanges: readonly Exchange[],
  options: ContextOptions = {},
): string[] {
  const { judgements, observations } = oracle.judge(exchanges, {
    ...contextOf(options),
    passed: passedIn(exchanges),
    named: namedIn(exchanges),
  });
  const unannounced = judgements.flatMap(({ clauses: ids }) =>
    ids.filter((id) => !new Set<string>(oracle.clauses).has(id)),
  );
  if (unannounced.length > 0) throw new Error(`${oracle.id} does not announce ${unannounced.join(', ')}`);
  const open = new Set<string>(clauses.filter(({ level }) => level === 'open').map(({ id }) => id));
  // An observation shows the same as a pass of its clause.
  const printed = judgements.filter(
    ({ clauses: ids, verdict }) => verdict === 'fail' || !ids.every((id) => open.has(id)),
  );
  return [
    ...printed.map(({ clauses: about, verdict, exchanges: ids, expected, actual }) =>
      verdict === 'pass'
        ? `${about.join()} pass ${numbers(ids)}`
        : `${about.join()} fail ${numbers(ids)}: expected ${expected}; actual ${actual}`,
    ),
    ...observations.map(
      ({ reading, choice, exchanges: ids }) => `reading ${reading}=${choice} ${numbers(ids)}`,
    ),
  ];
}

/** Returns functions that judge drafts with an oracle: `judged` returns all lines of `verdicts`, `failures` only failures. */
export function judging(
  oracle: Oracle,
  options: ContextOptions = {},
): Record<'judged' | 'failures', (...drafts: Draft[]) => string[]> {
  const judged = (...drafts: Draft[]): string[] => verdicts(oracle, history(...drafts), options);
  return {
    judged,
    failures: (...drafts) => judged(...drafts).filter((line) => line.includes(' fail ')),
  };
}

function numbers(ids: readonly number[]): string {
  return ids.map((id) => `#${id}`).join(' ');
}
