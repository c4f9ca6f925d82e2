/** Loads the contract: operations, accepted values, limits and compiled validators. */
import {
  entries,
  list,
  operationsIn,
  readDocument,
  resolve,
  type Json,
  type JsonObject,
  type OperationSource,
} from './document.js';
import type { ClauseId } from './generated/ids.js';
import type { OperationId } from './generated/operation-ids.js';
import {
  acceptedBy,
  clauseOfIssue,
  pathsByClause,
  refusalOf,
  type Path,
  type Refusal,
} from './schema-clauses.js';
import { shapeOf, unknownMembers, type UnknownMember } from './unknown-members.js';
import { schemaCompiler, type Compile, type Issue, type Validator } from './validators.js';

export type { Path, Refusal } from './schema-clauses.js';
export { MOST_ISSUES, type Issue, type Validator } from './validators.js';
export { operationIds, type OperationId } from './generated/operation-ids.js';

/** The range of dates of a search, by calendar arithmetic in UTC from the request date (readings, Dates and windows). */
export interface SearchWindow {
  /** False if the source states no window (reading `legacy-window`, 4.5). */
  stated: boolean;
  /** The most time from `published_after` to the request date. */
  oldest: { months?: number; years?: number };
  /** Date of the oldest postings (YYYY-MM-DD), which may be within the window. */
  floor?: string;
  /** The default lower bound: this time before the request date, then `days` forward. */
  defaultAfter: { months?: number; years?: number; days?: number };
  defaultBefore: 'today' | 'tomorrow';
}

export interface ResponseContract {
  status: number;
  /** False if only the kit declares this status, such as 413, and the source does not list it. */
  stated: boolean;
  /** The media type of this response, or the first of several. */
  mediaType: string;
  mediaTypes: readonly string[];
  headers: readonly { name: string; required: boolean }[];
  /** The clause that defines the form of this response, or null. */
  clause: ClauseId | null;
  /** Returns the clause that an issue of the body breaks, or null. */
  clauseOf(issue: Pick<Issue, 'loc' | 'type'>): ClauseId | null;
  /** Returns, by clause, the members of the body to which the clause applies. */
  pathsByClause(): ReadonlyMap<ClauseId, readonly Path[]>;
  /** Checks a body of `mediaType`, by default the first one: parsed JSON, or the text of `text/plain`. */
  validateBody(body: unknown, mediaType?: string): Issue[];
  /** Checks headers by lower-case name. */
  validateHeaders(headers: Readonly<Record<string, string | undefined>>): Issue[];
}

interface AnyOperation {
  /** Section of the source that describes it, such as `4.2`. */
  section: string;
  method: 'GET' | 'POST';
  path: string;
  /** Credits for each posting that is new in the billing cycle; 0 for free operations. */
  creditCost: number;
  /** `stated` is false if the source states no limit (reading `rate-others`). */
  rateLimit: { requests: number; seconds: number; stated: boolean };
  errorForm: 'detail' | 'envelope';
  /** Also false if it depends on a reading (reading `legacy-idempotency`). */
  acceptsOperationKey: boolean;
  withCompany: boolean;
  /** Names of the body's properties; empty if there is no body. */
  bodyFields: readonly string[];
  /** Returns members of a body that the contract does not define, at any depth. */
  unknownMembers(body: unknown): UnknownMember[];
  /** Checks parsed JSON. Operations without a body accept any value. */
  validateBody: Validator;
  /** Like `validateBody`, without the limits of `x-unstated`. A deployment must refuse bodies with these issues. */
  validateStatedBody: Validator;
  /** Returns how a deployment must refuse a body with this issue; null if the source does not state it. */
  refusalOf(issue: Issue, body: unknown): Refusal | null;
  /** By property of the body, the clause that requires a deployment to accept its values. */
  acceptedBy: ReadonlyMap<string, ClauseId>;
  queryParameters: readonly string[];
  /** Checks the raw query: strings, or arrays of strings for repeated parameters. */
  validateQuery(query: Readonly<Record<string, unknown>>): Issue[];
  /** Checks a header that was sent, and ignores headers that the operation does not declare. */
  validateHeader(name: string, value: string): Issue[];
  responses: ReadonlyMap<number, ResponseContract>;
}

export type SearchId = Extract<OperationId, `search${string}`>;
export type LookupId = Extract<OperationId, `list${string}`>;

export interface SearchOperation extends AnyOperation {
  kind: 'search';
  id: SearchId;
  cursorField: 'search_after' | 'next_cursor';
  window: SearchWindow;
  /** `limit` of a page: default, largest, and the smallest that a deployment must accept. The mock may accept smaller ones. */
  page: { usual: number; most: number; least: number };
}

