/**
 * Random stories of callers and a right service: consecutive and concurrent searches, retries, lost answers, failures of the
 * service and of a gateway, admin calls, new postings. `tell` runs a story and returns its exchanges.
 */
import fc from 'fast-check';
import type { Contract, OperationId } from '../../spec/contract.js';
import type { Exchange } from '../../conformance/record/exchange.js';
import { fields } from '../../conformance/values/fields.js';
import { history, NOON, type Draft } from '../samples/exchanges.js';
import { FATES, HABITS, SEARCHES } from './generated/habits.js';
import {
  COMPANY_URL,
  DAY,
  QUERIES,
  refusal,
  rightService,
  type Ask,
  type Break,
  type Habits,
  type Reply,
} from './right-service.js';

type Fate = 'answered' | (typeof FATES)[number];

const small = fc.nat(12);

/** Chooses among rows by their weights, and then one value of the row. */
function among<T>(...rows: [weight: number, ...values: T[]][]): fc.Arbitrary<T> {
  return fc.oneof(...rows.map(([weight, ...values]) => ({ weight, arbitrary: fc.constantFrom(...values) })));
}

const request = fc.record({
  does: fc.constant('ask' as const),
  what: among(
    [6, 'search'],
    [6, 'again', 'again with the key told'],
    [3, 'balance', 'next page'],
    [1, 'lookup', 'too many', 'sent again'],
  ),
  /** The earlier request that it refers to, counted from the last one. */
  earlier: fc.oneof(fc.nat(2), fc.nat(40)),
  account: among([4, 'ada'], [1, 'bob']),
  operation: among<(typeof SEARCHES)[number]>([2, SEARCHES[0]], [3, ...SEARCHES]),
  query: fc.nat(QUERIES.length - 1),
  limit: fc.constantFrom(10, 12, 100),
  key: fc.constantFrom(null, 'use_v1_a', 'use_v1_b', 'use_v1_c'),
  otherBytes: among([5, false], [1, true]),
  fate: among<Fate>([8, 'answered'], [5, ...FATES]),
  /** Ms after the previous request was sent, which may be in flight; null: after all answers. */
  after: fc.option(fc.nat(8), { freq: 2 }),
  /** Ms on the way to the service, in the service, and on the way back. */
  there: small.map((ms) => ms + 1),
  turn: small,
  back: small,
  /** Ms from the caller's timeout to the answer of the service. */
  late: fc.constantFrom(1, 20, 60, 200),
});

const event = fc.record({
  does: fc.constantFrom('credits', 'months', 'post', 'post', 'hours', 'night'),
  amount: fc.integer({ min: -5, max: 60 }),
});

export interface Story {
  habits: Habits;
  credits: number;
  /** Days until the billing cycle ends. */
  days: number;
  /** Whether the accounts are new. */
  isFresh: boolean;
  inGroups: boolean;
  steps: ((typeof request extends fc.Arbitrary<infer T> ? T : never) | { does: string; amount: number })[];
}
type Request = Extract<Story['steps'][number], { what: string }>;

const habits = fc.record(
  Object.fromEntries(
    Object.entries(HABITS).map(([name, choices]) => [name, fc.constantFrom<unknown>(...choices)]),
  ),
) as unknown as fc.Arbitrary<Habits>;

/** With `quiet`, no request is lost or fails, there are no events, and all accounts are new. */
export function stories({ quiet = false } = {}): fc.Arbitrary<Story> {
  const calm = request.map((each) => ({ ...each, fate: 'answered' as const, after: null }));
  const step = quiet ? calm : fc.oneof({ weight: 9, arbitrary: request }, { weight: 1, arbitrary: event });
  return fc.record({
    habits,
    credits: fc.constantFrom(0, 7, 20, 45, 100),
    days: fc.constantFrom(0.5, 20),
    isFresh: quiet ? fc.constant(true) : fc.boolean(),
    inGroups: fc.boolean(),
    steps: fc.array(step, { minLength: 3, maxLength: 16, size: 'max' }),
  });
}

/** One request. Times are ms since the story began. */
interface Sent {
  ask: Ask;
  step: string;
  fate: Fate;
  times: Pick<Request, 'there' | 'turn' | 'back' | 'late'>;
  at: number;
  reply: Reply | null;
  /** Negative until it has an answer or a timeout. */
  receivedAt: number;
  group: number | null;
  targetNow: number;
}

