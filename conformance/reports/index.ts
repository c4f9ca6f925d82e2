/** Reports: one report in, one document out. README.md in this folder describes each format. */
import type { RunReport } from '../judge/report.js';
import { readRecord } from '../record/stored-record.js';
import { writeHtml } from './html.js';
import { writeJunit } from './junit.js';
import { writeMarkdown } from './markdown.js';
import { runView } from './run-view.js';
import { writeTerminal, type ReportOptions } from './terminal.js';
import type { ReportView } from './view.js';

/** The formats of `--report`. */
const FILES = {
  junit: writeJunit,
  json: (view) => view.json(),
  html: writeHtml,
  markdown: writeMarkdown,
} satisfies Record<string, (view: ReportView) => string | Iterable<string>>;

export type FileKind = keyof typeof FILES;
export type ReportKind = FileKind | 'terminal';

export const FILE_KINDS = Object.keys(FILES) as readonly FileKind[];

/** Renders a finished run, in which secrets are already redacted. The text ends with a line break. */
export function writeReport(kind: ReportKind, report: RunReport, options: ReportOptions = {}): string {
  const view = runView(report);
  return kind === 'terminal' ? writeTerminal(view, options) : [...reportPieces(kind, view)].join('');
}

/** Renders in pieces, because a report may exceed the longest string. */
export function reportPieces(kind: FileKind, view: ReportView): Iterable<string> {
  const written: string | Iterable<string> = FILES[kind](view);
  return typeof written === 'string' ? [written] : written;
}

/** Parses a JSON report, to judge or render it again. Throws an Error if the text is anything else. */
export function readJsonReport(text: string): RunReport {
  return readRecord<RunReport>([Buffer.from(text)]);
}
