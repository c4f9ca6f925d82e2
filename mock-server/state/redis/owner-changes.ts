/**
 * What the owner of a mock changes of a shared state. It is done in memory at once, and written as a batch if everything that it rests
 * on is still as it was known; where another mock was first it is undone and done again on what stands then.
 */

import { randomBytes } from 'node:crypto';
import type { Account } from '../account.js';
import { applyChange, type AccountChange } from '../changes.js';
import { StateUnavailable, type Changed, type WorldChange } from '../keeper.js';
import { Batch, type Run } from './batch.js';
import { NotDone, OutcomeUnknown } from './connection.js';
import type { Mirror } from './mirror.js';
import { encodeChanges, isLong, noteEntries, type AccountPart, type Listed } from './parts.js';
import { idAfter, type Look, type Part, type Reply } from './store.js';

export interface OwnerChangesParts {
  mirror: Mirror;
  /** Writes, or tells what is new; `proof` is the look whose write tells afterwards whether it was carried out. */
  exchange(looks: readonly Look[], proof: Look): Promise<Reply>;
  /** Why nothing can be written; null where all is well. */
  trouble(): string | null;
  /** That something could not be. */
  failed(why: string): void;
}

export class OwnerChanges {
  readonly #parts: OwnerChangesParts;
  readonly #mirror: Mirror;
  /** What was changed since the last batch was sent, and the batch that is on its way. */
  #next = new Batch();
  #sent: Batch | null = null;
  #writing: Promise<void> | null = null;
  #isRunning = false;

  constructor(parts: OwnerChangesParts) {
    this.#parts = parts;
    this.#mirror = parts.mirror;
  }

  /** Ends when what was changed so far is written, or was given up; null where nothing is to be. */
  get writing(): Promise<void> | null {
    return this.#writing;
  }

  /** Whether memory is ahead of what the Redis holds of this part, or may be. */
  isAhead(part: Part): boolean {
    if (part === this.#mirror.faultsPart)
      return [this.#next, this.#sent].some((batch) => batch !== null && batch.faults !== 'untouched');
    return this.isChanging(part as AccountPart);
  }

  /** Whether a decision on this account would rest on what is not written yet. */
  isChanging(part: AccountPart): boolean {
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
    // Where nobody waits for it, its failure shows in what follows.
    kept.catch(() => undefined);
    return { now, kept };
  }

  keepAccount(account: Account, make: () => AccountChange[]): void {
    const part = this.#mirror.find(account);
    if (this.#mirror.isRestoring || part === undefined) return;
    const changes = make();
    this.#tell(
      (batch) => {
        batch.touch(part);
        const before = batch.accounts.get(part);
        if (before === undefined) batch.accounts.set(part, changes);
        else if (before !== 'new') before.push(...changes);
      },
      changes.length > 0 ? () => this.#redo(account.id, changes) : () => undefined,
    );
  }

  keepWorld(make: () => WorldChange): void {
    if (this.#mirror.isRestoring) return;
    const change = make();
    this.#tell(
      (batch) => this.#note(batch, change),
      () => undefined,
    );
  }

  keepAll(): void {
    if (this.#mirror.isRestoring) return;
    this.#tell(
      (batch) => this.#noteAll(batch),
      () => undefined,
    );
  }

  /** Everything, as the beginning of a state. */
  wholeState(): Look[] {
    const batch = new Batch();
    this.#noteAll(batch);
    return this.#looksOf(batch);
  }

  /** A change that came without `change` cannot be done again as it was meant: what it came to is. */
  #tell(note: (batch: Batch) => void, again: () => void): void {
    note(this.#next);
    if (this.#isRunning) return;
    this.#next.runs.push({ again, kept: () => undefined, failed: () => undefined });
    this.#writeSoon();
  }

  #redo(id: string, changes: readonly AccountChange[]): void {
    const part = this.#mirror.parts.get(id);
    if (part === undefined) return;
    for (const change of changes) applyChange(part.account, change);
    this.keepAccount(part.account, () => [...changes]);
  }

  #noteAll(batch: Batch): void {
    const { worldPart, faultsPart, parts, world } = this.#mirror;
    batch.touch(worldPart);
    batch.touch(faultsPart);
    for (const part of [...parts.values()]) this.#leave(batch, part);
    for (const account of world.accounts.list()) this.#enter(batch, account);
    batch.all = true;
  }

  #note(batch: Batch, change: WorldChange): void {
    const { worldPart, faultsPart, parts, world } = this.#mirror;
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
    const before = this.#mirror.parts.get(account.id);
    if (before !== undefined) this.#leave(batch, before);
    const listed: Listed = [account.id, randomBytes(6).toString('hex')];
    const part = this.#mirror.enter(listed, account);
    // Others may serve its requests: the journal here does not hold all of them.
    account.journal.clear();
    batch.touch(part);
    batch.accounts.set(part, 'new');
    return listed;
  }

