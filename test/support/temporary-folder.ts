/** Temporary folders of tests. They are removed at the end, even if tests fail. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import { scratchFolder } from './scratch-folder.js';

function newFolder(atEnd: (cleanUp: () => void) => void): string {
  const { path, remove } = scratchFolder();
  atEnd(remove);
  return path;
}

/** A folder of one test. Call it within the test. */
export const temporaryFolder = (): string => newFolder(onTestFinished);

/** A file with this content, in a folder of its own. Call it within the test. */
export function temporaryFile(name: string, content: string | Buffer): string {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, content);
  return file;
}

/** A folder of all tests of a file or a `describe`. Call it outside of tests. */
export const temporaryFolderOfFile = (): string => newFolder(afterAll);
