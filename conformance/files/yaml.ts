/** Reads YAML files of users. Limits prevent that a file blocks the process or fills its memory. */
import { isUtf8 } from 'node:buffer';
import { isAlias, isCollection, isMap, isNode, isPair, isScalar, LineCounter, parseDocument } from 'yaml';
import type { Document, Pair, YAMLMap } from 'yaml';
import { readSmallFile } from './read-file.js';
import { TookTooLong, withinTime } from '../values/time-limit.js';
import { UsageError } from '../values/usage-error.js';

/** The largest file, in bytes. */
const MOST_BYTES = 1024 * 1024;
/** The most values and names, counting those repeated by aliases. */
const MOST_PARTS = 100_000;
const MOST_ALIASES = 1000;
const DEEPEST = 100;
/** The time limit. The parser takes up to two seconds for `MOST_BYTES`. */
const MOST_SECONDS = 10;

/** Names and indexes that lead to a part of a document. */
export type Place = (string | number)[];

export type YamlFile = ReturnType<typeof parseYaml>;

export interface YamlProblem {
  /** 0 if the file was not read. */
  line: number;
  column: number;
  message: string;
}

/** The file cannot be used as YAML. */
export class YamlError extends Error {
  override name = 'YamlError';
  readonly problems: readonly YamlProblem[];
  constructor(problems: readonly YamlProblem[]) {
    super(problems.map(({ line, message }) => `${line === 0 ? '' : `line ${line}: `}${message}`).join('\n'));
    this.problems = problems;
  }
}

/** Parses a text. Throws YamlError if it is invalid or exceeds a limit. */
export function parseYaml(text: string) {
  const lineCounter = new LineCounter();
  const at = (offset: number): { line: number; column: number } => {
    const { line, col } = lineCounter.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  try {
    const document = withinTime(MOST_SECONDS, 'reading it', () =>
      // With `uniqueKeys` the parser would compare each name with all others; `checkNames` takes one pass.
      // The parser would print warnings to standard error.
      parseDocument(text, {
        lineCounter,
        logLevel: 'error',
        strict: true,
        uniqueKeys: false,
        prettyErrors: false,
      }),
    );
    if (document.errors.length > 0)
      throw new YamlError(
        // The first errors mostly cause the later ones.
        document.errors.slice(0, 3).map(({ pos, message }) => ({
          ...at(pos[0]),
          // On a text that is nested too deeply, the parser overflows the stack.
          message: message === 'Maximum call stack size exceeded' ? TOO_DEEP : message + hintFor(message),
        })),
      );
    checkSize(document.contents, (offset, message) => {
      throw new YamlError([{ ...at(offset), message }]);
    });
    // `checkSize` limits aliases.
    const value: unknown = document.toJS({ maxAliasCount: -1 });
    return {
      value,
      /** Returns the line and column of a part, or of the nearest existing part around it; both count from 1. */
      locate: (place: Place) => at(offsetOf(document, place)),
    };
  } catch (error) {
    if (error instanceof RangeError) fail(TOO_DEEP);
    // The parser accepts an alias without its anchor.
    if (error instanceof TookTooLong || error instanceof ReferenceError) fail(error.message);
    throw error;
  }
}

function offsetOf({ contents }: Document.Parsed, place: Place): number {
  let offset = 0;
  let node: unknown = contents;
  for (const name of place) {
    const pairs = isMap<unknown>(node) ? node.items : [];
    const pair = pairs.find(({ key }) => isScalar(key) && key.value === name);
    node = isCollection(node) ? node.get(name, true) : undefined;
    const found = pair?.key ?? node;
    if (!isNode(found)) break;
    offset = found.range?.[0] ?? offset;
  }
  return offset;
}

/** Words for the most frequent mistakes, whose messages are about the grammar of YAML. */
const HINTS: [RegExp, string][] = [
  [/same column|without - indicator/, '. Check the indentation'],
  [
    /in compact mappings|on a single line/,
    '. Check the indentation, or put a text that contains ": " in quotes',
  ],
  [
    /at node end|cannot start with|Missing , or|and end with a|in YAML stream/,
    '. Close each bracket, and put a text with brackets or other signs of YAML in quotes',
  ],
];

function hintFor(message: string): string {
  return HINTS.find(([pattern]) => pattern.test(message))?.[1] ?? '';
}

const TOO_DEEP = `is nested deeper than ${DEEPEST} levels`;

function fail(message: string, line = 1): never {
  throw new YamlError([{ line, column: line, message }]);
}

/** Returns the text of a file. Throws YamlError if it cannot be read, is too large or is not UTF-8. */
export function readYamlText(path: string): string {
  const bytes = readSmallFile(path, MOST_BYTES, (what) => fail(what, 0));
  return isUtf8(bytes) ? bytes.toString() : fail('is not UTF-8 text', 0);
}

/** Reads a YAML file that a flag names. Throws UsageError that names flag, file and line. */
export function readUserYaml(flag: string, path: string): YamlFile {
  try {
    return parseYaml(readYamlText(path));
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    const { line, message } = error.problems[0]!;
    throw new UsageError(
      line === 0 ? `${flag} ${path} ${message}. Name a YAML file.` : `${flag} ${path}:${line}: ${message}`,
    );
  }
}

type Refuse = (offset: number, message: string) => never;

/** Counts the parts of a document, including those repeated by aliases. Refuses a document that is too large or too deep. */
function checkSize(root: unknown, refuse: Refuse): void {
  /** Parts by anchor; null while they are counted. */
  const anchored = new Map<string, number | null>();
  let aliases = 0;
  const partsOf = (node: unknown, depth: number): number => {
    if (isPair(node)) return partsOf(node.key, depth) + partsOf(node.value, depth);
    if (!isNode(node)) return 1;
    const offset = node.range?.[0] ?? 0;
    if (isAlias(node)) {
      const known = anchored.get(node.source);
      if (known === null) refuse(offset, `the alias *${node.source} is inside the value that it repeats`);
      aliases += 1;
      if (aliases > MOST_ALIASES) refuse(offset, `is one of more than ${MOST_ALIASES} aliases`);
      return known ?? 1;
    }
    let parts = 1;
    if (isCollection(node)) {
      if (depth === DEEPEST) refuse(offset, TOO_DEEP);
      if (node.anchor !== undefined) anchored.set(node.anchor, null);
      if (isMap(node)) checkNames(node, refuse);
      for (const item of node.items) {
        parts += partsOf(item, depth + 1);
        if (parts > MOST_PARTS)
          refuse(offset, `has more than ${MOST_PARTS} parts, including those that aliases repeat`);
      }
    }
    if (node.anchor !== undefined) anchored.set(node.anchor, parts);
    return parts;
  };
  partsOf(root, 0);
}

function checkNames({ items }: YAMLMap, refuse: Refuse): void {
  const names = new Set<unknown>();
  for (const { key } of items as Pair[]) {
    if (!isScalar(key)) continue;
    if (names.has(key.value)) refuse(key.range?.[0] ?? 0, 'Map keys must be unique');
    names.add(key.value);
    // The matcher `null` is a name in packs, but YAML reads it as null.
    if (key.value === null && key.source === 'null') key.value = 'null';
  }
}
