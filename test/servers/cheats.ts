/** Test targets that cheat about credits. They forward to an honest target, and count the credits that they add to its charges. */
import { loadContract } from '../../spec/contract.js';
import { jsonOf, setJson } from '../mutants/mutant.js';
import { startProxy } from '../mutants/proxy.js';
import { isFields, type Fields } from '../mutants/rules.js';

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Fields;
}

export interface Cheat {
  name: string;
  ask?(body: Fields): Fields;
  /** Changes an answer. `take` charges credits on top of the honest target's charge. */
  answer(answer: Answer, take: (credits: number) => void): Answer | 'cut';
  /** Number of requests that prove the fault; 1 by default, and 0 if no request takes more than the ceiling. */
  shownBy?: number;
  /** Also tried on explorations that are killed. */
  isTriedWithKills?: true;
}

const chargeIn = ({ body }: Answer): number => Number((body['data'] as Fields | null)?.['credits_used'] ?? 0);

const whereCharged =
  (instead: Cheat['answer']): Cheat['answer'] =>
  (answer, take) =>
    chargeIn(answer) > 0 ? instead(answer, take) : answer;

/** Replaces fields of results. */
const saying =
  (data: Fields): Cheat['answer'] =>
  (answer) =>
    answer.body['data'] === undefined || answer.body['data'] === null
      ? answer
      : { ...answer, body: { ...answer.body, data: { ...answer.body['data'], ...data } } };

const refusal = (answer: Answer, status: number, detail: string): Answer => ({
  ...answer,
  status,
  body: { detail },
});

export const HONEST: Cheat = { name: 'is honest', answer: (answer) => answer, isTriedWithKills: true };

export const CHEATS: readonly Cheat[] = [
  {
    name: 'charges two credits for each balance request',
    answer: (answer, take) => {
      if (answer.body['credits_remaining'] !== undefined) take(2);
      return answer;
    },
    shownBy: 0,
    isTriedWithKills: true,
  },
  {
    name: 'answers 500 after the charge',
    answer: whereCharged((answer) => ({ ...refusal(answer, 500, 'x'), headers: {} })),
    isTriedWithKills: true,
  },
  { name: 'truncates the answers to charged searches', answer: whereCharged(() => 'cut') },
  { name: 'states credits_used 0', answer: saying({ credits_used: 0 }) },
  {
    name: 'gives every answer the same Idempotency-Key',
    answer: (answer) => ({
      ...answer,
      headers: { ...answer.headers, 'idempotency-key': 'use_v1_constant' },
    }),
  },
  {
    name: 'charges ten times what it states',
    answer: (answer, take) => {
      take(9 * chargeIn(answer));
      return answer;
    },
  },
  {
    name: 'charges ten times what it states, which only the balance shows',
    answer: (answer, take) => {
      take(9 * chargeIn(answer));
      return saying({ credits_remaining: undefined })(answer, take);
    },
  },
  {
    name: 'charges five credits for each lookup',
    answer: (answer, take) => {
      const { data, credits_remaining: balance } = answer.body;
      if (answer.status === 200 && data === undefined && balance === undefined) take(5);
      return answer;
    },
    shownBy: 0,
    isTriedWithKills: true,
  },
  {
    name: 'charges for paid jobs, states credits_used 0, and shows no balance',
    answer: (answer, take) => {
      const { jobs } = (answer.body['data'] ?? {}) as { jobs?: unknown[] };
      take((jobs?.length ?? 0) - chargeIn(answer));
      return answer.body['credits_remaining'] === undefined
        ? saying({ credits_used: 0, credits_remaining: undefined })(answer, take)
        : { ...answer, body: {} };
    },
  },
  {
    name: 'ignores the limit and delivers 100',
    ask: (body) => ({ ...body, limit: 100 }),
    answer: (answer) => answer,
  },
  {
    name: 'omits all fields of credits, and shows no balance',
    answer: (answer) =>
      answer.status === 200 && answer.body['credits_remaining'] !== undefined
        ? { ...answer, body: {} }
        : saying({ credits_used: undefined, credits_remaining: undefined })(answer, () => undefined),
  },
  {
    name: 'refuses with 402 and charges',
    answer: whereCharged((answer) => refusal(answer, 402, 'Not enough credits')),
  },
  {
    name: 'states credits_used 0 and an unchanged balance',
    answer: (answer) =>
      answer.body['credits_remaining'] === undefined
        ? saying({ credits_used: 0, credits_remaining: 20_000 })(answer, () => undefined)
        : { ...answer, body: { ...answer.body, credits_remaining: 20_000 } },
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
    const asked = call.json();
    if (cheat.ask !== undefined && isFields(asked)) setJson(call.request, cheat.ask(asked));
    const received = await call.send();
    const json = jsonOf(received);
    const given = { ...received, body: isFields(json) ? json : {} };
    const before = taken;
    const answer = cheat.answer(given, (credits) => (taken += credits));
    dearest = Math.max(dearest, chargeIn(given) + taken - before);
    return answer === 'cut'
      ? { status: 200, headers: {}, body: Buffer.from('{"success": true, "data": {"jobs": ['), isCut: true }
      : { ...answer, body: Buffer.from(JSON.stringify(withLowerBalance(answer.body, taken))) };
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

/** Reduces the balance in an answer by the credits that the target took. */
function withLowerBalance(body: Fields, taken: number): Fields {
  const less = (value: unknown): unknown => (typeof value === 'number' ? value - taken : value);
  const { data, credits_remaining: balance } = body;
  if (balance !== undefined) return { ...body, credits_remaining: less(balance) };
  if (typeof data !== 'object' || data === null) return body;
  return { ...body, data: { ...data, credits_remaining: less((data as Fields)['credits_remaining']) } };
}
