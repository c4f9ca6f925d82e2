/** The inputs that the runner binds, by name. */
import { MOST_OPERATION_KEY_CHARACTERS, OPERATION_KEY_PREFIX } from '../../../spec/operation-key.js';
import { createHash } from 'node:crypto';
import { DATE_INPUT, dateInput, MONTH_INPUT, monthInput } from '../../values/dates.js';
import { LEFT_OUT } from './expressions.js';
import { OPTIONAL_FACTS, SLICES, SLICE_FACTS, TARGET_FACTS, type FactName, type Facts } from './facts.js';

/** The role of the key behind each input. */
export const KEY_ROLES = {
  activeKey: 'active',
  secondKey: 'second',
  inactiveKey: 'inactive',
  zeroKey: 'zero',
  negativeKey: 'negative',
  smallKey: 'small',
  ungrantedKey: 'ungranted',
} as const;

export type KeyRole = (typeof KEY_ROLES)[keyof typeof KEY_ROLES];

/** Facts about companies, from the profile or the survey; null if unknown. */
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

interface Input {
  /** The name of an input, or the pattern of several names. */
  name: string | RegExp;
  /** How INTERPRETING.md and the editor write a pattern. */
  shown?: string;
  /** The meaning of the value, in a few words. */
  says: string;
  /** A requirement for the target: an entry of `x-kit-requires`, or `fact` for the fact with the name of the input. */
  requires: string | null;
  /** Undefined if the target offers no value. */
  value(from: Bindings, name: string): unknown;
}

function input(
  name: Input['name'],
  says: string,
  value: Input['value'],
  requires: Input['requires'] = null,
): Input {
  return { name, says, value, requires };
}

const key = (name: keyof typeof KEY_ROLES, says: string): Input =>
  input(
    name,
    says,
    ({ keys }) => keys[KEY_ROLES[name]],
    name === 'activeKey' ? null : `key:${KEY_ROLES[name]}`,
  );

const company = (name: keyof CompanyFacts, says: string, requires = 'fact'): Input =>
  input(name, says, ({ companies }) => companies[name] ?? undefined, requires);

/** The input for a fact, or for the same fact of each slice. */
const surveyed = (names: readonly string[], says: string): Input => ({
  ...input(
    new RegExp(`^(?:${names.join('|')})$`),
    says,
    ({ facts }, name) => facts[name as FactName],
    'fact',
  ),
  shown: names.join(' '),
});

const target = (name: FactName, says: string): Input =>
  OPTIONAL_FACTS.includes(name)
    ? input(
        name,
        `${says}; if it is unknown, the member or item with it is omitted`,
        ({ facts }) => facts[name] ?? LEFT_OUT,
      )
    : surveyed([name], says);

/** All characters of an operation key, in an order that no API key has, because records hide texts that look like an API key. */
const KEY_CHARACTERS = 'aNb0cOd1ePf2gQh3iRj4kSl5mTn6oUp7qVr8sWt9uXv_wYx-yZzAMBLCKDJEIFHG';

