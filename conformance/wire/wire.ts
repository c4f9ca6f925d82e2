/** The way of every exchange of a run: paced, counted, sent, recorded. */
import type { Contract, Operation, OperationId } from '../../spec/contract.js';
import type { AccountFacts } from '../record/facts.js';
import type { Exchange } from '../record/exchange.js';
import { NOT_KEPT, withBody, type KeptBody } from '../record/kept-bodies.js';
import { createBalanceChecks } from './balance-checks.js';
import { BudgetSpent, type Budget, type Sent } from './budget.js';
import { priced } from './charges.js';
import type { Halt } from './halt.js';
import { asJson } from '../values/unchanged.js';
import { count } from '../values/text.js';
import { send, type Transport, type WireResult } from './http-client.js';
import { laneOf, type Pacer, type RateLimit } from './pacer.js';

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
  /** Whether the connection is broken off as soon as the answer begins; absent for no. */
  cut?: boolean;
  faultPlanted: boolean;
  targetNow: number | null;
}

/** One whose body is kept already, so that it can be sent. */
interface Ready extends Outgoing {
  kept: KeptBody | null;
}

/** Stands in for a scenario in what the runner asks on its own account. */
export const PREFLIGHT = 'preflight';

/** A request that the runner makes on its own account; `key` null for one without a credential. */
export function ownRequest(
  step: string,
  { id, method, path }: Operation,
  key: string | null,
  body: unknown,
  targetNow: number | null,
): Outgoing {
  const hasBody = body !== undefined;
  return {
    scenario: PREFLIGHT,
    step,
    channel: 'contract',
    operation: id,
    adminOperation: null,
    method,
    path,
    headers: [
      ...(hasBody ? [['Content-Type', 'application/json'] as const] : []),
      ...(key === null ? [] : [['Authorization', `Bearer ${key}`] as const]),
    ],
    body: hasBody ? Buffer.from(asJson(body)) : null,
    copy: 0,
    round: 0,
    throttleExpected: false,
    faultPlanted: false,
    targetNow,
  };
}

export interface Wire {
  /** Sends all of them at once and gives their exchanges in the same order. Throws BudgetSpent or RunHalted before sending. */
  send(requests: readonly Outgoing[]): Promise<Exchange[]>;
  /** Reads what accounts have left where the end of a run leaves open what it has spent. */
  settle(): Promise<void>;
  /** Sends one request to another base address, and leaves it out of the history. */
  ask(base: string, request: Outgoing): Promise<WireResult>;
  readonly history: readonly Exchange[];
  /** Last `credits_remaining` that an account was told, by alias. */
  balanceOf(alias: string): number | null;
  /** Remarks for the report on what was spent. */
  notes(): string[];
}

/** A header whose value is a secret; the record shows `[env VARIABLE]` in its place. */
export interface OwnHeader {
  name: string;
  value: string;
  /** The environment variable that holds it. */
  variable: string;
}

export interface WireOptions {
  target: string;
  adminUrl: string | null;
  /** Sent with every request to the target; what a scenario says in the same header goes first. */
  ownHeaders: readonly OwnHeader[];
  adminHeaders: Readonly<Record<string, string>>;
  userAgent: string;
  transport: Transport;
  /** Keeps the body of a request; one for which it gives null is not sent either. */
  keep: (body: Buffer) => KeptBody | null;
  contract: Contract;
  pacer: Pacer;
  budget: Budget;
  halt: Halt;
  /** Where the balance stands in a balance answer; null where it has to be found. */
  balancePointer: string | null;
  /** False where the target has no balance operation. */
  tellsBalance: boolean;
  /** The account behind a bearer key; null for a key that nobody has. */
  accountOf(key: string): AccountFacts | null;
  /** The account, and its key, that a target charges that takes a part of a key, or a longer one, for the key. */
  payerOf(word: string): { key: string; account: AccountFacts } | null;
  /** The limit that holds for an account on an operation. */
  limitOf(account: AccountFacts, operation: OperationId): RateLimit;
}

/** A request to be sent, and who pays for it. */
type Entry = Pick<Sent, 'account' | 'priced'>;

