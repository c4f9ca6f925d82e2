/** Writes files that users name. A pipe works, too, and one without a reader cannot block the process. */
import fs from 'node:fs';
import { fileMessageOf } from '../values/text.js';
import { orUsageError } from '../values/usage-error.js';

/** Checks that a file can be written. Throws UsageError that begins with `flag`, such as `--history a.har`. */
export function checkWritable(flag: string, file: string, prepare = (): void => undefined): void {
  const check = (): void => {
    prepare();
    const isNew = !fs.existsSync(file);
    // If this closed a pipe, its reader would stop reading.
    if (!isPipe(file)) fs.closeSync(fs.openSync(file, 'a'));
    if (isNew) fs.rmSync(file);
  };
  orUsageError(check, (why) => `${flag} cannot be written: ${why}`);
}

/**
 * Writes a file in pieces, or with `a` adds them to its end. Returns a list with an error message that begins with `flag`, or an
 * empty list.
 */
export function writePieces(
  flag: string,
  file: string,
  pieces: () => Iterable<string>,
  how: 'w' | 'a' = 'w',
): string[] {
  try {
    const open = opened(file, how);
    try {
      for (const piece of pieces()) fs.writeFileSync(open, piece);
    } finally {
      fs.closeSync(open);
    }
    return [];
  } catch (error) {
    return [`${flag} could not be written: ${fileMessageOf(error)}`];
  }
}

function opened(file: string, how: 'w' | 'a'): number {
  if (!isPipe(file)) return fs.openSync(file, how);
  // Opening a pipe without a reader blocks forever, even through signals. A non-blocking open fails instead.
  const probe = fs.openSync(file, fs.constants.O_WRONLY | fs.constants.O_NONBLOCK);
  try {
    return fs.openSync(file, 'w');
  } finally {
    fs.closeSync(probe);
  }
}

function isPipe(file: string): boolean {
  return fs.statSync(file, { throwIfNoEntry: false })?.isFIFO() === true;
}