interface OtherOperation extends AnyOperation {
  cursorField: null;
  window: null;
  page: null;
}

export interface LookupOperation extends OtherOperation {
  kind: 'lookup';
  id: LookupId;
  /** The member of a 200 that holds the entries. */
  list: string;
}

export type BalanceOperation = OtherOperation & { kind: 'balance'; id: 'getCreditBalance' };
export type Operation = SearchOperation | LookupOperation | BalanceOperation;

export interface Contract {
  document: JsonObject;
  operations: readonly Operation[];
  operation(id: SearchId): SearchOperation;
  operation(id: OperationId): Operation;
  /** Returns the operation of a method and path, or the allowed methods of the path, or null for an unknown path. */
  match(method: string, path: string): { operation: Operation } | { allow: string[] } | null;
  /** Accepted values, in the order of the source. */
  enums: Readonly<Record<'department' | 'industry' | 'job_type' | 'seniority_level', readonly string[]>>;
  jobFields: readonly string[];
  companyFields: readonly string[];
  /** Returns a validator for a named schema of the document, such as `Job`. */
  validator(schema: string): Validator;
}

/** The form of `openapi.yaml` that `npm run generate` writes. */
const DOCUMENT = new URL('./generated/openapi.json', import.meta.url);

export function loadContract(): Contract {
  const document = readDocument(DOCUMENT);
  const compile = schemaCompiler(document);
  const operations = operationsIn(document).map((source) => readOperation(document, compile, source));
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const schema = (name: string): JsonObject => resolve(document, { $ref: `#/components/schemas/${name}` });
  const enumOf = (name: string): string[] => list(schema(name)['enum']).map(String);
  return {
    document,
    operations,
    operation: ((id: OperationId) => byId.get(id)!) as Contract['operation'],
    match: operationFinder(operations),
    enums: {
      department: enumOf('Department'),
      industry: enumOf('Industry'),
      job_type: enumOf('JobType'),
      seniority_level: enumOf('SeniorityLevel'),
    },
    jobFields: Object.keys(schema('Job')['properties'] as JsonObject),
    companyFields: Object.keys(schema('CompanyDetails')['properties'] as JsonObject),
    validator: (name) => compile({ $ref: `#/components/schemas/${name}` }, name),
  };
}

/** Returns the most credits that a search with this `limit` can cost: the price of a job times the jobs on the page. */
export function mostCreditsOfPage({ creditCost, page }: Operation, limit: unknown): number {
  const { usual, most } = page ?? { usual: 0, most: 0 };
  // The service refuses a limit that is not a positive integer, or uses the default.
  const jobs = Number.isSafeInteger(limit) && (limit as number) > 0 ? (limit as number) : usual;
  return creditCost * Math.min(jobs, most);
}

export function operationFinder<T extends { method: string; path: string }>(
  operations: readonly T[],
): (method: string, path: string) => { operation: T } | { allow: string[] } | null {
  const byPath = new Map<string, T[]>();
  for (const each of operations) byPath.set(each.path, [...(byPath.get(each.path) ?? []), each]);
  return (method, path) => {
    const candidates = byPath.get(path);
    if (!candidates) return null;
    const operation = candidates.find((each) => each.method === method);
    return operation ? { operation } : { allow: candidates.map((each) => each.method) };
  };
}

function readOperation(
  document: JsonObject,
  compile: Compile,
  { method, path, operation }: OperationSource,
): Operation {
  const { body, parameters, ...read } = readMessages(document, compile, operation);
  const properties = (body ? resolve(document, body)['properties'] : {}) as JsonObject;
  const sent = parameters.filter((each) => each['in'] === 'header');
  const headerIssues = textValidator(document, compile, 'header', sent);
  const shape = body ? shapeOf(document, body) : {};
  const common: AnyOperation = {
    section: operation['x-section'] as string,
    method: method as Operation['method'],
    path,
    creditCost: operation['x-credit-cost'] as number,
    rateLimit: operation['x-rate-limit'] as Operation['rateLimit'],
    errorForm: operation['x-error-form'] as Operation['errorForm'],
    acceptsOperationKey: sent.some(
      ({ name, 'x-reading': reading }) => name === 'Idempotency-Key' && reading === undefined,
    ),
    withCompany: 'company_network_url' in properties,
    bodyFields: Object.keys(properties),
    unknownMembers: (value) => unknownMembers(shape, value),
    ...read,
    validateStatedBody: body ? compile(body, 'body', true) : () => [],
    refusalOf: (issue, value) => (body ? refusalOf(document, body, issue, value) : null),
    acceptedBy: acceptedBy(document, properties),
    validateHeader: (name, value) => headerIssues({ [name.toLowerCase()]: value }),
  };
  const [id, kind] = [operation['operationId'], operation['x-kind']];
  if (kind !== 'search') {
    const list = kind === 'lookup' ? { list: listIn(document, operation) } : {};
    return { ...common, ...list, kind, id, cursorField: null, window: null, page: null } as Operation;
  }
  const limit = properties['limit'] as JsonObject;
  return {
    ...common,
    kind,
    id: id as SearchId,
    cursorField: 'search_after' in properties ? 'search_after' : 'next_cursor',
    window: operation['x-search-window'] as unknown as SearchWindow,
    page: {
      usual: limit['default'] as number,
      most: limit['maximum'] as number,
      least: (limit['x-least-accepted'] ?? limit['minimum']) as number,
    },
  };
}

