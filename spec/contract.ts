/** The contract as code reads it: operations, accepted values, limits and compiled validators. */
import { entries, list, operationObjects, readDocument, resolve, type JsonObject } from './document.js';
import type { operations as GeneratedOperations } from './generated/openapi.js';
import { schemaCompiler, type Issue, type Validator } from './validators.js';

export { MOST_ISSUES, type Issue, type Validator } from './validators.js';

/** The operations in the order of the source. */
export const operationIds = [
  'searchJobs',
  'searchCompanyJobs',
  'searchCompanyJobsHistorical',
  'searchJobsHistorical',
  'searchCompanyJobsLegacy',
  'listJobBoards',
  'listDepartments',
  'listLocations',
  'getCreditBalance',
] as const;

export type OperationId = (typeof operationIds)[number];

// The list above and the document name the same operations, or this does not compile.
true satisfies [OperationId, keyof GeneratedOperations] extends [keyof GeneratedOperations, OperationId]
  ? true
  : false;

/** How far back dates may reach; calendar arithmetic in UTC from the request date (readings, Dates and windows). */
export interface SearchWindow {
  /** False where the source gives no window (reading `legacy-window`, 4.5). */
  stated: boolean;
  /** How far back `published_after` may reach from the request date. */
  oldest: { months?: number; years?: number };
  /** No posting is older than this date (YYYY-MM-DD), however far the window reaches. */
  floor?: string;
  /** Offset back from the request date of the default lower bound; `days` then moves forward. */
  defaultAfter: { months?: number; years?: number; days?: number };
  defaultBefore: 'today' | 'tomorrow';
}

export interface ResponseContract {
  status: number;
  /** False where the source does not list this status and the kit declares it all the same, such as 413. */
  stated: boolean;
  /** The media type of this answer; the first of several that the source gives. */
  mediaType: string;
  mediaTypes: readonly string[];
  headers: readonly { name: string; required: boolean }[];
  /** Checks a body of the first media type, or of the one given: parsed JSON, or the text of `text/plain`. */
  validateBody(body: unknown, mediaType?: string): Issue[];
  /** Takes header names in lower case. */
  validateHeaders(headers: Readonly<Record<string, string | undefined>>): Issue[];
}

interface AnyOperation {
  /** Section of the source that describes it, such as `4.2`. */
  section: string;
  method: 'GET' | 'POST';
  path: string;
  /** Credits for each posting that is new in the billing cycle; 0 where nothing is charged. */
  creditCost: number;
  /** `stated` is false where the source gives no limit (reading `rate-others`). */
  rateLimit: { requests: number; seconds: number; stated: boolean };
  errorForm: 'detail' | 'envelope';
  acceptsOperationKey: boolean;
  withCompany: boolean;
  /** Names of the body's properties that the contract knows; empty where there is no body. */
  bodyFields: readonly string[];
  /** Checks parsed JSON; operations without a body accept anything. */
  validateBody: Validator;
  /** The same without the limits of `x-unstated`: what a deployment has to refuse. */
  validateStatedBody: Validator;
  /** Names of the query's parameters that the contract knows. */
  queryParameters: readonly string[];
  /** Checks the raw query: strings, or arrays of strings where a parameter is repeated. */
  validateQuery(query: Readonly<Record<string, unknown>>): Issue[];
  /** Checks a header that is sent; one that the operation does not declare is not judged. */
  validateHeader(name: string, value: string): Issue[];
  responses: ReadonlyMap<number, ResponseContract>;
}

export type SearchId = Extract<OperationId, `search${string}`>;
export type LookupId = Extract<OperationId, `list${string}`>;

/** One of the five searches. */
export interface SearchOperation extends AnyOperation {
  kind: 'search';
  id: SearchId;
  cursorField: 'search_after' | 'next_cursor';
  window: SearchWindow;
  /**
   * Jobs on a page: how many where the body does not say, the most that it can ask for, and the least that a deployment
   * must take. The mock takes fewer where the source names no least.
   */
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
}

