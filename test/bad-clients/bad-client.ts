/** A client with one mistake: the rule that it breaks, and the courses that show it. */
import type { ClientRuleId } from '../../spec/clients.js';
import type { Override } from './client.js';

export interface BadClient {
  name: string;
  rule: ClientRuleId;
  courses: readonly string[];
  client: Override;
  /** Credits that it wastes in these courses; absent if that is not checked. */
  wastes?: number;
  /** It looks like a slow right client: the verdict of the course must be inconclusive. */
  isOpen?: boolean;
  /** Seconds of a run; 20 by default. */
  patience?: number;
}

type Entry = Override | Omit<BadClient, 'name' | 'rule' | 'courses'>;

/** The bad clients of a table from `RULE name in course,course` to a mistake, or to a mistake and facts. */
export function badClientsOf(
  table: Readonly<Record<`${ClientRuleId} ${string} in ${string}`, Entry>>,
): BadClient[] {
  return Object.entries(table).map(([key, entry]) => {
    const [rule, name = '', , courses = ''] = key.split(' ') as [ClientRuleId, ...string[]];
    return { name, rule, courses: courses.split(','), ...('client' in entry ? entry : { client: entry }) };
  });
}
