/** Compiles the sources once for each run of Vitest. With `tsx`, each program would take half a second more processor time. */
import { cpSync, symlinkSync } from 'node:fs';
import { extname, join } from 'node:path';
import { build } from 'esbuild';
import type { TestProject } from 'vitest/node';
import { scratchFolder } from './scratch-folder.js';

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
  const { path, remove } = await compileSources();
  project.provide('programs', path);
  return remove;
}

export async function compileSources() {
  const made = scratchFolder();
  const modules: string[] = [];
  for (const folder of SOURCES)
    cpSync(join(ROOT, folder), made.file(folder), {
      recursive: true,
      filter: (path) => {
        if (/node_modules|\.test\.[jt]s$/.test(path)) return false;
        if (extname(path) !== '.ts') return true;
        modules.push(path);
        return false;
      },
    });
  for (const name of ['package.json', 'node_modules', 'docs']) symlinkSync(join(ROOT, name), made.file(name));
  await build({
    entryPoints: modules,
    outdir: made.path,
    outbase: ROOT,
    format: 'esm',
    platform: 'node',
    target: 'node20',
  });
  return made;
}
