/** Sends every request of a run: waits for the rate limit, checks the budget with the price, sends, and records the exchange. */
import { mostCreditsOfPage, type Contract, type Operation, type OperationId } from '../../spec/contract.js';
import type { Priced } from '../model/spending.js';
import type { AccountFacts } from '../record/facts.js';
import type { Exchange } from '../record/exchange.js';
import { NOT_KEPT, noteOnMissing, withBody, type KeptBody } from '../record/kept-bodies.js';
import { createBalanceChecks, type BalanceReader } from './balance-checks.js';
import { BudgetSpent, type Budget, type Sent } from './budget.js';
import type { Halt } from './halt.js';
import { pick } from '../values/fields.js';
import { parsedJson } from '../values/json.js';
import { follow } from '../values/pointers.js';
import { asJson } from '../values/unchanged.js';
import { send, type Transport, type WireResult } from './http-client.js';
import { laneOf, type Pacer, type RateLimit } from './pacer.js';

/** The facts of an exchange that are known before it is sent. */
export const PLANNED = [
  'scenario',
  'step',
  'channel',
  'operation',
  'adminOperation',
  'targetNow',
  'copy',
  'round',
  'throttleExpected',
  'faultPlanted',
] as const satisfies (keyof Exchange)[];

/** A request as a scenario describes it. */
export interface Outgoing extends Pick<Exchange, (typeof PLANNED)[number]> {
  method: string;
  /** With the query; added to the base address. */
  path: string;
  /** As written; if a name occurs twice in any case, only the later header is sent. */
  headers: readonly (readonly [name: string, value: string])[];
  body: Buffer | null;
  /** True to close the connection as soon as the answer begins. */
  cut?: boolean;
}

/** A request that can be sent, because its body was stored for the record. */
interface Ready extends Outgoing, Pick<Sent, 'account' | 'priced'> {
  kept: KeptBody | null;
  /** The account behind its bearer key. */
  bearer: AccountFacts | 'none' | 'unknown';
}

/** The scenario of requests that the runner sends for itself. */
export const PREFLIGHT = 'preflight';

/** A request that the runner sends for itself. `key`: null to send no credential. */
export function ownRequest(
  step: string,
  { id, method, path }: Operation,
  key: string | null,
  body?: unknown,
  targetNow: number | null = null,
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
  /** Sent with every request to the target, unless the scenario sets the same header. */
  ownHeaders: readonly OwnHeader[];
  adminHeaders: Readonly<Record<string, string>>;
  userAgent: string;
  /** Its `keep` stores bodies of requests, too. A request whose body it cannot store is not sent. */
  transport: Transport & Pick<Required<Transport>, 'keep'>;
  contract: Contract;
  pacer: Pacer;
  budget: Budget;
  halt: Halt;
  /** JSON Pointer to the balance in a balance answer; null if it is unknown. */
  balancePointer: string | null;
  /** False if the target has no balance operation. */
  tellsBalance: boolean;
  accounts: {
    /** The account behind a bearer key; null for an unknown key. */
    withKey(key: string): AccountFacts | null;
    /** The key in a word of a header, and its account. A target may accept a part of a key, or a longer text, as the key. */
    payerOf(word: string): { key: string; account: AccountFacts } | null;
  };
  limitOf(account: AccountFacts, operation: OperationId): RateLimit;
  /** Called before each request, with the number of requests so far. */
  onRequest?: ((sent: number) => void) | undefined;
}

export class Wire {
  readonly #history: Exchange[] = [];
  readonly #options: WireOptions;
  readonly #checks: ReturnType<typeof createBalanceChecks>;
  /** The key of each account that was used. */
  readonly #keys = new Map<string, string>();
  #groups = 0;

