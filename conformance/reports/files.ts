/** Report files: parses `--report kind=file` and writes the files. */
import { dirname, resolve } from 'node:path';
import { makeFolder } from '../../common/make-folder.js';
import { didYouMean } from '../../common/nearest.js';
import { checkWritable, writePieces } from '../files/write-file.js';
import { UsageError } from '../values/usage-error.js';
import { FILE_KINDS, reportPieces, type FileKind } from './index.js';
import type { ReportView } from './view.js';

export type ReportFile = ReturnType<typeof reportFiles>[number];

/** Splits `junit=a.xml,json=b.json`. A comma belongs to a path unless a kind follows it. */
export function splitReports(value: string): string[] {
  return value.split(new RegExp(`,(?=$|github(?:,|$)|(?:${FILE_KINDS.join('|')})=)`));
}

/** Parses each `kind=file` and checks that the file can be written, before a run costs anything. Throws UsageError. */
export function reportFiles(texts: readonly string[]) {
  return texts.map((text) => {
    // This kind has no file. It goes to standard output and to the summary page of the job.
    if (text === 'github') return { kind: 'github' as const, file: '', text };
    const [kind = '', file = ''] = text.split(/=(.*)/s);
    if (!(FILE_KINDS as readonly string[]).includes(kind) || file === '')
      throw new UsageError(
        `--report ${text} is neither github nor KIND=FILE. The kinds are ${FILE_KINDS.join(', ')}.`,
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

/** Writes each file piece by piece. Returns an error message for each file that cannot be written. */
export function writeReports(files: readonly ReportFile[], view: ReportView): string[] {
  return files.flatMap(({ kind, file, text }) =>
    kind === 'github' ? [] : writePieces(`--report ${text}`, file, () => reportPieces(kind, view)),
  );
}
