import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** Names of mutants that a run with a URL and one key cannot catch, by what such a run lacks. */
export const UNSEEN = parse(readFileSync(new URL('./unseen.yaml', import.meta.url), 'utf8')) as Readonly<
  Record<string, readonly string[]>
>;
