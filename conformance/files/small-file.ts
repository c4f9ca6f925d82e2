/** Reads files that users name. Neither an endless file nor a pipe without a writer can block the process. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** Long enough for a command behind a pipe (`<(command)`) to start writing. */
const MOST_SECONDS = 10;

/**
 * Returns the text, or null if the file has more than `mostBytes`. It does not trust the stated size, because a device can be endless.
 * Throws errors of the file system, and an Error if a pipe stays silent for `mostSeconds`.
 */
export function readSmallFile(path: string, mostBytes: number, mostSeconds = MOST_SECONDS): string | null {
  const buffer = Buffer.alloc(mostBytes + 1);
  const file = openToRead(path);
  let size = 0;
  try {
    for (let read = 1; read > 0 && size < buffer.length; size += read)
      read = readSome(file, buffer, size, size === 0, mostSeconds);
  } finally {
    closeSync(file);
  }
  return size > mostBytes ? null : buffer.toString('utf8', 0, size);
}

/** Without O_NONBLOCK, opening a pipe without a writer blocks, and no signal ends that. */
export function openToRead(path: string): number {
  return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
}

/**
 * Reads the bytes that are available into the buffer at `from`; returns their number, 0 at the end. It waits up to `mostSeconds` for a
 * pipe, and if `isFirst`, also for a process that opens the pipe for writing.
 */
export function readSome(
  file: number,
  buffer: Buffer,
  from: number,
  isFirst: boolean,
  mostSeconds = MOST_SECONDS,
): number {
  const isPipe = fstatSync(file).isFIFO();
  const until = Date.now() + mostSeconds * 1000;
  for (;;) {
    try {
      const read = readSync(file, buffer, from, buffer.length - from, null);
      if (read > 0 || !isFirst || !isPipe) return read;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
    if (Date.now() > until) throw new Error(`nothing came out of this pipe within ${mostSeconds} s`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  }
}
