/** Reads a profile: facts about a target from a YAML file and flags. Secrets come only from environment variables. */
import { operationIds, type OperationId } from '../../../spec/contract.js';
import { readDocument, resolve, type JsonObject } from '../../../spec/document.js';
import { schemaCompiler } from '../../../spec/validators.js';
import { didYouMean } from '../../../common/nearest.js';
import type { Redactor } from '../../../common/redact.js';
import { readUserYaml } from '../../files/yaml.js';
import { COMPANY_FACTS, type CompanyFacts } from '../../pack/language/facts.js';
import { KEY_ROLES, type KeyRole } from '../../pack/language/inputs.js';
import type { EarlierRun } from '../../record/run-record.js';
import { fields as jsonObject, mapped, pick } from '../../values/fields.js';
import { UsageError } from '../../values/usage-error.js';
import type { RateLimit } from '../../wire/pacer.js';
import { proxiesOf } from '../../wire/proxies.js';
import { certificatesIn } from '../../wire/trust.js';
import type { OwnHeader } from '../../wire/wire.js';
import type { components } from './generated/profile.js';

export type Profile = ReturnType<typeof makeProfile> & {
  /** Searches of an earlier run (`--against`), by operation. */
  earlier?: EarlierRun['keys'];
};

type Keys = Partial<Record<KeyRole, string>>;

/** Settings of flags, which have priority over the file. */
export interface ProfileOverrides {
  target?: string | undefined;
  apiKey?: string | undefined;
  /** The source of `apiKey` in words. Default: `--api-key`. */
  keySource?: string | undefined;
  adminUrl?: string | undefined;
  adminToken?: string | undefined;
  maxCredits?: number | undefined;
  maxRequests?: number | undefined;
  maxMinutes?: number | undefined;
  timeoutMs?: number | undefined;
  ca?: string | undefined;
  keys?: Keys | undefined;
  absent?: string[] | undefined;
  allowThrottling?: boolean | undefined;
  profile?: Record<string, unknown> | undefined;
}

/** The names that `absent` may contain, each with its operations. */
const ABSENCES: Readonly<Record<string, readonly OperationId[]>> = {
  historical: ['searchCompanyJobsHistorical', 'searchJobsHistorical'],
  legacy: ['searchCompanyJobsLegacy'],
  company: ['searchCompanyJobs', 'searchCompanyJobsHistorical', 'searchCompanyJobsLegacy'],
  lookups: operationIds.filter((id) => id.startsWith('list')),
  balance: ['getCreditBalance'],
  ...Object.fromEntries(operationIds.map((id) => [id, [id]])),
};

type Schemas = components['schemas'];
type ProfileFields = Schemas['Profile'];

type Environment = Readonly<Record<string, string | undefined>>;
type Fail = (path: string[], message: string) => never;
type SecretReader = (secret: Schemas['Secret'], ...where: string[]) => string;

/** Reads a profile file. Throws UsageError that names the file and the line. */
export function readProfile(path: string): { fields: Record<string, unknown>; fail: Fail } {
  const { value, locate } = readUserYaml('--profile', path);
  const fields = (value ?? {}) as Record<string, unknown>;
  const fail: Fail = (where, message) => {
    throw new UsageError(`${path}:${locate(where).line}: ${where.join('.')} ${message}`);
  };
  if (typeof fields !== 'object' || Array.isArray(fields))
    throw new UsageError(`${path}:1: a profile is a YAML object`);
  return { fields, fail };
}

