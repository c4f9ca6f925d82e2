/** Reads files of users. Neither an endless file nor a pipe without a writer can block the process. */
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { fileMessageOf } from '../values/text.js';

/** Long enough for a command behind a pipe (`<(command)`) to start writing. */
const MOST_SECONDS = 10;
const PIECE_BYTES = 1024 * 1024;

/**
 * Returns the content of a file. Calls `fail`, which must throw, with `is larger than 1 MiB` or `cannot be read: …`, for example for
 * a pipe that is silent for `mostSeconds`. Counts the bytes, because a device states no size and can be endless.
 */
export function readSmallFile(
  path: string,
  mostBytes: number,
  fail: (what: string) => never,
  mostSeconds = MOST_SECONDS,
): Buffer {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for (const piece of piecesOf(path, mostSeconds)) {
      size += piece.length;
      if (size > mostBytes) break;
      parts.push(Buffer.from(piece));
    }
  } catch (error) {
    fail(`cannot be read: ${fileMessageOf(error)}`);
  }
  if (size > mostBytes) fail(`is larger than ${mostBytes / 1024 / 1024} MiB`);
  return Buffer.concat(parts);
}

/** Yields a file of any length; each piece overwrites the last. Throws if it is a device or a silent pipe, or cannot be read. */
export function* filePieces(path: string): Generator<Buffer, void> {
  if (statSync(path).isCharacterDevice()) throw new Error('It is a device, which may have no end.');
  yield* piecesOf(path, MOST_SECONDS);
}

/**
 * Yields the bytes of a file. Waits up to `mostSeconds` for more bytes of a pipe, and at first for a process that opens the pipe
 * for writing.
 */
function* piecesOf(path: string, mostSeconds: number): Generator<Buffer> {
  // Without O_NONBLOCK, opening a pipe without a writer blocks, and no signal interrupts it.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const isPipe = fstatSync(file).isFIFO();
    const piece = Buffer.allocUnsafe(PIECE_BYTES);
    for (let [since, isFirst] = [Date.now(), true]; ;) {
      const length = readNow(file, piece);
      if (length === null || (length === 0 && isFirst && isPipe)) {
        if (Date.now() > since + mostSeconds * 1000)
          throw new Error(`nothing came out of this pipe within ${mostSeconds} s`);
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
        continue;
      }
      yield piece.subarray(0, length);
      if (length === 0) return;
      [since, isFirst] = [Date.now(), false];
    }
  } finally {
    closeSync(file);
  }
}

/** Reads the available bytes and returns their number, 0 at the end; null if a pipe has none yet. */
function readNow(file: number, buffer: Buffer): number | null {
  try {
    return readSync(file, buffer);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return null;
    throw error;
  }
}
