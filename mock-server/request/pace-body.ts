import type { IncomingMessage } from 'node:http';

/** Pieces of a body to read before other requests are processed. */
const PIECES_IN_TURN = 256;

/**
 * Reads a body, or drops it if there is no `take`, and lets other requests proceed in between. Node emits an event for
 * each chunk and reads up to two megabytes before it does anything else, so chunks of one byte would cause hundreds of
 * thousands of events.
 */
export function paceBody(req: IncomingMessage, take?: (piece: Buffer) => void): void {
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
