/**
 * Makes a pack out of requests that a mock recorded: one scenario for each account. It sends the same requests and expects the
 * same responses. The pack is green as long as the mock and its data are the same. Paid jobs, the balance, operation keys and
 * cursors are those of the chosen requests. The pack names each request that it leaves out, with the reason.
 * Expectations that depend on the data are assumptions, so that the pack blames no target with other data.
 */
import type { AdminSchemas } from '../../spec/admin.js';
import type { Clauses } from '../../spec/clauses.js';
import type { Contract, Operation } from '../../spec/contract.js';
import { isOperationKey } from '../../spec/operation-key.js';
import { letters, packText, type Yaml } from '../pack/write-pack.js';
import type { TrafficExchange } from '../record/traffic.js';
import { grouped } from '../values/grouped.js';
import { canonical, parsedJson } from '../values/json.js';
import type { Draft } from './drafts.js';
import { Citations, proposalOf, type Proposal } from './proposed-checks.js';

/** A request in the journal of a mock (`GET /__admin/journal/{entryId}`), with parsed bodies. */
export interface Recorded {
  entry: AdminSchemas['JournalEntry'];
  exchange: TrafficExchange;
}

/** Facts about the account of recorded requests. */
export interface RecordedAccount {
  anchorDay?: number;
  /** Returns the balance before a request; undefined if it is unknown. */
  balanceBefore(entry: Recorded['entry']): number | undefined;
}

export interface RecordedPack extends Draft {
  /** Chosen requests that are not in the pack. */
  leftOut: { id: number; why: string }[];
}

interface Sources {
  contract: Contract;
  clauses: Clauses;
  accounts: ReadonlyMap<string, RecordedAccount>;
  /** The day of the mock's clock, which is the day of fresh accounts. */
  today: string;
}

export function packOf(chosen: readonly Recorded[], sources: Sources): RecordedPack {
  const leftOut: RecordedPack['leftOut'] = [];
  const byAccount = grouped(
    chosen.toSorted((a, b) => a.entry.id - b.entry.id),
    ({ entry }) => entry.account ?? 'no-account',
  );
  const workflows = [...byAccount].flatMap(([name, requests]) => {
    const workflow = new Scenario(name, sources, leftOut).of(requests);
    return workflow === null ? [] : [workflow];
  });
  const text = packText('Recorded', 'Requests that a mock met, and what came of them', workflows, [
    '',
    'Proposed from recorded requests. What is assumed rests on the data of that mock: on other data a scenario ends',
    'inconclusive, and blames nobody. Take out what does not matter to you.',
    ...leftOut.map(({ id, why }) => `Left out: request #${id}, ${why}.`),
  ]);
  return { name: 'recorded', text, leftOut };
}

class Scenario {
  readonly #name: string;
  readonly #sources: Sources;
  readonly #leftOut: RecordedPack['leftOut'];
  readonly #account: RecordedAccount | undefined;
  readonly #steps: Yaml[] = [];
  readonly #clauses = new Set<string>();
  /** The name and the first step of each operation key. */
  readonly #keys = new Map<string, { name: string; step: string }>();
  /** The step that returned each cursor. */
  readonly #cursors = new Map<string, string>();
  /** Jobs that were paid for, each with its billing cycle. */
  readonly #paid = new Set<string>();
  #start: number | undefined;
  #balance: number | undefined;
  #instant: string;

  constructor(name: string, sources: Sources, leftOut: RecordedPack['leftOut']) {
    this.#name = name;
    this.#sources = sources;
    this.#leftOut = leftOut;
    this.#account = sources.accounts.get(name);
    this.#instant = sources.today;
  }

