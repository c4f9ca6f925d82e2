/**
 * Stores the state of a mock in a folder, so that it survives the process. Changes are made in memory first, then
 * appended to a log. A response waits until all earlier changes are on the disk. All waiting requests share one
 * write. If a write fails, memory returns to the state on the disk, and requests are refused until a write succeeds.
 */

import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Account } from '../../state/account.js';
import type { World } from '../../state/world.js';
import {
  AccountReplaced,
  decideOn,
  StateUnavailable,
  type Decision,
  type Keeper,
} from '../../state/keeper.js';
import { RecoveringKeeper } from '../recovering-keeper.js';
import type { Entry } from '../../state/log.js';
import { DamagedLog, encodeEntry, encodeWorld, readGeneration } from './generation.js';
import type { Lock } from './lock.js';
import { piecesOf } from './records.js';

/** A file is compacted if it is longer than this, and several times as long as after the last compaction. */
const LEAST_ROTATION_BYTES = 16 * 1024 * 1024;
const ROTATION_GROWTH = 4;

/** Access to the disk, which tests replace by a full disk. */
export interface Disk {
  write(file: FileHandle, bytes: Buffer, at: number): Promise<void>;
  /** Resolves when all written bytes would survive a crash. */
  sync(file: FileHandle): Promise<void>;
}

const DISK: Disk = {
  async write(file, bytes, at) {
    for (let done = 0; done < bytes.length;)
      done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
  },
  sync: (file) => file.datasync(),
};

export interface OpenFile {
  number: number;
  handle: FileHandle;
  /** Bytes that would survive a crash. */
  kept: number;
  /** Bytes of the whole state at the start of the file, before changes. */
  begun: number;
  /** A warning about an incomplete record that follows; null without one. Such a file is replaced, and never appended to. */
  remark: string | null;
}

export class FolderKeeper extends RecoveringKeeper implements Keeper {
  readonly kind = 'folder';
  readonly isShared = false;
  readonly remark: string | null;
  disk: Disk = DISK;
  readonly #lock: Lock;
  #file: OpenFile | null;
  #rotateAt: number;
  /** Changes to write next; `all` writes the whole state. Null if there are none. */
  #next: Buffer[] | 'all' | null = null;
  /** Resolves when all changes so far are stored, and rejects if they are lost; null if they are stored. */
  #kept: Promise<void> | null = null;
  /** Whether memory has changes that could not be written to the disk. */
  #isAhead = false;

  /** `file` has the state of this world; null if there is none. */
  constructor(world: World, folder: string, lock: Lock, file: OpenFile | null) {
    super(world, folder);
    this.remark = file?.remark ?? null;
    this.#lock = lock;
    this.#file = file;
    this.#rotateAt = rotationAt(file?.begun ?? 0);
  }