export function createWire(options: WireOptions): Wire {
  const { budget, contract, halt } = options;
  const { time } = halt;
  const history: Exchange[] = [];
  /** The key of each account that was used. */
  const keys = new Map<string, string>();
  let groups = 0;

  const entriesOf = (requests: readonly Outgoing[]): Entry[] =>
    requests.map((each) => {
      const payer = payerOf(each, options);
      if (payer === null) return { account: null, priced: { operation: null, most: 0 } };
      keys.set(payer.account.alias, payer.key);
      return { account: budget.account(payer.account), priced: priced(each, contract) };
    });

  const exchangeAll = (requests: readonly Ready[]): Promise<{ exchange: Exchange; reached: boolean }[]> => {
    const group = requests.length > 1 ? (groups += 1) : null;
    return Promise.all(
      requests.map(async (outgoing) => {
        const exchange = blank(outgoing, group, history.length + 1, options);
        history.push(exchange);
        exchange.sentAt = time.now();
        const { reached, ...result } = await sendTo(exchange.request.url, outgoing, options);
        return { exchange: Object.assign(exchange, result), reached };
      }),
    );
  };

  /** Sends requests to the target if the ceilings allow them, and adds their charges. */
  const sendCharged = async (requests: readonly Ready[], entries: readonly Entry[]): Promise<Exchange[]> => {
    const credits = creditsOf(entries);
    const refusal = budget.admit(requests.length, credits);
    if (refusal !== null) throw new BudgetSpent(refusal);
    let unsent = requests.length;
    try {
      await pace(requests, options);
      unsent = 0;
      const sent = await exchangeAll(requests);
      budget.add(
        sent.map((each, i) => ({ ...each, ...entries[i]! })),
        options.balancePointer,
      );
      const exchanges = sent.map(({ exchange }) => exchange);
      learn(exchanges, requests, options);
      return exchanges;
    } finally {
      budget.settle(credits, unsent);
    }
  };

  const readBalance = async (alias: string): Promise<void> => {
    const balance = contract.operation('getCreditBalance');
    const requests = [ownRequest('balance', balance, keys.get(alias) ?? '', undefined, null)];
    await sendCharged(
      requests.map((each) => readied(each, options)),
      entriesOf(requests),
    );
  };
  const reader = { read: readBalance, waits: (alias: string) => balanceWaits(keys.get(alias), options) };
  const checks = createBalanceChecks(budget, options.tellsBalance ? reader : null);
  return {
    history,
    balanceOf: (alias) => budget.accounts.find((each) => each.alias === alias)?.remaining ?? null,
    settle: () => checks.atEnd(),
    notes: () => [...budget.notes(), ...checks.notes(), ...cutNotes(history)],
    ask: (base, request) => sendTo(base + request.path, request, options),
    async send(outgoing) {
      halt.check();
      const requests = outgoing.map((each) => readied(each, options));
      // Admin calls are not the target's traffic: they neither count nor wait.
      if (requests[0]?.channel === 'admin')
        return (await exchangeAll(requests)).map(({ exchange }) => exchange);
      const entries = entriesOf(requests);
      if (entries.some(({ account }) => account !== null)) await checks.before(creditsOf(entries));
      return sendCharged(requests, entries);
    },
  };
}

/** Whether to read the balance behind a key would have to wait for its rate limit. */
function balanceWaits(key: string | undefined, { accountOf, limitOf, pacer }: WireOptions): boolean {
  const account = accountOf(key ?? '');
  const id = 'getCreditBalance';
  return account === null || pacer.wait(laneOf(account.alias, id), limitOf(account, id), 1) > 0;
}

/** Throws BudgetSpent. */
function readied(request: Outgoing, { keep }: WireOptions): Ready {
  const kept = request.body === null ? null : keep(request.body);
  if (request.body !== null && kept === null) throw new BudgetSpent(`a body was not sent: ${NOT_KEPT}`);
  return { ...request, kept };
}

/** Waits until the requests, which go out together, fit under the rate limit. */
async function pace(requests: readonly Outgoing[], options: WireOptions): Promise<void> {
  const [first] = requests;
  const way = first === undefined ? null : wayOf(first, options);
  if (first === undefined || way === null) return;
  if (first.throttleExpected) options.pacer.note(way.lane, requests.length);
  else await options.pacer.admit(way.lane, way.limit, requests.length);
}

