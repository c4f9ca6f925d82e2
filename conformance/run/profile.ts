/** What is known of a target: a YAML file, overridden by flags. Secrets come from the environment alone. */
import { loadClauses } from '../../spec/clauses.js';
import { operationIds, type OperationId } from '../../spec/contract.js';
import { didYouMean } from '../../common/nearest.js';
import { KEY_ROLES, type CompanyFacts, type KeyRole } from '../pack/language/inputs.js';
import { UsageError } from '../values/usage-error.js';
import type { Ceilings } from '../wire/budget.js';
import type { RateLimit } from '../wire/pacer.js';
import { proxiesOf, type Proxies } from '../wire/proxies.js';
import { certificatesIn } from '../wire/trust.js';
import type { OwnHeader } from '../wire/wire.js';
import { readUserYaml } from './user-yaml.js';

export interface Profile {
  target: string;
  keys: Partial<Record<KeyRole, string>>;
  adminUrl: string | null;
  adminToken: string | null;
  companies: CompanyFacts;
  balancePointer: string | null;
  rateLimits: Partial<Record<OperationId, RateLimit>>;
  /** Operations that the target's owner declares absent. */
  absent: OperationId[];
  /** Choices that the target is declared to make. */
  readings: Record<string, string>;
  budget: Ceilings & { minutes: number | null };
  timeoutMs: number;
  /** Sent with every request to the target, unless a scenario says something else in the same header. */
  headers: readonly OwnHeader[];
  proxies: Proxies;
  /** PEM texts of authorities that are trusted beside the usual ones, and their file. */
  ca: { file: string; certificates: readonly string[] } | null;
  /** Longest `Retry-After` that is waited out. */
  maxWaitMs: number;
  /** Whether rate limits may be reached on the keys of the profile, which locks them out for a while. */
  allowThrottling: boolean;
}

/** What flags may set over the file. */
export interface ProfileOverrides {
  target?: string | undefined;
  apiKey?: string | undefined;
  adminUrl?: string | undefined;
  adminToken?: string | undefined;
  maxCredits?: number | undefined;
  maxRequests?: number | undefined;
  /** Minutes for the whole run. */
  maxMinutes?: number | undefined;
  timeoutMs?: number | undefined;
  /** A PEM file of authorities that are trusted beside the usual ones. */
  ca?: string | undefined;
  keys?: Partial<Record<KeyRole, string>> | undefined;
  absent?: string[] | undefined;
  allowThrottling?: boolean | undefined;
  profile?: Record<string, unknown> | undefined;
}

/** Words for groups of operations, in `absent`. */
const ABSENCES: Readonly<Record<string, readonly OperationId[]>> = {
  historical: ['searchCompanyJobsHistorical', 'searchJobsHistorical'],
  legacy: ['searchCompanyJobsLegacy'],
  company: ['searchCompanyJobs', 'searchCompanyJobsHistorical', 'searchCompanyJobsLegacy'],
  lookups: ['listJobBoards', 'listDepartments', 'listLocations'],
  balance: ['getCreditBalance'],
};

const FIELDS = [
  'target',
  'keys',
  'adminUrl',
  'adminToken',
  'networkUrl',
  'companyUrl',
  'companyName',
  'companyDomain',
  'emptyCompanyUrl',
  'hugeCompanyUrl',
  'balancePointer',
  'rateLimits',
  'absent',
  'readings',
  'budget',
  'headers',
  'ca',
  'timeoutSeconds',
  'maxWaitSeconds',
];

type Environment = Readonly<Record<string, string | undefined>>;
type Fail = (path: string[], message: string) => never;

/** Reads a profile file. Throws UsageError naming file, line and field. */
export function readProfile(path: string): { fields: Record<string, unknown>; fail: Fail } {
  const { value, document, at } = readUserYaml('--profile', path);
  const fields = (value ?? {}) as Record<string, unknown>;
  const fail: Fail = (where, message) => {
    const node = document.getIn(where, true) as { range?: [number, number, number] | null } | undefined;
    const { line } = at(node?.range?.[0] ?? 0);
    throw new UsageError(`${path}:${line}: ${where.join('.')} ${message}`);
  };
  if (typeof fields !== 'object' || Array.isArray(fields))
    throw new UsageError(`${path}:1: a profile is a YAML object`);
  return { fields, fail };
}

