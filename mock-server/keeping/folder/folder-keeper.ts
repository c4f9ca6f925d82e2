/**
 * Keeps the state of a mock in a folder, so that it survives the process. Changes are made in memory at once and appended
 * to a log; no answer leaves before the changes that it rests on are on the disk, and all requests that wait meanwhile
 * share one write. Where the disk takes no more, memory goes back to what the disk has, and requests are refused until
 * it takes more again.
 */

import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Account } from '../../state/account.js';
import { applyChange, type AccountChange } from '../../state/changes.js';
import { StateUnavailable, type Changed, type Decision, type Keeper, type WorldChange } from '../keeper.js';
import type { World } from '../../state/world.js';
import { DamagedLog, encodeEntry, encodeWorld, readGeneration, type Entry } from './generation.js';
import type { Lock } from './lock.js';
import { piecesOf } from './records.js';

/** A file is written anew when it is longer than this, and several times as long as when it was new. */
const LEAST_ROTATION_BYTES = 16 * 1024 * 1024;
const ROTATION_GROWTH = 4;

/** How often a disk that took no more is tried again. */
const RETRY_MS = 250;

/** What the keeper asks of a disk; a test has one that is full. */
export interface Disk {
  write(file: FileHandle, bytes: Buffer, at: number): Promise<void>;
  /** Returns when all that was written is there to stay. */
  sync(file: FileHandle): Promise<void>;
}

const DISK: Disk = {
  async write(file, bytes, at) {
    for (let done = 0; done < bytes.length;)
      done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
  },
  sync: (file) => file.datasync(),
};

/** Changes that are written at once, and whoever waits for them. */
interface Batch {
  records: Buffer[];
  /** Whether the whole state is to be written in place of these records. */
  anew: boolean;
  kept: Promise<void>;
  resolve(): void;
  reject(error: StateUnavailable): void;
}

export interface FolderParts {
  world: World;
  /** Path of the file with this number. */
  pathOf(number: number): string;
  folder: string;
  lock: Lock;
  remark: string | null;
}

/** A file of the folder, open for writing. */
export interface OpenFile {
  number: number;
  handle: FileHandle;
  /** Bytes that are there to stay. */
  kept: number;
  /** How many there were when it was new. */
  begun: number;
  /** True if bytes follow that are no whole record. The file is then replaced, and never written. */
  isTorn: boolean;
}

export class FolderKeeper implements Keeper {
  readonly kind = 'folder';
  readonly isShared = false;
  readonly place: string;
  readonly remark: string | null;
  disk: Disk = DISK;
  #trouble: string | null = null;
  readonly #world: World;
  readonly #parts: FolderParts;
  #file: OpenFile | null;
  #rotateAt: number;
  #next: Batch | null = null;
  #current: Batch | null = null;
  #writing: Promise<void> | null = null;
  #retry: NodeJS.Timeout | null = null;
  #trying: Promise<void> | null = null;
  #isClosing = false;
  /** Whether memory still holds what the disk did not take. */
  #isAhead = false;
  /** Whether the owner changed something that is in memory alone. */
  #changedInTrouble = false;
  /** Accounts as they were before memory went back to what the disk has: a search may still hold one. */
  readonly #lost = new WeakSet<Account>();

  private constructor(parts: FolderParts, file: OpenFile | null) {
    this.place = parts.folder;
    this.remark = parts.remark;
    this.#world = parts.world;
    this.#parts = parts;
    this.#file = file;
    this.#rotateAt = rotationAt(file?.begun ?? 0);
  }

