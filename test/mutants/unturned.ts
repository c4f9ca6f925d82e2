/** Clauses that no mutant turns red, and why. Clauses that nothing can check give the reason in spec/clauses.yaml. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { ClauseId } from '../../spec/clauses.js';

const OPEN = parse(readFileSync(new URL('./unturned.yaml', import.meta.url), 'utf8')) as object;

export const unturned = Object.entries(OPEN).map(([clause, others]) => ({
  clause: clause as ClauseId,
  why: `open: every reading conforms; a target that follows none of them breaks ${others}`,
}));
