/** The rules for callers of the service: `clients.yaml`. */
import { readFileSync } from 'node:fs';
import { clientRuleIds, type ClientRuleId } from './generated/client-ids.js';

export { clientRuleIds, type ClientRuleId };

/** One thing that a right client does. */
export interface ClientRule {
  /** `CLI-` and a number. */
  id: ClientRuleId;
  /** Such as `keys`. */
  group: string;
  /** A client that is seen to break a `must` does not conform; a `should` is recommended. */
  level: 'must' | 'should';
  /** The version of the kit that first had it. */
  since: string;
  /** Section of the source, such as `5.2`. */
  section: string;
  /** A few words, for reports. */
  title: string;
  /** What a right client does. */
  text: string;
  /** What a team loses otherwise. */
  why: string;
  /** What to do. */
  instead: string;
  /** What is left alone. */
  note?: string;
  /** Whether it is judged where it is known what the client was asked for. */
  courses: boolean;
  /** What is concluded from traffic alone: a breach, a warning, or nothing. */
  traffic: 'judged' | 'warned' | 'none';
}

export interface ClientRules {
  rules: readonly ClientRule[];
  /** In order. */
  groups: readonly { id: string; title: string }[];
}

/** The rules of `clients.yaml`, as `npm run generate` last read them. */
export function loadClientRules(): ClientRules {
  const text = readFileSync(new URL('./generated/clients.json', import.meta.url), 'utf8');
  const { rules, groups } = JSON.parse(text) as ClientRules;
  return { rules, groups };
}

/** Where the mock shows the page of a rule. */
export function clientRulePath(id: string): string {
  return `/docs/clients/${id}`;
}
