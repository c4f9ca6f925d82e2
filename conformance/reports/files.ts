/** Where reports go: `kind=file` as the command takes it. */
import { closeSync, existsSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { RunReport } from '../judge/report.js';
import { messageOf } from '../values/text.js';
import { UsageError } from '../values/usage-error.js';
import { FILE_KINDS, writeReport, type FileKind } from './index.js';

export interface ReportFile {
  kind: FileKind;
  file: string;
}

/** Reads `kind=file` and finds out that the file can be written, before a run costs anything. Throws UsageError. */
export function reportFile(text: string): ReportFile {
  const [kind = '', file = ''] = text.split(/=(.*)/s);
  if (!(FILE_KINDS as readonly string[]).includes(kind) || file === '')
    throw new UsageError(
      `--report ${text} is not of the form kind=file with a kind of ${FILE_KINDS.join(', ')}.`,
    );
  try {
    mkdirSync(dirname(resolve(file)), { recursive: true });
    const isNew = !existsSync(file);
    closeSync(openSync(file, 'a'));
    if (isNew) rmSync(file);
  } catch (error) {
    throw new UsageError(`--report ${text} cannot be written: ${messageOf(error)}`);
  }
  return { kind: kind as FileKind, file };
}

export function writeReports(files: readonly ReportFile[], report: RunReport): void {
  for (const { kind, file } of files) writeFileSync(file, writeReport(kind, report));
}
