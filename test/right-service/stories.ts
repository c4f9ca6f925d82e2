/**
 * Random stories of callers and a right service: consecutive and concurrent searches, retries, lost answers, failures of the
 * service and of a gateway, admin calls, new postings. `tell` runs a story and returns its exchanges.
 */
import fc from 'fast-check';
import type { Contract, OperationId } from '../../spec/contract.js';
import type { Exchange } from '../../conformance/record/exchange.js';
import { fields } from '../../conformance/values/fields.js';
import { history, NOON, type Draft } from '../samples/exchanges.js';
import {
  COMPANY_URL,
  HABITS,
  QUERIES,
  refusal,
  RightService,
  type Ask,
  type Break,
  type Habits,
  type Reply,
} from './right-service.js';

/** Outcomes of a request other than the service's answer. */
const FATES = [
  'lost on the way',
  'lost on the way back',
  'given up on',
  'gateway, nothing arrived',
  'gateway, no answer in time',
  'crash before',
  'crash after',
  'unavailable',
  'throttled',
  'failed search',
] as const;
type Fate = 'answered' | (typeof FATES)[number];

const SEARCHES = [
  'searchJobs',
  'searchCompanyJobs',
  'searchJobsHistorical',
  'searchCompanyJobsHistorical',
  'searchCompanyJobsLegacy',
] as const satisfies readonly OperationId[];

const small = fc.nat(12);
const nth = fc.nat(40);

