import { Problem, renderProblem, serverError } from '../domain/problems.js';
import { httpDate } from '../state/clock.js';
import type { Call } from './call.js';
import { corsHeaders } from './cors.js';
import { Dropped } from './meet-fault.js';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** What marks every answer as the mock's; null when it is switched off. */
export type Mark = string | null;

/** Sends the body, whole unless a fault says otherwise, and writes the journal. */
export function sendAnswer(
  call: Call,
  mark: Mark,
  status: number,
  contentType: string,
  body: Buffer | string,
): void {
  const effect = call.fault?.effect;
  if (effect === 'drop-after-charge') return drop(call);
  const { res } = call;
  res.writeHead(status, headersOf(call, mark, contentType, Buffer.byteLength(body)));
  if (effect === 'truncate') {
    const bytes = Buffer.from(body);
    res.write(bytes.subarray(0, bytes.length >> 1), () => res.destroy());
  } else {
    res.end(body);
  }
  call.record(status);
}

/** Sends what a step of the request threw: a refusal of the catalogue, a broken connection, or a fault of ours. */
export function sendProblem(call: Call, mark: Mark, error: unknown): void {
  if (error instanceof Dropped) return drop(call);
  const { res, operation } = call;
  // Of pipelined requests, a later answer has no socket of its own until the earlier ones have ended.
  if (res.headersSent || call.req.socket.destroyed) {
    call.why = { reason: `the caller went away (${(error as Error).message})` };
    res.destroy();
    return call.record(null);
  }
  const form = operation?.errorForm ?? 'detail';
  const problem = error instanceof Problem ? error : serverError(form === 'envelope');
  // The journal tells what broke; the body never does.
  call.why =
    error instanceof Problem ? { reason: problem.message, ...problem.why } : { reason: String(error) };
  const { contentType, body } = renderProblem(problem, form);
  const headers = headersOf(call, mark, contentType, Buffer.byteLength(body));
  if (problem.retryAfter !== null) headers.push('Retry-After', String(problem.retryAfter));
  if (problem.allow !== null) headers.push('Allow', problem.allow.join(', '));
  res.writeHead(problem.status, headers);
  res.end(body);
  call.record(problem.status);
}

function drop(call: Call): void {
  call.res.destroy();
  call.record(null);
}

/** Names and values in turn: the form that node writes without another look. */
function headersOf(call: Call, mark: Mark, contentType: string, length: number): string[] {
  const headers = [
    'X-Request-ID',
    call.requestId,
    'Content-Type',
    contentType,
    'Content-Length',
    String(length),
    'Date',
    httpDate((call.account ?? call.world).clock),
  ];
  if (call.operationKey !== null) headers.push('Idempotency-Key', call.operationKey);
  if (mark !== null) headers.push('X-Mock-Server', mark);
  if (call.req.headers.origin !== undefined) headers.push(...corsHeaders);
  return headers;
}

/** An answer without a body. */
export function endEmpty(call: Call, status: number, headers: string[]): void {
  call.res.writeHead(status, [...headers, 'Date', httpDate(call.world.clock)]);
  call.res.end();
  call.record(status);
}
