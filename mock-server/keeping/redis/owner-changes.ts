/**
 * Changes of a shared state by the owner of a mock. Memory changes immediately. A batch of them is written if
 * everything that it depends on is unchanged. If another mock was first, the batch is undone and runs again on the new state.
 */

import { randomBytes } from 'node:crypto';
import type { Account } from '../../state/account.js';
import { applyChange, plainChange, type AccountChange } from '../../state/changes.js';
import { StateUnavailable, type Changed, type WorldChange } from '../keeper.js';
import { Batch, type Run } from './batch.js';
import { NotDone, OutcomeUnknown } from './connection.js';
import type { Mirror } from './mirror.js';
import { isLong, noteEntries, type AccountPart, type Listed } from './parts.js';
import { append, lookAt, type Look, type Part, type Reply } from './store.js';

export abstract class OwnerChanges {
  protected readonly mirror: Mirror;
  /** The changes since the last batch was sent, and the batch that is being written. */
  #next = new Batch();
  #sent: Batch | null = null;
  #writing: Promise<void> | null = null;
  #isRunning = false;

  constructor(mirror: Mirror) {
    this.mirror = mirror;
  }

  /** Why the state cannot be written; null if it can. */
  abstract get trouble(): string | null;

  /** Writes, or returns the new entries. If the answer is lost, the write of `proof` shows whether it was carried out. */
  protected abstract exchange(looks: readonly Look[], proof: Look, from: 'owner'): Promise<Reply>;

  /** Reports that a write failed. */
  protected abstract fail(why: string): void;

  /** Ends when all changes so far are written or lost; null if there are none. */
  protected get writing(): Promise<void> | null {
    return this.#writing;
  }

  /** Whether memory is, or may be, ahead of the Redis in this part. */
  protected isAhead(part: Part): boolean {
    if (part === this.mirror.faultsPart)
      return [this.#next, this.#sent].some((batch) => batch !== null && batch.faults !== 'untouched');
    return this.isChanging(part as AccountPart);
  }

  /** Whether a decision on this account would depend on changes that are not written yet. */
  protected isChanging(part: AccountPart): boolean {
    return this.#next.concerns(part) || (this.#sent?.concerns(part) ?? false);
  }

  change<T>(run: () => T): Changed<T> {
    if (this.#isRunning) return { now: run(), kept: null };
    const batch = this.#next;
    const before = batch.touches;
    this.#isRunning = true;
    let result: T;
    try {
      result = run();
    } finally {
      this.#isRunning = false;
      if (batch.touches > before) this.#writeSoon();
    }
    if (batch.touches === before) return { now: result, kept: null };
    const now = result;
    const kept = new Promise<T>((resolve, reject) => {
      let thrown: Error | null = null;
      batch.runs.push({
        again() {
          thrown = null;
          try {
            result = run();
          } catch (error) {
            thrown = error as Error;
          }
        },
        kept: () => (thrown === null ? resolve(result) : reject(thrown)),
        failed: reject,
      });
    });
    // Without a caller that waits for it, later calls report the failure.
    kept.catch(() => undefined);
    return { now, kept };
  }

  keepAccount(account: Account, make: () => AccountChange[]): void {
    const part = this.mirror.find(account);
    if (this.mirror.isRestoring || part === undefined) return;
    const changes = make();
    this.#tell(
      (batch) => {
        batch.touch(part);
        const before = batch.accounts.get(part);
        if (before === undefined) batch.accounts.set(part, changes);
        else if (before !== 'new') before.push(...changes);
      },
      changes.length > 0 ? () => this.#redo(account.id, changes) : undefined,
    );
  }

  keepWorld(make: () => WorldChange): void {
    if (this.mirror.isRestoring) return;
    const change = make();
    this.#tell((batch) => this.#note(batch, change));
  }

  keepAll(): void {
    if (this.mirror.isRestoring) return;
    this.#tell((batch) => this.#noteAll(batch));
  }

  /** The whole state, to begin with. */
  protected wholeState(): Look[] {
    const batch = new Batch();
    this.#noteAll(batch);
    return this.#looksOf(batch);
  }

  /** A change outside `change` cannot run again; `again` repeats its result. */
  #tell(note: (batch: Batch) => void, again: () => void = () => undefined): void {
    note(this.#next);
    if (this.#isRunning) return;
    this.#next.runs.push({ again, kept: () => undefined, failed: () => undefined });
    this.#writeSoon();
  }

  #redo(id: string, changes: readonly AccountChange[]): void {
    const part = this.mirror.parts.get(id);
    if (part === undefined) return;
    for (const change of changes) applyChange(part.account, change);
    this.keepAccount(part.account, () => [...changes]);
  }

  #noteAll(batch: Batch): void {
    const { worldPart, faultsPart, parts, world } = this.mirror;
    batch.touch(worldPart);
    batch.touch(faultsPart);
    for (const part of [...parts.values()]) this.#leave(batch, part);
    for (const account of world.accounts.list()) this.#enter(batch, account);
    batch.all = true;
  }

