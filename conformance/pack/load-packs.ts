/** Finds and reads packs, and the packs to which they refer, each file once. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { didYouMean } from '../../common/nearest.js';
import { UsageError } from '../values/usage-error.js';
import { checkPack } from './check-pack.js';
import type { Documents } from './model/documents.js';
import type { Pack, Source } from './model/pack.js';
import { PackError, parsePackText, readPackText, type PackProblem } from './model/source-file.js';

const KIT_PACKS = new URL('../packs/', import.meta.url);
/** Packs of a build are checked already. Those of the sources are checked at each start, since they may have changed. */
const IS_BUILT = import.meta.url.endsWith('.js');

function builtInPacks(): Map<string, string> {
  const files = readdirSync(KIT_PACKS).filter((name) => name.endsWith('.yaml'));
  return new Map(
    files.sort().map((file) => [file.replace(/\.yaml$/, ''), fileURLToPath(new URL(file, KIT_PACKS))]),
  );
}

/** Returns the paths of packs, each given by file or by name in the kit; none given means all of the kit. Throws UsageError. */
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

/** Reads and checks pack files. Throws PackError with all problems of all files. */
export function loadPacks(paths: readonly string[], documents: Documents): Pack[] {
  const loader = packLoader(documents);
  const packs = paths.map((path) => loader.load(path, [])).filter((pack) => typeof pack !== 'string');
  const { problems } = loader;
  const names = new Map<string, string>();
  for (const { name, file } of packs) {
    const other = names.get(name);
    const message = `is named "${name}" like ${other}; rename it`;
    if (other !== undefined) problems.push({ file, line: 1, column: 1, place: '', message });
    names.set(name, file);
  }
  if (problems.length > 0) throw new PackError(problems);
  return packs;
}

/** Checks an unsaved text as the content of a pack file. Throws PackError with all problems. */
export function loadPackText(file: string, text: string, documents: Documents): Pack {
  const loader = packLoader(documents, { path: resolve(file), text });
  const pack = loader.load(file, []);
  if (typeof pack === 'string' || loader.problems.length > 0) throw new PackError(loader.problems);
  return pack;
}

/** A valid pack, its text, and the packs to which it refers. */
interface Checked {
  text: string;
  named: ReadonlyMap<string, Pack>;
  pack: Pack;
}

/** A cache of valid packs by path. Checking all packs of the kit takes seconds, and a process may need them many times. */
const checkedBefore = new WeakMap<Documents, Map<string, Checked>>();

function packLoader(documents: Documents, unsaved: { path: string; text: string } | null = null) {
  const problems: PackProblem[] = [];
  const checked = checkedBefore.get(documents) ?? new Map<string, Checked>();
  checkedBefore.set(documents, checked);
  /** By absolute path: packs, or why they cannot be used. */
  const loaded = new Map<string, Pack | string>();

  /** Returns the pack, or why it cannot be used. `within` are the files that refer to it, directly or indirectly. */
  function load(file: string, within: readonly string[]): Pack | string {
    const path = resolve(file);
    const known = loaded.get(path);
    if (known !== undefined) return known;
    let found: Pack | string;
    try {
      const text = path === unsaved?.path ? unsaved.text : readPackText(file);
      found = asBefore(file, text, [...within, path]) ?? check(file, text, path, within);
    } catch (error) {
      if (!(error instanceof PackError)) throw error;
      const { message } = error.problems[0]!;
      // The place that refers to the file is more helpful than the file.
      const isAbsent = within.length > 0 && message.startsWith('cannot be read');
      if (!isAbsent) problems.push(...error.problems);
      found = isAbsent ? `${message}; the path is relative to this file` : 'has problems itself';
    }
    loaded.set(path, found);
    return found;
  }

  /** Returns the pack of an earlier check, if neither this file nor a pack to which it refers has changed. */
  function asBefore(file: string, text: string, chain: readonly string[]): Pack | null {
    const before = checked.get(file);
    if (before?.text !== text) return null;
    return [...before.named].every(([path, pack]) => load(path, chain) === pack) ? before.pack : null;
  }

  function check(file: string, text: string, path: string, within: readonly string[]): Pack {
    const named = new Map<string, Pack>();
    const chain = [...within, path];
    const isChecked = IS_BUILT && path.startsWith(fileURLToPath(KIT_PACKS));
    const find = ({ url }: Source): Pack | string => {
      const other = fileOf(url, path);
      if (other === null)
        return `${url} is not a file; use a path relative to this file, or kit:shared/… for a file of the kit`;
      if (chain.includes(other))
        return `${url} refers back to this file; a pack cannot use itself, not even through others`;
      const found = load(other, chain);
      if (typeof found === 'string') return `${url} ${found}`;
      named.set(other, found);
      return found;
    };
    const pack = checkPack(parsePackText(file, text), documents, find, isChecked);
    checked.set(file, { text, named, pack });
    return pack;
  }

  return { problems, load };
}

/** Returns the file of a source's URL, relative to the file that contains it or, with `kit:`, to the packs of the kit. */
function fileOf(url: string, from: string): string | null {
  if (url.startsWith('kit:')) return fileURLToPath(new URL(url.slice('kit:'.length), KIT_PACKS));
  if (/^[a-z][a-z0-9+.-]*:/i.test(url)) return url.startsWith('file:') ? fileURLToPath(url) : null;
  return isAbsolute(url) ? url : resolve(dirname(from), decodeURI(url));
}
