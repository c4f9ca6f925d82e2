/** The reference lookups and the balance (§4.7 to §4.10). They have no envelope, and are free at any balance. */

import type { LookupId, Option } from '../../spec/index.js';
import { USUAL_LOCATIONS } from '../../spec/location-limits.js';
import { matchOptions, suggestLocations } from '../domain/lookups.js';
import type { World } from '../state/world.js';
import { isoDay } from '../../fixtures/calendar.js';
import type { Account } from '../state/account.js';

/** Parameters of a valid query; undefined if not sent. */
export type Query = Readonly<Record<string, string | undefined>>;
export type LookupHandler = (query: Query) => string;

export function lookups(world: World): Record<LookupId, LookupHandler> {
  const { jobBoards, departments, locations } = world.dataset;
  return {
    listJobBoards: optionsLookup('job_boards', jobBoards),
    listDepartments: optionsLookup('departments', departments),
    listLocations: (query) => {
      const limit = Number(query['limit'] ?? USUAL_LOCATIONS);
      return JSON.stringify({ locations: suggestLocations(locations, query['q'] ?? '', limit) });
    },
  };
}

/** Sorts and renders the full list once, since most callers request it. */
function optionsLookup(name: string, options: readonly Option[]): LookupHandler {
  const sorted = matchOptions(options, '');
  const all = JSON.stringify({ [name]: sorted });
  return ({ q = '' }) => (q.trim() === '' ? all : JSON.stringify({ [name]: matchOptions(sorted, q) }));
}

/** Returns the current balance, which may be negative, and the billing cycle, as JSON (§4.10, reading `balance-body`). */
export function getCreditBalance(account: Account): string {
  const { start, end } = account.cycle(account.clock.now());
  return JSON.stringify({
    credits_remaining: account.credits,
    cycle_start: isoDay(start),
    cycle_end: isoDay(end),
  });
}
