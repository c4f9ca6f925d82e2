/** Reports: one report in, one document out. See README.md in this folder for what each holds. */
import type { RunReport } from '../judge/report.js';
import { readRecord, recordPieces } from '../record/journal.js';
import { writeHtml } from './html.js';
import { writeJunit } from './junit.js';
import { writeMarkdown } from './markdown.js';
import { writeTerminal, type ReportOptions } from './terminal.js';

/** The kinds that `--report` writes. */
const FILES = {
  junit: writeJunit,
  json: recordPieces,
  html: writeHtml,
  markdown: writeMarkdown,
} satisfies Record<string, (report: RunReport) => string | Iterable<string>>;

export type FileKind = keyof typeof FILES;
export type ReportKind = FileKind | 'terminal';

export const FILE_KINDS = Object.keys(FILES) as readonly FileKind[];

/** Renders a finished run, whose secrets are struck out already. The text ends with a line break. */
export function writeReport(kind: ReportKind, report: RunReport, options: ReportOptions = {}): string {
  return kind === 'terminal' ? writeTerminal(report, options) : [...reportPieces(kind, report)].join('');
}

/** The same in pieces, for a report that may be too large for one text. */
export function reportPieces(kind: FileKind, report: RunReport): Iterable<string> {
  const written = FILES[kind](report);
  return typeof written === 'string' ? [written] : written;
}

/** Reads a JSON report back, so that it can be judged or rendered again. Throws an Error on anything else. */
export function readJsonReport(text: string): RunReport {
  return readRecord<RunReport>([Buffer.from(text)]);
}
