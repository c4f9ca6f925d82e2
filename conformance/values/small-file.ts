/** Files that users name, read so that none can hold the process: neither one without an end nor a pipe into which nobody writes. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** Longer than whoever writes into a pipe (`<(command)`) takes to begin. */
const MOST_SECONDS = 10;

/** The text; null for a file of more bytes. A device can be read for ever, so its size is not asked. Throws what the file system says. */
export function readSmallFile(path: string, mostBytes: number): string | null {
  const buffer = Buffer.alloc(mostBytes + 1);
  const file = openToRead(path);
  let size = 0;
  try {
    for (let read = 1; read > 0 && size < buffer.length; size += read)
      read = readSome(file, buffer, size, size === 0);
  } finally {
    closeSync(file);
  }
  return size > mostBytes ? null : buffer.toString('utf8', 0, size);
}

/** To open a pipe into which nobody writes would wait for ever, and no signal would end it. */
export function openToRead(path: string): number {
  return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
}

/** Fills the buffer from there as far as there is something; 0 at the end. A pipe is waited for, also until its other end `isFirst` opened. */
export function readSome(file: number, buffer: Buffer, from: number, isFirst: boolean): number {
  const isPipe = fstatSync(file).isFIFO();
  const until = Date.now() + MOST_SECONDS * 1000;
  for (;;) {
    try {
      const read = readSync(file, buffer, from, buffer.length - from, null);
      if (read > 0 || !isFirst || !isPipe) return read;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
    if (Date.now() > until) throw new Error(`nothing came out of this pipe within ${MOST_SECONDS} s`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  }
}