/** Makes a profile from the file and the flags. Throws UsageError. */
export function makeProfile(
  overrides: ProfileOverrides,
  environment: Environment,
  file: { fields: Record<string, unknown>; fail: Fail } | null = null,
) {
  const fail = file?.fail ?? plainFail;
  const fields = checked({ ...file?.fields, ...overrides.profile }, fail);
  const target = overrides.target ?? fields.target;
  if (target === undefined) throw new UsageError('No target. Pass --target URL, or name it in the profile.');
  const adminUrl = overrides.adminUrl ?? fields.adminUrl;
  const ca = overrides.ca ?? fields.ca;
  const refuseCa = overrides.ca === undefined ? (problem: string) => fail(['ca'], problem) : undefined;
  const secret: SecretReader = ({ env }, ...where) =>
    environment[env] || fail(where, `names the environment variable ${env}, which is not set`);
  return {
    target: baseUrl(target, 'target'),
    keys: keysOf(fields, overrides, secret),
    /** The source of the active key in words: `--api-key` or an environment variable. */
    keySource: keySourceOf(fields, overrides),
    // Accepts the address with or without `/__admin`, as `clients` does.
    adminUrl: adminUrl === undefined ? null : baseUrl(adminUrl, 'adminUrl').replace(/\/__admin$/, ''),
    adminToken: overrides.adminToken ?? (fields.adminToken ? secret(fields.adminToken, 'adminToken') : null),
    companies: companiesOf(fields, fail),
    balancePointer: fields.balancePointer ?? null,
    rateLimits: rateLimitsOf(fields),
    absent: [
      ...absentOf(fields.absent, (message) => fail(['absent'], message)),
      ...absentOf(overrides.absent, (message) => plainFail(['--absent'], message)),
    ],
    /** Choices that the target is declared to make. */
    readings: fields.readings ?? {},
    budget: {
      credits: overrides.maxCredits ?? fields.budget?.credits ?? null,
      requests: overrides.maxRequests ?? fields.budget?.requests ?? null,
      minutes: overrides.maxMinutes ?? fields.budget?.minutes ?? null,
    },
    timeoutMs: overrides.timeoutMs ?? (fields.timeoutSeconds ?? 30) * 1000,
    /** Sent with every request to the target, unless a scenario sets the same header. */
    headers: headersOf(fields, secret, fail),
    proxies: proxiesOf(environment),
    /** PEM texts of authorities that are trusted in addition to the usual ones. */
    ca: ca === undefined ? null : certificatesIn(ca, refuseCa),
    /** The longest `Retry-After` for which the run waits. */
    maxWaitMs: (fields.maxWaitSeconds ?? 120) * 1000,
    /** Whether rate limits may be reached on the keys of the profile, which locks them out for a while. */
    allowThrottling: overrides.allowThrottling ?? false,
  };
}

/** Throws UsageError if there is neither a key nor an admin API that makes accounts. */
export function requireKey({ keys, adminUrl }: Profile): void {
  if (keys.active === undefined && adminUrl === null)
    throw new UsageError(
      'No key. Set JOB_SEARCH_API_KEY, pass --api-key KEY, or name keys.active in the profile.',
    );
}

const ROLES: ReadonlySet<string> = new Set(KEY_ROLES);

/** Redacts the secrets of a profile from now on. A key that is the name of a role stays, or a record would lose the role. */
export function redactSecrets({ keys, adminToken, headers, proxies }: Profile, redactor: Redactor): void {
  for (const [role, key] of Object.entries(keys)) if (!ROLES.has(key)) redactor.add(key, `[key ${role}]`);
  if (adminToken !== null) redactor.add(adminToken, '[admin token]');
  for (const { value, variable } of headers) redactor.add(value, `[env ${variable}]`);
  for (const proxy of [proxies.http, proxies.https])
    for (const secret of proxy?.secrets ?? []) redactor.add(secret, '[proxy credential]');
}

const plainFail: Fail = (where, message) => {
  throw new UsageError(`${where.join('.')} ${message}`);
};

const document = readDocument(new URL('./generated/profile.json', import.meta.url));
const form = resolve(document, { $ref: '#/components/schemas/Profile' }) as JsonObject & {
  properties: Record<string, { properties?: JsonObject }>;
};
const check = schemaCompiler(document)(form, '');

