/** A file in pieces: one of hundreds of megabytes is more than one text holds. */
import { closeSync, fstatSync } from 'node:fs';
import { openToRead, readSome } from './small-file.js';

const PIECE_BYTES = 1024 * 1024;

/** Each piece is gone when the next is asked for. Throws what the file system says. */
export function* filePieces(path: string): Generator<Buffer> {
  const open = openToRead(path);
  try {
    if (fstatSync(open).isCharacterDevice()) throw new Error('It is a device, which may have no end.');
    const piece = Buffer.allocUnsafe(PIECE_BYTES);
    for (let [length, isFirst] = [1, true]; length > 0; isFirst = false) {
      length = readSome(open, piece, 0, isFirst);
      yield piece.subarray(0, length);
    }
  } finally {
    closeSync(open);
  }
}
