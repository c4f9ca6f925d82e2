/** Bad and right clients: the courses must fail the bad clients, and pass the right ones. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { ClientRuleId } from '../../spec/clients.js';
import type { Override, Overrides } from './client.js';
import { badKeys } from './keys.js';
import { badPages } from './pages.js';
import { badRetries } from './retries.js';
import { overrideOf, type Row } from './rows.js';

export { rightClients, type RightClient } from './right-clients.js';

interface Facts {
  /** Credits that it wastes in these courses; absent if that is not checked. */
  wastes?: number;
  /** It looks like a slow right client: the verdict of the course must be inconclusive. */
  isOpen?: boolean;
  /** Seconds of a run; 20 by default. */
  patience?: number;
}

/** A client with one mistake: the rule that it breaks, and the courses that show it. */
export interface BadClient extends Facts {
  name: string;
  rule: ClientRuleId;
  courses: readonly string[];
  client: Override;
}

const inCode: Overrides = { ...badKeys, ...badRetries, ...badPages };

const entries = parse(readFileSync(new URL('./clients.yaml', import.meta.url), 'utf8')) as Record<
  string,
  (Facts & Row) | null
>;

export const badClients: readonly BadClient[] = Object.entries(entries).map(([key, entry]) => {
  const [rule, name, , courses] = key.split(' ') as [ClientRuleId, string, string, string];
  const client = inCode[name] ?? overrideOf(entry ?? {});
  return { name, rule, courses: courses.split(','), client, ...entry };
});
