import type { ClauseId } from '../../spec/clauses.js';
import type { Exchange } from '../record/exchange.js';

/** A statement about a clause: that it held or not on these exchanges. The last one shows it. */
export interface Finding {
  clause: ClauseId;
  on: readonly Exchange[];
  holds: boolean;
  expected: string;
  actual: string;
  /** Set if a balance is higher than expected, as after a cycle that brings credits. */
  isRaised?: true;
  /** The answer to an open question that the exchanges show; `holds` is true. */
  choice?: { reading: 'historical-no-credits'; choice: '402' | '403' };
}

export function judged(
  clause: ClauseId,
  holds: boolean,
  on: readonly Exchange[],
  expected: string,
  actual: string,
): Finding {
  return { clause, on, holds, expected, actual };
}
