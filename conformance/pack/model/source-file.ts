/** Reads pack files, and describes their problems. */
import { parseYaml, readYamlText, YamlError, type YamlFile, type YamlProblem } from '../../files/yaml.js';

export type { Place } from '../../files/yaml.js';

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

export interface SourceFile extends YamlFile {
  file: string;
}

/** Reads the text of a pack file. Throws PackError if it cannot be read. */
export function readPackText(path: string): string {
  return inFile(path, () => readYamlText(path));
}

/** Parses the text of a pack. Throws PackError for invalid YAML. */
export function parsePackText(file: string, text: string): SourceFile {
  return { file, ...inFile(file, () => parseYaml(text)) };
}

function inFile<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    throw new PackError(error.problems.map((problem) => ({ file, place: '', ...problem })));
  }
}