/** Joins file and flags. Throws UsageError. */
export function makeProfile(
  overrides: ProfileOverrides,
  environment: Environment,
  file: { fields: Record<string, unknown>; fail: Fail } | null = null,
): Profile {
  const fields = fieldsOf({ ...file?.fields, ...overrides.profile }, environment, file?.fail ?? plainFail);
  const { text, fail } = fields;
  const target = overrides.target ?? text('target');
  if (target === null) throw new UsageError('No target. Pass --target URL, or name it in the profile.');
  const adminUrl = overrides.adminUrl ?? text('adminUrl');
  const balancePointer = text('balancePointer');
  if (balancePointer !== null && !balancePointer.startsWith('/'))
    fail(['balancePointer'], 'must be a JSON Pointer such as /credits_remaining');
  const ceilings = fields.ceilings();
  const ca = overrides.ca ?? text('ca');
  return {
    target: baseUrl(target, 'target'),
    keys: keysOf(fields, overrides),
    // With or without `/__admin` at its end, as for the verdicts on clients.
    adminUrl: adminUrl === null ? null : baseUrl(adminUrl, 'adminUrl').replace(/\/__admin$/, ''),
    adminToken: overrides.adminToken ?? fields.secret('adminToken'),
    companies: companiesOf(fields),
    balancePointer,
    rateLimits: rateLimits(fields.members('rateLimits'), fail),
    absent: [...absent(fields.value('absent'), fail), ...absent(overrides.absent, fail)],
    readings: readings(fields.members('readings'), fail),
    budget: {
      credits: overrides.maxCredits ?? ceilings.credits,
      requests: overrides.maxRequests ?? ceilings.requests,
      minutes: overrides.maxMinutes ?? ceilings.minutes,
    },
    timeoutMs: overrides.timeoutMs ?? fields.seconds('timeoutSeconds', 30) * 1000,
    headers: headersOf(fields),
    proxies: proxiesOf(environment),
    ca: ca === null ? null : { file: ca, certificates: certificatesIn(ca) },
    maxWaitMs: fields.seconds('maxWaitSeconds', 120) * 1000,
    allowThrottling: overrides.allowThrottling ?? false,
  };
}

/** All that must show nowhere, each with what stands in its place. */
export function secretsOf({
  keys,
  adminToken,
  headers,
  proxies,
}: Profile): [secret: string, shown: string][] {
  return [
    ...Object.entries(keys).map(([role, key]): [string, string] => [key, `[key ${role}]`]),
    ...(adminToken === null ? [] : [[adminToken, '[admin token]'] as [string, string]]),
    ...headers.map(({ value, variable }): [string, string] => [value, `[env ${variable}]`]),
    ...[proxies.http, proxies.https].flatMap((proxy) =>
      (proxy?.secrets ?? []).map((secret): [string, string] => [secret, '[proxy credential]']),
    ),
  ];
}

const plainFail: Fail = (where, message) => {
  throw new UsageError(`${where.join('.')} ${message}`);
};

/** Reads the fields of a profile by their kinds; every reader throws UsageError on what it cannot take. */
interface Fields {
  fail: Fail;
  value(name: string): unknown;
  text(name: string): string | null;
  members(name: string): Record<string, unknown>;
  seconds(name: string, otherwise: number): number;
  ceilings(): Profile['budget'];
  /** A company profile URL. */
  companyPage(name: string): string | null;
  /** The value of the environment variable that the field names. */
  secret(...where: string[]): string | null;
}

