/** What every command ends with: reports out, and an exit status. */
import type { RunReport } from '../judge/report.js';
import { EXIT_CODES } from '../judge/verdicts.js';
import { writeReports, type ReportFile } from '../reports/files.js';
import { reportPieces, writeReport } from '../reports/index.js';
import type { Surroundings } from '../surroundings.js';

/** Prints the report, writes its files, and gives the exit status. */
export function deliver(report: RunReport, files: readonly ReportFile[], around: Surroundings): number {
  const color = around.isTerminal && !around.environment['NO_COLOR'];
  around.out(writeReport('terminal', report, { color }));
  const unwritten = writeReports(files, (kind) => reportPieces(kind, report));
  for (const complaint of unwritten) around.err(`${complaint}\n`);
  return unwritten.length === 0 ? report.exitCode : EXIT_CODES.error;
}
