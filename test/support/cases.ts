import { pathToFileURL } from 'node:url';
import { readYaml } from './read-yaml.js';

/** The message of a case: a text between slashes is a pattern, and any other text is a part of the message. */
export function messageIn(text: string): string | RegExp {
  const [, pattern] = /^\/(.*)\/$/.exec(text) ?? [];
  return pattern === undefined ? text : new RegExp(pattern);
}

/** Reads the cases of a test: `name.test.yaml` for `name.test.ts`, whose `import.meta.filename` is `test`. */
export function casesOf<T>(test: string): T {
  return readYaml(test.replace(/ts$/, 'yaml'), pathToFileURL(test).href);
}