/** Every input that the runner binds, in the order of INTERPRETING.md. */
export const INPUTS: readonly Input[] = [
  key(
    'activeKey',
    "key of the scenario's own account: a new one with an admin API, else the profile's active key",
  ),
  key('secondKey', 'key of another active account'),
  key('inactiveKey', 'an inactive key, made through the admin API, else of the profile'),
  key('zeroKey', 'key of an account with 0 credits'),
  key('negativeKey', 'key of an account with -25 credits'),
  key('smallKey', 'key of an account with 3 credits, in a profile with 3 to 12'),
  key('ungrantedKey', 'key of an account without historical access'),
  input(
    'unknownKey',
    'a well-formed key without an account',
    ({ runId }) => `kit_unknown_${digest(`${runId}/unknown`)}`,
  ),
  input('activeKeyCut', 'the active key without its last character', ({ keys }) => keys.active?.slice(0, -1)),
  {
    ...input(
      DATE_INPUT,
      "date `YYYY-MM-DD` in UTC by the target's clock, each also with `Plus<D>` or `Minus<D>` days (`monthsAgo6Plus1`); " +
        "months are clamped to the month's last day",
      ({ now }, name) => dateInput(name, now),
    ),
    shown: 'today yesterday tomorrow daysAgo<N> daysAhead<N> monthsAgo<N> yearsAgo<N>',
  },
  {
    ...input(
      MONTH_INPUT,
      "the month `YYYY-MM` so many months before the target's today, in UTC",
      ({ now }, name) => monthInput(name, now),
    ),
    shown: 'monthAgo<N>',
  },
  {
    ...input(
      /^operationKey[A-Za-z0-9]{0,20}$/,
      'a fresh valid operation key, its own per run, scenario and name; about 40 characters, so there is room for suffixes',
      ({ runId, scenario }, name) =>
        `${OPERATION_KEY_PREFIX}kit_${runId}_${digest(`${runId}/${scenario}/${name}`)}`,
    ),
    shown: 'operationKey operationKey<X>',
  },
  input(
    'shortestKey',
    'a valid operation key of one character behind the prefix, drawn by run and scenario; there are 64, so an earlier run may have sent it',
    ({ runId, scenario }) =>
      `${OPERATION_KEY_PREFIX}${KEY_CHARACTERS[parseInt(digest(`${runId}/${scenario}/shortest`).slice(0, 8), 16) % 64]}`,
  ),
  input(
    'longestKey',
    'a valid operation key with 121 characters after the prefix, among them every allowed one',
    (from) => longestKey(from, 'longest'),
  ),
  input(
    'longestKeyStem',
    'another such key without its last character: with one more it is as long as a key can be',
    (from) => longestKey(from, 'stem').slice(0, -1),
  ),
  input(
    'accountId',
    'id of the account behind `activeKey`, for admin steps',
    ({ accountIds }) => accountIds.active,
    'admin',
  ),
  input(
    'secondAccountId',
    'id of the account behind `secondKey`',
    ({ accountIds }) => accountIds.second,
    'admin',
  ),
  input('runId', 'short id of the run, `[a-z0-9]`', ({ runId }) => runId),
  input(
    'unlikelyWord',
    'a word that no posting holds',
    ({ runId }) => `zzqx${digest(`${runId}/word`).replace(/\d/g, 'q').slice(0, 12)}`,
  ),
  company('networkUrl', "the network's prefix of company URLs", 'network'),
  company('companyUrl', 'a known company with current postings', 'company'),
  company('companyName', 'its name'),
  company('companyDomain', 'its domain'),
  input(
    'unknownCompanyUrl',
    'a well-formed URL of no company',
    ({ companies: { networkUrl }, runId }) =>
      networkUrl === null ? undefined : `${networkUrl}/company/kit-no-such-company-${runId}`,
    'network',
  ),
  company('emptyCompanyUrl', 'a known company with history but no current postings (admin or profile)'),
  company('hugeCompanyUrl', 'a known company whose full page exceeds 4 MiB (admin or profile)'),
  ...Object.entries(SLICE_FACTS).map(([fact, { says }]) =>
    surveyed(
      SLICES.map((slice) => slice + fact),
      says,
    ),
  ),
  ...Object.entries(TARGET_FACTS).map(([fact, { says }]) => target(fact as FactName, says)),
];

export function isBindable(name: string): boolean {
  return inputNamed(name) !== undefined;
}

/** The requirement of an input, as an entry of `x-kit-requires`; null without one. */
export function requirementOf(name: string): string | null {
  const requires = inputNamed(name)?.requires ?? null;
  return requires === 'fact' ? `fact:${name}` : requires;
}

/** The value of an input; undefined if the target offers none. */
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

/** Sixteen hexadecimal digits of a hash of the text. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
