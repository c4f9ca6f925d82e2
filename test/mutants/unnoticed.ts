/**
 * Judges that can be removed without missing a mutant, and why. `npm run mutants -- --neuter` removes each judge in turn.
 * It fails if such a judge has no reason here, or if a reason no longer holds.
 */
import type { Documents } from '../../conformance/pack/model/documents.js';
import { loadPacks } from '../../conformance/pack/load-packs.js';
import { reachable } from '../../conformance/pack/model/reach.js';
import { PREDICATES } from '../../conformance/pack/predicates/index.js';
import { packPaths } from '../../conformance/run/scenarios.js';

export interface Unnoticed {
  /** `oracle ledger` or `predicate same-jobs`. */
  judge: string;
  why: string;
}

const REDUNDANT: Readonly<Record<string, string>> = {
  'oracle company-names':
    'on the mock, scenarios about a known company see the same strangers; only this oracle sees them on a live target',
  'oracle steadiness': 'it only reports readings',
  'predicate no-item': 'the lookup oracle reports the same missing items in the same two answers',
  'predicate no-response': 'it checks that a planted fault took effect, which does not depend on the target',
  'predicate responded':
    'a lost answer ends its scenario before any check; it is for steps that expect no status',
  ...Object.fromEntries(
    [
      'subset-of',
      'date-within',
      'keyword-match',
      'distinct-items',
      'every-item',
      'items-within',
      'header-differs',
      'header-equals',
      'header-present',
    ].map((name) => [
      `predicate ${name}`,
      'for each mutant that it turns red, another judge turns the same clause red at the same step or later',
    ]),
  ),
};

/** The reasons for the packs of this kit. Predicates that they do not use are for the packs of others. */
export function unnoticed(documents: Documents): Unnoticed[] {
  const used = new Set(
    loadPacks(packPaths([]), documents)
      .flatMap(({ workflows }) => workflows.flatMap(reachable))
      .flatMap(({ steps }) => steps.flatMap(({ expectations }) => expectations.map(({ that }) => that))),
  );
  const unused = Object.keys(PREDICATES).filter((name) => !used.has(name));
  return [
    ...Object.entries(REDUNDANT).map(([judge, why]) => ({ judge, why })),
    ...unused.map((name) => ({ judge: `predicate ${name}`, why: 'no pack of this kit uses it' })),
  ];
}
