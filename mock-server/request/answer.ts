import { performance } from 'node:perf_hooks';
import { Dropped, FAULT_EFFECTS, type HitAnswer } from '../domain/fault-effects.js';
import { Problem, renderProblem, serverError } from '../domain/problems.js';
import type { Authenticated, Call, MadeAnswer } from './call.js';
import { commonHeaders, corsHeaders } from './common-headers.js';
import { pause } from './hit-fault.js';
import { dropRest } from './read-input.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Time for the gap between a response and the next request. It is read before the last byte of the response is written. */
const now = (): number => performance.now();

const madeOf = (answer: Buffer | string): MadeAnswer => ({
  status: 200,
  answer,
  answerType: JSON_TYPE,
  endedAt: now(),
});

const noAnswer = (): MadeAnswer => ({ status: null, answer: '', sent: 'never', endedAt: now() });

/** Waits until the state is stored, sends a 200 with this JSON, which a fault may change, and writes the journal. */
export function sendAnswer(call: Authenticated, body: Buffer | string): void | Promise<void> {
  const unsettled = call.world.keeper.settled(call.account);
  const { fault } = call;
  const effect = fault && FAULT_EFFECTS[fault.effect];
  const send = (): void | Promise<void> =>
    effect?.stage === 'answer'
      ? sendHit(call, Buffer.from(body), (hit) => effect.act(fault!, hit))
      : sendWhole(call, body);
  return unsettled === null ? send() : unsettled.then(send);
}

function sendWhole(call: Authenticated, answer: Buffer | string): void {
  dropRest(call.req);
  sendHead(call, answer);
  const made = madeOf(answer);
  call.res.end(answer);
  call.record(200, made);
}

function sendHead(call: Authenticated, answer: Buffer | string): void {
  call.res.writeHead(200, headersOf(call, JSON_TYPE, Buffer.byteLength(answer)));
}

/** Applies a fault to a response, and sends the body that remains unless the fault has closed the connection. */
async function sendHit(
  call: Authenticated,
  body: Buffer,
  act: (hit: HitAnswer) => void | Promise<void>,
): Promise<void> {
  const { req, res, operation } = call;
  dropRest(req);
  let left: Buffer | null = body;
  await act({
    operation,
    body,
    replace: (other) => void (left = other),
    send(part) {
      if (!res.headersSent) sendHead(call, left!);
      // The callback also runs if the caller has closed the connection.
      return new Promise((resolve) => res.write(part, () => resolve()));
    },
    wait: (ms) => pause(call, ms),
    drop() {
      const [status, sent] = res.headersSent ? ([200, 'cut'] as const) : ([null, 'never'] as const);
      const made: MadeAnswer = { ...madeOf(left!), sent, aborted: req.socket.destroyed };
      res.destroy();
      call.record(status, made);
      left = null;
    },
  });
  if (left !== null) sendWhole(call, left);
}

/** Responds to an error of a step: sends a Problem, closes the connection, or sends a 500. */
export function sendProblem(call: Call, error: unknown): void {
  const { res, operation } = call;
  if (error instanceof Dropped) {
    res.destroy();
    return call.record(null, noAnswer());
  }
  // Use the request's socket: a pipelined request's response has none until the earlier responses are sent.
  if (res.headersSent || call.req.socket.destroyed) {
    call.why = { reason: `the caller went away (${(error as Error).message})` };
    res.destroy();
    return call.record(null, { ...noAnswer(), aborted: true });
  }
  const form = operation?.errorForm ?? 'detail';
  const problem = error instanceof Problem ? error : serverError(form);
  // The cause is for the journal; the body never contains it.
  call.why =
    error instanceof Problem ? { reason: problem.message, ...problem.why } : { reason: String(error) };
  const { contentType, body } = renderProblem(problem, form);
  dropRest(call.req);
  const headers = headersOf(call, contentType, Buffer.byteLength(body));
  if (call.world.mark !== null && call.why.reason !== undefined)
    headers.push('X-Mock-Reason', headerText(call.why));
  if (problem.retryAfter !== null) headers.push('Retry-After', String(problem.retryAfter));
  headers.push(...problem.headers);
  res.writeHead(problem.status, headers);
  const endedAt = now();
  res.end(body);
  const { status, retryAfter } = problem;
  call.record(status, { status, answer: body, answerType: contentType, retryAfter, endedAt });
}

const MOST_REASON_CHARACTERS = 1_000;

/** Returns the reason of a refusal for a header. It may quote the caller, so non-ASCII characters become question marks. */
function headerText({ reason = '', clause }: Call['why']): string {
  const text = clause === undefined ? reason : `${reason} (${clause})`;
  return text.slice(0, MOST_REASON_CHARACTERS).replace(/[^\x20-\x7e]/g, '?');
}

function headersOf(call: Call, contentType: string, length: number): string[] {
  const headers = commonHeaders(call.world, call.requestId);
  headers.push(
    'Content-Type',
    contentType,
    'Content-Length',
    String(length),
    'Date',
    (call.account ?? call.world).clock.httpDate,
  );
  if (call.operationKey !== null) headers.push('Idempotency-Key', call.operationKey);
  if (call.req.headers.origin !== undefined) headers.push(...corsHeaders);
  return headers;
}

export function endEmpty(call: Call, headers: string[]): void {
  call.res.writeHead(204, [...headers, 'Date', call.world.clock.httpDate]);
  const endedAt = now();
  call.res.end();
  call.record(204, { status: 204, answer: '', endedAt });
}
