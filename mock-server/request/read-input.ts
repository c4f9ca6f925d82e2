import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { adviceOnBody, adviceOnQuery, adviceOnType } from '../../conformance/clients/rules/advice.js';
import { invalid, MAX_BODY_BYTES, parseBody } from '../domain/parse-body.js';
import { refuse, validationFailed } from '../domain/problems.js';
import type { Call, Located } from './call.js';
import { MOST_BODY_BYTES } from '../state/trace.js';
import { paceBody } from './pace-body.js';

const MALFORMED_JSON = { clause: 'VALID-15', reading: 'malformed-json=422' } as const;

/** The JSON object in a body, whatever content type the request declares. Throws 422 for any other value. */
export function readBody(call: Call, bytes: Buffer): Record<string, unknown> {
  const text = call.take(bytes);
  // Decoding replaces invalid bytes silently.
  const parsed = isUtf8(bytes) ? parseBody(text) : invalid('is not UTF-8 text');
  if ('issue' in parsed) throw validationFailed([parsed.issue], MALFORMED_JSON);
  const { operation } = call;
  advise(call, 'Content-Type', adviceOnType(call.header('content-type')));
  if (operation !== null) advise(call, 'body', adviceOnBody(operation, parsed.body));
  return parsed.body;
}

/** How long a refusal waits for the body of its request, in ms. Only slow callers need it. */
const PATIENCE = 100;

/** Reads the body of a delayed or refused search, by which the journal recognizes a repetition. Skips a long body. */
export async function keepBody(call: Call): Promise<void> {
  const { req, account, operation } = call;
  if (account === null || operation?.kind !== 'search' || call.body !== null) return;
  if (req.destroyed || req.listenerCount('data') > 0) return;
  if (Number(req.headers['content-length'] ?? 0) > MOST_BODY_BYTES) return;
  const waiting = new AbortController();
  const late = sleep(PATIENCE, null, { signal: waiting.signal, ref: false }).catch(() => null);
  const bytes = await Promise.race([bytesOf(call).catch(() => null), late]);
  waiting.abort();
  if (bytes !== null) call.take(bytes);
}

/** Accepted mistakes: a remark in the journal, or a 422 if the mock is strict. */
function advise(call: Call, place: string, advice: readonly string[]): void {
  if (advice.length === 0) return;
  const first = advice.slice(0, MOST_ADVICE);
  if (call.world.strictRequests)
    throw validationFailed(
      advice.map((msg) => ({ loc: [place], msg, type: 'strict_requests' })),
      { reason: first.join('; ') },
    );
  call.remarks.push(...first);
}

/** A body may hold thousands of names. */
const MOST_ADVICE = 3;

/** The query of a lookup, checked against the contract. Throws 422 for a repeated parameter. */
export function readQuery(call: Located): Record<string, string | undefined> {
  const query: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of new URLSearchParams(call.query)) {
    const before = query[name];
    if (before === undefined) query[name] = value;
    else if (Array.isArray(before)) before.push(value);
    else query[name] = [before, value];
  }
  const issues = call.operation.validateQuery(query);
  if (issues.length > 0) throw validationFailed(issues);
  advise(call, 'query', adviceOnQuery(call.operation, Object.keys(query)));
  // The parameters of the contract are single strings now; others are ignored.
  return query as Record<string, string | undefined>;
}

/** The body. Rejects with 413 beyond 1 MiB. */
export function bytesOf(call: Call): Promise<Buffer> {
  return (call.bytes ??= readBytes(call.req));
}

function readBytes(req: IncomingMessage): Promise<Buffer> {
  // The caller is gone, so no event will come.
  if (req.destroyed) return Promise.reject(new Error('aborted'));
  if (Number(req.headers['content-length']) > MAX_BODY_BYTES) return Promise.reject(tooLarge());
  return new Promise((resolve, reject) => {
    // Chunks may have one byte each, so a list of them would be many times the body.
    let bytes: Buffer = EMPTY;
    let size = 0;
    paceBody(req, (chunk) => {
      const before = size;
      size += chunk.length;
      if (size > MAX_BODY_BYTES) {
        // The rest is read and dropped, so that the caller can read the answer.
        bytes = EMPTY;
        return reject(tooLarge());
      }
      if (before === 0) {
        bytes = chunk;
        return;
      }
      if (size > bytes.length) {
        const larger = Buffer.allocUnsafe(Math.min(2 * size, MAX_BODY_BYTES));
        bytes.copy(larger, 0, 0, before);
        bytes = larger;
      }
      chunk.copy(bytes, before);
    });
    req.on('end', () => resolve(bytes.subarray(0, size)));
    // The connection broke within the body.
    req.on('error', reject);
  });
}

const EMPTY = Buffer.alloc(0);

const tooLarge = () => refuse('payload-too-large', { limit: MAX_BODY_BYTES });
