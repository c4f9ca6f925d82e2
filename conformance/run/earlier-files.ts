/** Reads files from earlier runs: the report that a run is compared with, and known failures. */
import { didYouMean } from '../../common/nearest.js';
import { filePieces } from '../files/read-file.js';
import { readUserYaml } from '../files/yaml.js';
import { earlierRun } from '../judge/changes.js';
import type { RunReport } from '../judge/report.js';
import type { EarlierRun, KnownFailure } from '../record/run-record.js';
import { readRecord } from '../record/stored-record.js';
import { follow } from '../values/pointers.js';
import { orUsageError, UsageError } from '../values/usage-error.js';

/** Reads the report of `--against`. Throws UsageError that names the file. */
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

const MEMBERS = ['clause', 'scenario', 'reason'];

/**
 * Reads the file of `--baseline`: `known: [{ clause: IDEM-3, scenario: operation-keys/reuse, reason: ticket 12 }]`. Throws UsageError
 * that names the file and the entry.
 */
export function readBaseline(path: string): KnownFailure[] {
  const known = follow(readUserYaml('--baseline', path).value, ['known']);
  if (!Array.isArray(known)) throw new UsageError(`--baseline ${path} lacks the list "known".`);
  return known.map((each: unknown, i) => {
    const fail = (why: string): never => {
      throw new UsageError(`--baseline ${path}: entry ${i + 1} ${why}`);
    };
    const { clause, scenario, reason, ...rest } = (each ?? {}) as Record<string, unknown>;
    for (const name of Object.keys(rest))
      fail(`has a member "${name}".${didYouMean(name, MEMBERS)} An entry has ${MEMBERS.join(', ')}.`);
    if (typeof clause !== 'string' || typeof reason !== 'string' || reason === '')
      return fail('needs a clause and a reason.');
    if (scenario !== undefined && typeof scenario !== 'string')
      return fail('needs a string as its scenario.');
    return { clause, reason, scenario: scenario ?? null };
  });
}