  #leave(batch: Batch, part: AccountPart): void {
    this.#mirror.parts.delete(part.account.id);
    // One that was made in the same batch was never written.
    if (!batch.accounts.delete(part)) batch.gone.add(part);
    else if (part.known !== '') batch.gone.add(part);
  }

  #writeSoon(): void {
    this.#writing ??= this.#write();
  }

  async #write(): Promise<void> {
    // All changes of this turn go together.
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
        this.#parts.failed((error as Error).message);
        const told =
          error instanceof OutcomeUnknown ? error : new StateUnavailable(this.#parts.trouble() ?? 'closed');
        for (const run of failed) run.failed(told);
      }
    }
    this.#sent = null;
    this.#writing = null;
  }

  async #writeBatch(): Promise<void> {
    for (;;) {
      const trouble = this.#parts.trouble();
      if (trouble !== null) throw new NotDone(trouble);
      const batch = this.#sent!;
      const looks = this.#looksOf(batch);
      const proof = looks.find(({ write }) => write !== undefined && 'id' in write);
      const { done } = await this.#parts.exchange(looks, proof ?? looks[0]!);
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

  /** Undoes a batch by what the Redis holds, and does it once more with what was asked for meanwhile. */
  async #doAgain(batch: Batch): Promise<void> {
    let touches: number;
    do {
      touches = this.#next.touches;
      await this.#mirror.load(new Set([...touchedBy(batch), ...touchedBy(this.#next)]));
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
    const { worldPart, faultsPart } = this.#mirror;
    const world: Look = { part: worldPart, known: batch.baseOf(worldPart) };
    if (all || (steps.length > 0 && isLong(worldPart)))
      world.write = { kind: 'w', id: idAfter(world.known), text: JSON.stringify(this.#mirror.worldState) };
    else if (steps.length > 0)
      world.write = { kind: 'c', id: idAfter(world.known), text: JSON.stringify(steps) };
    const looks: Look[] = [world];
    if (all || faults !== 'untouched') {
      const known = batch.baseOf(faultsPart);
      const isWhole = all || faults === 'rules' || isLong(faultsPart);
      const its = this.#mirror.world.faults;
      const text = JSON.stringify(isWhole ? its.state : its.counts);
      const write = { kind: isWhole ? 'w' : 'c', id: idAfter(known), text } as const;
      looks.push({ part: faultsPart, known, write });
    }
    for (const [part, changes] of batch.accounts) {
      const known = batch.baseOf(part);
      const id = idAfter(known);
      if (changes === 'new')
        looks.push({ part, known, write: { kind: 'w', id, text: JSON.stringify(part.account.state) } });
      else looks.push({ part, known, write: { kind: 'c', id, text: encodeChanges(changes) } });
    }
    for (const part of batch.gone) looks.push({ part, known: part.known, write: { kind: 'd' } });
    return looks;
  }
}

function touchedBy(batch: Batch): AccountPart[] {
  return [...batch.accounts.keys(), ...batch.gone];
}