/** Throws UsageError for a field that does not fit the schema. */
function checked(given: Record<string, unknown>, fail: Fail): ProfileFields {
  const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => (value ?? null) !== null));
  const readings = jsonObject(fields['readings']);
  // YAML reads some choices as numbers.
  if (readings !== null) fields['readings'] = mapped(readings, (each) => String(each));
  const [issue] = check(fields);
  if (issue === undefined) return fields as ProfileFields;
  const where = issue.loc.slice(1).map(String);
  const { properties } = where.length === 1 ? form : form.properties[where[0]!]!;
  const isStray = issue.type === 'unknown' && !issue.msg.endsWith('?');
  return fail(where, isStray ? `${issue.msg}; use ${Object.keys(properties!).join(', ')}` : issue.msg);
}

function absentOf(value: unknown, fail: (message: string) => never): OperationId[] {
  const names = [value ?? []].flat().map(String);
  const known = Object.keys(ABSENCES);
  return names.flatMap(
    (name) => ABSENCES[name] ?? fail(`names "${name}"; use ${known.join(', ')}.${didYouMean(name, known)}`),
  );
}

function keysOf(fields: ProfileFields, overrides: ProfileOverrides, secret: SecretReader): Keys {
  const named = Object.entries(fields.keys ?? {}).map(([role, each]) => [role, secret(each, 'keys', role)]);
  const keys: Keys = { ...Object.fromEntries(named), ...overrides.keys };
  if (overrides.apiKey !== undefined) keys.active = overrides.apiKey;
  for (const [role, key] of Object.entries(keys)) {
    if (/^[\x21-\x7e]+$/.test(key)) continue;
    const source = role === 'active' ? keySourceOf(fields, overrides) : fields.keys?.[role as 'active']?.env;
    throw new UsageError(
      `The key "${role}" (${source ?? 'keys'}) is empty, or contains spaces, line breaks or characters that a header cannot contain.`,
    );
  }
  return keys;
}

function keySourceOf({ keys }: ProfileFields, { apiKey, keySource = '--api-key' }: ProfileOverrides): string {
  return apiKey === undefined && keys?.active !== undefined
    ? `the environment variable ${keys.active.env}, which the profile names in keys.active`
    : keySource;
}

/** Headers that scenarios set, or that belong to the connection. */
const TAKEN = [
  'authorization',
  'idempotency-key',
  'x-request-id',
  'content-type',
  'content-length',
  'host',
  'connection',
  'transfer-encoding',
  'proxy-authorization',
];

function headersOf({ headers = {} }: ProfileFields, secret: SecretReader, fail: Fail): OwnHeader[] {
  return Object.entries(headers).map(([name, given]) => {
    const where = ['headers', name];
    if (TAKEN.includes(name.toLowerCase()))
      fail(where, 'is sent by scenarios or by the connection itself. Remove it; put API keys in keys');
    const value = secret(given, ...where);
    if (!/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(value))
      fail(where, 'has a value with characters that a header cannot contain');
    return { name, value, variable: given.env };
  });
}

function companiesOf(fields: ProfileFields, fail: Fail): CompanyFacts {
  const { companyUrl } = fields;
  const networkUrl = fields.networkUrl?.replace(/\/+$/, '') ?? companyUrl?.replace(/\/company\/.*$/, '');
  if (companyUrl !== undefined && !companyUrl.startsWith(`${networkUrl}/company/`))
    fail(['companyUrl'], `does not begin with the networkUrl, ${networkUrl}/company/`);
  const all = pick({ ...fields, networkUrl }, ...COMPANY_FACTS);
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function rateLimitsOf({ rateLimits = {} }: ProfileFields): Partial<Record<OperationId, RateLimit>> {
  return mapped(rateLimits, (limit) => ({
    seconds: 60,
    ...(typeof limit === 'number' ? { requests: limit } : limit),
  }));
}

/** Returns the address without a trailing slash. Throws UsageError for anything but http and https. */
function baseUrl(text: string, name: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new UsageError(
      `The ${name} "${text}" is not an http or https URL. Write it like https://api.example.com or http://127.0.0.1:4010`,
    );
  if (url.username !== '' || url.password !== '')
    throw new UsageError(`The ${name} contains a user name or password. Pass credentials as keys.`);
  if (url.search !== '' || url.hash !== '')
    throw new UsageError(`The ${name} "${text}" has a query. Leave it out.`);
  return url.href.replace(/\/+$/, '');
}
