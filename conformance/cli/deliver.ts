/** The end of every command: reports and an exit status. */
import { writePieces } from '../files/write-file.js';
import { EXIT_CODES } from '../judge/verdicts.js';
import { writeReports, type ReportFile } from '../reports/files.js';
import { writeAnnotations } from '../reports/github.js';
import { writeMarkdown } from '../reports/markdown.js';
import { writeTerminal } from '../reports/terminal.js';
import type { ReportView } from '../reports/view.js';
import type { Guarded } from '../command-context.js';
import type { Flags } from './flags.js';

/** Prints the report, writes its files, and returns the exit status. */
export function deliver(
  view: ReportView,
  files: readonly ReportFile[],
  flags: Flags,
  context: Guarded,
): number {
  const allowsIncomplete = flags.allowIncomplete === true;
  const given = { ...view, allowsIncomplete };
  const detail = flags.verbose === true ? 'verbose' : flags.quiet === true ? 'quiet' : 'normal';
  context.out(writeTerminal(given, { color: context.hasColors, detail }));
  const complaints = [...writeReports(files, given), ...deliverToGithub(given, files, context)];
  for (const complaint of complaints) context.err(`${complaint}\n`);
  if (complaints.length > 0) return EXIT_CODES.error;
  const { verdict } = view.page;
  const status = verdict === 'nothing-judged' ? EXIT_CODES.incomplete : EXIT_CODES[verdict];
  return status === EXIT_CODES.incomplete && allowsIncomplete ? EXIT_CODES.conforms : status;
}

/** Writes annotations, and a summary for the page of the job. Returns error messages. */
function deliverToGithub(view: ReportView, files: readonly ReportFile[], context: Guarded): string[] {
  if (!files.some(({ kind }) => kind === 'github')) return [];
  context.outForCi(writeAnnotations(view));
  const summary = context.environment['GITHUB_STEP_SUMMARY'];
  if (!summary) return [];
  // Other commands of the CI step may have written to this file before.
  return writePieces('--report github: GITHUB_STEP_SUMMARY', summary, () => [writeMarkdown(view)], 'a');
}