  #note(batch: Batch, change: WorldChange): void {
    const { worldPart, faultsPart, parts, world } = this.mirror;
    switch (change.does) {
      case 'clock':
        batch.touch(worldPart);
        batch.steps.push(change);
        return;
      case 'faults':
      case 'fault-counts':
        batch.touch(faultsPart);
        if (batch.faults !== 'rules') batch.faults = change.does === 'faults' ? 'rules' : 'counts';
        return;
      case 'enter': {
        batch.touch(worldPart);
        const { id } = change.account.settings;
        const listed = this.#enter(batch, world.accounts.get(id));
        batch.steps.push({ does: 'enter', made: change.made, account: listed });
        return;
      }
      case 'delete': {
        batch.touch(worldPart);
        const part = parts.get(change.id);
        if (part !== undefined) this.#leave(batch, part);
        batch.steps.push(change);
        return;
      }
    }
  }

  #enter(batch: Batch, account: Account): Listed {
    const before = this.mirror.parts.get(account.id);
    if (before !== undefined) this.#leave(batch, before);
    const listed: Listed = [account.id, randomBytes(6).toString('hex')];
    const part = this.mirror.enter(listed, account);
    // Other mocks may serve its requests, so this journal does not have all of them.
    account.journal.clear();
    batch.touch(part);
    batch.accounts.set(part, 'new');
    return listed;
  }

  #leave(batch: Batch, part: AccountPart): void {
    this.mirror.parts.delete(part.account.id);
    // An account that was made in the same batch was never written.
    if (!batch.accounts.delete(part) || part.known !== '') batch.gone.add(part);
  }

  #writeSoon(): void {
    this.#writing ??= this.#write();
  }

  async #write(): Promise<void> {
    // All changes of this turn become one batch.
    await Promise.resolve();
    while (this.#next.touches > 0 || this.#next.runs.length > 0) {
      this.#sent = this.#next;
      this.#next = new Batch();
      try {
        await this.#writeBatch();
        for (const run of this.#sent.runs) run.kept();
      } catch (error) {
        const failed: Run[] = [...this.#sent.runs, ...this.#next.runs];
        this.#next = new Batch();
        this.fail((error as Error).message);
        const told = error instanceof OutcomeUnknown ? error : new StateUnavailable(this.trouble ?? 'closed');
        for (const run of failed) run.failed(told);
      }
    }
    this.#sent = null;
    this.#writing = null;
  }

  async #writeBatch(): Promise<void> {
    for (;;) {
      if (this.trouble !== null) throw new NotDone(this.trouble);
      const batch = this.#sent!;
      const looks = this.#looksOf(batch);
      const proof = looks.find(({ write }) => write !== undefined && 'id' in write);
      const { done } = await this.exchange(looks, proof ?? looks[0]!, 'owner');
      if (done) {
        for (const { part, known, write } of looks) {
          if (write === undefined || !('id' in write) || part.known !== known) continue;
          noteEntries(part, [write]);
          this.#next.follow(part, known);
        }
        return;
      }
      await this.#doAgain(batch);
      if (this.#sent!.touches === 0) return;
    }
  }

  /** Restores the state of the Redis, then runs the batch again with the changes since. */
  async #doAgain(batch: Batch): Promise<void> {
    let touches: number;
    do {
      touches = this.#next.touches;
      await this.mirror.load(new Set([...touchedBy(batch), ...touchedBy(this.#next)]));
    } while (this.#next.touches > touches);
    const runs = [...batch.runs, ...this.#next.runs];
    this.#next = new Batch();
    this.#isRunning = true;
    for (const run of runs) run.again();
    this.#isRunning = false;
    this.#next.runs.push(...runs);
    this.#sent = this.#next;
    this.#next = new Batch();
  }

  #looksOf(batch: Batch): Look[] {
    const { steps, faults, all } = batch;
    const { worldPart, faultsPart, worldState, world } = this.mirror;
    const write = (part: Part, isWhole: boolean, value: unknown): Look =>
      append(part, isWhole ? 'w' : 'c', JSON.stringify(value), batch.baseOf(part));
    const looks: Look[] = [];
    if (all || (steps.length > 0 && isLong(worldPart))) looks.push(write(worldPart, true, worldState));
    else if (steps.length > 0) looks.push(write(worldPart, false, steps));
    else looks.push({ part: worldPart, known: batch.baseOf(worldPart) });
    if (all || faults !== 'untouched') {
      const isWhole = all || faults === 'rules' || isLong(faultsPart);
      looks.push(write(faultsPart, isWhole, isWhole ? world.faults.state : world.faults.counts));
    }
    for (const [part, changes] of batch.accounts)
      looks.push(
        changes === 'new'
          ? write(part, true, part.account.state)
          : write(part, false, changes.map(plainChange)),
      );
    for (const part of batch.gone) looks.push({ ...lookAt(part), write: { kind: 'd' } });
    return looks;
  }
}

function touchedBy(batch: Batch): AccountPart[] {
  return [...batch.accounts.keys(), ...batch.gone];
}
