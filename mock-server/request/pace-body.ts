import type { IncomingMessage } from 'node:http';

/** How many pieces of a body are read before other requests have their turn. */
const PIECES_IN_TURN = 256;

/**
 * Reads a body in turns. Node delivers each chunk as an event, and reads up to two megabytes before it does
 * anything else. Chunks of one byte would cause hundreds of thousands of events. Without `take` it is
 * dropped.
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

/** Reads and drops the rest of an unneeded body, so that the caller can read the answer. */
export function dropRest(req: IncomingMessage): void {
  if (!req.complete && req.listenerCount('data') === 0) paceBody(req);
}
