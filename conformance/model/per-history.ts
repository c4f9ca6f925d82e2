import type { Exchange } from '../record/exchange.js';
import type { HistoryContext } from './context.js';

/** Reads a history once for all oracles that need the result. Neither the history nor the result may change afterwards. */
export function perHistory<Result>(
  read: (history: readonly Exchange[], context: HistoryContext) => Result,
): typeof read {
  const results = new WeakMap<readonly Exchange[], WeakMap<HistoryContext, Result>>();
  return (history, context) => {
    const known = results.get(history) ?? new WeakMap<HistoryContext, Result>();
    results.set(history, known);
    if (!known.has(context)) known.set(context, read(history, context));
    return known.get(context)!;
  };
}
