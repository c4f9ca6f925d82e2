/** Reads files of users. Neither an endless file nor a pipe without a writer can block the process. */
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { messageOf } from '../values/text.js';

/** Long enough for a command behind a pipe (`<(command)`) to start writing. */
const MOST_SECONDS = 10;
const PIECE_BYTES = 1024 * 1024;

/**
 * Returns the text of a file. Calls `fail`, which must throw, with `is larger than 1 MiB` or `cannot be read: …`, for example for
 * a pipe that is silent for `mostSeconds`. Counts the bytes, because a device states no size and can be endless.
 */
export function readSmallFile(
  path: string,
  mostBytes: number,
  fail: (what: string) => never,
  mostSeconds = MOST_SECONDS,
): string {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for (const piece of piecesOf(path, mostSeconds)) {
      size += piece.length;
      if (size > mostBytes) break;
      parts.push(Buffer.from(piece));
    }
  } catch (error) {
    fail(`cannot be read: ${messageOf(error)}`);
  }
  if (size > mostBytes) fail(`is larger than ${mostBytes / 1024 / 1024} MiB`);
  return Buffer.concat(parts).toString('utf8');
}

/** Yields a file of any length; each piece overwrites the last. Throws if it is a device or a silent pipe, or cannot be read. */
export function* filePieces(path: string): Generator<Buffer, void> {
  if (statSync(path).isCharacterDevice()) throw new Error('It is a device, which may have no end.');
  yield* piecesOf(path, MOST_SECONDS);
}

function* piecesOf(path: string, mostSeconds: number): Generator<Buffer> {
  // Without O_NONBLOCK, opening a pipe without a writer blocks, and no signal interrupts it.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const piece = Buffer.allocUnsafe(PIECE_BYTES);
    for (let [length, isFirst] = [1, true]; length > 0; isFirst = false) {
      length = readSome(file, piece, isFirst, mostSeconds);
      yield piece.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}

/**
 * Reads the available bytes and returns their number, 0 at the end. Waits up to `mostSeconds` for bytes of a pipe and, if
 * `isFirst`, for a process that opens the pipe for writing.
 */
function readSome(file: number, buffer: Buffer, isFirst: boolean, mostSeconds: number): number {
  const isPipe = fstatSync(file).isFIFO();
  const until = Date.now() + mostSeconds * 1000;
  for (;;) {
    try {
      const read = readSync(file, buffer);
      if (read > 0 || !isFirst || !isPipe) return read;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
    if (Date.now() > until) throw new Error(`nothing came out of this pipe within ${mostSeconds} s`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  }
}
