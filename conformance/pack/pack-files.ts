/** Finds the files of packs. */
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { didYouMean } from '../../common/nearest.js';
import { UsageError } from '../values/usage-error.js';

/** The files of the kit's packs, by name. */
function builtInPacks(): Map<string, string> {
  const folder = new URL('../packs/', import.meta.url);
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.yaml')) : [];
  return new Map(
    files.sort().map((file) => [file.replace(/\.yaml$/, ''), fileURLToPath(new URL(file, folder))]),
  );
}

/** The paths of packs: each is named by a pack of the kit or by a file. Without names: all packs of the kit. Throws UsageError. */
export function packPaths(wanted: readonly string[]): string[] {
  const known = builtInPacks();
  if (wanted.length === 0) return [...known.values()];
  return wanted.map((name) => {
    const path = known.get(name) ?? (existsSync(name) ? name : undefined);
    if (path === undefined)
      throw new UsageError(
        `--pack ${name} is neither a file nor a pack of the kit.${didYouMean(name, known.keys())} The packs are ${[...known.keys()].join(', ')}.`,
      );
    return path;
  });
}
