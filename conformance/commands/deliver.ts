/** The end of every command: reports and an exit status. */
import { EXIT_CODES } from '../judge/verdicts.js';
import { writeReports, type ReportFile } from '../reports/files.js';
import { writeTerminal } from '../reports/terminal.js';
import type { ReportView } from '../reports/view.js';
import type { Detail } from '../reports/sections.js';
import type { Guarded } from '../surroundings.js';
import type { Flags } from './flags.js';

/** Prints the report, writes its files, and returns the exit status. */
export function deliver(
  view: ReportView,
  files: readonly ReportFile[],
  flags: Flags,
  around: Guarded,
): number {
  const color = around.isTerminal && !around.environment['NO_COLOR'];
  around.out(writeTerminal(view, { color, detail: detailOf(flags) }));
  const complaints = writeReports(files, view);
  for (const complaint of complaints) around.err(`${complaint}\n`);
  if (complaints.length > 0) return EXIT_CODES.error;
  const { verdict } = view.page;
  return verdict === 'nothing-judged' ? EXIT_CODES.incomplete : EXIT_CODES[verdict];
}

function detailOf({ quiet, verbose }: Flags): Detail {
  if (verbose === true) return 'verbose';
  return quiet === true ? 'quiet' : 'normal';
}