/** Runs a story with a right service, which may have the fault `breaks`. Returns the exchanges that its callers observe. */
export function tell(story: Story, contract: Contract, breaks: Break | null = null): Exchange[] {
  const service = rightService(contract, story.habits, NOON + story.days * DAY, breaks);
  for (const account of ['ada', 'bob']) service.setCredits(account, story.credits);
  const drafts: (() => Draft)[] = [];
  const asked: Sent[] = [];
  let due: { at: number; does(now: number): void }[] = [];
  let elapsed = 0;
  let ahead = 0;
  let groups = 0;

  const time = (): number => NOON + elapsed + ahead;
  const later = (at: number, does: (now: number) => void): void => void due.push({ at, does });

  function happen(does: string, amount: number): void {
    if (does === 'post') return service.post(time());
    if (does === 'hours') return runUntil(elapsed + (amount * DAY) / 240);
    if (does === 'night') return runUntil(elapsed + DAY - (time() % DAY) - Math.abs(amount));
    const at = elapsed + 1;
    runUntil(at + 1);
    const admin = does === 'credits' ? 'updateAccount' : 'advanceClock';
    if (does === 'credits') service.setCredits('ada', amount);
    // A second jump would move postings out of the default window.
    else ahead = 20 * DAY;
    drafts.push(() => ({ admin, at: [at / 100, (at + 1) / 100], answer: {} }));
  }

  /** Sends requests, and waits until each has an answer or a timeout. */
  function askAll(batch: readonly Request[]): void {
    if (batch.length === 0) return;
    const group = story.inGroups && batch.length > 1 ? (groups += 1) : null;
    let at = elapsed + 1;
    const sent = batch.map((each, i) => {
      if (i > 0 && group === null) at += each.after ?? 0;
      const meant = { step: `step${asked.length + 1}`, ...meaningOf(each) };
      const one: Sent = { ...meant, times: each, at, reply: null, receivedAt: -1, group, targetNow: 0 };
      asked.push(one);
      drafts.push(() => draftOf(one));
      return one;
    });
    for (const one of sent) later(one.at, () => send(one));
    while (sent.some(({ receivedAt }) => receivedAt < 0)) runNext();
    runUntil(Math.max(...sent.map(({ receivedAt }) => receivedAt)) + (batch[0]!.back % 2));
  }

  function meaningOf(each: Request): Pick<Sent, 'ask' | 'fate'> & { step?: string } {
    const before = asked.at(-1 - (each.earlier % Math.max(1, asked.length)));
    if (each.what === 'sent again' && before?.reply && SENT_AGAIN.includes(before.fate))
      return { ask: before.ask, fate: 'answered', step: before.step };
    const ask = asking(each, before);
    // Invalid requests always get an answer, because a 500 would break a clause.
    const fate = ask.body['limit'] === TOO_MANY ? 'answered' : each.fate;
    return { ask: { ...ask, crashes: fate === 'crash after' }, fate };
  }

  /** The request of a step: a new one, or a retry of an earlier request. */
  function asking(each: Request, before: Sent | undefined): Omit<Ask, 'crashes'> {
    const { what } = each;
    const made = (operation: OperationId, body: Ask['body'], key: string | null, account = each.account) => {
      const sent = each.otherBytes ? Object.fromEntries(Object.entries(body).reverse()) : body;
      return { operation, account, body, bodyText: JSON.stringify(sent), key };
    };
    if (what === 'balance') return made('getCreditBalance', {}, null);
    if (what === 'lookup') return made('listDepartments', {}, null);
    if (what === 'search' || what === 'too many' || before === undefined) {
      const { withCompany } = contract.operation(each.operation);
      const url = withCompany ? { company_network_url: COMPANY_URL } : {};
      const limit = what === 'too many' ? TOO_MANY : each.limit;
      return made(each.operation, { ...url, ...QUERIES[each.query]!.body, limit }, each.key);
    }
    const { ask, reply } = before;
    const data = fields(fields(reply?.answer)?.['data']);
    const operation = contract.operation(ask.operation);
    if (what === 'next page' && data !== null && operation.kind === 'search') {
      const body = { ...ask.body, [operation.cursorField]: data[operation.cursorField] ?? null };
      return made(ask.operation, body, each.key, ask.account);
    }
    const told = what === 'again with the key told' ? (reply?.key ?? null) : null;
    return made(ask.operation, ask.body, ask.key ?? told, ask.account);
  }

  function send(one: Sent): void {
    const { ask, fate, at, times } = one;
    const { there, turn, back, late } = times;
    one.targetNow = time();
    const end = at + there + turn + back;
    const receives = (reply: Reply | null) => (now: number) =>
      void Object.assign(one, { reply, receivedAt: now });
    const never = NOT_ARRIVED[fate];
    if (never !== undefined) return later(end, receives(never(ask, contract)));
    const isGivenUp = fate === 'given up on';
    if (isGivenUp) later(end, receives(null));
    later(at + there, (now) => {
      const request = service.begin(ask, time(), (reply) => {
        if (!isGivenUp) later(elapsed + back, receives(fate === 'answered' ? reply : (SEEN[fate] ?? null)));
      });
      later(isGivenUp ? Math.max(now, end + late) : now + turn, () => service.finish(request, time()));
    });
  }

  function draftOf({ ask, step, reply, at, receivedAt, group, targetNow }: Sent): Draft {
    const { operation, account, bodyText, key } = ask;
    const isSearch = contract.operation(operation).kind === 'search';
    const isThrottled = reply?.status === 429;
    return {
      operation,
      account,
      ...(isSearch ? { bodyText } : {}),
      ...(key === null ? {} : { key }),
      ...(reply === null ? { lost: true } : { status: reply.status, answer: reply.answer }),
      ...(reply?.text === undefined ? {} : { text: reply.text }),
      headers: {
        ...(reply?.status === 502 ? { 'x-request-id': undefined, 'content-type': 'text/html' } : {}),
        ...(isThrottled ? { 'retry-after': '1' } : {}),
        'idempotency-key': reply?.key ?? undefined,
      },
      at: [at / 100, receivedAt / 100],
      change: { group, targetNow, step },
    };
  }

  function runNext(): void {
    const at = Math.min(...due.map((each) => each.at));
    const next = due.find((each) => each.at === at)!;
    due = due.filter((each) => each !== next);
    elapsed = Math.max(elapsed, at);
    next.does(elapsed);
  }

  function runUntil(then: number): void {
    while (due.some(({ at }) => at <= then)) runNext();
    elapsed = Math.max(elapsed, then);
  }

  let batch: Request[] = [];
  for (const step of story.steps) {
    if ('what' in step && step.after !== null && batch.length > 0) {
      batch.push(step);
      continue;
    }
    askAll(batch);
    batch = [];
    if ('what' in step) batch.push(step);
    else happen(step.does, step.amount);
  }
  askAll(batch);
  return history(...drafts.map((draft) => draft()));
}

