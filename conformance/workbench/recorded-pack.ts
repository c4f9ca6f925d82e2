/**
 * Makes a pack from requests that a mock recorded, with one scenario for each account. It sends the same requests and expects
 * the same responses. The pack passes while the mock and its data are the same. Paid jobs, the balance, operation keys and
 * cursors come from the chosen requests. The pack names each request that it leaves out, with the reason.
 * Expectations that depend on the data are assumptions, so that no target with other data fails.
 */
import type { AdminSchemas } from '../../spec/admin.js';
import type { Clauses } from '../../spec/clauses.js';
import type { Contract, Operation } from '../../spec/contract.js';
import { isOperationKey } from '../../spec/operation-key.js';
import { letters, packText, writtenRequest, type WrittenRequest, type Yaml } from '../pack/write-pack.js';
import type { TrafficExchange } from '../record/traffic.js';
import { fields } from '../values/fields.js';
import { grouped } from '../values/grouped.js';
import { canonical, parsedJson } from '../values/json.js';
import type { Draft } from './drafts.js';
import { citationsFor, proposalOf } from './proposed-checks.js';

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
  const workflows = [...byAccount].map(([name, requests]) => {
    const scenario = new Scenario(sources.accounts.get(name), sources);
    for (const each of requests) {
      const why = scenario.add(each);
      if (why !== null) leftOut.push({ id: each.entry.id, why });
    }
    return scenario.workflow(name);
  });
  const text = packText(
    'Recorded',
    'Requests that a mock recorded, and its answers',
    workflows.filter((each) => each !== null),
    [
      '',
      'Proposed from recorded requests. The assumptions depend on the data of that mock: with other data, a scenario is',
      'inconclusive and does not fail. Remove checks that do not matter to you.',
      ...leftOut.map(({ id, why }) => `Left out: request #${id}, ${why}.`),
    ],
  );
  return { name: 'recorded', text, leftOut };
}

class Scenario {
  readonly #sources: Sources;
  readonly #account: RecordedAccount | undefined;
  readonly #steps: Yaml[] = [];
  readonly #cited = new Set<string>();
  /** The name and the first step of each operation key. */
  readonly #keys = new Map<string, { name: string; step: string }>();
  /** The step that returned each cursor. */
  readonly #cursors = new Map<string, string>();
  /** Jobs that were paid for, each with its billing cycle. */
  readonly #paid = new Set<string>();
  #start: number | undefined;
  #balance: number | undefined;
  #instant: string;

  constructor(account: RecordedAccount | undefined, sources: Sources) {
    this.#sources = sources;
    this.#account = account;
    this.#instant = sources.today;
  }

