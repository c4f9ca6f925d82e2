/** Reads the report of an earlier run, which a run is compared with. */
import { earlierRun } from '../judge/changes.js';
import type { RunReport } from '../judge/report.js';
import { filePieces } from '../files/read-file.js';
import { readRecord } from '../record/stored-record.js';
import type { EarlierRun } from '../record/run-record.js';
import { orUsageError } from '../values/usage-error.js';

/** Throws UsageError that names the file. */
export function readEarlier(path: string): EarlierRun {
  const read = (): EarlierRun => {
    const report = readRecord<RunReport>(filePieces(path));
    if (!Array.isArray(report.clauses)) throw new Error('It contains no verdicts.');
    return earlierRun(report);
  };
  return orUsageError(
    read,
    (why) => `--against ${path} is not a report to compare with: ${why}. Name a report in JSON.`,
  );
}
