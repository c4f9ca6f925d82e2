/** YAML files that users write, read within bounds, so that no file can keep or fill the process. */
import { isAlias, isCollection, isMap, isPair, isScalar, LineCounter, parseDocument } from 'yaml';
import type { Alias, Document, Pair, YAMLMap } from 'yaml';
import { readSmallFile } from './small-file.js';
import { messageOf } from './text.js';
import { TookTooLong, withinTime } from './time-limit.js';

/** Of a file, in bytes. */
const MOST_BYTES = 1024 * 1024;
/** Values and names, those that aliases repeat included. */
const MOST_PARTS = 100_000;
const MOST_ALIASES = 1000;
const DEEPEST = 100;
/** For a text of the size that is allowed, the parser takes a second or two. */
const MOST_SECONDS = 10;

export interface YamlFile {
  value: unknown;
  document: Document.Parsed;
  /** Line and column of an offset in the text, from 1. */
  at(offset: number): { line: number; column: number };
}

export interface YamlProblem {
  line: number;
  column: number;
  message: string;
}

/** The file cannot be used as YAML. */
export class YamlError extends Error {
  override name = 'YamlError';
  readonly problems: readonly YamlProblem[];
  constructor(problems: readonly YamlProblem[]) {
    super(problems.map(({ line, message }) => `line ${line}: ${message}`).join('\n'));
    this.problems = problems;
  }
}

/** Throws YamlError. */
export function readYaml(path: string): YamlFile {
  return parseYaml(readYamlText(path));
}

/** Throws YamlError. */
export function parseYaml(text: string): YamlFile {
  const lines = new LineCounter();
  const at = (offset: number): { line: number; column: number } => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const document = parsed(text, lines);
  if (document.errors.length > 0)
    throw new YamlError(
      // What follows the first few is mostly their consequence.
      document.errors
        .slice(0, 3)
        .map(({ pos, message }) => ({ ...at(pos[0]), message: inOurWords(message) })),
    );
  new Measure((offset, message) => {
    throw new YamlError([{ ...at(offset), message }]);
  }).of(document.contents, 0);
  return { value: valueOf(document), document, at };
}

function valueOf(document: Document.Parsed): unknown {
  try {
    // What aliases repeat was counted before.
    return document.toJS({ maxAliasCount: -1 }) as unknown;
  } catch (error) {
    // The parser takes an alias without its anchor.
    if (!(error instanceof ReferenceError)) throw error;
    throw new YamlError([{ line: 1, column: 1, message: error.message }]);
  }
}

const TOO_DEEP = `is nested deeper than ${DEEPEST} levels`;

function parsed(text: string, lineCounter: LineCounter): Document.Parsed {
  try {
    return withinTime(MOST_SECONDS, 'reading it', () =>
      // The parser would compare each name with all others; the measure does it in one pass.
      parseDocument(text, { lineCounter, strict: true, uniqueKeys: false, prettyErrors: false }),
    );
  } catch (error) {
    if (error instanceof TookTooLong) throw unusable(error.message);
    if (error instanceof RangeError) throw unusable(TOO_DEEP);
    throw error;
  }
}

/** The parser runs into the end of the stack where a text is nested too deeply. */
function inOurWords(message: string): string {
  return message === 'Maximum call stack size exceeded' ? TOO_DEEP : message;
}

function unusable(message: string): YamlError {
  return new YamlError([{ line: 1, column: 1, message }]);
}

/** The text of a file. Throws YamlError. */
export function readYamlText(path: string): string {
  let text: string | null;
  try {
    text = readSmallFile(path, MOST_BYTES);
  } catch (error) {
    throw unusable(`cannot be read: ${messageOf(error)}`);
  }
  if (text === null) throw unusable(`is larger than ${MOST_BYTES / 1024 / 1024} MiB`);
  return text;
}

type Refuse = (offset: number, message: string) => never;

/** Counts the parts of a document as they come once aliases are written out, and refuses what is no tree of that size. */
class Measure {
  private readonly refuse: Refuse;
  /** By anchor, the parts behind it; null while they are being counted. */
  private readonly anchored = new Map<string, number | null>();
  private aliases = 0;

  constructor(refuse: Refuse) {
    this.refuse = refuse;
  }

  of(node: unknown, depth: number): number {
    if (isAlias(node)) return this.ofAlias(node);
    if (isPair(node)) return this.of(node.key, depth) + this.of(node.value, depth);
    if (!isCollection(node)) {
      if (isScalar(node) && node.anchor !== undefined) this.anchored.set(node.anchor, 1);
      return 1;
    }
    const offset = node.range?.[0] ?? 0;
    if (depth === DEEPEST) this.refuse(offset, TOO_DEEP);
    if (node.anchor !== undefined) this.anchored.set(node.anchor, null);
    if (isMap(node)) this.checkNames(node);
    let parts = 1;
    for (const item of node.items) {
      parts += this.of(item, depth + 1);
      if (parts > MOST_PARTS)
        this.refuse(offset, `comes to more than ${MOST_PARTS} parts, what aliases repeat included`);
    }
    if (node.anchor !== undefined) this.anchored.set(node.anchor, parts);
    return parts;
  }

  private ofAlias({ source, range }: Alias): number {
    const offset = range?.[0] ?? 0;
    const parts = this.anchored.get(source);
    if (parts === null) this.refuse(offset, `the alias *${source} stands inside of what it repeats`);
    this.aliases += 1;
    if (this.aliases > MOST_ALIASES) this.refuse(offset, `is one of more than ${MOST_ALIASES} aliases`);
    return parts ?? 1;
  }

  private checkNames({ items }: YAMLMap): void {
    const names = new Set<unknown>();
    for (const { key } of items as Pair[]) {
      if (!isScalar(key)) continue;
      if (names.has(key.value)) this.refuse(key.range?.[0] ?? 0, 'Map keys must be unique');
      names.add(key.value);
      // A matcher is named `null`, and YAML would take it for no name at all.
      if (key.value === null && key.source === 'null') key.value = 'null';
    }
  }
}
