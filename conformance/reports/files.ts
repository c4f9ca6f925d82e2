/** Report files: parses `--report kind=file` and writes the files. */
import fs from 'node:fs';
import { dirname, resolve } from 'node:path';
import { makeFolder } from '../../common/make-folder.js';
import { didYouMean } from '../../common/nearest.js';
import { fileMessageOf } from '../values/text.js';
import { UsageError } from '../values/usage-error.js';
import { FILE_KINDS, reportPieces, type FileKind } from './index.js';
import type { ReportView } from './view.js';

export interface ReportFile {
  /** `github` has no file: it goes to standard output and to the summary page of the job. */
  kind: FileKind | 'github';
  file: string;
  /** The value of the flag. */
  text: string;
}

/** Splits `junit=a.xml,json=b.json`. A comma belongs to a path unless a kind follows it. */
export function splitReports(value: string): string[] {
  return value.split(new RegExp(`,(?=$|github(?:,|$)|(?:${FILE_KINDS.join('|')})=)`));
}

/** Parses each `kind=file` and checks that the file can be written, before a run costs anything. Throws UsageError. */
export function reportFiles(texts: readonly string[]): ReportFile[] {
  return texts.map((text) => {
    if (text === 'github') return { kind: text, file: '', text };
    const [kind = '', file = ''] = text.split(/=(.*)/s);
    if (!(FILE_KINDS as readonly string[]).includes(kind) || file === '')
      throw new UsageError(
        `--report ${text} is not of the form kind=file with a kind of ${FILE_KINDS.join(', ')}; only github needs no file.`,
      );
    for (const [, name = ''] of file.matchAll(/,([a-z]+)=/g))
      if (didYouMean(name, FILE_KINDS) !== '')
        throw new UsageError(
          `--report ${text}: "${name}" is not a kind of report.${didYouMean(name, FILE_KINDS)} The kinds are ${FILE_KINDS.join(', ')}.`,
        );
    checkWritable(`--report ${text}`, file, () => makeFolder(dirname(resolve(file))));
    return { kind: kind as FileKind, file, text };
  });
}

/** Checks that a file can be written. Throws UsageError that begins with `flag`, such as `--history a.har`. */
export function checkWritable(flag: string, file: string, prepare = (): void => undefined): void {
  try {
    prepare();
    const isNew = !fs.existsSync(file);
    // If this closed a pipe, its reader would stop reading.
    if (!isPipe(file)) fs.closeSync(fs.openSync(file, 'a'));
    if (isNew) fs.rmSync(file);
  } catch (error) {
    throw new UsageError(`${flag} cannot be written: ${fileMessageOf(error)}`);
  }
}

/** Writes each file piece by piece. Returns an error message for each file that cannot be written. */
export function writeReports(files: readonly ReportFile[], view: ReportView): string[] {
  return files.flatMap(({ kind, file, text }) =>
    kind === 'github' ? [] : writePieces(`--report ${text}`, file, () => reportPieces(kind, view)),
  );
}

/** Writes a file in pieces. Returns a list with an error message that begins with `flag`, or an empty list. */
export function writePieces(flag: string, file: string, pieces: () => Iterable<string>): string[] {
  try {
    const open = opened(file);
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

function opened(file: string): number {
  if (!isPipe(file)) return fs.openSync(file, 'w');
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
