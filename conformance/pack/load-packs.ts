/** Reads packs, and the packs of building blocks that they name, each file once. */
import { dirname, isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { messageOf } from '../values/text.js';
import { checkPack } from './check-pack.js';
import type { Documents } from './model/documents.js';
import type { Pack, Source } from './model/pack.js';
import { PackError, parsePackText, readPackFile, type PackProblem } from './model/source-file.js';

/** Reads and checks pack files. Throws PackError with everything that is wrong with all of them. */
export function loadPacks(paths: readonly string[], documents: Documents): Pack[] {
  const loader = new PackLoader(documents);
  const packs = paths.map((path) => loader.load(path, [])).filter((pack) => pack !== null);
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

/** Reads and checks a pack that is not saved: its text, as if it stood in the file. Throws PackError with everything that is wrong. */
export function loadPackText(file: string, text: string, documents: Documents): Pack {
  const loader = new PackLoader(documents, { path: resolve(file), text });
  const pack = loader.load(file, []);
  if (pack === null || loader.problems.length > 0) throw new PackError(loader.problems);
  return pack;
}

class PackLoader {
  readonly problems: PackProblem[] = [];
  private readonly documents: Documents;
  private readonly unsaved: { path: string; text: string } | null;
  /** By absolute path; null for a pack that cannot be used. */
  private readonly loaded = new Map<string, Pack | null>();

  constructor(documents: Documents, unsaved: { path: string; text: string } | null = null) {
    this.documents = documents;
    this.unsaved = unsaved;
  }

  /** The pack, null where something is wrong with it; `within` are the files that led here. */
  load(file: string, within: readonly string[]): Pack | null {
    const path = resolve(file);
    const known = this.loaded.get(path);
    if (known !== undefined) return known;
    let pack: Pack | null = null;
    try {
      const source =
        path === this.unsaved?.path ? parsePackText(file, this.unsaved.text) : readPackFile(file);
      pack = checkPack(source, this.documents, (source) => this.find(source, path, within));
    } catch (error) {
      if (!(error instanceof PackError)) throw error;
      this.problems.push(...error.problems);
    }
    this.loaded.set(path, pack);
    return pack;
  }

  private find({ url }: Source, from: string, within: readonly string[]): Pack | string {
    const file = fileOf(url, from);
    if (file === null)
      return `${url} is no file; name a file relative to this one, or one of the kit by kit:shared/…`;
    const chain = [...within, from];
    if (chain.includes(file))
      return `${url} leads back here; a pack cannot use itself, not even through others`;
    if (!this.loaded.has(file)) {
      try {
        readPackFile(file);
      } catch (error) {
        // A file that is broken says so by itself, with its own lines.
        if (
          !(error instanceof PackError) ||
          error.problems.some(({ message }) => message.startsWith('cannot be read'))
        )
          return `${url} ${messageOf(error).replace(/^.*?: (?=cannot)/, '')}; the path is relative to this file`;
      }
    }
    return this.load(file, chain) ?? `${url} has problems of its own`;
  }
}

/** The file that a source's URL names: relative to the file that names it, or with `kit:` to the packs of the kit. */
function fileOf(url: string, from: string): string | null {
  if (url.startsWith('kit:')) return fileURLToPath(new URL(url.slice('kit:'.length), KIT_PACKS));
  if (/^[a-z][a-z0-9+.-]*:/i.test(url)) return url.startsWith('file:') ? fileURLToPath(url) : null;
  return isAbsolute(url) ? url : resolve(dirname(from), decodeURI(url));
}

const KIT_PACKS = new URL('../packs/', import.meta.url);
