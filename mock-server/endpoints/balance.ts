import { isoDay } from '../../fixtures/calendar.js';
import type { Account } from '../state/account.js';

/** The balance now, zero or negative included, and the days of the billing cycle (§4.10, reading `balance-body`). */
export function getCreditBalance(account: Account): string {
  const { start, end } = account.cycle(account.clock.now());
  return JSON.stringify({
    credits_remaining: account.credits,
    cycle_start: isoDay(start),
    cycle_end: isoDay(end),
  });
}
