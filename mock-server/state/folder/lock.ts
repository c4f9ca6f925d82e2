/** The lock of a folder: a file that says which process keeps its state there. That process is asked for its life. */

import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { folderInUse } from '../errors.js';

/** How often the file is touched, and after how long without it the process on another machine counts as gone. */
const TOUCH_MS = 2_000;
const GONE_MS = 10_000;

interface Holder {
  pid: number;
  host: string;
  /** When the process began, as its system counts; null where that can't be known. Numbers of processes come again. */
  began: string | null;
}

export interface Lock {
  /**
   * Call it before each write. Rejects where the lock may be another process's by now: this one stood still for so long that
   * it counted as gone.
   */
  hold(): Promise<void>;
  release(): Promise<void>;
}

let attempts = 0;

/** Throws a StateError where another process, or this one, keeps its state in the folder. */
export async function lockFolder(folder: string): Promise<Lock> {
  const path = join(folder, 'lock');
  const own: Holder = { pid: process.pid, host: hostname(), began: await beginningOf(process.pid) };
  const draft = join(folder, `.lock-${process.pid}-${(attempts += 1)}`);
  const text = JSON.stringify(own);
  await writeFile(draft, text);
  try {
    while (!(await tryLink(draft, path))) await clearStale(folder, path);
  } finally {
    await rm(draft, { force: true });
  }
  let touched = Date.now();
  const touch = async (): Promise<void> => {
    if ((await readFile(path, 'utf8')) !== text) throw new Error('another process has taken the folder');
    const now = new Date();
    await utimes(path, now, now);
    touched = now.getTime();
  };
  const touching = setInterval(() => void touch().catch(() => undefined), TOUCH_MS);
  touching.unref();
  return {
    hold: () => (Date.now() - touched < GONE_MS / 2 ? Promise.resolve() : touch()),
    async release() {
      clearInterval(touching);
      const found = await readFile(path, 'utf8').catch(() => null);
      if (found === text) await rm(path, { force: true });
    },
  };
}

/** A link is made at once and whole, or not at all. */
async function tryLink(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes a lock whose process has ended. */
async function clearStale(folder: string, path: string): Promise<void> {
  let text: string;
  let touched: number;
  try {
    text = await readFile(path, 'utf8');
    touched = (await stat(path)).mtimeMs;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const holder = holderOf(text);
  if (await isAlive(holder, touched)) throw folderInUse(folder, holder?.pid ?? null, holder?.host ?? null);
  // Another process may have found the same, and have put its own lock there meanwhile.
  const aside = join(folder, `.lock-stale-${process.pid}-${(attempts += 1)}`);
  try {
    await rename(path, aside);
    if ((await readFile(aside, 'utf8')) !== text) await tryLink(aside, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  } finally {
    await rm(aside, { force: true });
  }
}

function holderOf(text: string): Holder | null {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return null;
  }
}

async function isAlive(holder: Holder | null, touched: number): Promise<boolean> {
  if (holder === null || holder.host !== hostname()) return Date.now() - touched < GONE_MS;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // Another user's process may not be signalled, and is alive all the same.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return (await beginningOf(holder.pid)) === holder.began;
}

/** Field 22 of `/proc/PID/stat`; the name of the program before it may hold spaces and brackets. */
async function beginningOf(pid: number): Promise<string | null> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
