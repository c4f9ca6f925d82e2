import { operationsIn, resolve, type Json, type JsonObject } from '../../spec/document.js';
import { readSchema, YamlSource } from './read-yaml.js';

/** Parses and checks a document. Throws YamlError for unsupported keywords, broken references and a wrong `x-kit-effect`. */
export function readOpenApi(text: string, file: string): JsonObject {
  const source = new YamlSource(text, file);
  source.check(readSchema('openapi'));
  source.refuse(danglingReferences(source.value));
  for (const { method, path, operation } of operationsIn(source.value)) {
    const { 'x-kit-effect': effect } = operation;
    const place = ['paths', path, method.toLowerCase(), 'x-kit-effect'];
    if (path.startsWith('/__admin') && effect === undefined)
      source.refuse([[place, 'is required; say what the call changes, such as { does: read }']]);
    const accounts = path.includes('{accountId}') ? 'one' : 'all';
    if (![undefined, accounts].includes((effect as { accounts?: string } | undefined)?.accounts))
      source.refuse([[[...place, 'accounts'], `must be ${accounts}, as in the path`]]);
  }
  return source.value;
}

function danglingReferences(document: JsonObject): [place: string[], complaint: string][] {
  const within = (value: Json, place: string[]): [string[], string][] => {
    if (typeof value !== 'object' || value === null) return [];
    const below = Object.entries(value).flatMap(([name, each]) => within(each as Json, [...place, name]));
    try {
      resolve(document, value);
      return below;
    } catch (error) {
      return [[place, `is wrong: ${(error as Error).message}`]];
    }
  };
  return within(document, []);
}
