import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes a temporary folder. Declare it with `using`, so that the end of its block removes it. */
export function scratchFolder() {
  const path = mkdtempSync(join(tmpdir(), 'job-search-kit-'));
  const remove = (): void => rmSync(path, { recursive: true, force: true });
  return { path, remove, file: (name: string) => join(path, name), [Symbol.dispose]: remove };
}