/** Where the target takes fewer than it was said to, what follows is paced by that. */
function learn(exchanges: readonly Exchange[], requests: readonly Outgoing[], options: WireOptions): void {
  const [first] = requests;
  const way = first === undefined ? null : wayOf(first, options);
  const refused = exchanges.filter(({ response }) => response?.status === 429).length;
  if (first === undefined || way === null || refused === 0) return;
  if (!first.throttleExpected && !first.faultPlanted) options.pacer.refused(way.lane, way.limit, refused);
}

/** What a request waits in; null for one that counts for nobody. */
function wayOf(request: Outgoing, options: WireOptions): { lane: string; limit: RateLimit } | null {
  const account = accountBehind(request, options);
  if (request.operation === null || typeof account === 'string') return null;
  return {
    lane: laneOf(account.alias, request.operation),
    limit: options.limitOf(account, request.operation),
  };
}

function sendTo(url: string, outgoing: Outgoing, options: WireOptions): Promise<WireResult> {
  const { method, body, cut = false } = outgoing;
  const { transport, halt } = options;
  const wire = { method, url, headers: written(outgoing, options), body, cut };
  return send(wire, transport, () => halt.time.now(), halt.signal);
}

function cutNotes(history: readonly Exchange[]): string[] {
  const cut = history.filter(({ response }) => response?.bodyCut !== undefined);
  return cut.length === 0
    ? []
    : [`${count(cut.length, 'answer')} could not be kept, and nothing was concluded from them: ${NOT_KEPT}.`];
}

function blank(outgoing: Ready, group: number | null, id: number, options: WireOptions): Exchange {
  const base = outgoing.channel === 'admin' ? (options.adminUrl ?? options.target) : options.target;
  const url = new URL(base + outgoing.path);
  const account = accountBehind(outgoing, options);
  const request = {
    method: outgoing.method,
    url: url.href,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: Object.fromEntries(
      Object.entries(written(outgoing, options, ({ variable }) => `[env ${variable}]`)).map(
        ([name, value]) => [name.toLowerCase(), value],
      ),
    ),
  };
  return {
    id,
    scenario: outgoing.scenario,
    step: outgoing.step,
    channel: outgoing.channel,
    operation: outgoing.operation,
    adminOperation: outgoing.adminOperation,
    account: typeof account === 'string' ? account : account.alias,
    request:
      outgoing.kept === null
        ? { ...request, bodyText: null, body: undefined }
        : withBody(request, outgoing.kept),
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

function written(
  outgoing: Outgoing,
  options: WireOptions,
  valueOf: (header: OwnHeader) => string = ({ value }) => value,
): Record<string, string> {
  const headers = new Map<string, [string, string]>();
  const all = [
    ['User-Agent', options.userAgent] as const,
    ['Accept', '*/*'] as const,
    ...(outgoing.channel === 'admin'
      ? Object.entries(options.adminHeaders)
      : options.ownHeaders.map((header) => [header.name, valueOf(header)] as const)),
    ...outgoing.headers,
  ];
  for (const [name, value] of all) headers.set(name.toLowerCase(), [name, value]);
  return Object.fromEntries(headers.values());
}

/** The account whose key stands in a header, in whatever form: a target can take it where the contract does not. */
function payerOf({ headers }: Outgoing, options: WireOptions): ReturnType<WireOptions['payerOf']> {
  const values = [...headers.map(([, value]) => value), ...options.ownHeaders.map(({ value }) => value)];
  const words = values.flatMap((value) => value.split(/[\s,;]+/));
  return words.map((word) => options.payerOf(word)).find((payer) => payer !== null) ?? null;
}

function creditsOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { priced: { most } }) => sum + most, 0);
}

function accountBehind(outgoing: Outgoing, options: WireOptions): AccountFacts | 'none' | 'unknown' {
  if (outgoing.channel === 'admin') return 'none';
  const authorization = outgoing.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  if (authorization === undefined || authorization === '') return 'none';
  return options.accountOf(authorization.replace(/^bearer\s+/i, '')) ?? 'unknown';
}