const request = fc.record({
  does: fc.constant('ask' as const),
  what: fc.oneof(
    { weight: 6, arbitrary: fc.constant('search' as const) },
    { weight: 6, arbitrary: fc.constantFrom('again' as const, 'again with the key told' as const) },
    { weight: 3, arbitrary: fc.constantFrom('balance' as const, 'next page' as const) },
    { weight: 1, arbitrary: fc.constantFrom('lookup' as const, 'too many' as const, 'sent again' as const) },
  ),
  /** The earlier request that it refers to, counted from the last one. */
  earlier: fc.oneof(fc.nat(2), nth),
  account: fc.oneof(
    { weight: 4, arbitrary: fc.constant('ada') },
    { weight: 1, arbitrary: fc.constant('bob') },
  ),
  operation: fc.oneof(
    { weight: 2, arbitrary: fc.constant(SEARCHES[0]) },
    { weight: 3, arbitrary: fc.constantFrom(...SEARCHES) },
  ),
  query: fc.nat(QUERIES.length - 1),
  limit: fc.constantFrom(10, 12, 100),
  key: fc.constantFrom(null, 'use_v1_a', 'use_v1_b', 'use_v1_c'),
  otherBytes: fc.oneof(
    { weight: 5, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
  fate: fc.oneof(
    { weight: 8, arbitrary: fc.constant('answered' as Fate) },
    { weight: 5, arbitrary: fc.constantFrom<Fate>(...FATES) },
  ),
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

interface Meant {
  ask: Ask;
  step: string;
  fate: Fate;
  times: Pick<Request, 'there' | 'turn' | 'back' | 'late'>;
}

/** One request. Times are ms since the story began. */
interface Sent extends Meant {
  at: number;
  reply: Reply | null;
  receivedAt: number;
  group: number | null;
  targetNow: number;
}

interface Due {
  at: number;
  does(now: number): void;
}

/** Runs a story with a right service, which may have the fault `breaks`. Returns the exchanges that its callers observe. */
export function tell(story: Story, contract: Contract, breaks: Break | null = null): Exchange[] {
  const service = new RightService(contract, story.habits, NOON + story.days * 86_400_000, breaks);
  for (const account of ['ada', 'bob']) service.open(account, story.credits);
  const drafts: { at: number; draft: () => Draft }[] = [];
  const asked: Sent[] = [];
  let due: Due[] = [];
  let elapsed = 0;
  let ahead = 0;
  let groups = 0;

  function time(): number {
    return NOON + elapsed + ahead;
  }

  function happen(does: string, amount: number): void {
    const hour = 3_600_000;
    if (does === 'post') return service.post(time());
    if (does === 'hours') return runUntil(elapsed + amount * (hour / 10));
    if (does === 'night') {
      const left = 24 * hour - (time() % (24 * hour));
      return runUntil(elapsed + left - Math.abs(amount));
    }
    const at = elapsed + 1;
    runUntil(at + 1);
    const admin = does === 'credits' ? 'updateAccount' : 'advanceClock';
    if (does === 'credits') service.setCredits('ada', amount);
    // A second jump would move postings out of the default window.
    else ahead = 20 * 24 * hour;
    drafts.push({ at, draft: () => ({ admin, at: [at / 100, (at + 1) / 100], answer: {} }) });
  }

  /** Sends requests, and waits until each has an answer or a timeout. */
  function askAll(batch: readonly Request[]): void {
    if (batch.length === 0) return;
    const group = story.inGroups && batch.length > 1 ? (groups += 1) : null;
    let at = elapsed + 1;
    const sent = batch.map((each, i) => {
      if (i > 0 && group === null) at += each.after ?? 0;
      const one: Sent = { ...meant(each), at, reply: null, receivedAt: -1, group, targetNow: 0 };
      asked.push(one);
      drafts.push({ at, draft: () => draftOf(one) });
      return one;
    });
    for (const one of sent) due.push({ at: one.at, does: () => send(one) });
    while (sent.some(({ receivedAt }) => receivedAt < 0)) runNext();
    runUntil(Math.max(...sent.map(({ receivedAt }) => receivedAt)) + (batch[0]!.back % 2));
  }

  /** The request of a step: a new one, or a retry of an earlier request. */
  function meant(each: Request): Meant {
    const { what, account, fate, ...times } = each;
    const before = asked.at(-1 - (each.earlier % Math.max(1, asked.length)));
    const step = `step${asked.length + 1}`;
    const asking = (operation: OperationId, body: Ask['body'], key: string | null): Ask => ({
      operation,
      account,
      body,
      bodyText: JSON.stringify(each.otherBytes ? Object.fromEntries(Object.entries(body).reverse()) : body),
      key,
      crashes: false,
    });
    const sent = (ask: Ask, own = fate, at = step): Meant => ({ ask, step: at, fate: own, times });
    if (what === 'balance') return sent(asking('getCreditBalance', {}, null));
    if (what === 'lookup') return sent(asking('listDepartments', {}, null));
    if (what === 'search' || what === 'too many' || before === undefined) {
      const { withCompany } = contract.operation(each.operation);
      const limit = what === 'too many' ? 501 : each.limit;
      const url = withCompany ? { company_network_url: COMPANY_URL } : {};
      const body = { ...url, ...QUERIES[each.query]!.body, limit };
      // Invalid requests always get an answer, because a 500 would break a clause.
      return sent(asking(each.operation, body, each.key), what === 'too many' ? 'answered' : fate);
    }
    const told = before.reply?.key ?? null;
    const data = fields(fields(before.reply?.answer)?.['data']);
    const { ask } = before;
    const { kind } = contract.operation(ask.operation);
    if (
      what === 'sent again' &&
      before.reply !== null &&
      ['unavailable', 'gateway, no answer in time', 'failed search'].includes(before.fate)
    )
      return sent({ ...ask, crashes: false }, 'answered', before.step);
    if (what === 'next page' && data !== null && kind === 'search') {
      const field = contract.operation(ask.operation).cursorField!;
      const next = asking(ask.operation, { ...ask.body, [field]: data[field] ?? null }, each.key);
      return sent({ ...next, account: ask.account });
    }
    const key = what === 'again with the key told' ? (ask.key ?? told) : ask.key;
    const again = { ...asking(ask.operation, ask.body, key), account: ask.account };
    return sent(again, ask.body['limit'] === 501 ? 'answered' : fate);
  }

  function send(one: Sent): void {
    const { ask, fate, times, at } = one;
    one.targetNow = time();
    const { there, turn, back, late } = times;
    const end = at + there + turn + back;
    const replied = (reply: Reply | null, now: number): void => {
      one.reply = reply;
      one.receivedAt = now;
    };
    const never = NOT_ARRIVED[fate];
    if (never !== undefined) {
      due.push({ at: end, does: (now) => replied(never(ask, contract), now) });
      return;
    }
    const isGivenUp = fate === 'given up on';
    if (isGivenUp) due.push({ at: end, does: (now) => replied(null, now) });
    const takes = { ...ask, crashes: fate === 'crash after' };
    const deliver = (reply: Reply): void => {
      if (isGivenUp) return;
      const seen = fate === 'answered' ? reply : fate === 'crash after' ? CRASH : null;
      const told = fate === 'gateway, no answer in time' ? GATEWAY : seen;
      due.push({ at: elapsed + back, does: (then) => replied(told, then) });
    };
    const arrive = (now: number): void => {
      const request = service.begin(takes, time(), deliver);
      due.push({
        at: isGivenUp ? Math.max(now, end + late) : now + turn,
        does: () => service.finish(request, time()),
      });
    };
    due.push({ at: at + there, does: arrive });
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
  return history(...drafts.map(({ draft }) => draft()));
}

const CRASH: Reply = { status: 500, text: 'Internal Server Error' };
const GATEWAY: Reply = { status: 502, text: '<html>Bad Gateway</html>' };

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
