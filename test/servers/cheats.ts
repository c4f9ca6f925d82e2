/** Test targets that cheat about credits. They forward to an honest target, and count the credits that they add to its charges. */
import { loadContract, type Operation } from '../../spec/contract.js';
import { jsonOf, setJson, type ForwardedAnswer } from '../mutants/mutant.js';
import { startProxy } from '../mutants/proxy.js';
import { bodyOf, fieldsIn, isFields, type Fields } from '../mutants/rules.js';

interface Answer extends Omit<ForwardedAnswer, 'body'> {
  body: Fields;
  /** The results in the body; of other answers, an object that is not sent. */
  data: Fields;
  /** The honest target's charge. */
  charge: number;
  /** The kind of the operation; null if it failed. */
  kind: Operation['kind'] | null;
}

export interface Cheat {
  name: string;
  /** Members that it adds to requests. */
  asks?: Fields;
  /** Changes an answer in place. Returns the credits that it takes on top of the honest target's charge. */
  answers?(answer: Answer): number | void;
  /** Number of requests that prove the fault; 1 by default, and 0 if no request takes more than the ceiling. */
  shownBy?: number;
  /** Also tried on explorations that are killed. */
  isTriedWithKills?: true;
}

const NO_CREDITS = { credits_used: undefined, credits_remaining: undefined };

const ifCharged =
  (change: Partial<Answer>) =>
  (answer: Answer): void =>
    void (answer.charge > 0 && Object.assign(answer, change));

export const HONEST: Cheat = { name: 'is honest', isTriedWithKills: true };

export const CHEATS: readonly Cheat[] = [
  {
    name: 'charges two credits for each balance request',
    answers: ({ kind }) => (kind === 'balance' ? 2 : 0),
    shownBy: 0,
    isTriedWithKills: true,
  },
  {
    name: 'answers 500 after the charge',
    answers: ifCharged({ status: 500, headers: {}, body: { detail: 'x' } }),
    isTriedWithKills: true,
  },
  { name: 'truncates the answers to charged searches', answers: ifCharged({ isCut: true }) },
  { name: 'states credits_used 0', answers: ({ data }) => void (data['credits_used'] = 0) },
  {
    name: 'gives every answer the same Idempotency-Key',
    answers: ({ headers }) => void (headers['idempotency-key'] = 'use_v1_constant'),
  },
  { name: 'charges ten times what it states', answers: ({ charge }) => 9 * charge },
  {
    name: 'charges ten times what it states, which only the balance shows',
    answers({ charge, data }) {
      delete data['credits_remaining'];
      return 9 * charge;
    },
  },
  {
    name: 'charges five credits for each lookup',
    answers: ({ kind }) => (kind === 'lookup' ? 5 : 0),
    shownBy: 0,
    isTriedWithKills: true,
  },
  {
    name: 'charges for paid jobs, states credits_used 0, and shows no balance',
    answers(answer) {
      const { data, charge, kind } = answer;
      const { jobs = [] } = data as { jobs?: unknown[] };
      Object.assign(data, NO_CREDITS, { credits_used: 0 });
      if (kind === 'balance') answer.body = {};
      return jobs.length - charge;
    },
  },
  { name: 'ignores the limit and delivers 100', asks: { limit: 100 } },
  {
    name: 'omits all fields of credits, and shows no balance',
    answers(answer) {
      Object.assign(answer.data, NO_CREDITS);
      if (answer.kind === 'balance') answer.body = {};
    },
  },
  {
    name: 'refuses with 402 and charges',
    answers: ifCharged({ status: 402, body: { detail: 'Not enough credits' } }),
  },
  {
    name: 'states credits_used 0 and an unchanged balance',
    answers({ data, body, kind }) {
      Object.assign(data, { credits_used: 0, credits_remaining: 20_000 });
      if (kind === 'balance') body['credits_remaining'] = 20_000;
    },
  },
];

export type CheatingTarget = Awaited<ReturnType<typeof startCheat>>;

/** Starts a target that cheats, in front of an honest target with this URL. */
export async function startCheat(honest: string, cheat: Cheat) {
  let taken = 0;
  let dearest = 0;
  let awaited = { count: Infinity, act: (): void => undefined };
  const proxy = await startProxy(loadContract(), honest, async (call) => {
    if ((awaited.count -= 1) === 0) awaited.act();
    if (cheat.asks !== undefined && isFields(call.json()))
      setJson(call.request, { ...bodyOf(call), ...cheat.asks });
    const received = await call.send();
    const [body = {}] = fieldsIn([jsonOf(received)]);
    const [data = {}] = fieldsIn([body['data']]);
    const charge = Number(data['credits_used'] ?? 0);
    const kind = received.status === 200 ? (call.operation?.kind ?? null) : null;
    const answer: Answer = { ...received, body, data, charge, kind };
    const more = cheat.answers?.(answer) ?? 0;
    taken += more;
    dearest = Math.max(dearest, charge + more);
    const cut = Buffer.from('{"success": true, "data": {"jobs": [');
    if (answer.isCut) return { status: 200, headers: {}, body: cut, isCut: true };
    for (const holder of [answer.body, answer.data])
      if (typeof holder['credits_remaining'] === 'number') holder['credits_remaining'] -= taken;
    return { ...answer, body: Buffer.from(JSON.stringify(answer.body)) };
  });
  return {
    ...proxy,
    /** Credits that it took on top of the honest target's charges. */
    taken: () => taken,
    /** The highest price of one request, including the honest target's charge. */
    dearest: () => dearest,
    /** Calls `act` when it has received `count` more requests. */
    onRequest: (count: number, act: () => void) => void (awaited = { count, act }),
  };
}
