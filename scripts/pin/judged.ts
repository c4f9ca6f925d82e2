/** Judges a record again, and writes the results as lines that can be compared and reviewed. */
import { writeFileSync } from 'node:fs';
import { reportOf } from '../../conformance/cli/judge.js';
import type { RunReport } from '../../conformance/judge/report.js';
import type { Documents } from '../../conformance/pack/model/documents.js';
import { badClients, rightClients } from '../../test/bad-clients/index.js';
import { innocents, mutants, pairMutants } from '../../test/mutants/index.js';
import { linesOfClients } from './courses.js';
import { hashOf, reportsOf, type Reports } from './files.js';

export interface Judged {
  name: string;
  lines: string[];
  /** Empty for records without a file of reports. */
  reports: Reports;
}

const COMMAND = 'npx job-search-conformance';

/** Judges a record; traffic twice, with and without `--alone`. Writes the record to the working folder. */
export function judgedAgain(name: string, text: Buffer, documents: Documents): Judged[] {
  if (name === 'clients') return [{ name, lines: linesOfClients(text, documents), reports: {} }];
  const file = `${name}.json`;
  writeFileSync(file, text);
  const report = reportOf(file, {}, documents, COMMAND);
  if (report.traffic === undefined) return [judgedRun(name, report)];
  const alone = reportOf(file, { alone: true }, documents, COMMAND);
  return [judgedRun(name, report), judgedRun(`${name}-alone`, alone)];
}

/** Names of mutants, innocents and clients, each with its clause or rule. */
export function judgedNames({ clauses }: Documents): Judged {
  const lines = [
    ...mutants.map(({ name, clause }) => `mutant ${name} ${clause}`),
    ...pairMutants(clauses).map(({ name, clause, operation }) => `pair ${name} ${clause} ${operation}`),
    ...innocents.map(({ name }) => `innocent ${name}`),
    ...badClients.map(({ name, rule }) => `bad client ${name} ${rule}`),
    ...rightClients.map(({ name }) => `right client ${name}`),
  ];
  return { name: 'names', lines: lines.sort(), reports: {} };
}

/** Lines for each pair of clause and operation, each failure, and each choice of a reading. */
function judgedRun(name: string, report: RunReport): Judged {
  const { verdict, exitCode, clauses, callers = [], readings } = report;
  const reports = reportsOf(name, report);
  const found = [
    ...clauses.flatMap(({ clause: { id }, pairs, evidence }) => [
      ...pairs.map((pair) => `${id} ${pair.operation} ${pair.verdict}`),
      ...blames(id, evidence),
    ]),
    ...callers.flatMap(({ rule: { id }, ...each }) => [
      `${id} ${each.verdict}`,
      ...blames(id, each.findings),
    ]),
    ...readings.flatMap(({ reading: { id }, seen }) => seen.map(({ choice }) => `reading ${id}=${choice}`)),
    ...Object.entries(reports).map(([kind, text]) => `report ${kind} ${hashOf(text)}`),
  ];
  return { name, lines: [`${verdict} ${exitCode}`, ...found.sort()], reports };
}

/** The exchanges of each failure, such as `BILL-6 blames 12 15`. */
export function blames(of: string, found: readonly { verdict: string; exchanges: number[] }[]): string[] {
  const against = found.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  return [...new Set(against.map(({ exchanges }) => `${of} blames ${exchanges.join(' ')}`))];
}
