/** Reads an OpenAPI document of the kit for generation. */
import { operationObjects, resolve, type Json, type JsonObject } from './document.js';
import { readSchema, YamlSource } from './read-yaml.js';

/**
 * Throws YamlError for keywords that the loaders do not act on and for a wrong `x-kit-effect`, and DocumentError for a
 * reference that leads nowhere.
 */
export function readOpenApi(text: string, file: string): JsonObject {
  const source = new YamlSource(text, file);
  source.check(readSchema('openapi'));
  resolveAll(source.value, source.value, file);
  for (const [method, { 'x-kit-effect': effect }, , path] of operationObjects(source.value)) {
    const place = ['paths', path, method.toLowerCase(), 'x-kit-effect'];
    if (path.startsWith('/__admin') && effect === undefined)
      source.refuse([[place, 'is required; say what the call changes, such as { does: read }']]);
    const accounts = path.includes('{accountId}') ? 'one' : 'all';
    if (![undefined, accounts].includes((effect as { accounts?: string } | undefined)?.accounts))
      source.refuse([[[...place, 'accounts'], `must be ${accounts}, as in the path`]]);
  }
  return source.value;
}

function resolveAll(document: JsonObject, value: Json, where: string): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) resolve(document, value, where);
  for (const [name, each] of Object.entries(value)) resolveAll(document, each as Json, `${where}/${name}`);
}
