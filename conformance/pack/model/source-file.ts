/** Reads pack files, with the location of each part. */
import { isMap, isPair, isScalar, type Document } from 'yaml';
import { parseYaml, readYamlText, YamlError, type YamlProblem } from '../../files/yaml.js';

export type Place = (string | number)[];

export interface PackProblem extends YamlProblem {
  file: string;
  /** Place inside the document, such as `workflows/second-search-is-free/steps/first`. */
  place: string;
}

export class PackError extends Error {
  override name = 'PackError';
  readonly problems: PackProblem[];
  constructor(problems: PackProblem[]) {
    super(problems.map(problemLine).join('\n'));
    this.problems = problems;
  }
}

function problemLine({ file, line, column, place, message }: PackProblem): string {
  return `${file}:${line === 0 ? '' : `${line}:${column}:`} ${place === '' ? '' : `${place}: `}${message}`;
}

/** A YAML file. `locate` returns the line and column of a part. */
export interface SourceFile {
  file: string;
  value: unknown;
  locate(place: Place): { line: number; column: number };
}

/** Reads the text of a pack file. Throws PackError if it cannot be read. */
export function readPackText(path: string): string {
  return inFile(path, () => readYamlText(path));
}

/** Parses the text of a pack. Throws PackError for invalid YAML. */
export function parsePackText(file: string, text: string): SourceFile {
  const { value, document, at } = inFile(file, () => parseYaml(text));
  return { file, value, locate: (place) => at(offsetOf(document, place)) };
}

function inFile<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    throw new PackError(error.problems.map((problem) => ({ file, place: '', ...problem })));
  }
}

/** Returns the offset of the part at a place, or of the nearest existing part around it. */
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
