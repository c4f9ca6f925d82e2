/** A pack's file as YAML, every part knowing where it stands. */
import { readFileSync } from 'node:fs';
import { isMap, isPair, isScalar, LineCounter, parseDocument, visit, type Document } from 'yaml';

export type Place = (string | number)[];

/** One thing wrong with a pack. */
export interface PackProblem {
  file: string;
  line: number;
  column: number;
  /** Place inside the document, such as `workflows/second-search-is-free/steps/first`. */
  place: string;
  message: string;
}

/** The pack cannot be run; `problems` says why, each with its line. */
export class PackError extends Error {
  override name = 'PackError';
  readonly problems: PackProblem[];
  constructor(problems: PackProblem[]) {
    super(problems.map(problemLine).join('\n'));
    this.problems = problems;
  }
}

function problemLine({ file, line, column, place, message }: PackProblem): string {
  return `${file}:${line}:${column}: ${place === '' ? '' : `${place}: `}${message}`;
}

/** A YAML file with the means to say where each part of it stands. Throws PackError for bad YAML. */
export interface SourceFile {
  file: string;
  value: unknown;
  locate(place: Place): { line: number; column: number };
}

/** Reads a pack file. Throws PackError when it can't be read or is not YAML. */
export function readPackFile(path: string): SourceFile {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const message = `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    throw new PackError([{ file: path, line: 1, column: 1, place: '', message }]);
  }
  return parsePackText(path, text);
}

export function parsePackText(file: string, text: string): SourceFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, strict: true, uniqueKeys: true });
  const at = (offset: number): { line: number; column: number } => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  if (document.errors.length > 0)
    throw new PackError(
      // What follows the first few is mostly their consequence.
      document.errors
        .slice(0, 3)
        .map((error) => ({ file, ...at(error.pos[0]), place: '', message: yamlMessage(error) })),
    );
  // The matcher `null` is a name, and YAML would take it for no name at all.
  visit(document, {
    Pair: (_index, { key }) => {
      if (isScalar(key) && key.value === null && key.source === 'null') key.value = 'null';
    },
  });
  return { file, value: document.toJS() as unknown, locate: (place) => at(offsetOf(document, place)) };
}

/** What the YAML parser says, without the place, which stands before it already. */
export function yamlMessage({ message }: Error): string {
  return message.replace(/ at line \d+, column \d+:[^]*$/, '');
}

/** Offset of the named part, or of the nearest part around it. */
function offsetOf(document: Document.Parsed, place: Place): number {
  for (let length = place.length; length > 0; length -= 1) {
    const path = place.slice(0, length);
    const parent = length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
    if (isMap(parent)) {
      const pair = parent.items.find(
        (item) => isPair(item) && isScalar(item.key) && item.key.value === path.at(-1),
      );
      const range = isScalar(pair?.key) ? pair.key.range : null;
      if (range) return range[0];
    }
    const node = document.getIn(path, true) as { range?: [number, number, number] | null } | undefined;
    if (node?.range) return node.range[0];
  }
  return 0;
}
