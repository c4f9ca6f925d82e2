/** Locks a folder with a file that identifies the process that stores its state there. It is valid while that process runs. */

import { link, readFile, readlink, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parsedJson } from '../../../conformance/values/json.js';
import { refused } from '../../state/errors.js';

/** Milliseconds between two touches of the file, until a process on another machine counts as ended, and between two checks. */
const TOUCH_MS = 2_000;
const ENDED_MS = 10_000;
const CHECK_MS = 250;

/** Bytes of every lock file. With equal lengths one can overwrite another on a full disk. */
const LENGTH = 512;
/** Milliseconds after which a process that replaced a lock on a full disk checks whether it still holds it. */
const CONTEST_MS = 100;

interface Holder {
  pid: number;
  host: string;
  /**
   * The boot and the PID namespace to which `pid` belongs, because containers may share a host name and a volume.
   * Null on systems without `/proc`; absent in locks of earlier versions.
   */
  machine?: string | null;
  /** Start time of the process in the system's units, because process ids are reused; null if unknown. */
  began: string | null;
}

export type Lock = Awaited<ReturnType<typeof lockFolder>>;

let attempts = 0;

/** Locks a folder. Rejects with StateError if another process, or this one, has locked it. */
export async function lockFolder(folder: string) {
  const path = join(folder, 'lock');
  const { pid } = process;
  const own: Holder = { pid, host: hostname(), machine: await thisMachine(), began: await beginningOf(pid) };
  // The number distinguishes two locks of one process.
  const text = JSON.stringify({ ...own, lock: (attempts += 1) }).padEnd(LENGTH);
  const draft = join(folder, `.lock-${process.pid}-${attempts}`);
  try {
    while (!(await tryLock(draft, path, text))) await clearStale(folder, path);
  } finally {
    await rm(draft, { force: true });
  }
  /** Call it before each write. Rejects if another process has locked the folder, because this one seemed to have ended. */
  const hold = async (): Promise<void> => {
    if ((await readFile(path, 'utf8')) !== text) throw new Error('another process has locked the folder');
  };
  const touch = async (): Promise<void> => {
    await hold();
    const now = new Date();
    await utimes(path, now, now);
  };
  const touching = setInterval(() => void touch().catch(() => undefined), TOUCH_MS);
  touching.unref();
  return {
    hold,
    async release() {
      clearInterval(touching);
      const found = await readFile(path, 'utf8').catch(() => null);
      if (found === text) await rm(path, { force: true });
    },
  };
}

/** Returns false if another process has a lock. */
async function tryLock(draft: string, path: string, text: string): Promise<boolean> {
  try {
    await writeFile(draft, text);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    return await replaceStale(path, text, error);
  }
  return await tryLink(draft, path);
}

/**
 * On a full disk, overwrites the lock of a process that has ended, which takes no space. If several processes do so, the
 * last one gets the lock. Rethrows `error` if there is no lock of this length.
 */
async function replaceStale(path: string, text: string, error: unknown): Promise<boolean> {
  const found = await readLock(path);
  if (found?.text.length !== LENGTH) throw error;
  if (await isAlive(path, found)) return false;
  await writeFile(path, text, { flag: 'r+' });
  await sleep(CONTEST_MS);
  return (await readFile(path, 'utf8')) === text;
}

/** Creates a file atomically, by a hard link to a complete one, which takes no space. Returns false if it exists. */
export async function tryLink(complete: string, path: string): Promise<boolean> {
  return (await nullIf('EEXIST', link(complete, path))) !== null;
}

/** Returns null if the work fails with this code. */
async function nullIf<T>(code: string, work: Promise<T>): Promise<T | null> {
  return work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === code) return null;
    throw error;
  });
}

interface Found {
  text: string;
  holder: Holder | null;
  /** Milliseconds since 1970. */
  touched: number;
}

async function readLock(path: string): Promise<Found | null> {
  const read = Promise.all([readFile(path, 'utf8'), stat(path)]);
  const found = await nullIf('ENOENT', read);
  if (found === null) return null;
  const [text, { mtimeMs: touched }] = found;
  return { text, holder: (parsedJson(text) as Holder | undefined) ?? null, touched };
}

/** Removes a lock whose process has ended. */
async function clearStale(folder: string, path: string): Promise<void> {
  const found = await readLock(path);
  if (found === null) return;
  const { text, holder } = found;
  const isNamed = typeof holder?.pid === 'number';
  const user = isNamed ? `process ${holder.pid} on ${holder.host}` : 'another process';
  if (await isAlive(path, found)) throw refused('folder-in-use', { place: folder, user });
  const aside = join(folder, `.lock-stale-${process.pid}-${(attempts += 1)}`);
  try {
    await nullIf('ENOENT', rename(path, aside));
    // Meanwhile another process may have removed the stale lock and created its own: then put that back.
    const moved = await nullIf('ENOENT', readFile(aside, 'utf8'));
    if (moved !== null && moved !== text) await tryLink(aside, path);
  } finally {
    await rm(aside, { force: true });
  }
}

async function isAlive(path: string, found: Found): Promise<boolean> {
  const { holder } = found;
  if (holder?.host !== hostname() || holder.machine !== (await thisMachine())) return isTouched(path, found);
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // EPERM: the process belongs to another user, so it runs.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return (await beginningOf(holder.pid)) === holder.began;
}

/** A process on another machine, or in another container, shows that it is alive by touching the file. */
async function isTouched(path: string, { text, touched }: Found): Promise<boolean> {
  while (Date.now() - touched < ENDED_MS) {
    await sleep(CHECK_MS);
    const now = await readLock(path);
    if (now === null) return false;
    if (now.touched !== touched || now.text !== text) return true;
  }
  return false;
}

function thisMachine(): Promise<string | null> {
  const read = [readFile('/proc/sys/kernel/random/boot_id', 'utf8'), readlink('/proc/self/ns/pid')];
  return Promise.all(read).then(
    ([boot = '', space]) => `${boot.trim()} ${space}`,
    () => null,
  );
}

/** Reads field 22 of `/proc/PID/stat`. The program's name in field 2 may contain spaces and brackets. */
async function beginningOf(pid: number): Promise<string | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? null;
}
