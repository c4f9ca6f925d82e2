/** Temporary folders of tests. They are removed at the end, even if tests fail. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

function newFolder(atEnd: (cleanUp: () => void) => void): string {
  const folder = mkdtempSync(join(tmpdir(), 'job-search-kit-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder of one test. Call it within the test. */
export const temporaryFolder = (): string => newFolder(onTestFinished);

/** A file with this text, in a folder of its own. Call it within the test. */
export function temporaryFile(name: string, text: string): string {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, text);
  return file;
}

/** A folder of all tests of a file or a `describe`. Call it outside of tests. */
export const temporaryFolderOfFile = (): string => newFolder(afterAll);
