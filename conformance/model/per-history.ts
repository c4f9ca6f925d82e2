import type { Exchange } from '../record/exchange.js';
import { oncePerPair } from '../values/once-per-pair.js';
import type { HistoryContext } from './context.js';

/** Reads a history once for all oracles that need the result. Neither the history nor the result may change afterwards. */
export function perHistory<Result>(
  read: (history: readonly Exchange[], context: HistoryContext) => Result,
): typeof read {
  return oncePerPair(read);
}
