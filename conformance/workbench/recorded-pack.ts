/**
 * Makes a pack from requests that a mock recorded, with one scenario for each account. It sends the same requests and expects
 * the same responses. The pack passes while the mock and its data are the same. Paid jobs, the balance, operation keys and
 * cursors come from the chosen requests. The pack names each request that it leaves out, with the reason.
 * Expectations that depend on the data are assumptions, so that no target with other data fails.
 */
import type { AdminSchemas } from '../../spec/admin.js';
import type { Clauses } from '../../spec/clauses.js';
import type { Contract } from '../../spec/contract.js';
import { isOperationKey } from '../../spec/operation-key.js';
import { letters, packText, writtenRequest, type WrittenRequest, type Yaml } from '../pack/write-pack.js';
import type { TrafficExchange } from '../record/traffic.js';
import { fields } from '../values/fields.js';
import { grouped } from '../values/grouped.js';
import { canonical, parsedJson } from '../values/json.js';
import type { Draft } from './drafts.js';
import { citationsFor, proposalOf } from './proposed-checks.js';

/** A request in the journal of a mock (`GET /__admin/journal/{entryId}`). */
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
    const scenario = newScenario(sources.accounts.get(name), sources.today);
    for (const each of requests) {
      const why = add(each, scenario, sources);
      if (why !== null) leftOut.push({ id: each.entry.id, why });
    }
    return workflowOf(name, scenario);
  });
  const text = packText(
    'Recorded',
    'Requests that a mock recorded, and its answers',
    workflows.filter(({ steps }) => steps.length > 0),
    [
      '',
      'Proposed from recorded requests. The assumptions depend on the data of that mock: with other data, a scenario is',
      'inconclusive and does not fail. Remove checks that do not matter to you.',
      ...leftOut.map(({ id, why }) => `Left out: request #${id}, ${why}.`),
    ],
  );
  return { name: 'recorded', text, leftOut };
}

type Scenario = ReturnType<typeof newScenario>;

function newScenario(account: RecordedAccount | undefined, today: string) {
  return {
    account,
    steps: [] as Yaml[],
    cited: new Set<string>(),
    /** The first step of each operation key. */
    keys: new Map<string, string>(),
    /** The step that returned each cursor. */
    cursors: new Map<string, string>(),
    /** Jobs that were paid for, each with its billing cycle. */
    paid: new Set<string>(),
    start: undefined as number | undefined,
    balance: undefined as number | undefined,
    instant: today,
  };
}

/** `name`: the name of the account. */
function workflowOf(name: string, { account, steps, cited, start }: Scenario) {
  return {
    workflowId: `recorded-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`,
    summary: `Requests of ${name === 'no-account' ? 'callers without an account' : name}, and the answers`,
    description: 'Explain here why this matters to callers.',
    'x-kit-clauses': [...cited],
    'x-kit-requires': ['admin'],
    ...known({ 'x-kit-account': known({ credits: start, anchorDay: account?.anchorDay }) }),
    steps,
  };
}

/** Adds the step of a request. Returns null, or the reason why it cannot have the same outcome. */
function add(
  { entry, exchange }: Recorded,
  scenario: Scenario,
  { contract, clauses }: Sources,
): string | null {
  const { steps, cited, keys, cursors, paid } = scenario;
  const { request } = exchange;
  const answer = parsedJson(exchange.response?.bodyText ?? null) as Yaml | undefined;
  const operation = contract.operations.find(({ id }) => id === entry.operation);
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
  const original = key === null ? undefined : keys.get(key);
  if ((entry.replayed || entry.status === 409) && original === undefined)
    return 'whose operation key was used by a request that is not chosen';
  const data = answer?.['data'] as Yaml | undefined;
  const isPurchase = operation.kind === 'search' && entry.status === 200 && !entry.replayed;
  const jobs = (isPurchase && (data?.['jobs'] as unknown[] | undefined)) || [];
  const names = jobs.map((job) => `${exchange.cycle ?? 0} ${canonical(job)}`);
  const charged = new Set(names.filter((each) => !paid.has(each)));
  if (isPurchase && charged.size * operation.creditCost !== entry.creditsUsed)
    return 'some of whose jobs were paid for by a request that is not chosen';
  const step = `request-${entry.id}`;
  steer(entry, step, scenario);
  const knowsBalance = scenario.balance !== undefined;
  const cite = citationsFor(clauses, operation, cited);
  const proposal = proposalOf({ entry, answer, step, operation, clauses, cite, original, knowsBalance });
  if (key !== null && isOperationKey(key) && original === undefined) keys.set(key, step);
  const sent = {
    query: request.query,
    sender,
    // A new key of the run replaces a valid one.
    key: key && keys.has(key) ? `{$inputs.operationKey${letters([...keys.keys()].indexOf(key))}}` : key,
    ...bodyOf(request.bodyText ?? '', cursors),
  };
  steps.push(
    known({
      stepId: step,
      description: entry.reason ?? undefined,
      ...writtenRequest(sent, operation, 'it was recorded in this form'),
      ...proposal,
    }),
  );
  for (const job of charged) paid.add(job);
  for (const cursor of CURSORS)
    if ((data?.[cursor] ?? null) !== null) cursors.set(canonical(data![cursor]), step);
  if (scenario.balance !== undefined) scenario.balance -= entry.creditsUsed;
  return null;
}

/** Adds steps that set the clock and the balance of the account, if these would differ from the recording. */
function steer(entry: Recorded['entry'], step: string, scenario: Scenario): void {
  const call = (id: string, parameter: string, value: unknown): void =>
    void scenario.steps.push({
      stepId: `${step}-${parameter}`,
      workflowId: `$sourceDescriptions.account.${id}`,
      parameters: [{ name: parameter, value }],
    });
  if (entry.account !== null && !entry.at.startsWith(scenario.instant.slice(0, 10))) {
    call('set-clock', 'now', entry.at);
    scenario.instant = entry.at;
  }
  const before = scenario.account?.balanceBefore(entry);
  if (before === undefined) return;
  scenario.start ??= before;
  if (scenario.balance !== undefined && scenario.balance !== before) call('set-credits', 'credits', before);
  scenario.balance = before;
}

/** The body of a request, with expressions for `cursors` of earlier steps. */
function bodyOf(text: string, cursors: ReadonlyMap<string, string>): Pick<WrittenRequest, 'body' | 'text'> {
  if (text === '') return { body: null, text: null };
  const body = fields(parsedJson(text));
  // The runner would evaluate texts that look like expressions.
  if (body === null || /"\$|\{\$/.test(text)) return { body, text };
  const found = CURSORS.flatMap((cursor) => {
    const step = cursors.get(canonical(body[cursor] ?? null));
    return step === undefined ? [] : [[cursor, `$steps.${step}.outputs.${cursor}`]];
  });
  return { body: { ...body, ...(Object.fromEntries(found) as Yaml) }, text: null };
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
