import { isoDay } from '../../fixtures/calendar.js';
import type { Account } from '../state/account.js';

/** Returns the current balance, which may be negative, and the billing cycle, as JSON (§4.10, reading `balance-body`). */
export function getCreditBalance(account: Account): string {
  const { start, end } = account.cycle(account.clock.now());
  return JSON.stringify({
    credits_remaining: account.credits,
    cycle_start: isoDay(start),
    cycle_end: isoDay(end),
  });
}
