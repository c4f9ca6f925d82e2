/** Reads the file of known failures: `known: [{ clause: IDEM-3, scenario: operation-keys/reuse, reason: ticket 12 }]`. */
import { didYouMean } from '../../common/nearest.js';
import type { KnownFailure } from '../record/run-record.js';
import { UsageError } from '../values/usage-error.js';
import { readUserYaml } from './target/user-yaml.js';

const MEMBERS = ['clause', 'scenario', 'reason'];

/** Throws UsageError that names the file and the entry. */
export function readBaseline(path: string): KnownFailure[] {
  const { value } = readUserYaml('--baseline', path);
  const known = (value as { known?: unknown } | null)?.known;
  if (!Array.isArray(known)) throw new UsageError(`--baseline ${path} lacks the list "known".`);
  return known.map((each: unknown, i) => {
    const { clause, scenario, reason, ...rest } = (each ?? {}) as Record<string, unknown>;
    const [stray] = Object.keys(rest);
    if (stray !== undefined)
      throw new UsageError(
        `--baseline ${path}: entry ${i + 1} has a member "${stray}".${didYouMean(stray, MEMBERS)} An entry has ${MEMBERS.join(', ')}.`,
      );
    if (typeof clause !== 'string' || typeof reason !== 'string' || reason === '')
      throw new UsageError(`--baseline ${path}: entry ${i + 1} needs a clause and a reason.`);
    if (scenario !== undefined && typeof scenario !== 'string')
      throw new UsageError(`--baseline ${path}: entry ${i + 1} needs a string as its scenario.`);
    return { clause, reason, scenario: scenario ?? null };
  });
}
