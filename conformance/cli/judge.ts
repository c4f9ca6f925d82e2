/** `judge FILE`: judges a stored run or recorded traffic, without sending a request. */
import { judge } from '../judge/judge.js';
import { oracles } from '../judge/oracles/index.js';
import type { RunReport } from '../judge/report.js';
import { loadDocuments, type Documents } from '../pack/model/documents.js';
import { filePieces } from '../files/read-file.js';
import { readRecord } from '../record/stored-record.js';
import { reportFiles } from '../reports/files.js';
import { runView } from '../reports/run-view.js';
import { readEarlier } from '../run/earlier-files.js';
import { shellQuoted } from '../values/text.js';
import { orUsageError } from '../values/usage-error.js';
import { deliver } from './deliver.js';
import type { Action, FlagsOf } from './flags.js';
import { askedFor, knownIn, originOf, trafficReport } from './traffic-report.js';
import { readTrafficFile } from './traffic-file.js';

/** Throws UsageError. */
export const judgeFile: Action<'judge'> = ([file = ''], flags, context) => {
  const files = reportFiles(flags.report ?? []);
  const report = reportOf(file, flags, loadDocuments(), context.program.words);
  return deliver(runView(report), files, flags, context);
};

/** Judges a stored run or a file of traffic. `words` start the command that judges it again. Throws UsageError. */
export function reportOf(
  file: string,
  flags: FlagsOf<'judge'>,
  documents: Documents,
  words: string,
): RunReport {
  const refused = (why: string): string => `${file} cannot be judged: ${why}`;
  const { beginning, pieces } = orUsageError(() => opened(file), refused);
  // The beginning of a report names its format.
  if (!beginning.subarray(0, 4096).includes('"job-search-kit/conformance-report"')) {
    const origin = originOf(file, `${words} judge ${shellQuoted(file)}`, flags, documents);
    const { history, ...read } = readTrafficFile(file, pieces, documents.contract);
    return trafficReport(history, { ...origin, ...read }, flags, documents);
  }
  // A record holds everything that a run observed: the verdicts need no target.
  const record = orUsageError(() => readRecord<RunReport>(pieces), refused);
  if (flags.against !== undefined) record.earlier = readEarlier(flags.against);
  if (flags.strict === true) record.run.strict = true;
  const scenarios = record.scenarios.map(({ id }) => id);
  record.knownFailures = knownIn(flags.baseline, documents, scenarios) ?? record.knownFailures;
  record.asked = askedFor(flags.only ?? [], documents, record.asked) ?? record.asked;
  return judge(record, { ...documents, oracles });
}

/** Returns the beginning of a file, and all its pieces including this one: a pipe can be read only once. */
function opened(file: string): { beginning: Buffer; pieces: Iterable<Buffer> } {
  const rest = filePieces(file);
  // A copy, because `filePieces` reads each piece into the same memory.
  const beginning = Buffer.from(rest.next().value ?? Buffer.alloc(0));
  const pieces = function* (): Generator<Buffer> {
    yield beginning;
    yield* rest;
  };
  return { beginning, pieces: pieces() };
}
