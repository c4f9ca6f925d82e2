/** Compiles the sources once for each run of Vitest. With `tsx`, each program would take half a second more processor time. */
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { build } from 'esbuild';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the compiled sources. */
    programs: string;
  }
}

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = ['spec', 'fixtures', 'common', 'mock-server', 'conformance', 'scripts', 'test'];

/** Returns the teardown, which removes the compiled sources. */
export default async function compilePrograms(project: TestProject): Promise<() => void> {
  const { folder, remove } = await compileSources();
  project.provide('programs', folder);
  return remove;
}

export async function compileSources(): Promise<{ folder: string; remove: () => void }> {
  const outdir = mkdtempSync(join(tmpdir(), 'job-search-kit-programs-'));
  const modules: string[] = [];
  for (const folder of SOURCES)
    cpSync(join(ROOT, folder), join(outdir, folder), {
      recursive: true,
      filter: (path) => {
        if (/node_modules|\.test\.[jt]s$/.test(path)) return false;
        if (extname(path) !== '.ts') return true;
        modules.push(path);
        return false;
      },
    });
  for (const name of ['package.json', 'node_modules', 'docs'])
    symlinkSync(join(ROOT, name), join(outdir, name));
  await build({
    entryPoints: modules,
    outdir,
    outbase: ROOT,
    format: 'esm',
    platform: 'node',
    target: 'node20',
  });
  return { folder: outdir, remove: () => rmSync(outdir, { recursive: true, force: true }) };
}