  /**
   * Over a file that holds the state of this world, or without one: then it is written now. If there is no room to replace a
   * torn file, the keeper is in trouble until there is.
   */
  static async over(parts: FolderParts, file: OpenFile | null): Promise<FolderKeeper> {
    const keeper = new FolderKeeper(parts, file);
    if (file === null) await keeper.#writeAnew();
    else if (file.isTorn)
      await keeper.#writeAnew().catch((error: Error) => {
        keeper.#suspend(error);
        keeper.#retryLater();
      });
    return keeper;
  }

  get trouble(): string | null {
    return this.#trouble;
  }

  commit<T>(account: Account, decide: () => Decision<T>): T {
    if (this.#trouble !== null) throw new StateUnavailable(this.#trouble);
    if (this.#lost.has(account)) throw lost();
    const { changes, result } = decide();
    for (const change of changes) applyChange(account, change);
    // One that was deleted or reset while it searched is no part of the state any more.
    if (changes.length > 0 && this.#world.accounts.find(account.id) === account)
      this.#add({ account: account.id, changes });
    return result;
  }

  refresh(): null {
    return null;
  }

  change<T>(run: () => T): Changed<T> {
    return { now: run(), kept: null };
  }

  keepAccount(account: Account, make: () => AccountChange[]): void {
    if (this.#world.accounts.find(account.id) === account)
      this.#add({ account: account.id, changes: make() });
  }

  keepWorld(make: () => WorldChange): void {
    this.#add({ world: make() });
  }

  keepAll(): void {
    const batch = this.#collect();
    batch.records = [];
    batch.anew = true;
  }

  settled(account: Account | null = null): Promise<void> | null {
    if (account !== null && this.#lost.has(account)) return Promise.reject(lost());
    return (this.#next ?? this.#current)?.kept ?? null;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    if (this.#retry !== null) clearTimeout(this.#retry);
    await this.#trying;
    await this.#writing;
    await this.#file?.handle.close();
    await this.#parts.lock.release();
  }

  #add(entry: Entry): void {
    const batch = this.#collect();
    if (!batch.anew) batch.records.push(encodeEntry(entry));
  }

  /** The batch that is written next. In trouble there is none, since the whole state is written at its end. */
  #collect(): Batch {
    if (this.#trouble !== null) {
      this.#changedInTrouble = true;
      return emptyBatch();
    }
    this.#next ??= emptyBatch();
    this.#writing ??= this.#write();
    return this.#next;
  }

  /** Writes batch after batch until there is none; what comes while one is written makes up the next. */
  async #write(): Promise<void> {
    // All requests of this turn of the event loop go together.
    await nextTurn();
    while (this.#next !== null) {
      const batch = (this.#current = this.#next);
      this.#next = null;
      const began = performance.now();
      try {
        if (batch.anew) await this.#writeAnew();
        else if (!(await this.#rotated())) await this.#append(batch.records);
        batch.resolve();
        this.#world.metrics.stateWrites.add((performance.now() - began) / 1_000);
      } catch (error) {
        await this.#fail(error as Error);
      }
      this.#current = null;
    }
    this.#writing = null;
  }

  /** Whether the file was long, and the state is written anew. There may be room for more of the old one alone. */
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

  async #append(records: Buffer[]): Promise<void> {
    const file = this.#file!;
    await this.#parts.lock.hold();
    file.kept = await this.#put(file.handle, records, file.kept);
  }

  /** Writes records from a place on; returns where they end. */
  async #put(handle: FileHandle, records: readonly Buffer[], at: number): Promise<number> {
    let end = at;
    for (const piece of piecesOf(records)) {
      await this.disk.write(handle, piece, end);
      end += piece.length;
    }
    await this.disk.sync(handle);
    return end;
  }

  /** Writes the state as it is now into a new file, which takes the place of the old one in one step. */
  async #writeAnew(): Promise<void> {
    const records = encodeWorld(this.#world);
    const old = this.#file;
    const number = (old?.number ?? 0) + 1;
    const path = this.#parts.pathOf(number);
    await this.#parts.lock.hold();
    const handle = await open(`${path}.new`, 'w+', 0o600);
    let kept: number;
    try {
      kept = await this.#put(handle, records, 0);
      await rename(`${path}.new`, path);
      await syncFolder(this.#parts.folder);
    } catch (error) {
      await handle.close().catch(() => undefined);
      await rm(`${path}.new`, { force: true }).catch(() => undefined);
      // Else a restart would take it for the newest state.
      await rm(path, { force: true }).catch(() => undefined);
      throw error;
    }
    this.#file = { number, handle, kept, begun: kept, isTorn: false };
    this.#rotateAt = rotationAt(kept);
    if (old === null) return;
    await old.handle.close().catch(() => undefined);
    await rm(this.#parts.pathOf(old.number), { force: true }).catch(() => undefined);
  }

  /** Refuses the waiting requests, restores memory from the disk, and tries again later. */
  async #fail(error: Error): Promise<void> {
    this.#suspend(error);
    for (const account of this.#world.accounts.list()) this.#lost.add(account);
    this.#isAhead = true;
    await this.#goBack().catch(() => undefined);
    const refusal = new StateUnavailable(error.message);
    this.#current?.reject(refusal);
    this.#next?.reject(refusal);
    this.#next = null;
    this.#retryLater();
  }

  /** Refuses requests from now on. */
  #suspend(error: Error): void {
    this.#trouble = error.message;
    this.#world.metrics.stateFailures += 1;
  }

  async #goBack(): Promise<void> {
    const { handle, kept, isTorn } = this.#file!;
    // If another process has taken the folder, the file is that one's.
    if (!isTorn)
      await this.#parts.lock
        .hold()
        .then(() => handle.truncate(kept))
        .catch(() => undefined);
    const generation = await readGeneration(handle, this.#world, kept);
    if (generation.whole !== kept) throw new DamagedLog('is shorter than it was');
    generation.restore();
    this.#isAhead = false;
  }

  #retryLater(): void {
    if (this.#isClosing) return;
    this.#retry = setTimeout(() => {
      this.#trying = this.#tryAgain();
    }, RETRY_MS);
    this.#retry.unref();
  }

  async #tryAgain(): Promise<void> {
    this.#retry = null;
    this.#changedInTrouble = false;
    try {
      if (this.#isAhead) await this.#goBack();
      await this.#writeAnew();
    } catch {
      return this.#retryLater();
    }
    this.#trouble = null;
    if (this.#changedInTrouble) this.keepAll();
  }
}

function rotationAt(bytes: number): number {
  return Math.max(LEAST_ROTATION_BYTES, ROTATION_GROWTH * bytes);
}

function lost(): StateUnavailable {
  return new StateUnavailable('what this request began with was lost');
}

function emptyBatch(): Batch {
  let resolve!: () => void;
  let reject!: (error: StateUnavailable) => void;
  const kept = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  // Where nobody waits for it, its failure shows in the requests that follow.
  kept.catch(() => undefined);
  return { records: [], anew: false, kept, resolve, reject };
}

/** A file that was renamed is found again after a crash only once its folder is written, too. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