const TOO_MANY = 501;
const CRASH: Reply = { status: 500, text: 'Internal Server Error' };
const GATEWAY: Reply = { status: 502, text: '<html>Bad Gateway</html>' };
/** The answers to requests that reached the service. The other answers are lost. */
const SEEN: Partial<Record<Fate, Reply>> = { 'crash after': CRASH, 'gateway, no answer in time': GATEWAY };
/** After these fates, a caller sends the same request again. */
const SENT_AGAIN: readonly Fate[] = ['unavailable', 'gateway, no answer in time', 'failed search'];

function refuses(status: number, code: string, message: string) {
  return (ask: Ask, contract: Contract): Reply => {
    const operation = contract.operation(ask.operation);
    const text = operation.errorForm === 'envelope' ? message : `${code}: ${message}`;
    return { status, answer: refusal(operation, { code, message: text }) };
  };
}

const NOT_ARRIVED: Partial<Record<Fate, (ask: Ask, contract: Contract) => Reply | null>> = {
  'lost on the way': () => null,
  'gateway, nothing arrived': () => GATEWAY,
  'crash before': () => CRASH,
  unavailable: refuses(503, 'service_unavailable', 'Try again.'),
  throttled: refuses(429, 'rate_limit_exceeded', '200 requests per minute are allowed.'),
  'failed search': (ask, contract) =>
    contract.operation(ask.operation).kind === 'search'
      ? { status: 200, answer: { success: false, data: null, error: 'The search failed.' }, key: ask.key }
      : null,
};
