/** `judge FILE`: a stored run, or traffic that others sent, judged without its target. */
import { closeSync, openSync, readSync } from 'node:fs';
import { recordOf } from '../judge/foreign.js';
import { judge } from '../judge/judge.js';
import { oracles } from '../judge/oracles/index.js';
import type { RunReport } from '../judge/report.js';
import { loadDocuments, type Documents } from '../pack/model/documents.js';
import { filePieces } from '../record/file-pieces.js';
import { readRecord } from '../record/journal.js';
import { reportFiles } from '../reports/files.js';
import { runView } from '../reports/run-view.js';
import { readEarlier } from '../run/earlier-file.js';
import type { Surroundings } from '../surroundings.js';
import { messageOf, shellQuoted } from '../values/text.js';
import { UsageError } from '../values/usage-error.js';
import { deliver } from './deliver.js';
import { askedFor, knownIn } from './selection.js';
import { readTrafficFile } from './traffic-file.js';

export interface JudgeFlags {
  only?: string[];
  baseline?: string;
  against?: string;
  report?: string[];
  alone?: boolean;
  strict?: boolean;
}

/** Gives the exit status. Throws UsageError. */
export async function judgeFile(file: string, flags: JudgeFlags, around: Surroundings): Promise<number> {
  const files = reportFiles(flags.report ?? []);
  const report = await reportOf(file, flags, loadDocuments(), around);
  return deliver(runView(report), files, around);
}

/** What a stored run, or a file of traffic, comes to. Throws UsageError. */
export async function reportOf(
  file: string,
  flags: JudgeFlags,
  documents: Documents,
  around: Surroundings,
): Promise<RunReport> {
  return isStoredRun(file)
    ? judgedRun(file, flags, documents)
    : await judgedTraffic(file, flags, documents, around);
}

/** A report says what it is in its beginning. */
function isStoredRun(file: string): boolean {
  const beginning = Buffer.alloc(4096);
  try {
    const open = openSync(file, 'r');
    try {
      const length = readSync(open, beginning);
      return beginning.toString('utf8', 0, length).includes('"job-search-kit/conformance-report"');
    } finally {
      closeSync(open);
    }
  } catch (error) {
    throw new UsageError(`${file} cannot be judged: ${messageOf(error)}`);
  }
}

/** A record holds all that was seen, so it gives the same report without its target. */
function judgedRun(file: string, flags: JudgeFlags, documents: Documents): RunReport {
  let record: RunReport;
  try {
    record = readRecord<RunReport>(filePieces(file));
  } catch (error) {
    throw new UsageError(`${file} cannot be judged: ${messageOf(error)}`);
  }
  if (flags.against !== undefined) record.earlier = readEarlier(flags.against);
  if (flags.strict === true) record.run.strict = true;
  const scenarios = record.scenarios.map(({ id }) => id);
  record.knownFailures = knownIn(flags.baseline, documents, scenarios) ?? record.knownFailures;
  const only = askedFor(flags.only ?? [], documents);
  if (only !== null) record.asked = only;
  return judge(record, { ...documents, oracles });
}

async function judgedTraffic(
  file: string,
  flags: JudgeFlags,
  documents: Documents,
  { program }: Surroundings,
): Promise<RunReport> {
  const asked = askedFor(flags.only ?? [], documents);
  const knownFailures = knownIn(flags.baseline, documents, []);
  const { history, aside, notes } = await readTrafficFile(file, documents.contract);
  const words = program?.words ?? 'npx job-search-conformance';
  const alone = flags.alone ?? false;
  const command = `${words} judge ${shellQuoted(file)}${alone ? ' --alone' : ''}`;
  const origin = { from: file, alone, aside, command, notes, asked, knownFailures };
  const record = recordOf(history, origin, documents.contract);
  if (flags.against !== undefined) record.earlier = readEarlier(flags.against);
  return judge(record, { ...documents, oracles });
}
