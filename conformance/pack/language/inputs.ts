/** The values that the runner binds to a workflow's inputs, by name. */
import { MOST_OPERATION_KEY_CHARACTERS, OPERATION_KEY_PREFIX } from '../../../spec/operation-key.js';
import { createHash } from 'node:crypto';
import { DATE_INPUT, dateInput } from '../../values/dates.js';
import { LEFT_OUT } from './expressions.js';
import { SLICES, SLICE_FACTS, TARGET_FACTS, type Facts } from './facts.js';

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

/** Facts about companies that inputs carry, which a profile can name; null where it is not known. */
export interface CompanyFacts {
  networkUrl: string | null;
  companyUrl: string | null;
  companyName: string | null;
  companyDomain: string | null;
  emptyCompanyUrl: string | null;
  hugeCompanyUrl: string | null;
}

export interface Bindings {
  keys: Partial<Record<KeyRole, string>>;
  accountIds: Partial<Record<KeyRole, string>>;
  companies: CompanyFacts;
  facts: Facts;
  /** The target's time, ms since 1970. */
  now: number;
  runId: string;
  scenario: string;
}

/** Inputs of one kind. */
interface Input {
  /** A name, or the pattern of several. */
  name: string | RegExp;
  /** How INTERPRETING.md and the editor write a pattern. */
  shown?: string;
  /** What the value is, in a few words. */
  says: string;
  /** What the target must offer for it: an entry as in `x-kit-requires`; `fact` for the fact of its own name. */
  requires: string | null;
  /** Undefined where the target offers none. */
  value(from: Bindings, name: string): unknown;
}

const key = (name: KeyInput, says: string): Input => ({
  name,
  says,
  requires: name === 'activeKey' ? null : `key:${KEY_ROLES[name]}`,
  value: ({ keys }) => keys[KEY_ROLES[name]],
});

const companyFact = (name: keyof CompanyFacts, says: string, requires = 'fact'): Input => ({
  name,
  says,
  requires,
  value: ({ companies }) => companies[name] ?? undefined,
});

/** A row of the table for one fact, or for one and the same fact of each slice. */
const surveyed = (names: readonly string[], says: string): Input => ({
  name: new RegExp(`^(?:${names.join('|')})$`),
  shown: names.join(' '),
  says,
  requires: 'fact',
  value: ({ facts }, name) => facts[name as keyof Facts],
});
/** Facts that narrow a search where they are known, and without which it is a wider one. */
const OPTIONAL = [
  'marketScope',
  'historyScope',
  'agencyScope',
  'companySince',
  'companyUntil',
  'companyPageFrom',
  'companyPageTo',
] as const;
type Optional = (typeof OPTIONAL)[number];

const optional = (name: Optional, says: string): Input => ({
  name,
  says: `${says}; where it is not known, the member or item that has it is left out`,
  requires: null,
  value: ({ facts }) => facts[name] ?? LEFT_OUT,
});

/** All that an operation key may hold, in an order that no API key has: what looks like a key is struck out of records. */
const KEY_CHARACTERS = 'aNb0cOd1ePf2gQh3iRj4kSl5mTn6oUp7qVr8sWt9uXv_wYx-yZzAMBLCKDJEIFHG';

