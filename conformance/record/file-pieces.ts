/** A file in pieces: one of hundreds of megabytes is more than one text holds. */
import { closeSync, openSync, readSync } from 'node:fs';

const PIECE_BYTES = 1024 * 1024;

/** Each piece is gone when the next is asked for. Throws what the file system says. */
export function* filePieces(path: string): Generator<Buffer> {
  const open = openSync(path, 'r');
  try {
    const piece = Buffer.allocUnsafe(PIECE_BYTES);
    for (let length = 1; length > 0;) {
      length = readSync(open, piece);
      yield piece.subarray(0, length);
    }
  } finally {
    closeSync(open);
  }
}
