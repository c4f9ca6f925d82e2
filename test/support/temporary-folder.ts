/** A folder of its own for a test; it goes when the test has finished, passed or not. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

/** Call it within a test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'job-search-kit-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** One for all tests of a file; call it at the file's top. */
export function temporaryFolderOfFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'job-search-kit-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