/** The only member of the answer of a lookup. */
function listIn(document: JsonObject, operation: JsonObject): string {
  const answer = bodySchema(document, (operation['responses'] as JsonObject)['200']!)!;
  return Object.keys(resolve(document, answer)['properties'] as JsonObject)[0]!;
}

/** Reads the parameters, bodies and responses of an operation. */
export function readMessages(document: JsonObject, compile: Compile, operation: JsonObject) {
  const parameters = list(operation['parameters']).map((each) => resolve(document, each));
  const { requestBody, responses } = operation;
  const body = requestBody && bodySchema(document, requestBody);
  const queried = parameters.filter((each) => each['in'] === 'query');
  return {
    parameters,
    body,
    validateBody: body ? compile(body, 'body') : () => [],
    queryParameters: queried.map(({ name }) => String(name)),
    validateQuery: textValidator(document, compile, 'query', queried),
    responses: new Map(
      entries(responses).map(([status, response]) => [
        Number(status),
        readResponse(document, compile, Number(status), resolve(document, response)),
      ]),
    ),
  };
}

/** Returns the schema of the JSON body of a request or response; undefined if it is not JSON. */
export function bodySchema(document: JsonObject, requestBody: Json): Json | undefined {
  const content = resolve(document, requestBody)['content'] as JsonObject | undefined;
  return (content?.['application/json'] as JsonObject | undefined)?.['schema'];
}

/** Returns a validator of a parsed query (arrays for repeated names) or of headers in lower case. Ignores undeclared names. */
function textValidator(
  document: JsonObject,
  compile: Compile,
  place: 'query' | 'header',
  declared: readonly JsonObject[],
): (values: Readonly<Record<string, unknown>>) => Issue[] {
  const checks = declared.map(({ name, required, schema }) => {
    const isInteger = resolve(document, schema)['type'] === 'integer';
    return { name: String(name), required, isInteger, check: compile(schema!, place) };
  });
  return (values) =>
    checks.flatMap(({ name, required, isInteger, check }) => {
      const value = values[place === 'header' ? name.toLowerCase() : name];
      const loc = [place, name];
      if (value === undefined) return required ? [{ loc, msg: 'is required', type: 'missing' }] : [];
      if (Array.isArray(value)) return [{ loc, msg: 'is given more than once', type: 'repeated' }];
      return check(isInteger ? integerOf(value) : value).map((issue) => ({ ...issue, loc }));
    });
}

function readResponse(
  document: JsonObject,
  compile: Compile,
  status: number,
  response: JsonObject,
): ResponseContract {
  const bodies = new Map(
    entries(response['content']).map(([media, { schema }]) => [media, compile(schema!, 'body')]),
  );
  const mediaTypes = [...bodies.keys()];
  const headers = entries(response['headers']).map(([name, value]) => ({
    ...resolve(document, value),
    name,
  }));
  const json = bodySchema(document, response);
  let paths: ReturnType<typeof pathsByClause> | undefined;
  return {
    status,
    clause: (response['x-kit-clause'] ?? null) as ClauseId | null,
    clauseOf: (issue) => (json === undefined ? null : clauseOfIssue(document, json, issue)),
    pathsByClause: () => (paths ??= pathsByClause(document, json ?? {})),
    stated: response['x-stated'] !== false,
    mediaType: mediaTypes[0]!,
    mediaTypes,
    headers: headers.map(({ name, required }: JsonObject) => ({
      name: String(name),
      required: required === true,
    })),
    validateBody: (body, mediaType = mediaTypes[0]!) =>
      bodies.get(mediaType)?.(body) ?? [
        { loc: ['body'], msg: `must not be ${mediaType}`, type: 'media_type' },
      ],
    validateHeaders: textValidator(document, compile, 'header', headers),
  };
}

/** Parses an integer in a query or header. Returns other values unchanged, which then fail the schema. */
function integerOf(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
}