function fieldsOf(values: Record<string, unknown>, environment: Environment, fail: Fail): Fields {
  for (const name of Object.keys(values))
    if (!FIELDS.includes(name))
      fail(
        [name],
        `is no field of a profile.${didYouMean(name, FIELDS)} The fields are ${FIELDS.join(', ')}`,
      );
  const value = (name: string): unknown => values[name] ?? null;
  const text = (name: string): string | null => {
    const found = value(name);
    return found === null || typeof found === 'string' ? found : fail([name], 'must be text');
  };
  const members = (name: string): Record<string, unknown> => {
    const found = value(name) ?? {};
    return typeof found === 'object' && !Array.isArray(found)
      ? (found as Record<string, unknown>)
      : fail([name], 'must be an object: names with a value each');
  };
  return {
    fail,
    value,
    text,
    members,
    seconds(name, otherwise) {
      const found = value(name) ?? otherwise;
      return typeof found === 'number' && found > 0 ? found : fail([name], 'must be a number above 0');
    },
    ceilings: () => ceilingsOf(members('budget'), fail),
    companyPage(name) {
      const url = text(name);
      return url === null || /^https?:\/\/.+\/company\/[^/]/.test(url)
        ? url
        : fail([name], `"${url}" is no company profile URL, such as https://network.example/company/acme`);
    },
    secret(...where) {
      const [name = '', member] = where;
      const found = member === undefined ? values[name] : members(name)[member];
      return found === undefined ? null : secretOf(found, where, environment, fail);
    },
  };
}

function ceilingsOf(budget: Record<string, unknown>, fail: Fail): Profile['budget'] {
  const names = ['credits', 'requests', 'minutes'];
  for (const name of Object.keys(budget))
    if (!names.includes(name))
      fail(
        ['budget', name],
        `is no ceiling.${didYouMean(name, names)} A budget has credits, requests and minutes`,
      );
  const ceiling = (name: string): number | null => {
    const value = budget[name] ?? null;
    return value === null || (Number.isInteger(value) && (value as number) >= 0)
      ? (value as number | null)
      : fail(['budget', name], 'must be a whole number of 0 or more');
  };
  return { credits: ceiling('credits'), requests: ceiling('requests'), minutes: ceiling('minutes') };
}

function secretOf(value: unknown, where: string[], environment: Environment, fail: Fail): string {
  const name =
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>)['env'] : undefined;
  if (typeof name !== 'string')
    return fail(where, 'must not hold the secret itself; name an environment variable: { env: NAME }');
  const found = environment[name];
  return found === undefined || found === ''
    ? fail(where, `names the environment variable ${name}, which is not set`)
    : found;
}

function keysOf(fields: Fields, overrides: ProfileOverrides): Profile['keys'] {
  const roles: string[] = Object.values(KEY_ROLES);
  const keys: Profile['keys'] = {};
  for (const role of Object.keys(fields.members('keys'))) {
    if (!roles.includes(role))
      fields.fail(
        ['keys', role],
        `is no key role.${didYouMean(role, roles)} The roles are ${roles.join(', ')}`,
      );
    const key = fields.secret('keys', role);
    if (key !== null) keys[role as KeyRole] = key;
  }
  Object.assign(keys, overrides.keys);
  if (overrides.apiKey !== undefined) keys.active = overrides.apiKey;
  for (const [role, key] of Object.entries(keys))
    if (!/^[\x21-\x7e]+$/.test(key))
      throw new UsageError(`The key "${role}" holds blanks or signs that no header can carry.`);
  return keys;
}

/** What scenarios say themselves, and what belongs to the connection. */
const TAKEN = [
  'Authorization',
  'Idempotency-Key',
  'X-Request-ID',
  'Content-Type',
  'Content-Length',
  'Host',
  'Connection',
  'Transfer-Encoding',
  'Proxy-Authorization',
];

function headersOf(fields: Fields): OwnHeader[] {
  return Object.entries(fields.members('headers')).map(([name, given]) => {
    const where = ['headers', name];
    if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name)) fields.fail(where, 'is no name of a header');
    if (TAKEN.some((each) => each.toLowerCase() === name.toLowerCase()))
      fields.fail(
        where,
        'is sent by scenarios or by the connection itself. Leave it out; keys stand in keys',
      );
    const value = fields.secret(...where) ?? '';
    if (!/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(value))
      fields.fail(where, 'has a value with signs that no header can carry');
    return { name, value, variable: (given as { env: string }).env };
  });
}

