import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { parse } from 'node:querystring';
import { setTimeout as sleep } from 'node:timers/promises';
import { adviceOnBody, adviceOnQuery, adviceOnType } from '../../conformance/clients/rules/advice.js';
import { invalid, MAX_BODY_BYTES, parseBody } from '../domain/parse-body.js';
import { refuse, validationFailed } from '../domain/problems.js';
import type { Call, Located } from './call.js';
import { MOST_BODY_BYTES } from '../state/trace.js';

const MALFORMED_JSON = { clause: 'VALID-15', reading: 'malformed-json=422' } as const;

/** Returns the JSON object in a body, with any content type. Throws a 422 for any other value. */
export function readBody(call: Call, bytes: Buffer): Record<string, unknown> {
  const text = call.take(bytes);
  // Decoding would replace invalid bytes silently.
  const parsed = isUtf8(bytes) ? parseBody(text) : invalid('is not UTF-8 text');
  if ('issue' in parsed) throw validationFailed([parsed.issue], MALFORMED_JSON);
  const { operation } = call;
  advise(call, 'Content-Type', adviceOnType(call.header('content-type')));
  if (operation !== null) advise(call, 'body', adviceOnBody(operation, parsed.body));
  return parsed.body;
}

/** The most milliseconds that a refusal waits for the request's body. Only slow callers need it. */
const PATIENCE = 100;

/** Reads the body of a delayed or refused search, so that the journal can recognize a retry. Skips a long body. */
export async function keepBody(call: Call): Promise<void> {
  const { req, account, operation } = call;
  if (account === null || operation?.kind !== 'search' || call.body !== null) return;
  if (req.destroyed || req.listenerCount('data') > 0) return;
  if (Number(req.headers['content-length'] ?? 0) > MOST_BODY_BYTES) return;
  const late = sleep(PATIENCE, null, { ref: false });
  const bytes = await Promise.race([bytesOf(call).catch(() => null), late]);
  if (bytes !== null) call.take(bytes);
}

/** Reports mistakes that the contract accepts: as remarks in the journal or, if the mock is strict, as a 422. */
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

/** Limits remarks, since a body may have thousands of unknown names. */
const MOST_ADVICE = 3;

/** Returns the validated query of a lookup. Throws a 422 if it is invalid, for example if a parameter is repeated. */
export function readQuery(call: Located): Record<string, string | undefined> {
  const query = parse(call.query, '&', '=', { maxKeys: 0 });
  const issues = call.operation.validateQuery(query);
  if (issues.length > 0) throw validationFailed(issues);
  advise(call, 'query', adviceOnQuery(call.operation, Object.keys(query)));
  // After validation, the contract's parameters are single strings. Other parameters are ignored.
  return query as Record<string, string | undefined>;
}

/** The body. Rejects with 413 if it is too large. */
export function bytesOf(call: Call): Promise<Buffer> {
  return (call.bytes ??= readBytes(call.req));
}

function readBytes(req: IncomingMessage): Promise<Buffer> {
  // The caller has disconnected, so there will be no event.
  if (req.destroyed) return Promise.reject(new Error('aborted'));
  if (Number(req.headers['content-length']) > MAX_BODY_BYTES) return Promise.reject(tooLarge());
  return new Promise((resolve, reject) => {
    // One buffer, because chunks may have one byte each, and a list of them would take many times the memory.
    let bytes: Buffer = EMPTY;
    let size = 0;
    paceBody(req, (chunk) => {
      const before = size;
      size += chunk.length;
      if (size > MAX_BODY_BYTES) {
        // Read and drop the rest, so that the caller can read the response.
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
    // The connection was lost within the body.
    req.on('error', reject);
  });
}

const EMPTY = Buffer.alloc(0);

const tooLarge = () => refuse('payload-too-large', { limit: MAX_BODY_BYTES });

/** Pieces of a body to read before other requests are processed. */
const PIECES_IN_TURN = 256;

/**
 * Reads a body, or drops it if there is no `take`, and lets other requests proceed in between. Node emits an event for
 * each chunk and reads up to two megabytes before it does anything else, so chunks of one byte would cause hundreds of
 * thousands of events.
 */
function paceBody(req: IncomingMessage, take?: (piece: Buffer) => void): void {
  let pieces = 0;
  req.on('data', (piece: Buffer) => {
    take?.(piece);
    pieces += 1;
    if (pieces % PIECES_IN_TURN !== 0) return;
    req.pause();
    setImmediate(() => req.resume());
  });
}

/** Reads and drops the rest of an unneeded body, so that the caller can read the response. */
export function dropRest(req: IncomingMessage): void {
  if (!req.complete && req.listenerCount('data') === 0) paceBody(req);
}