export interface BalanceOperation extends OtherOperation {
  kind: 'balance';
  id: 'getCreditBalance';
}

export type Operation = SearchOperation | LookupOperation | BalanceOperation;

export interface Contract {
  document: JsonObject;
  operations: readonly Operation[];
  operation(id: SearchId): SearchOperation;
  operation(id: OperationId): Operation;
  /** The operation at a method and path, the methods that the path does take, or null for an unknown path. */
  match(method: string, path: string): { operation: Operation } | { allow: string[] } | null;
  /** Accepted values, in the order of the source. */
  enums: Readonly<Record<'department' | 'industry' | 'job_type' | 'seniority_level', readonly string[]>>;
  /** The published names of a job's fields. */
  jobFields: readonly string[];
  /** A validator for one named schema of the document, such as `Job`. */
  validator(schema: string): Validator;
}

/** Reads spec/openapi.yaml, as `npm run generate` last wrote it down; what stands there was checked then. */
export function loadContract(): Contract {
  const document = readDocument(new URL('./generated/openapi.json', import.meta.url));
  const compile = schemaCompiler(document);
  const compileStated = schemaCompiler(document, { statedOnly: true });
  const operations = [...operationObjects(document)].map(([method, operation, where, path]) =>
    readOperation(document, { compile, compileStated }, method, operation, where, path),
  );
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const byPath = new Map<string, Operation[]>();
  for (const each of operations) byPath.set(each.path, [...(byPath.get(each.path) ?? []), each]);
  const enumOf = (schema: string): string[] =>
    list(resolve(document, { $ref: `#/components/schemas/${schema}` }, 'enums')['enum']).map(String);
  return {
    document,
    operations,
    operation: ((id: OperationId) => byId.get(id)!) as Contract['operation'],
    match(method, path) {
      const candidates = byPath.get(path);
      if (!candidates) return null;
      const operation = candidates.find((each) => each.method === method);
      return operation ? { operation } : { allow: candidates.map((each) => each.method) };
    },
    enums: {
      department: enumOf('Department'),
      industry: enumOf('Industry'),
      job_type: enumOf('JobType'),
      seniority_level: enumOf('SeniorityLevel'),
    },
    jobFields: Object.keys(
      resolve(document, { $ref: '#/components/schemas/Job' }, 'job fields')['properties'] as JsonObject,
    ),
    validator: (schema) => compile({ $ref: `#/components/schemas/${schema}` }, schema),
  };
}

type Compile = ReturnType<typeof schemaCompiler>;

function readOperation(
  document: JsonObject,
  { compile, compileStated }: Record<'compile' | 'compileStated', Compile>,
  method: string,
  operation: JsonObject,
  where: string,
  path: string,
): Operation {
  const parameters = list(operation['parameters']).map((each) => resolve(document, each, where));
  const queried = parameters.filter((parameter) => parameter['in'] === 'query');
  const body = operation['requestBody']
    ? resolve(document, mediaObject(document, operation['requestBody'], where)['schema'], where)
    : undefined;
  const responses = entries(operation['responses']).map(([status, response]) =>
    readResponse(
      document,
      compile,
      Number(status),
      resolve(document, response, where),
      `${where}/responses/${status}`,
    ),
  );
  const fields = entries(body?.['properties']).map(([name]) => name);
  const common: AnyOperation = {
    section: operation['x-section'] as string,
    method: method as Operation['method'],
    path,
    creditCost: operation['x-credit-cost'] as number,
    rateLimit: operation['x-rate-limit'] as Operation['rateLimit'],
    errorForm: operation['x-error-form'] as Operation['errorForm'],
    acceptsOperationKey: parameters.some(({ name }) => name === 'Idempotency-Key'),
    withCompany: fields.includes('company_network_url'),
    bodyFields: fields,
    validateBody: body ? compile(body, 'body') : () => [],
    validateStatedBody: body ? compileStated(body, 'body') : () => [],
    queryParameters: queried.map(({ name }) => String(name)),
    validateQuery: queryValidator(compile, queried),
    validateHeader: headerValidator(
      compile,
      parameters.filter((parameter) => parameter['in'] === 'header'),
    ),
    responses: new Map(responses.map((response) => [response.status, response])),
  };
  const [id, kind] = [operation['operationId'], operation['x-kind']];
  if (kind !== 'search')
    return { ...common, kind, id, cursorField: null, window: null, page: null } as Operation;
  const limit = (body?.['properties'] as JsonObject)['limit'] as JsonObject;
  return {
    ...common,
    kind,
    id: id as SearchId,
    cursorField: fields.includes('search_after') ? 'search_after' : 'next_cursor',
    window: operation['x-search-window'] as unknown as SearchWindow,
    page: {
      usual: limit['default'] as number,
      most: limit['maximum'] as number,
      least: (limit['x-least-accepted'] ?? limit['minimum']) as number,
    },
  };
}

