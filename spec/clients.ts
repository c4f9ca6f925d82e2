/** Loads the rules for clients of the service, from `clients.yaml`. */
import { readFileSync } from 'node:fs';
import { clientRuleIds, type ClientRuleId } from './generated/client-ids.js';

export { clientRuleIds, type ClientRuleId };

/** One rule for clients. */
export interface ClientRule {
  /** `CLI-` and a number. */
  id: ClientRuleId;
  /** Such as `keys`. */
  group: string;
  /** A client that breaks a `must` does not conform; a `should` is recommended. */
  level: 'must' | 'should';
  /** The version of the kit that first had it. */
  since: string;
  /** Section of the source, such as `5.2`. */
  section: string;
  /** A few words, for reports. */
  title: string;
  /** The behavior of a correct client. */
  text: string;
  /** The cost of breaking the rule. */
  why: string;
  /** The correct behavior to implement instead. */
  instead: string;
  /** Limits of the check, and behavior that it does not judge. */
  note?: string;
  /** Whether courses judge it. In a course the client's task is known. */
  courses: boolean;
  /** The strongest result from traffic alone: a breach (`judged`), a warning, or none. */
  traffic: 'judged' | 'warned' | 'none';
}

export interface ClientRules {
  rules: readonly ClientRule[];
  /** In order. */
  groups: readonly { id: string; title: string }[];
}

export function loadClientRules(): ClientRules {
  const text = readFileSync(new URL('./generated/clients.json', import.meta.url), 'utf8');
  return JSON.parse(text) as ClientRules;
}

export function clientRulePath(id: string): string {
  return `/docs/clients/${id}`;
}
