/** The mutants of catalogue.yaml, by topic. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { ClauseId } from '../../spec/clauses.js';
import { balanceRules } from './balance.js';
import { chargingRules } from './charging.js';
import { companyRules } from './company.js';
import { envelopeRules } from './envelope.js';
import { errorRules } from './errors.js';
import { filterRules, leavingOutRules } from './filters.js';
import { headerRules } from './headers.js';
import { historicalRules } from './historical.js';
import { keywordRules } from './keywords.js';
import { legacyRules } from './legacy.js';
import { limitRules } from './limits.js';
import { lookupRules } from './lookups.js';
import type { Mutant, Rule, Rules } from './mutant.js';
import { operationKeyRules } from './operation-keys.js';
import { pagingRules } from './paging.js';
import { rateRules } from './rates.js';
import { ruleOf, type Row } from './rows.js';
import { statusRules } from './statuses.js';
import { UNSEEN } from './unseen.js';
import { validationRules } from './validation.js';
import { windowRules } from './windows.js';

/** Rules of mutants without a row. Each call makes new rules, whose closures may keep state. */
export const RULES = {
  statuses: statusRules,
  headers: headerRules,
  envelope: envelopeRules,
  filters: filterRules,
  leavingOut: leavingOutRules,
  keywords: keywordRules,
  windows: windowRules,
  paging: pagingRules,
  limits: limitRules,
  company: companyRules,
  historical: historicalRules,
  legacy: legacyRules,
  lookups: lookupRules,
  balance: balanceRules,
  charging: chargingRules,
  operationKeys: operationKeyRules,
  rates: rateRules,
  errors: errorRules,
  validation: validationRules,
} satisfies Record<string, () => Rules>;

const sections = parse(readFileSync(new URL('./catalogue.yaml', import.meta.url), 'utf8')) as Record<
  keyof typeof RULES,
  Record<string, Row | null>
>;

export function mutantsOn(topic: keyof typeof RULES): Mutant[] {
  return Object.entries(sections[topic]).map(([key, row]): Mutant => {
    const [clause, name] = key.split(' ') as [ClauseId, string];
    const reason = Object.keys(UNSEEN).find((each) => UNSEEN[each]!.includes(name));
    const rule = (): Rule => (row === null ? RULES[topic]()[name]! : ruleOf(row));
    return { name, clause, rule, ...(reason === undefined ? {} : { unseenFromOutside: reason }) };
  });
}

/** In the order of the clauses. */
export const mutants: readonly Mutant[] = (Object.keys(RULES) as (keyof typeof RULES)[]).flatMap(mutantsOn);