/** Every input that the runner binds, in the order of INTERPRETING.md. */
export const INPUTS: readonly Input[] = [
  key(
    'activeKey',
    "key of the scenario's own account: a fresh one where there is an admin API, else the profile's active key",
  ),
  key('secondKey', 'key of another active account'),
  key('inactiveKey', 'an inactive key, made through the admin API, else of the profile'),
  key('zeroKey', 'key of an account with 0 credits'),
  key('negativeKey', 'key of an account with -25 credits'),
  key('smallKey', 'key of an account with 3 credits'),
  key('ungrantedKey', 'key of an account without historical access'),
  {
    name: 'unknownKey',
    says: 'a well-formed key that nobody was given',
    requires: null,
    value: ({ runId }) => `kit_unknown_${digest(`${runId}/unknown`)}`,
  },
  {
    name: 'activeKeyCut',
    says: 'the active key without its last character',
    requires: null,
    value: ({ keys }) => keys.active?.slice(0, -1),
  },
  {
    name: DATE_INPUT,
    shown: 'today yesterday tomorrow daysAgo<N> daysAhead<N> monthsAgo<N> yearsAgo<N>',
    says:
      "date `YYYY-MM-DD` in UTC by the target's clock, each also with `Plus<D>` or `Minus<D>` days (`monthsAgo6Plus1`); " +
      "months are clamped to the month's last day",
    requires: null,
    value: ({ now }, name) => dateInput(name, now),
  },
  {
    name: /^operationKey[A-Za-z0-9]{0,20}$/,
    shown: 'operationKey operationKey<X>',
    says: 'a fresh valid operation key, its own per run, scenario and name; about 40 characters, so there is room for suffixes',
    requires: null,
    value: ({ runId, scenario }, name) =>
      `${OPERATION_KEY_PREFIX}kit_${runId}_${digest(`${runId}/${scenario}/${name}`)}`,
  },
  {
    name: 'shortestKey',
    says: 'a valid operation key of one character behind the prefix, drawn by run and scenario; there are 64, so an earlier run may have sent it',
    requires: null,
    value: ({ runId, scenario }) =>
      `${OPERATION_KEY_PREFIX}${KEY_CHARACTERS[parseInt(digest(`${runId}/${scenario}/shortest`).slice(0, 8), 16) % 64]}`,
  },
  {
    name: 'longestKey',
    says: "a valid operation key of 121 characters behind the prefix, all that are allowed among them, the run's own",
    requires: null,
    value: (from) => longestKey(from, 'longest'),
  },
  {
    name: 'longestKeyStem',
    says: 'another such key without its last character: with one more it is as long as a key can be',
    requires: null,
    value: (from) => longestKey(from, 'stem').slice(0, -1),
  },
  {
    name: 'accountId',
    says: 'id of the account behind `activeKey`, for admin steps',
    requires: 'admin',
    value: ({ accountIds }) => accountIds.active,
  },
  {
    name: 'secondAccountId',
    says: 'id of the account behind `secondKey`',
    requires: 'admin',
    value: ({ accountIds }) => accountIds.second,
  },
  { name: 'runId', says: 'short id of the run, `[a-z0-9]`', requires: null, value: ({ runId }) => runId },
  {
    name: 'unlikelyWord',
    says: 'a word that no posting holds',
    requires: null,
    value: ({ runId }) => `zzqx${digest(`${runId}/word`).replace(/\d/g, 'q').slice(0, 12)}`,
  },
  companyFact('networkUrl', "the network's prefix of company URLs", 'network'),
  companyFact('companyUrl', 'a known company with current postings', 'company'),
  companyFact('companyName', 'its name'),
  companyFact('companyDomain', 'its domain'),
  {
    name: 'unknownCompanyUrl',
    says: 'a well-formed URL of no company',
    requires: 'network',
    value: ({ companies: { networkUrl }, runId }) =>
      networkUrl === null ? undefined : `${networkUrl}/company/kit-no-such-company-${runId}`,
  },
  companyFact('emptyCompanyUrl', 'a known company with history but no current postings (admin or profile)'),
  companyFact('hugeCompanyUrl', 'a known company whose full page exceeds 4 MiB (admin or profile)'),
  ...Object.entries(SLICE_FACTS).map(([fact, says]) =>
    surveyed(
      SLICES.map((slice) => slice + fact),
      says,
    ),
  ),
  ...Object.entries(TARGET_FACTS).map(([fact, says]) =>
    (OPTIONAL as readonly string[]).includes(fact)
      ? optional(fact as Optional, says)
      : surveyed([fact], says),
  ),
];

/** True for the names that the runner binds. */
export function isBindable(name: string): boolean {
  return inputNamed(name) !== undefined;
}

/** What the target must offer for the input to be bound: entries as in `x-kit-requires`. */
export function requirementOf(name: string): string | null {
  const requires = inputNamed(name)?.requires ?? null;
  return requires === 'fact' ? `fact:${name}` : requires;
}

/** The value of a bindable name; undefined where the target offers none. */
export function bindInput(name: string, from: Bindings): unknown {
  return inputNamed(name)?.value(from, name);
}

function inputNamed(name: string): Input | undefined {
  return INPUTS.find((each) => (typeof each.name === 'string' ? each.name === name : each.name.test(name)));
}

function longestKey({ runId, scenario }: Bindings, name: string): string {
  const own = `kit_${runId}_${digest(`${runId}/${scenario}/${name}`)}_${KEY_CHARACTERS.repeat(2)}`;
  return `${OPERATION_KEY_PREFIX}${own.slice(0, MOST_OPERATION_KEY_CHARACTERS)}`;
}

/** Sixteen letters and digits that depend on nothing but the text. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
