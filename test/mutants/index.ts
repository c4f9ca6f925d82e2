/** Mutants: targets with one known fault each. They show which faults the suite detects. */
import { balanceMutants } from './balance.js';
import { chargingMutants } from './charging.js';
import { companyMutants } from './company.js';
import { envelopeMutants } from './envelope.js';
import { errorMutants } from './errors.js';
import { filterMutants, leavingOutMutants } from './filters.js';
import { headerMutants } from './headers.js';
import { historicalMutants } from './historical.js';
import { keywordMutants } from './keywords.js';
import { legacyMutants } from './legacy.js';
import { limitMutants } from './limits.js';
import { lookupMutants } from './lookups.js';
import type { Mutant } from './mutant.js';
import { operationKeyMutants } from './operation-keys.js';
import { pagingMutants } from './paging.js';
import { rateMutants } from './rates.js';
import { statusMutants } from './statuses.js';
import { validationMutants } from './validation.js';
import { windowMutants } from './windows.js';

export type { Innocent, Mutant } from './mutant.js';
export { pairMutants, type PairMutant } from './pairs.js';
export { groupRule, groupsOf } from './groups.js';
export { innocents, unplayed } from './innocents.js';
export { unturned, unturnedPairs } from './unturned.js';
export { startProxy, type MutatingProxy } from './proxy.js';

/** In the order of the clauses. */
export const mutants: readonly Mutant[] = [
  ...statusMutants,
  ...headerMutants,
  ...envelopeMutants,
  ...filterMutants,
  ...leavingOutMutants,
  ...keywordMutants,
  ...windowMutants,
  ...pagingMutants,
  ...limitMutants,
  ...companyMutants,
  ...historicalMutants,
  ...legacyMutants,
  ...lookupMutants,
  ...balanceMutants,
  ...chargingMutants,
  ...operationKeyMutants,
  ...rateMutants,
  ...errorMutants,
  ...validationMutants,
];
