import type { Company } from '../../fixtures/index.js';
import { addMonths, startOfDay, DAY } from '../domain/calendar.js';
import { validationFailed } from '../domain/problems.js';
import type { Call } from '../request/call.js';
import { everything, type SearchQuery, findCompanies } from '../search/index.js';

export interface SearchPlan {
  query: SearchQuery;
  company: Company | null | undefined;
}

/** TEMPORARY until domain/plan-search.ts lands */
export function planOf(call: Call, body: Record<string, unknown>, now: number): SearchPlan {
  const operation = call.operation!;
  const issues = operation.validateBody(body);
  if (issues.length > 0) throw validationFailed(issues);
  const today = startOfDay(now);
  const after = body['search_after'] as [number, number] | undefined;
  const found = operation.withCompany
    ? findCompanies(call.world.index, {
        profileUrl: (body['company_network_url'] as string) ?? null,
        name: null,
        domain: null,
        broad: false,
      })
    : undefined;
  return {
    company: found?.company,
    query: everything({
      from: addMonths(today, -2),
      to: today + DAY,
      limit: (body['limit'] as number) ?? 100,
      companies: found?.ids ?? null,
      after: after ? { timestamp: after[0], id: after[1] } : null,
    }),
  };
}
