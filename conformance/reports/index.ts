/** Reports: one journal in, one document out. See README.md in this folder for what each holds. */
import type { ReportKind, RunReport } from '../judge/report.js';
import { writeHtml } from './html.js';
import { writeJson } from './json.js';
import { writeJunit } from './junit.js';
import { writeMarkdown } from './markdown.js';
import { writeTerminal, type ReportOptions } from './terminal.js';

export { readJsonReport } from './json.js';

const WRITERS: Record<ReportKind, (report: RunReport, options: ReportOptions) => string> = {
  terminal: writeTerminal,
  junit: writeJunit,
  json: writeJson,
  html: writeHtml,
  markdown: writeMarkdown,
};

/** Renders a finished run, whose secrets are struck out already. The text ends with a line break. */
export function writeReport(kind: ReportKind, report: RunReport, options: ReportOptions = {}): string {
  return WRITERS[kind](report, options);
}
