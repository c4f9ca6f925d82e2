/** The reference lookups (§4.7 to §4.9): bare bodies, free of charge, at any balance. */

import type { OperationId } from '../../spec/index.js';
import { matchOptions, suggestLocations } from '../domain/lookups.js';
import type { World } from '../state/world.js';

/** Values of a checked query; a parameter that was not sent is undefined. */
export type Query = Readonly<Record<string, string | undefined>>;
export type LookupHandler = (query: Query) => string;

/** §4.9: how many suggestions there are unless `limit` says otherwise. */
const DEFAULT_SUGGESTIONS = 10;

export function lookups(
  world: World,
): Record<'listJobBoards' | 'listDepartments' | 'listLocations', LookupHandler> {
  const { jobBoards, departments, locations } = world.dataset;
  // Sorted once: most callers ask for the full list.
  const allBoards = matchOptions(jobBoards, '');
  const allDepartments = matchOptions(departments, '');
  return {
    listJobBoards: (query) => JSON.stringify({ job_boards: matchOptions(allBoards, query['q'] ?? '') }),
    listDepartments: (query) =>
      JSON.stringify({ departments: matchOptions(allDepartments, query['q'] ?? '') }),
    listLocations: (query) => {
      const limit = Number(query['limit'] ?? DEFAULT_SUGGESTIONS);
      return JSON.stringify({ locations: suggestLocations(locations, query['q'] ?? '', limit) });
    },
  } satisfies Partial<Record<OperationId, LookupHandler>>;
}
