import type { ClauseId } from '../../spec/clauses.js';
import type { Exchange } from '../record/exchange.js';
import { REFUSED, UNCHANGED_BY, type Cause } from './events.js';

/** An event that must not change the balance. */
export interface Free {
  cause: Cause;
  exchange: Exchange;
  /** True if the event is free on any target, so that an unchanged balance proves nothing. */
  provesNothing?: boolean;
}

/** Whether a clause held on these exchanges. The last one shows it. */
export interface Finding {
  clause: ClauseId;
  on: readonly Exchange[];
  holds: boolean;
  expected: string;
  actual: string;
  /** By how many credits a balance is higher than expected, as after a cycle that brings credits. */
  raise?: number;
  /** Set if credits that the account was given explain the raise, too. */
  isGuess?: true;
  /** Free events that may have changed the balance instead, since it was last stated or at the same time. */
  instead?: readonly Free[];
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

/**
 * Blames a refusal for a wrong balance, instead of the search that stated the balance. Two conditions must hold: other balances
 * of searches are right, and every other event before the balance is known to be free.
 */
export function blamed(findings: readonly Finding[]): Finding[] {
  const fails = (clause: ClauseId): boolean =>
    findings.some((each) => each.clause === clause && !each.holds && each.instead === undefined);
  const holds = (clause: ClauseId): boolean =>
    !fails(clause) &&
    findings.some((each) => each.clause === clause && each.holds && each.instead === undefined);
  return findings.map((finding) => {
    const { clause, on, holds: isRight, expected, actual, instead = [] } = finding;
    const open = instead.filter(({ cause }) => !holds(UNCHANGED_BY[cause]));
    if (isRight || !holds(clause) || new Set(open.map(({ cause }) => cause)).size !== 1) return finding;
    const [{ cause, exchange }] = open as [Free];
    if (!REFUSED.has(cause)) return finding;
    return { ...finding, ...judged(UNCHANGED_BY[cause], false, [...on, exchange], expected, actual) };
  });
}