  /** Returns null if no request can be sent again. `requests` are in the order of arrival. */
  of(requests: readonly Recorded[]): Yaml | null {
    for (const each of requests) {
      const why = this.#add(each);
      if (why !== null) this.#leftOut.push({ id: each.entry.id, why });
    }
    if (this.#steps.length === 0) return null;
    const fresh = known({ credits: this.#start, anchorDay: this.#account?.anchorDay });
    return {
      workflowId: `recorded-${this.#name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`,
      summary: `What ${this.#name === 'no-account' ? 'callers without an account' : this.#name} asked, and what came`,
      description: 'Say here why a caller cares.',
      'x-kit-clauses': [...this.#clauses],
      'x-kit-requires': ['admin'],
      ...known({ 'x-kit-account': fresh }),
      steps: this.#steps,
    };
  }

  /** Adds the step of a request. Returns null, or the reason why it cannot have the same outcome. */
  #add(recorded: Recorded): string | null {
    const { entry, exchange } = recorded;
    const { request } = exchange;
    const answer = exchange.response?.body;
    const operation = this.#sources.contract.operations.find(({ id }) => id === entry.operation);
    if (operation === undefined) return 'which is no operation of the contract';
    if (entry.fault !== null) return 'which met a fault';
    if (entry.status === null) return 'whose answer was lost';
    if (entry.status === 429) return 'which came too soon after others';
    if (entry.status === 200 && answer === undefined) return 'whose answer the journal no longer holds';
    if (operation.kind === 'search' && request.bodyText === undefined)
      return 'whose body the journal no longer holds';
    const caller = callerOf(entry);
    if (caller === null) return `since ${entry.reason ?? 'its caller is unknown'}`;
    const key = operation.acceptsOperationKey ? (request.key ?? null) : null;
    const first = key === null ? undefined : this.#keys.get(key);
    if ((entry.replayed || entry.status === 409) && first === undefined)
      return 'whose operation key was used by a request that is not chosen';
    const charged = this.#chargedIn(recorded, operation);
    if (charged !== null && charged.size * operation.creditCost !== entry.creditsUsed)
      return 'of whose jobs some were paid for by a request that is not chosen';
    const clauses = new Citations(this.#sources.clauses, operation);
    const step = `request-${entry.id}`;
    this.#steer(entry, step);
    const proposal = proposalOf({
      entry,
      answer,
      step,
      operation,
      clauses,
      original: first?.step,
      knowsBalance: this.#balance !== undefined,
    });
    this.#steps.push(this.#stepOf(step, recorded, operation, key, caller, proposal));
    for (const clause of clauses.cited) this.#clauses.add(clause);
    for (const name of charged ?? []) this.#paid.add(name);
    this.#remember(entry, answer, step);
    return null;
  }

  /** The jobs that a search charges if only the chosen requests were paid for; null if it delivered nothing new. */
  #chargedIn({ entry, exchange }: Recorded, operation: Operation): Set<string> | null {
    if (operation.kind !== 'search' || entry.status !== 200 || entry.replayed) return null;
    const { jobs = [] } = ((exchange.response!.body as Yaml)['data'] ?? {}) as { jobs?: unknown[] };
    const names = jobs.map((job) => `${exchange.cycle ?? 0} ${canonical(job)}`);
    return new Set(names.filter((name) => !this.#paid.has(name)));
  }

  /** Sets the clock and the balance of the account if they would differ from those of the recording. */
  #steer(entry: Recorded['entry'], step: string): void {
    const call = (id: string, name: string, value: unknown): void =>
      void this.#steps.push({
        stepId: `${step}-${name}`,
        workflowId: `$sourceDescriptions.account.${id}`,
        parameters: [{ name, value }],
      });
    if (entry.account !== null && !entry.at.startsWith(this.#instant.slice(0, 10))) {
      call('set-clock', 'now', entry.at);
      this.#instant = entry.at;
    }
    const before = this.#account?.balanceBefore(entry);
    if (before === undefined) return;
    if (this.#start === undefined) this.#start = this.#balance = before;
    if (this.#balance !== before) call('set-credits', 'credits', before);
    this.#balance = before;
  }

  #stepOf(
    stepId: string,
    { entry, exchange: { request } }: Recorded,
    operation: Operation,
    key: string | null,
    caller: Yaml,
    proposal: Proposal,
  ): Yaml {
    const query = Object.entries(request.query).map(([name, value]) => ({ name, in: 'query', value }));
    const isOddQuery = operation.validateQuery(request.query).length > 0;
    const parameters = [
      ...(Object.keys(caller).length === 0 ? [] : [{ name: 'Authorization', in: 'header', ...caller }]),
      ...query.map((each) => (isOddQuery ? { ...each, 'x-kit-deliberate': DELIBERATE } : each)),
      ...this.#keyParameter(key, stepId),
    ];
    const isSearch = operation.kind === 'search';
    return known({
      stepId,
      description: entry.reason ?? undefined,
      operationId: operation.id,
      parameters,
      requestBody: isSearch ? this.#bodyOf(request.bodyText ?? null, operation) : undefined,
      ...proposal,
    });
  }

  /** Replaces each valid key by a fresh one of the run. Sends an invalid key as it is. */
  #keyParameter(key: string | null, step: string): Yaml[] {
    if (key === null) return [];
    if (!isOperationKey(key))
      return [{ name: 'Idempotency-Key', in: 'header', value: key, 'x-kit-deliberate': DELIBERATE }];
    const known = this.#keys.get(key) ?? { name: letters(this.#keys.size), step };
    this.#keys.set(key, known);
    return [{ name: 'Idempotency-Key', in: 'header', value: `$inputs.operationKey${known.name}` }];
  }

  #bodyOf(text: string | null, operation: Operation): Yaml {
    if (text === null || text === '') return { payload: {}, 'x-kit-absent': true };
    const body = parsedJson(text);
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
    // The runner would read a text that starts like an expression as one.
    if (!isObject || /"\$|\{\$/.test(text)) return { payload: {}, 'x-kit-raw': text };
    const payload = body as Yaml;
    const fields = operation.bodyFields;
    const isOdd =
      operation.validateBody(payload).length > 0 ||
      Object.keys(payload).some((name) => !fields.includes(name));
    const cursors = ['search_after', 'next_cursor'].flatMap((name) => {
      const step = this.#cursors.get(canonical(payload[name] ?? null));
      return step === undefined ? [] : [[name, `$steps.${step}.outputs.${name}`]];
    });
    return {
      payload: { ...payload, ...(Object.fromEntries(cursors) as Yaml) },
      ...(isOdd ? { 'x-kit-deliberate': DELIBERATE } : {}),
    };
  }

  #remember({ creditsUsed }: Recorded['entry'], answer: unknown, step: string): void {
    const { data } = (answer ?? {}) as { data?: Yaml };
    for (const name of ['search_after', 'next_cursor'])
      if ((data?.[name] ?? null) !== null) this.#cursors.set(canonical(data![name]), step);
    if (this.#balance !== undefined) this.#balance -= creditsUsed;
  }
}

/** Without members that are undefined or empty. */
function known(members: Yaml): Yaml {
  const isKnown = (value: unknown): boolean =>
    value !== undefined && (typeof value !== 'object' || Object.keys(value as object).length > 0);
  return Object.fromEntries(Object.entries(members).filter(([, value]) => isKnown(value)));
}

const DELIBERATE = 'it was recorded so';

/** The value of `Authorization`. Empty for the scenario's own account; null if the caller is unknown. */
function callerOf({ account, reason, status }: Recorded['entry']): Yaml | null {
  if (reason === 'there is no Authorization header') return { value: '', 'x-kit-absent': true };
  if (reason === 'no account has this key') return { value: 'Bearer {$inputs.unknownKey}' };
  if (reason === 'the key is inactive') return { value: 'Bearer {$inputs.inactiveKey}' };
  if (status === 403 && reason === 'the account has no grant for historical search')
    return { value: 'Bearer {$inputs.ungrantedKey}' };
  return account === null ? null : {};
}