  /** Writes a file if there is none, or replaces a torn one. If the disk is too full for that, refuses requests until there is space. */
  async begin(): Promise<void> {
    if (this.#file === null) await this.#writeAnew();
    else if (this.remark !== null) await this.#writeAnew().catch((error: Error) => this.fail(error.message));
  }

  commit<T>(account: Account | null, decide: () => Decision<T>): T {
    this.checkTrouble();
    const { entries, result } = decideOn(this.world, account, decide);
    for (const entry of entries) this.#add(entry);
    return result;
  }

  refresh(): null {
    return null;
  }

  settled(account: Account | null = null): Promise<void> | null {
    // After a failed write memory was restored from the disk, or the owner replaced the account.
    if (account !== null && !this.world.accounts.has(account)) return Promise.reject(new AccountReplaced());
    return this.#kept;
  }

  async close(): Promise<void> {
    await this.stop();
    await this.#kept?.catch(() => undefined);
    await this.#file?.handle.close();
    await this.#lock.release();
  }

  #add(entry: Entry): void {
    if (this.#next === null) {
      this.#next = [];
      // A lost write also loses the next one. Waiting a turn of the event loop puts all its requests into one write.
      const kept = (this.#kept ?? nextTurn()).then(() => this.#write());
      const forget = (): void => {
        if (this.#kept === kept) this.#kept = null;
      };
      kept.then(forget, forget);
      this.#kept = kept;
    }
    if ('world' in entry && entry.world.does === 'replace') this.#next = 'all';
    if (this.#next !== 'all') this.#next.push(encodeEntry(entry));
  }

  /** Writes the next changes. Changes that are added meanwhile are written afterwards, together. */
  async #write(): Promise<void> {
    const records = this.#next!;
    this.#next = null;
    const began = performance.now();
    try {
      if (records === 'all') await this.#writeAnew();
      else if (!(await this.#rotated())) {
        const file = this.#file!;
        await this.#lock.hold();
        file.kept = await this.#put(file.handle, records, file.kept);
      }
    } catch (error) {
      throw await this.#lose((error as Error).message);
    }
    this.world.metrics.stateWrites.add((performance.now() - began) / 1_000);
  }

  /** Compacts the file if it is long; returns whether it did. If there is no space for a second file, the old one may grow. */
  async #rotated(): Promise<boolean> {
    const { kept } = this.#file!;
    if (kept <= this.#rotateAt) return false;
    try {
      await this.#writeAnew();
      return true;
    } catch {
      this.#rotateAt = 2 * kept;
      return false;
    }
  }

  /** Writes records at a position. Returns the position of their end. */
  async #put(handle: FileHandle, records: readonly Buffer[], at: number): Promise<number> {
    let end = at;
    for (const piece of piecesOf(records)) {
      await this.disk.write(handle, piece, end);
      end += piece.length;
    }
    await this.disk.sync(handle);
    return end;
  }

  /** Writes the current state to a new file, which atomically replaces the old one. */
  async #writeAnew(): Promise<void> {
    const records = encodeWorld(this.world);
    const old = this.#file;
    const number = (old?.number ?? 0) + 1;
    const path = pathIn(this.place, number);
    await this.#lock.hold();
    const handle = await open(`${path}.new`, 'w+', 0o600);
    let kept: number;
    try {
      kept = await this.#put(handle, records, 0);
      await rename(`${path}.new`, path);
      await syncFolder(this.place);
    } catch (error) {
      await handle.close().catch(() => undefined);
      await rm(`${path}.new`, { force: true }).catch(() => undefined);
      // Otherwise a restart would read it as the newest state.
      await rm(path, { force: true }).catch(() => undefined);
      throw error;
    }
    this.#file = { number, handle, kept, begun: kept, remark: null };
    this.#rotateAt = rotationAt(kept);
    if (old === null) return;
    await old.handle.close().catch(() => undefined);
    await rm(pathIn(this.place, old.number), { force: true }).catch(() => undefined);
  }

  /** Restores memory from the disk, and tries again later. Returns the refusal of the waiting requests. */
  async #lose(why: string): Promise<StateUnavailable> {
    this.#isAhead = true;
    const back = this.#goBack().catch(() => undefined);
    this.fail(why, back);
    await back;
    this.#next = null;
    return new StateUnavailable(why);
  }

  async #goBack(): Promise<void> {
    const { handle, kept } = this.#file!;
    // If another process has locked the folder, the file belongs to that process.
    await this.#lock
      .hold()
      .then(() => handle.truncate(kept))
      .catch(() => undefined);
    const generation = await readGeneration(handle, this.world, kept);
    if (generation.whole !== kept) throw new DamagedLog('is shorter than it was');
    generation.restore();
    this.#isAhead = false;
  }

  protected async restore(): Promise<void> {
    if (this.#isAhead) await this.#goBack();
    await this.#writeAnew();
  }
}

function rotationAt(bytes: number): number {
  return Math.max(LEAST_ROTATION_BYTES, ROTATION_GROWTH * bytes);
}

export function pathIn(folder: string, number: number): string {
  return join(folder, `state-${String(number).padStart(6, '0')}.log`);
}

/** Makes new and renamed files of a folder survive a crash. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
