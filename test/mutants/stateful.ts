import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** Names of mutants with state by topic. */
export const STATEFUL = parse(readFileSync(new URL('./stateful.yaml', import.meta.url), 'utf8')) as Record<
  string,
  string[]
>;
