/** The way of every exchange of a run: paced, counted, sent, recorded. */
import type { Operation, OperationId } from '../../spec/contract.js';
import type { AccountFacts } from '../record/facts.js';
import type { Exchange } from '../record/exchange.js';
import { follow } from '../values/pointers.js';
import type { Budget } from './budget.js';
import { parsedJson } from '../values/json.js';
import { send, type Limits } from './http-client.js';
import { laneOf, type Pacer, type RateLimit, type Time } from './pacer.js';

/** A request as a scenario means it. */
export interface Outgoing {
  scenario: string;
  step: string;
  channel: 'contract' | 'admin';
  operation: OperationId | null;
  adminOperation: string | null;
  method: string;
  /** With the query; added to the base address. */
  path: string;
  /** As written; a name given twice in any case is sent once, the later one. */
  headers: readonly (readonly [name: string, value: string])[];
  body: Buffer | null;
  copy: number;
  round: number;
  throttleExpected: boolean;
  faultPlanted: boolean;
  targetNow: number | null;
}

/** Stands in for a scenario in what the runner asks on its own account. */
export const PREFLIGHT = 'preflight';

/** A request that the runner makes on its own account. */
export function ownRequest(
  step: string,
  { id, method, path }: Operation,
  key: string,
  body: unknown,
  targetNow: number | null,
): Outgoing {
  const hasBody = body !== undefined;
  return {
    ...{ scenario: PREFLIGHT, step, channel: 'contract', operation: id, adminOperation: null, method, path },
    headers: [
      ...(hasBody ? [['Content-Type', 'application/json'] as const] : []),
      ['Authorization', `Bearer ${key}`],
    ],
    body: hasBody ? Buffer.from(JSON.stringify(body)) : null,
    ...{ copy: 0, round: 0, throttleExpected: false, faultPlanted: false, targetNow },
  };
}

export interface Wire {
  /** Sends all of them at once and gives their exchanges in the same order. Throws BudgetSpent before sending. */
  send(requests: readonly Outgoing[]): Promise<Exchange[]>;
  readonly history: readonly Exchange[];
  /** Last `credits_remaining` that an account was told, by alias. */
  balanceOf(alias: string): number | null;
}

/** A ceiling of the run is met: nothing was sent. */
export class BudgetSpent extends Error {
  override name = 'BudgetSpent';
}

export interface WireOptions {
  target: string;
  adminUrl: string | null;
  adminHeaders: Readonly<Record<string, string>>;
  userAgent: string;
  limits: Limits;
  pacer: Pacer;
  budget: Budget;
  time: Time;
  /** The account behind a bearer key; null for a key that nobody has. */
  accountOf(key: string): AccountFacts | null;
  /** The limit that holds for an account on an operation. */
  limitOf(account: AccountFacts, operation: OperationId): RateLimit;
}

export function createWire(options: WireOptions): Wire {
  const { budget, pacer, time } = options;
  const history: Exchange[] = [];
  const balances = new Map<string, number>();
  const charged = new Set<string>();
  let groups = 0;
  // Admin calls are not the target's traffic: they neither count nor wait.
  const admit = async (requests: readonly Outgoing[]): Promise<void> => {
    const [first] = requests;
    if (first === undefined || first.channel === 'admin') return;
    const refusal = budget.countRequests(requests.length);
    if (refusal !== null) throw new BudgetSpent(refusal);
    const account = accountBehind(first, options);
    if (first.throttleExpected || first.operation === null || typeof account === 'string') return;
    const limit = options.limitOf(account, first.operation);
    await pacer.admit(laneOf(account.alias, first.operation), limit, requests.length);
  };

  const settle = (exchange: Exchange): void => {
    const { account, operation, response } = exchange;
    if (exchange.channel !== 'contract' || response?.status !== 200) return;
    const remaining = follow(response.body, ['data', 'credits_remaining']);
    if (typeof remaining === 'number') balances.set(account, remaining);
    const used = follow(response.body, ['data', 'credits_used']);
    if (typeof used !== 'number' || used <= 0) return;
    // A recovered answer repeats what the first one cost; it is not paid again.
    const key = response.headers['idempotency-key'];
    const paid = `${account} ${operation} ${key ?? exchange.id}`;
    if (charged.has(paid)) return;
    charged.add(paid);
    budget.spend(exchange.scenario, used);
  };

  return {
    history,
    balanceOf: (alias) => balances.get(alias) ?? null,
    async send(requests) {
      await admit(requests);
      const group = requests.length > 1 ? (groups += 1) : null;
      const exchanges = await Promise.all(
        requests.map(async (outgoing) => {
          const exchange = blank(outgoing, group, history.length + 1, options);
          history.push(exchange);
          const { method, url } = exchange.request;
          const wire = { method, url, headers: written(outgoing, options), body: outgoing.body };
          exchange.sentAt = time.now();
          Object.assign(exchange, await send(wire, options.limits, () => time.now()));
          return exchange;
        }),
      );
      exchanges.forEach(settle);
      return exchanges;
    },
  };
}

function blank(outgoing: Outgoing, group: number | null, id: number, options: WireOptions): Exchange {
  const base = outgoing.channel === 'admin' ? (options.adminUrl ?? options.target) : options.target;
  const url = new URL(base + outgoing.path);
  const account = accountBehind(outgoing, options);
  const bodyText = outgoing.body?.toString('utf8') ?? null;
  return {
    id,
    scenario: outgoing.scenario,
    step: outgoing.step,
    channel: outgoing.channel,
    operation: outgoing.operation,
    adminOperation: outgoing.adminOperation,
    account: typeof account === 'string' ? account : account.alias,
    request: {
      method: outgoing.method,
      url: url.href,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: Object.fromEntries(
        Object.entries(written(outgoing, options)).map(([name, value]) => [name.toLowerCase(), value]),
      ),
      bodyText,
      body: parsedJson(bodyText),
    },
    response: null,
    failure: null,
    sentAt: 0,
    receivedAt: 0,
    targetNow: outgoing.targetNow,
    copy: outgoing.copy,
    group,
    round: outgoing.round,
    throttleExpected: outgoing.throttleExpected,
    faultPlanted: outgoing.faultPlanted,
  };
}

function written(outgoing: Outgoing, options: WireOptions): Record<string, string> {
  const headers = new Map<string, [string, string]>();
  const all = [
    ['User-Agent', options.userAgent] as const,
    ['Accept', '*/*'] as const,
    ...(outgoing.channel === 'admin' ? Object.entries(options.adminHeaders) : []),
    ...outgoing.headers,
  ];
  for (const [name, value] of all) headers.set(name.toLowerCase(), [name, value]);
  return Object.fromEntries(headers.values());
}

function accountBehind(outgoing: Outgoing, options: WireOptions): AccountFacts | 'none' | 'unknown' {
  if (outgoing.channel === 'admin') return 'none';
  const authorization = outgoing.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  if (authorization === undefined || authorization === '') return 'none';
  return options.accountOf(authorization.replace(/^bearer\s+/i, '')) ?? 'unknown';
}
