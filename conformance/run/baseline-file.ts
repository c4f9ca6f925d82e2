/** Reads the file of known failures: `known: [{ clause: IDEM-3, scenario: operation-keys/reuse, reason: ticket 12 }]`. */
import { didYouMean } from '../../common/nearest.js';
import { readUserYaml } from '../files/yaml.js';
import type { KnownFailure } from '../record/run-record.js';
import { follow } from '../values/pointers.js';
import { UsageError } from '../values/usage-error.js';

const MEMBERS = ['clause', 'scenario', 'reason'];

/** Throws UsageError that names the file and the entry. */
export function readBaseline(path: string): KnownFailure[] {
  const known = follow(readUserYaml('--baseline', path).value, ['known']);
  if (!Array.isArray(known)) throw new UsageError(`--baseline ${path} lacks the list "known".`);
  return known.map((each: unknown, i) => {
    const fail = (why: string): never => {
      throw new UsageError(`--baseline ${path}: entry ${i + 1} ${why}`);
    };
    const { clause, scenario, reason, ...rest } = (each ?? {}) as Record<string, unknown>;
    for (const name of Object.keys(rest))
      fail(`has a member "${name}".${didYouMean(name, MEMBERS)} An entry has ${MEMBERS.join(', ')}.`);
    if (typeof clause !== 'string' || typeof reason !== 'string' || reason === '')
      return fail('needs a clause and a reason.');
    if (scenario !== undefined && typeof scenario !== 'string')
      return fail('needs a string as its scenario.');
    return { clause, reason, scenario: scenario ?? null };
  });
}
