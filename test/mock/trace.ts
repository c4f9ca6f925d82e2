import type { Trace } from '../../mock-server/state/trace.js';
import { TRACE } from '../samples/generated/samples.js';

/** A trace of a request that got an empty 200 immediately, with these changes. */
export function aTrace(changes: Partial<Trace> = {}): Trace {
  return { ...TRACE, ...changes };
}
