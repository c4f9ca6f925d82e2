/** Temporary folders of tests. They are removed at the end, even if tests fail. */
import { mkdtempSync, rmSync } from 'node:fs';
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

/** A folder of all tests of a file or a `describe`. Call it outside of tests. */
export const temporaryFolderOfFile = (): string => newFolder(afterAll);