  /** The workflow of the scenario; null if no request was added. `name`: the name of the account. */
  workflow(name: string): Yaml | null {
    if (this.#steps.length === 0) return null;
    const fresh = known({ credits: this.#start, anchorDay: this.#account?.anchorDay });
    return {
      workflowId: `recorded-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`,
      summary: `Requests of ${name === 'no-account' ? 'callers without an account' : name}, and the answers`,
      description: 'Explain here why this matters to callers.',
      'x-kit-clauses': [...this.#cited],
      'x-kit-requires': ['admin'],
      ...known({ 'x-kit-account': fresh }),
      steps: this.#steps,
    };
  }

  /** Adds the step of a request. Returns null, or the reason why it cannot have the same outcome. */
  add(recorded: Recorded): string | null {
    const { entry, exchange } = recorded;
    const { request } = exchange;
    const answer = exchange.response?.body;
    const operation = this.#sources.contract.operations.find(({ id }) => id === entry.operation);
    if (operation === undefined) return 'which is not an operation of the contract';
    if (entry.fault !== null) return 'which met a fault';
    if (entry.status === null) return 'whose answer was lost';
    if (entry.status === 429) return 'which came too soon after others';
    if (entry.status === 200 && answer === undefined) return 'whose answer is no longer in the journal';
    if (operation.kind === 'search' && request.bodyText === undefined)
      return 'whose body is no longer in the journal';
    const sender = senderOf(entry);
    if (sender === null) return `since ${entry.reason ?? 'its caller is unknown'}`;
    const key = operation.acceptsOperationKey ? (request.key ?? null) : null;
    const original = key === null ? undefined : this.#keys.get(key)?.step;
    if ((entry.replayed || entry.status === 409) && original === undefined)
      return 'whose operation key was used by a request that is not chosen';
    const charged = this.#chargedIn(recorded, operation);
    if (charged !== null && charged.size * operation.creditCost !== entry.creditsUsed)
      return 'some of whose jobs were paid for by a request that is not chosen';
    const step = `request-${entry.id}`;
    this.#steer(entry, step);
    const { clauses } = this.#sources;
    const knowsBalance = this.#balance !== undefined;
    const cite = citationsFor(clauses, operation, this.#cited);
    const proposal = proposalOf({ entry, answer, step, operation, clauses, cite, original, knowsBalance });
    this.#steps.push(
      known({
        stepId: step,
        description: entry.reason ?? undefined,
        ...writtenRequest(
          {
            query: request.query,
            sender,
            key: key === null ? null : this.#keyOf(key, step),
            ...this.#bodyOf(request.bodyText ?? null),
          },
          operation,
          'it was recorded in this form',
        ),
        ...proposal,
      }),
    );
    for (const job of charged ?? []) this.#paid.add(job);
    const { data } = (answer ?? {}) as { data?: Yaml };
    for (const cursor of CURSORS)
      if ((data?.[cursor] ?? null) !== null) this.#cursors.set(canonical(data![cursor]), step);
    if (this.#balance !== undefined) this.#balance -= entry.creditsUsed;
    return null;
  }

  /** The jobs that a search charges if only the chosen requests were sent before it; null for requests that charge nothing. */
  #chargedIn({ entry, exchange }: Recorded, operation: Operation): Set<string> | null {
    if (operation.kind !== 'search' || entry.status !== 200 || entry.replayed) return null;
    const { jobs = [] } = ((exchange.response!.body as Yaml)['data'] ?? {}) as { jobs?: unknown[] };
    const names = jobs.map((job) => `${exchange.cycle ?? 0} ${canonical(job)}`);
    return new Set(names.filter((each) => !this.#paid.has(each)));
  }

  /** Adds steps that set the clock and the balance of the account, if these would differ from the recording. */
  #steer(entry: Recorded['entry'], step: string): void {
    const call = (id: string, parameter: string, value: unknown): void =>
      void this.#steps.push({
        stepId: `${step}-${parameter}`,
        workflowId: `$sourceDescriptions.account.${id}`,
        parameters: [{ name: parameter, value }],
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

  /** Replaces each valid key by a new one of the run. Sends an invalid key unchanged. */
  #keyOf(key: string, step: string): string {
    if (!isOperationKey(key)) return key;
    const known = this.#keys.get(key) ?? { name: letters(this.#keys.size), step };
    this.#keys.set(key, known);
    return `{$inputs.operationKey${known.name}}`;
  }

  #bodyOf(text: string | null): Pick<WrittenRequest, 'body' | 'text'> {
    if (text === null || text === '') return { body: null, text: null };
    const body = fields(parsedJson(text));
    // The runner would evaluate texts that look like expressions.
    if (body === null || /"\$|\{\$/.test(text)) return { body, text };
    const found = CURSORS.flatMap((cursor) => {
      const step = this.#cursors.get(canonical(body[cursor] ?? null));
      return step === undefined ? [] : [[cursor, `$steps.${step}.outputs.${cursor}`]];
    });
    return { body: { ...body, ...(Object.fromEntries(found) as Yaml) }, text: null };
  }
}

/** Leaves out members that are undefined or empty. */
function known(members: Yaml): Yaml {
  const isKnown = (value: unknown): boolean =>
    value !== undefined && (typeof value !== 'object' || Object.keys(value as object).length > 0);
  return Object.fromEntries(Object.entries(members).filter(([, value]) => isKnown(value)));
}

const CURSORS = ['search_after', 'next_cursor'];

/** Which caller sent the request; null if that is unknown. */
function senderOf({ account, reason, status }: Recorded['entry']): WrittenRequest['sender'] | null {
  if (reason === 'there is no Authorization header') return 'none';
  if (reason === 'no account has this key') return 'unknown';
  if (reason === 'the key is inactive') return 'inactive';
  const isUngranted = reason === 'the account has no grant for historical search';
  if (status === 403 && isUngranted) return 'ungranted';
  return account === null ? null : 'active';
}
