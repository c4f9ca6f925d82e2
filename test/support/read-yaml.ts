import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** Reads a YAML file, which may merge maps (`<<`). `module` is the `import.meta.url` that a relative path refers to. */
export function readYaml<T>(path: string, module: string): T {
  const text = readFileSync(new URL(path, module), 'utf8');
  return parse(text, { merge: true, maxAliasCount: -1 }) as T;
}
