import fs from 'node:fs';
import { dirname } from 'node:path';

/** Makes a folder with its parents, and returns the new ones. Throws Error. Node's recursive mkdir never returns under /proc. */
export function makeFolder(folder: string): string[] {
  if (isFolder(folder)) return [];
  const parent = dirname(folder);
  // Only a root, such as a drive of Windows, is its own parent.
  const parents = parent === folder ? [] : makeFolder(parent);
  try {
    fs.mkdirSync(folder);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isFolder(folder)) throw error;
  }
  return [...parents, folder];
}

function isFolder(path: string): boolean {
  return fs.statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