  constructor(options: WireOptions) {
    this.#options = options;
    const reader: BalanceReader = {
      read: async (alias) => {
        const balance = options.contract.operation('getCreditBalance');
        const request = ownRequest('balance', balance, this.#keys.get(alias) ?? '');
        await this.#sendCharged([this.#ready(request)]);
      },
      waits: (alias) => balanceWaits(this.#keys.get(alias), options),
    };
    this.#checks = createBalanceChecks(options.budget, options.tellsBalance ? reader : null);
  }

  get history(): readonly Exchange[] {
    return this.#history;
  }

  /** Returns the last `credits_remaining` of an account. */
  balanceOf(alias: string): number | null {
    return this.#options.budget.accounts.find((each) => each.alias === alias)?.remaining ?? null;
  }

  /** Reads balances if the end of a run leaves its credits unknown. */
  async settle(): Promise<void> {
    await this.#checks.atEnd();
    this.#options.budget.end();
  }

  /** Remarks for the report on what was spent. */
  notes(): string[] {
    const cut = this.#history.filter(({ response }) => response?.bodyCut !== undefined);
    return [...this.#options.budget.notes(), ...this.#checks.notes(), ...noteOnMissing(cut.length, 'answer')];
  }

  /** Sends one request to another base address, and leaves it out of the history. */
  ask(base: string, request: Outgoing): Promise<WireResult> {
    return sendTo(base + request.path, request, this.#options);
  }

  /** Sends requests concurrently. Returns their exchanges in the same order. Throws BudgetSpent or RunHalted before sending. */
  async send(outgoing: readonly Outgoing[]): Promise<Exchange[]> {
    this.#options.halt.check();
    const requests = outgoing.map((each) => this.#ready(each));
    // Admin calls are not the target's traffic: they neither count nor wait.
    if (requests[0]?.channel === 'admin')
      return (await this.#exchangeAll(requests)).map(({ exchange }) => exchange);
    const credits = creditsOf(requests) + this.#takenBy(requests);
    if (requests.some(({ account }) => account !== null)) await this.#checks.before(credits);
    return this.#sendCharged(requests);
  }

  /** Throws BudgetSpent. */
  #ready(request: Outgoing): Ready {
    const { transport, budget, contract } = this.#options;
    const kept = request.body === null ? null : transport.keep(request.body);
    if (request.body !== null && kept === null) throw new BudgetSpent(`a body was not sent: ${NOT_KEPT}`);
    // Admin calls are not charged.
    const payer = request.channel === 'admin' ? null : payerOf(request, this.#options);
    const common = { ...request, kept, bearer: bearerOf(request, this.#options) };
    if (payer === null) return { ...common, account: null, priced: { operation: null, most: 0 } };
    this.#keys.set(payer.account.alias, payer.key);
    return { ...common, account: budget.account(payer.account), priced: priced(request, contract) };
  }

  /** Sends requests to the target if the ceilings allow them, and adds their charges. */
  async #sendCharged(requests: readonly Ready[]): Promise<Exchange[]> {
    const { budget, balancePointer } = this.#options;
    const [credits, taken] = [creditsOf(requests), this.#takenBy(requests)];
    const refusal = budget.admit(requests.length, credits, taken);
    if (refusal !== null) throw new BudgetSpent(refusal);
    let unsent = requests.length;
    try {
      const refused = await pace(requests, this.#options);
      unsent = 0;
      const sent = await this.#exchangeAll(requests);
      budget.add(sent, balancePointer);
      refused(sent.filter(({ exchange }) => exchange.response?.status === 429).length);
      return sent.map(({ exchange }) => exchange);
    } finally {
      budget.settle(credits + taken, unsent);
    }
  }

  /** Credits that a faulty target may charge for requests that should be free. */
  #takenBy(requests: readonly Ready[]): number {
    const isFree = creditsOf(requests) === 0;
    const paying = requests.filter(({ account }) => isFree && account !== null);
    return this.#options.budget.takenBy(paying.map(({ operation, path }) => operation ?? path));
  }

  #exchangeAll(requests: readonly Ready[]): Promise<Sent[]> {
    const group = requests.length > 1 ? (this.#groups += 1) : null;
    return Promise.all(
      requests.map(async (request) => {
        const exchange = blank(request, group, this.#history.length + 1, this.#options);
        this.#history.push(exchange);
        this.#options.onRequest?.(this.#history.length);
        exchange.sentAt = this.#options.halt.time.now();
        const { reached, ...result } = await sendTo(exchange.request.url, request, this.#options);
        const { account, priced } = request;
        return { exchange: Object.assign(exchange, result), reached, account, priced };
      }),
    );
  }
}

/** True if a request for the balance of this key would have to wait for its rate limit. */
function balanceWaits(key: string | undefined, { accounts, limitOf, pacer }: WireOptions): boolean {
  const account = accounts.withKey(key ?? '');
  const id = 'getCreditBalance';
  return account === null || pacer.wait(laneOf(account.alias, id), limitOf(account, id), 1) > 0;
}

/** Waits until concurrent requests fit under the rate limit. Returns a function that takes how many the target refused. */
async function pace(requests: readonly Ready[], options: WireOptions): Promise<(refused: number) => void> {
  const { pacer } = options;
  const { bearer = 'none', operation = null, throttleExpected, faultPlanted } = requests[0] ?? {};
  if (operation === null || typeof bearer === 'string') return () => undefined;
  const lane = laneOf(bearer.alias, operation);
  const limit = options.limitOf(bearer, operation);
  if (throttleExpected) pacer.note(lane, requests.length);
  else await pacer.admit(lane, limit, requests.length);
  return (refused) => {
    if (refused > 0 && !throttleExpected && !faultPlanted) pacer.refused(lane, limit, refused);
  };
}

function sendTo(url: string, outgoing: Outgoing, options: WireOptions): Promise<WireResult> {
  const { method, body, cut = false } = outgoing;
  const wire = { method, url, headers: written(outgoing, options), body, cut };
  return send(wire, options.transport);
}

function blank(ready: Ready, group: number | null, id: number, options: WireOptions): Exchange {
  const base = ready.channel === 'admin' ? (options.adminUrl ?? options.target) : options.target;
  const url = new URL(base + ready.path);
  const headers = written(ready, options, ({ variable }) => `[env ${variable}]`);
  const request = {
    method: ready.method,
    url: url.href,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  };
  return {
    id,
    ...pick(ready, ...PLANNED),
    account: typeof ready.bearer === 'string' ? ready.bearer : ready.bearer.alias,
    request:
      ready.kept === null ? { ...request, bodyText: null, body: undefined } : withBody(request, ready.kept),
    response: null,
    failure: null,
    sentAt: 0,
    receivedAt: 0,
    group,
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

/** The account whose key a header contains in any form, since a target may accept more than the contract does. */
function payerOf({ headers }: Outgoing, { accounts, ownHeaders }: WireOptions) {
  const values = [...headers.map(([, value]) => value), ...ownHeaders.map(({ value }) => value)];
  const words = values.flatMap((value) => value.split(/[\s,;]+/));
  return words.map((word) => accounts.payerOf(word)).find((payer) => payer !== null) ?? null;
}

function creditsOf(requests: readonly Ready[]): number {
  return requests.reduce((sum, { priced: { most } }) => sum + most, 0);
}

function bearerOf({ channel, headers }: Outgoing, { accounts }: WireOptions): Ready['bearer'] {
  const authorization = headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  if (channel === 'admin' || authorization === undefined || authorization === '') return 'none';
  return accounts.withKey(authorization.replace(/^bearer\s+/i, '')) ?? 'unknown';
}

const HARMLESS = ['GET', 'HEAD', 'OPTIONS'];

/** The most that a request can cost (§1, §7.1): the price of a job times the requested jobs. Also returns the operation. */
export function priced(
  { method, path, operation: id, body }: Pick<Outgoing, 'method' | 'path' | 'operation' | 'body'>,
  contract: Contract,
): Priced {
  const found = id === null ? contract.match(method, path.replace(/[?#].*$/s, '')) : null;
  const operation =
    id !== null ? contract.operation(id) : found !== null && 'operation' in found ? found.operation : null;
  if (HARMLESS.includes(method)) return { operation, most: 0 };
  const limit = follow(parsedJson(body?.toString('utf8') ?? null), ['limit']);
  return { operation, most: mostCreditsOfPage(operation ?? dearest(contract), limit) };
}

/** Returns the most expensive operation, because an unknown path may be another name of it. */
function dearest({ operations }: Contract): Operation {
  return operations.reduce((most, each) => (each.creditCost > most.creditCost ? each : most));
}
