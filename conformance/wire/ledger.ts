/** A file with the sum of the credits of several runs, so that a ceiling applies to all of them, even if one was killed. */
import { hash } from 'node:crypto';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { readSmallFile } from '../files/read-file.js';
import { fields, integer } from '../values/fields.js';
import { parsedJson } from '../values/json.js';
import { orUsageError, UsageError } from '../values/usage-error.js';

export type Ledger = ReturnType<typeof openLedger>;

/** Facts that a run stores for the next one. */
export interface Noted {
  /** By operation, the credits that the target charged for free requests. */
  takes: Readonly<Record<string, number>>;
  /** How many times its highest possible price the dearest request cost. */
  times: number;
  /** Used plus remaining credits: the next balance then shows what a killed run spent. Null after a run has ended. */
  total: number | null;
}

/** The largest file. A ledger has one line. */
const MOST_BYTES = 1024 * 1024;
const FORMAT = 'job-search-kit/ledger';
const EMPTY: Noted & { credits: number } = { credits: 0, takes: {}, times: 1, total: null };

/** Reads or creates the ledger of a target and key. Throws UsageError if the file is another file or cannot be written. */
export function openLedger(file: string, target: string, key: string) {
  const account = hash('sha256', `${target} ${key}`, 'hex').slice(0, 16);
  // `before` is the most that earlier runs can have spent.
  const { credits: before, ...noted } = existsSync(file) ? readLedger(file, account) : EMPTY;
  let kept = '';
  /** Stores the most that this run can have spent. Throws if the file cannot be written; then nothing must be sent. */
  const keep = (credits: number, more: Noted): void => {
    const text = `${JSON.stringify({ format: FORMAT, version: 1, account, credits: before + credits, ...more })}\n`;
    if (text === kept) return;
    kept = text;
    // Write a new file first, so that a kill leaves the old one intact.
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
  };
  orUsageError(
    () => keep(0, noted),
    (why) => `--ledger ${file} cannot be written: ${why}`,
  );
  return { before, ...noted, keep };
}

function readLedger(file: string, account: string): typeof EMPTY {
  const fail = (what: string): never => {
    throw new UsageError(`--ledger ${file} ${what}`);
  };
  const ledger = fields(parsedJson(readSmallFile(file, MOST_BYTES, fail).toString()));
  const credits = integer(ledger?.['credits']);
  if (ledger?.['format'] !== FORMAT || credits === null || credits < 0)
    return fail('is no ledger of this kit. Name a new file, or the one of an earlier run.');
  if (ledger['account'] !== account)
    fail('belongs to another target or key. Name a file of its own for each.');
  const takes = Object.entries(fields(ledger['takes']) ?? {}).filter(([, taken]) => integer(taken) !== null);
  return {
    credits,
    takes: Object.fromEntries(takes) as Noted['takes'],
    times: integer(ledger['times']) ?? 1,
    total: integer(ledger['total']),
  };
}