function headerValidator(compile: Compile, parameters: JsonObject[]): Operation['validateHeader'] {
  const checks = new Map(
    parameters.map(({ name, schema }) => [String(name).toLowerCase(), compile(schema!, 'header')]),
  );
  return (name, value) =>
    (checks.get(name.toLowerCase())?.(value) ?? []).map((issue) => ({ ...issue, loc: ['header', name] }));
}

function mediaObject(document: JsonObject, requestBody: JsonObject[string], where: string): JsonObject {
  return (resolve(document, requestBody, where)['content'] as JsonObject)['application/json'] as JsonObject;
}

export function queryValidator(compile: Compile, parameters: JsonObject[]): Operation['validateQuery'] {
  const checks = parameters.map((parameter) => ({
    name: String(parameter['name']),
    required: parameter['required'] === true,
    isInteger: (parameter['schema'] as JsonObject)['type'] === 'integer',
    check: compile(parameter['schema']!, 'query'),
  }));
  return (query) =>
    checks.flatMap(({ name, required, isInteger, check }) => {
      const value = query[name];
      if (value === undefined)
        return required ? [{ loc: ['query', name], msg: 'is required', type: 'missing' }] : [];
      if (Array.isArray(value))
        return [{ loc: ['query', name], msg: 'is given more than once', type: 'repeated' }];
      return check(isInteger ? integerOf(value) : value).map((issue) => ({ ...issue, loc: ['query', name] }));
    });
}

export function readResponse(
  document: JsonObject,
  compile: Compile,
  status: number,
  response: JsonObject,
  where: string,
): ResponseContract {
  const bodies = new Map(
    entries(response['content']).map(([media, value]) => [
      media,
      compile((value as JsonObject)['schema']!, 'body'),
    ]),
  );
  const mediaTypes = [...bodies.keys()];
  const headers = entries(response['headers']).map(([name, value]) => {
    const header = resolve(document, value, where);
    return {
      name,
      required: header['required'] === true,
      isInteger: resolve(document, header['schema'], where)['type'] === 'integer',
      check: compile(header['schema']!, 'header'),
    };
  });
  return {
    status,
    stated: response['x-stated'] !== false,
    mediaType: mediaTypes[0]!,
    mediaTypes,
    headers,
    validateBody: (body, mediaType = mediaTypes[0]!) =>
      bodies.get(mediaType)?.(body) ?? [
        { loc: ['body'], msg: `must not be ${mediaType}`, type: 'media_type' },
      ],
    validateHeaders: (sent) =>
      headers.flatMap(({ name, required, isInteger, check }) => {
        const value = sent[name.toLowerCase()];
        if (value === undefined)
          return required ? [{ loc: ['header', name], msg: 'is required', type: 'missing' }] : [];
        return check(isInteger ? integerOf(value) : value).map((issue) => ({
          ...issue,
          loc: ['header', name],
        }));
      }),
  };
}

/** Queries and headers carry integers as text; anything else stays as it is and fails its schema. */
function integerOf(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
}
