/** Mutants: targets with one known fault each. They show which faults the suite detects. */
export {
  mutants,
  pairMutants,
  uncaught,
  uncaughtPairs,
  choicesWithoutInnocent,
  type PairMutant,
} from './catalogue.js';
export type { Innocent, Mutant } from './mutant.js';
export { groupRule, groupsOf } from './groups.js';
export { innocents } from './innocents.js';
export { startProxy, type MutatingProxy } from './proxy.js';
