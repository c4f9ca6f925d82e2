/** The format of a state file: a header with the number of accounts, the accounts, then later changes in commit order. */

import type { FileHandle } from 'node:fs/promises';
import type { AccountState } from '../../state/account.js';
import { plainChange } from '../../state/changes.js';
import { FOLDER_VERSION } from '../../state/format-versions.js';
import type { World } from '../../state/world.js';
import type { StateHeader } from '../recovering-keeper.js';
import { applyEntry, type Entry, type Whole } from '../../state/log.js';
import { encodeRecord, readPieces, readRecords } from './records.js';

export const FORMAT = 'job-search-kit/state-log';

/** `accounts` is the number of account records after the header. */
export type Header = StateHeader & Pick<Whole, 'clock' | 'faults'> & { made: number; accounts: number };

/** Encodes the whole state. Returns a list, since all records together may exceed the longest possible buffer. */
export function encodeWorld(world: World): Buffer[] {
  const accounts = world.accounts.list();
  const header: Header = {
    format: FORMAT,
    version: FOLDER_VERSION,
    kit: world.version,
    ...world.identity,
    clock: world.clock.state,
    faults: world.faults.state,
    made: world.accounts.made,
    accounts: accounts.length,
  };
  return [encodeRecord(header), ...accounts.map(({ state }) => encodeRecord(state))];
}

export function encodeEntry(entry: Entry): Buffer {
  if ('world' in entry) return encodeRecord(entry);
  return encodeRecord({ ...entry, changes: entry.changes.map(plainChange) });
}

/** Reads the header of a state file; null if the file has another format. */
export async function readHeader(file: FileHandle): Promise<Header | null> {
  const first = await readRecords(readPieces(file), (await file.stat()).size).next();
  const header = first.value?.value as Header | undefined;
  return header?.format === FORMAT ? header : null;
}

/** The file does not contain a valid state. The message is a predicate, whose subject is the file's name. */
export class DamagedLog extends Error {
  override name = 'DamagedLog';
}

/**
 * Reads the first `size` bytes of a file of this version. Rejects with DamagedLog if they are not valid. The result has:
 * - `whole`: the number of bytes in complete records; a crash can leave an incomplete one after them
 * - `begun`: the number of bytes before the changes
 * - `restore`: a function that replaces the state of the world.
 */
export async function readGeneration(file: FileHandle, world: World, size: number) {
  const draft = world.draft();
  let [whole, begun] = [0, 0];
  /** The number of accounts not yet read; null before the header. */
  let missing: number | null = null;
  for await (const { value, end } of readRecords(readPieces(file, 0, size), size)) {
    whole = end;
    if (missing !== 0) begun = end;
    try {
      if (missing === null) {
        const { clock, faults, made, accounts } = value as Header;
        const state = { clock, faults, accounts: { made, all: [] } };
        applyEntry(draft, { world: { does: 'replace', whole: state, isNew: true } });
        missing = accounts;
      } else if (missing > 0) {
        applyEntry(draft, {
          world: { does: 'enter', made: draft.accounts.made, account: value as AccountState },
        });
        missing -= 1;
      } else applyEntry(draft, value as Entry);
    } catch {
      throw new DamagedLog(`has a record before byte ${end} that does not fit the records before it`);
    }
  }
  if (missing !== 0) throw new DamagedLog('does not begin with a whole state');
  return { whole, begun, restore: () => world.adopt(draft) };
}