function companiesOf({ text, companyPage, fail }: Fields): CompanyFacts {
  const companyUrl = companyPage('companyUrl');
  const networkUrl =
    text('networkUrl')?.replace(/\/+$/, '') ?? companyUrl?.replace(/\/company\/.*$/, '') ?? null;
  if (networkUrl !== null && (!/^https?:\/\//.test(networkUrl) || networkUrl.endsWith('/company')))
    fail(
      ['networkUrl'],
      'must be what stands before /company/ in a profile URL, such as https://network.example',
    );
  if (companyUrl !== null && !companyUrl.startsWith(`${networkUrl}/company/`))
    fail(['companyUrl'], `does not begin with the networkUrl, ${networkUrl}/company/`);
  return {
    networkUrl,
    companyUrl,
    companyName: text('companyName'),
    companyDomain: text('companyDomain'),
    emptyCompanyUrl: companyPage('emptyCompanyUrl'),
    hugeCompanyUrl: companyPage('hugeCompanyUrl'),
  };
}

/** The address without a trailing slash. Throws UsageError for anything but http and https. */
function baseUrl(text: string, name: string): string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new UsageError(`The ${name} "${text}" is not a URL. Write it like https://api.example.com`);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new UsageError(
      `The ${name} "${text}" is neither http nor https. Write it like https://api.example.com`,
    );
  if (url.username !== '' || url.password !== '')
    throw new UsageError(`The ${name} holds a user name or password. Pass credentials as keys.`);
  if (url.search !== '' || url.hash !== '')
    throw new UsageError(`The ${name} "${text}" has a query. Leave it out.`);
  return url.href.replace(/\/+$/, '');
}

function rateLimits(values: Readonly<Record<string, unknown>>, fail: Fail): Profile['rateLimits'] {
  const limits: Profile['rateLimits'] = {};
  for (const [id, limit] of Object.entries(values)) {
    const where = ['rateLimits', id];
    if (!(operationIds as readonly string[]).includes(id))
      fail(where, `is no operation of the contract.${didYouMean(id, operationIds)}`);
    const { requests, seconds = 60 } =
      typeof limit === 'number' ? { requests: limit } : ((limit ?? {}) as Partial<RateLimit>);
    if (typeof requests !== 'number' || requests < 1 || typeof seconds !== 'number' || seconds <= 0)
      fail(where, 'must be requests per minute, or { requests, seconds }');
    else limits[id as OperationId] = { requests, seconds };
  }
  return limits;
}

/** Choices that the target is declared to make; YAML reads some of them as numbers. */
function readings(values: Readonly<Record<string, unknown>>, fail: Fail): Record<string, string> {
  const known = new Map<string, string[]>(
    loadClauses().readings.map(({ id, choices }) => [id, choices.map((each) => each.id)]),
  );
  return Object.fromEntries(
    Object.entries(values).map(([id, value]) => {
      const choices =
        known.get(id) ??
        fail(['readings', id], `is no reading of spec/clauses.yaml.${didYouMean(id, known.keys())}`);
      return choices.includes(String(value))
        ? [id, String(value)]
        : fail(
            ['readings', id],
            `has no choice "${String(value)}"; it has ${choices.join(', ')}.${didYouMean(String(value), choices)}`,
          );
    }),
  );
}

function absent(value: unknown, fail: Fail): OperationId[] {
  return ([value ?? []].flat() as string[]).flatMap((name) => {
    const group = ABSENCES[name];
    if (group !== undefined) return [...group];
    if ((operationIds as readonly string[]).includes(name)) return [name as OperationId];
    return fail(
      ['absent'],
      `names "${name}"; use ${Object.keys(ABSENCES).join(', ')} or an operation id.${didYouMean(name, [...Object.keys(ABSENCES), ...operationIds])}`,
    );
  });
}
