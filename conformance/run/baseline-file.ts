/** Reads the file of known failures: `known: [{ clause: IDEM-3, scenario: operation-keys/reuse, reason: ticket 12 }]`. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { KnownFailure } from '../record/run-record.js';
import { messageOf } from '../values/text.js';
import { UsageError } from '../values/usage-error.js';

/** Throws UsageError that names the file and the entry. */
export function readBaseline(path: string): KnownFailure[] {
  let content: unknown;
  try {
    content = parse(readFileSync(path, 'utf8')) as unknown;
  } catch (error) {
    throw new UsageError(`--baseline ${path} cannot be read: ${messageOf(error)}`);
  }
  const known = (content as { known?: unknown } | null)?.known;
  if (!Array.isArray(known)) throw new UsageError(`--baseline ${path} lacks the list "known".`);
  return known.map((each: unknown, i) => {
    const { clause, scenario, reason } = (each ?? {}) as Record<string, unknown>;
    if (typeof clause !== 'string' || typeof reason !== 'string' || reason === '')
      throw new UsageError(`--baseline ${path}: entry ${i + 1} needs a clause and a reason.`);
    if (scenario !== undefined && typeof scenario !== 'string')
      throw new UsageError(`--baseline ${path}: entry ${i + 1} names a scenario that is no text.`);
    return { clause, reason, scenario: scenario ?? null };
  });
}
