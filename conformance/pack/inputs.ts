/** The values that the runner binds to a workflow's inputs, by name. */
import { createHash } from 'node:crypto';
import { dateInput, isDateInput } from '../values/dates.js';

/** Roles of the keys that inputs can ask for, with the account that has each where one can be made. */
export const KEY_ROLES = {
  activeKey: 'active',
  secondKey: 'second',
  inactiveKey: 'inactive',
  zeroKey: 'zero',
  negativeKey: 'negative',
  smallKey: 'small',
  ungrantedKey: 'ungranted',
} as const;

type KeyInput = keyof typeof KEY_ROLES;
export type KeyRole = (typeof KEY_ROLES)[KeyInput];

/** Facts of the target that inputs carry; null where neither profile nor admin API tells. */
export interface CompanyFacts {
  networkUrl: string | null;
  companyUrl: string | null;
  companyName: string | null;
  companyDomain: string | null;
  emptyCompanyUrl: string | null;
  hugeCompanyUrl: string | null;
}

const COMPANY_INPUTS = [
  'companyUrl',
  'companyName',
  'companyDomain',
  'emptyCompanyUrl',
  'hugeCompanyUrl',
] as const;

/** True for the names that the runner binds. */
export function isBindable(name: string): boolean {
  return (
    name in KEY_ROLES ||
    [
      'unknownKey',
      'accountId',
      'secondAccountId',
      'runId',
      'unlikelyWord',
      'networkUrl',
      'unknownCompanyUrl',
    ].includes(name) ||
    (COMPANY_INPUTS as readonly string[]).includes(name) ||
    /^operationKey[A-Za-z0-9]{0,20}$/.test(name) ||
    isDateInput(name)
  );
}

/** What the target must offer for the input to be bound: entries as in `x-kit-requires`. */
export function requirementOf(name: string): string | null {
  if (name in KEY_ROLES && name !== 'activeKey') return `key:${KEY_ROLES[name as KeyInput]}`;
  if (name === 'accountId' || name === 'secondAccountId') return 'admin';
  if (name === 'networkUrl' || name === 'unknownCompanyUrl') return 'network';
  if (name === 'companyUrl') return 'company';
  if ((COMPANY_INPUTS as readonly string[]).includes(name)) return `fact:${name}`;
  return null;
}

export interface Bindings {
  keys: Partial<Record<KeyRole, string>>;
  accountIds: Partial<Record<KeyRole, string>>;
  companies: CompanyFacts;
  /** The target's time, ms since 1970. */
  now: number;
  runId: string;
  scenario: string;
}

/** The value of a bindable name; undefined where the target offers none. */
export function bindInput(name: string, from: Bindings): unknown {
  if (name in KEY_ROLES) return from.keys[KEY_ROLES[name as KeyInput]];
  if (name === 'accountId') return from.accountIds.active;
  if (name === 'secondAccountId') return from.accountIds.second;
  if (name === 'unknownKey') return `kit_unknown_${digest(`${from.runId}/unknown`)}`;
  if (name === 'runId') return from.runId;
  if (name === 'unlikelyWord') return `zzqx${digest(`${from.runId}/word`).replace(/\d/g, 'q').slice(0, 12)}`;
  if (name.startsWith('operationKey'))
    return `use_v1_kit_${from.runId}_${digest(`${from.runId}/${from.scenario}/${name}`)}`;
  if (name === 'networkUrl') return from.companies.networkUrl ?? undefined;
  if (name === 'unknownCompanyUrl')
    return from.companies.networkUrl === null
      ? undefined
      : `${from.companies.networkUrl}/company/kit-no-such-company-${from.runId}`;
  if ((COMPANY_INPUTS as readonly string[]).includes(name))
    return from.companies[name as (typeof COMPANY_INPUTS)[number]] ?? undefined;
  return dateInput(name, from.now);
}

/** Sixteen letters and digits that depend on nothing but the text. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
