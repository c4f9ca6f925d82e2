/** Clients that the courses must fail (`badClients`) or pass (`rightClients`). */
import type { ClientRuleId } from '../../spec/clients.js';
import { readYaml } from '../support/read-yaml.js';
import { both, type Override, type Overrides } from './client.js';
import { badKeys } from './keys.js';
import { badPages } from './pages.js';
import { badRetries } from './retries.js';
import { overrideOf, type Row } from './rows.js';

export { rightClients, type RightClient } from './right-clients.js';

interface Facts {
  /** Credits that it wastes in these courses; not checked if absent. */
  wastes?: number;
  /** True if it looks like a correct but slow client. The verdict must then be inconclusive. */
  isOpen?: boolean;
  /** Seconds of a run; 20 by default. */
  patience?: number;
  /** The client in code that makes the same mistake; default: the one with its name. */
  like?: string;
}

/** A client with one mistake: the rule that it breaks, and the courses that show it. */
export interface BadClient extends Facts {
  name: string;
  rule: ClientRuleId;
  courses: readonly string[];
  client: Override;
}

const inCode: Overrides = { ...badKeys, ...badRetries, ...badPages };

const entries = readYaml<Record<string, (Facts & Row) | null>>('./clients.yaml', import.meta.url);

export const badClients: readonly BadClient[] = Object.entries(entries).map(([key, entry]) => {
  const [rule, name, , courses] = key.split(' ') as [ClientRuleId, string, string, string];
  const client = both(inCode[entry?.like ?? name] ?? {}, overrideOf(entry ?? {}));
  return { name, rule, courses: courses.split(','), client, ...entry };
});
