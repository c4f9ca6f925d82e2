/** A file that adds up the credits of several runs, so that a ceiling holds for all of them, also if one was killed. */
import { hash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fields, integer } from '../values/fields.js';
import { parsedJson } from '../values/json.js';
import { messageOf } from '../values/text.js';
import { UsageError } from '../values/usage-error.js';

export type Ledger = ReturnType<typeof openLedger>;

const FORMAT = 'job-search-kit/ledger';

/** Reads or begins the ledger of a target and its key. Throws UsageError for a file of anything else. */
export function openLedger(file: string, target: string, key: string) {
  const account = hash('sha256', `${target} ${key}`, 'hex').slice(0, 16);
  const before = existsSync(file) ? creditsIn(file, account) : 0;
  let kept = -1;
  /** Keeps the most that this run can have spent. Throws if the file cannot be written: then nothing may be sent. */
  const keep = (credits: number): void => {
    if (credits === kept) return;
    kept = credits;
    const text = `${JSON.stringify({ format: FORMAT, version: 1, account, credits: before + credits })}\n`;
    // A kill in the middle leaves the old file.
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
  };
  try {
    keep(0);
  } catch (error) {
    throw new UsageError(`--ledger ${file} cannot be written: ${messageOf(error)}`);
  }
  return {
    /** The most that earlier runs can have spent. */
    before,
    keep,
  };
}

function creditsIn(file: string, account: string): number {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`--ledger ${file} cannot be read: ${messageOf(error)}`);
  }
  const ledger = fields(parsedJson(text));
  const credits = integer(ledger?.['credits']);
  if (ledger?.['format'] !== FORMAT || credits === null || credits < 0)
    throw new UsageError(
      `--ledger ${file} is no ledger of this kit. Name a new file, or the one of an earlier run.`,
    );
  if (ledger['account'] !== account)
    throw new UsageError(
      `--ledger ${file} belongs to another target or key. Name a file of its own for each.`,
    );
  return credits;
}
