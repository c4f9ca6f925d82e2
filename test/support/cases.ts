/** Reads the cases of a test from the YAML file beside it. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** The message of a case: a text between slashes is a pattern, and any other text is a part of the message. */
export function messageIn(text: string): string | RegExp {
  const [, pattern] = /^\/(.*)\/$/.exec(text) ?? [];
  return pattern === undefined ? text : new RegExp(pattern);
}

/** Reads `name.test.yaml` for `name.test.ts`, whose `import.meta.filename` is `test`. */
export function casesOf<T>(test: string): T {
  return parse(readFileSync(test.replace(/ts$/, 'yaml'), 'utf8'), { merge: true, maxAliasCount: -1 }) as T;
}
