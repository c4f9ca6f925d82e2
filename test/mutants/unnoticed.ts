/**
 * Judges whose loss no mutant shows, and why none need. `npm run mutants -- --neuter` leaves out each in turn and fails
 * for one that is missed without a reason here, and for a reason that no longer holds.
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

const REDUNDANT: readonly Unnoticed[] = [
  {
    judge: 'oracle company-names',
    why: 'scenarios about a company of the mock see the same strangers; on a live target, where no company is known, it is the one that sees them',
  },
  {
    judge: 'oracle steadiness',
    why: 'it reports readings, and blames nobody',
  },
  {
    judge: 'predicate no-item',
    why: 'what a lookup leaves out, the oracle of the lookups misses in the same two answers',
  },
  {
    judge: 'predicate no-response',
    why: 'it says that a planted fault took effect, which is no doing of the target',
  },
  {
    judge: 'predicate responded',
    why: 'a lost answer ends its scenario before anything is judged; it is there for steps that ask for no status',
  },
  ...(
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
    ] as const
  ).map((name) => ({
    judge: `predicate ${name}`,
    why: 'on each mutant that it turns red, another judge turns the same clause red, at the same step or a later one',
  })),
];

/** The reasons for this kit's packs: a predicate that none of them asks for is there for the packs of others. */
export function unnoticed(documents: Documents): Unnoticed[] {
  const asked = new Set(
    loadPacks(packPaths([]), documents)
      .flatMap(({ workflows }) => workflows.flatMap(reachable))
      .flatMap(({ steps }) => steps.flatMap(({ expectations }) => expectations.map(({ that }) => that))),
  );
  return [
    ...REDUNDANT,
    ...Object.keys(PREDICATES)
      .filter((name) => !asked.has(name))
      .map((name) => ({
        judge: `predicate ${name}`,
        why: 'vocabulary only: no pack of the kit asks for it, packs of others may',
      })),
  ];
}
