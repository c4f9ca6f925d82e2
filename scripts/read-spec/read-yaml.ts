/** Reads and checks the YAML documents of the kit. Programs read the generated JSON. */
import { parsePackText, type SourceFile } from '../../conformance/pack/model/source-file.js';
import type { Json, JsonObject } from '../../spec/document.js';
import { schemaCompiler } from '../../spec/validators.js';
import { readYaml } from '../../test/support/read-yaml.js';

/** Mistakes in a YAML document, one per line: `spec/clauses.yaml:12: clauses/IDEM-3/level must be one of: must, should, open`. */
export class YamlError extends Error {
  override name = 'YamlError';
}

type Place = readonly (string | number)[];

/** A YAML document with the line numbers of its values. */
export class YamlSource {
  readonly value: JsonObject;
  private readonly source: SourceFile;

  /** Parses a text. `file` is its name in errors. Throws PackError if it is not YAML, and YamlError if it is not an object. */
  constructor(text: string, file: string) {
    this.source = parsePackText(file, text);
    const value = this.source.value as Json;
    if (!isObject(value)) throw new YamlError(`${file} must be an object`);
    this.value = value;
  }

  /** Throws a YamlError with all violations of a JSON Schema. `definitions` replace some of its `$defs`. */
  check({ $defs, ...schema }: JsonObject, definitions: JsonObject = {}): void {
    const schemas = { ...($defs as JsonObject), ...definitions };
    const issues = schemaCompiler({ components: { schemas } })(schema, '')(this.value);
    this.refuse(issues.map(({ loc, msg }) => [loc.slice(1), msg]));
  }

  /** Throws a YamlError with these complaints, if there are any. */
  refuse(complaints: readonly (readonly [place: Place, complaint: string])[]): void {
    const problems = complaints.map(([place, complaint]) => {
      const { line } = this.source.locate([...place]);
      return { line, text: `${this.source.file}:${line}: ${nameOf(this.value, place)} ${complaint}` };
    });
    problems.sort((one, other) => one.line - other.line);
    if (problems.length > 0) throw new YamlError(problems.map(({ text }) => text).join('\n'));
  }
}

/**
 * Parses a document of entries. The first member of an entry may be its id with short facts, as in
 * `- IDEM-3: { level: must }`, which becomes `{ id: IDEM-3, level: must }`. Throws YamlError if the text is invalid or
 * a list has an id twice.
 */
export function readEntries(text: string, file: string): YamlSource {
  const source = new YamlSource(text, file);
  const repeated: [Place, string][] = [];
  const walk = (value: Json, place: Place): Json => {
    if (isObject(value)) {
      const members = Object.entries(value);
      return Object.fromEntries(members.map(([name, each]) => [name, walk(each, [...place, name])]));
    }
    if (!Array.isArray(value)) return value;
    const entries = value.map((each, i) => walk(withId(each), [...place, i]));
    const ids = entries.map((entry) => (isObject(entry) ? entry['id'] : undefined));
    ids.forEach((id, i) => {
      if (id !== undefined && ids.indexOf(id) < i)
        repeated.push([[...place, i], 'exists already; use another id']);
    });
    return entries;
  };
  Object.assign(source.value, walk(source.value, []));
  source.refuse(repeated);
  return source;
}

/** Returns the names in a list (ids of entries, or texts) or in a map (keys). */
export function namesIn(declared: Json | undefined): string[] {
  if (!Array.isArray(declared)) return Object.keys(declared ?? {});
  return declared.map((each) => String(isObject(each) ? each['id'] : each));
}

/** Returns a schema for one of these names. Without names it accepts any value, because `enum` must not be empty. */
export function oneOf(names: readonly string[]): JsonObject {
  return names.length > 0 ? { enum: [...names] } : {};
}

export function readSchema(name: string): JsonObject {
  return readYaml(`../../spec/schemas/${name}.schema.yaml`, import.meta.url);
}

function withId(entry: Json): Json {
  if (!isObject(entry)) return entry;
  const [[id, facts] = ['', null], ...texts] = Object.entries(entry);
  return isObject(facts) ? { id, ...facts, ...Object.fromEntries(texts) } : entry;
}

/** Returns the path of a place, with the ids of entries instead of their indices. */
function nameOf(value: Json, place: Place): string {
  let current: Json | undefined = value;
  const names = place.map((step) => {
    current = (current as JsonObject | undefined)?.[step];
    const id = isObject(current) && typeof step === 'number' ? current['id'] : undefined;
    return typeof id === 'string' ? id : step;
  });
  return names.join('/');
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
