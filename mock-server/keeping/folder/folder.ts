/** The folder of `--state`: locks it, finds its newest file, and checks whether a mock can continue from its state. */

import { open, readdir, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { makeFolder } from '../../../common/make-folder.js';
import { refused, StateError } from '../../state/errors.js';
import { FOLDER_VERSION } from '../../state/format-versions.js';
import { checkIdentity, checkVersion, type PlaceNames, type WorldMaker } from '../recovering-keeper.js';
import type { World } from '../../state/world.js';
import { FolderKeeper, pathIn, syncFolder, type OpenFile } from './folder-keeper.js';
import { DamagedLog, readGeneration, readHeader, type Header } from './generation.js';
import { lockFolder, tryLink, type Lock } from './lock.js';
import { nextRecord } from './records.js';

const FILE = /^state-(\d{6,})\.log$/;
/** Suffix of the copy of a file with a torn end. The next file contains all its complete records. */
const TORN = '.torn';
/** Files that a killed mock leaves behind, and `lost+found` of a new disk. */
const EXPECTED = /^(lock|\.lock-.*|state-\d+\.log\.(new|torn)|lost\+found)$/;

interface Found {
  number: number;
  header: Header;
  /** Numbers of older files, which a killed mock did not delete. */
  older: number[];
}

/** Locks a folder, which it makes if necessary, and keeps the state of a new world there. Rejects with StateError. */
export async function keptInFolder(path: string, make: WorldMaker): Promise<World> {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(path))
    throw refused('folder-is-address', { place: path.replace(/\/\/.*/s, '//…') });
  const folder = resolve(path);
  const unusable = (error: unknown): never => {
    if (error instanceof StateError) throw error;
    throw refused('folder-unusable', { place: path, why: (error as Error).message });
  };
  const lock = await lockFor(path, folder).catch(unusable);
  try {
    const found = await findNewest(path, folder).catch(unusable);
    const world = await make(found?.header.dataset.firstDay);
    const file = found && (await load(path, folder, found, world).catch(unusable));
    const keeper = (world.keeper = new FolderKeeper(world, folder, lock, file));
    await keeper.begin().catch(unusable);
    return world;
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Makes and locks a folder, unless it holds something else. */
async function lockFor(path: string, folder: string): Promise<Lock> {
  // A new folder survives a crash only if its parent folder is synced, too.
  for (const made of makeFolder(folder)) await syncFolder(dirname(made));
  const names = await readdir(folder);
  const foreign = names.find((name) => !FILE.test(name) && !EXPECTED.test(name));
  if (foreign !== undefined && !names.some((name) => FILE.test(name)))
    throw refused('folder-foreign', { place: path, name: foreign });
  return lockFolder(folder);
}

function namesOf(path: string): PlaceNames {
  return { place: path, other: 'a new folder' };
}

/** Call it when the folder is locked, because before that another mock may have written files. */
async function findNewest(path: string, folder: string): Promise<Found | null> {
  const names = (await readdir(folder)).filter((name) => FILE.test(name));
  const numbers = names.map((name) => Number(FILE.exec(name)![1])).sort((a, b) => b - a);
  const [number, ...older] = numbers;
  if (number === undefined) return null;
  const file = pathIn(folder, number);
  const handle = await open(file, 'r');
  const header = await readHeader(handle).finally(() => handle.close());
  if (header === null)
    throw refused('folder-damaged', { place: path, file, why: 'does not begin with a whole state' });
  checkVersion(header, FOLDER_VERSION, namesOf(path));
  return { number, header, older };
}

/** Loads the state of the newest file into the world. Returns the file, to which the world's changes can be appended. */
async function load(path: string, folder: string, found: Found, world: World): Promise<OpenFile> {
  const { number, header, older } = found;
  checkIdentity(header, world, namesOf(path));
  const file = pathIn(folder, number);
  const handle = await open(file, 'r+');
  try {
    const { size } = await handle.stat();
    const { whole, begun, restore } = await readGeneration(handle, world, size);
    const torn = size - whole;
    const next = torn === 0 ? null : await nextRecord(handle, whole);
    if (next !== null) throw refused('folder-damaged-within', { place: path, file, end: whole, next });
    if (torn > 0) await tryLink(file, `${file}${TORN}`);
    // Marks the journals as incomplete, since they lack requests of earlier processes.
    world.clearJournal();
    restore();
    for (const each of older) await rm(pathIn(folder, each), { force: true });
    const remark = torn === 0 ? null : remarkOnTorn(path, torn, `${file}${TORN}`);
    return { number, handle, kept: whole, begun, remark };
  } catch (error) {
    await handle.close();
    throw error instanceof DamagedLog
      ? refused('folder-damaged', { place: path, file, why: error.message })
      : error;
  }
}

function remarkOnTorn(path: string, bytes: number, copy: string): string {
  return (
    `the last ${bytes} bytes of --state ${path} are not a complete record. They are kept in ${copy}. ` +
    'If the disk is not damaged, the mock was killed while it wrote them, before it answered their requests.'
  );
}
