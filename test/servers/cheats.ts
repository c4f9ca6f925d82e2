/** For tests: targets that cheat about credits, in front of one that does not, with their own count of what they took. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Fields;
}

type Fields = Record<string, unknown>;

/** What the cheat makes of an answer; `take` charges credits of its own. */
export interface Cheat {
  name: string;
  ask?(body: Fields): Fields;
  answer(answer: Answer, take: (credits: number) => void): Answer | 'cut';
  /** So many of its requests have to show it before it is no chance; absent where one does. */
  shownBy?: number;
}

const chargeIn = ({ body }: Answer): number => Number((body['data'] as Fields | null)?.['credits_used'] ?? 0);

/** Another answer in place of those that charged. */
const whereCharged =
  (instead: Cheat['answer']): Cheat['answer'] =>
  (answer, take) =>
    chargeIn(answer) > 0 ? instead(answer, take) : answer;

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

export const HONEST: Cheat = { name: 'is honest', answer: (answer) => answer };

export const CHEATS: readonly Cheat[] = [
  {
    name: 'answers 500 after the charge',
    answer: whereCharged((answer) => ({ ...refusal(answer, 500, 'x'), headers: {} })),
  },
  { name: 'cuts the answers that charged', answer: whereCharged(() => 'cut') },
  { name: 'says credits_used 0', answer: saying({ credits_used: 0 }) },
  {
    name: 'gives every answer the same Idempotency-Key',
    answer: (answer) => ({
      ...answer,
      headers: { ...answer.headers, 'idempotency-key': 'use_v1_constant' },
    }),
  },
  {
    name: 'charges ten times what it says',
    answer: (answer, take) => {
      take(9 * chargeIn(answer));
      return answer;
    },
  },
  {
    name: 'charges ten times what it says, which only the balance shows',
    answer: (answer, take) => {
      take(9 * chargeIn(answer));
      return saying({ credits_remaining: undefined })(answer, take);
    },
  },
  {
    name: 'takes five credits for each lookup',
    answer: (answer, take) => {
      const { data, credits_remaining: balance } = answer.body;
      if (answer.status === 200 && data === undefined && balance === undefined) take(5);
      return answer;
    },
    shownBy: 6,
  },
  {
    name: 'charges for known jobs, says that it used nothing, and tells no balance',
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
    name: 'has no fields of credits, and tells no balance',
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
    name: 'says that nothing was charged and no balance fell',
    answer: (answer) =>
      answer.body['credits_remaining'] === undefined
        ? saying({ credits_used: 0, credits_remaining: 20_000 })(answer, () => undefined)
        : { ...answer, body: { ...answer.body, credits_remaining: 20_000 } },
  },
];

export interface CheatingTarget {
  url: string;
  /** What it took beyond what the honest one charged. */
  taken(): number;
  /** The most that one request cost, its own share included. */
  dearest(): number;
  close(): Promise<void>;
}

/** Listens on a free port in front of an honest target. */
export async function startCheat(honest: string, cheat: Cheat): Promise<CheatingTarget> {
  let taken = 0;
  let dearest = 0;
  const server = createServer((request, response) => {
    void (async () => {
      const given = await forward(honest, request, cheat);
      const before = taken;
      const answer = cheat.answer(given, (credits) => (taken += credits));
      dearest = Math.max(dearest, chargeIn(given) + taken - before);
      if (answer === 'cut') {
        response.writeHead(200, { 'content-length': '5000' }).write('{"success": true, "data": {"jobs": [');
        request.socket.destroySoon();
        return;
      }
      response.writeHead(answer.status, answer.headers).end(JSON.stringify(lessened(answer.body, taken)));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken: () => taken,
    dearest: () => dearest,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** What was taken is missing from the balance: on that it does not lie. */
function lessened(body: Fields, taken: number): Fields {
  const less = (value: unknown): unknown => (typeof value === 'number' ? value - taken : value);
  const { data, credits_remaining: balance } = body;
  if (balance !== undefined) return { ...body, credits_remaining: less(balance) };
  if (typeof data !== 'object' || data === null) return body;
  return { ...body, data: { ...data, credits_remaining: less((data as Fields)['credits_remaining']) } };
}

async function forward(honest: string, request: IncomingMessage, { ask }: Cheat): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  let body = Buffer.concat(chunks);
  const asked = parsed(body);
  if (ask !== undefined && asked !== null) body = Buffer.from(JSON.stringify(ask(asked)));
  const { authorization, 'idempotency-key': key } = request.headers;
  const response = await fetch(honest + request.url, {
    method: request.method ?? 'GET',
    headers: {
      ...(authorization === undefined ? {} : { authorization }),
      ...(typeof key === 'string' ? { 'idempotency-key': key } : {}),
      ...(body.length === 0 ? {} : { 'content-type': 'application/json' }),
    },
    ...(body.length === 0 ? {} : { body }),
  });
  const names = ['content-type', 'idempotency-key', 'x-request-id', 'retry-after', 'date'];
  const headers = names.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  const text = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: Object.fromEntries(headers), body: parsed(text) ?? {} };
}

function parsed(bytes: Buffer): Fields | null {
  try {
    const value = JSON.parse(bytes.toString('utf8')) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
  } catch {
    return null;
  }
}
