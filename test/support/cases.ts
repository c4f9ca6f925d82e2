/** Reads the cases of a test from the YAML file beside it. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** Reads `name.test.yaml` for `name.test.ts`, whose `import.meta.filename` is `test`. */
export function casesOf<T>(test: string): T {
  return parse(readFileSync(test.replace(/ts$/, 'yaml'), 'utf8'), { merge: true, maxAliasCount: -1 }) as T;
}
