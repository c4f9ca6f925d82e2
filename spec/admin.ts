/** Loads the admin API's document, spec/admin.openapi.yaml, with compiled validators. */
import {
  operationFinder,
  readMessages,
  type Issue,
  type ResponseContract,
  type Validator,
} from './contract.js';
import { operationsIn, readDocument, resolve, type JsonObject } from './document.js';
import type { components, operations } from './generated/admin.js';
import { schemaCompiler } from './validators.js';

/** Types of the admin API's schemas, such as `AdminSchemas['Account']`. */
export type AdminSchemas = components['schemas'];
export type AdminOperationId = keyof operations;

type BodyOf<Request> = Request extends { content: { 'application/json': infer Body } } ? Body : undefined;
type ContentOf<Responses> = Responses extends
  { 200: { content: infer Content } } | { 201: { content: infer Content } }
  ? Content[keyof Content]
  : void;

/** The JSON body that an operation takes. */
export type AdminBody<Id extends AdminOperationId> = BodyOf<operations[Id]['requestBody']>;
/** The body of a successful response; the document does not describe that of `getTraffic`. */
export type AdminAnswer<Id extends AdminOperationId> = Id extends 'getTraffic'
  ? object
  : ContentOf<operations[Id]['responses']>;

/** Aspects of an account that a call can change: balance, activity, historical access, rate limits, anchor day, clock. */
export type AccountAspect = 'credits' | 'activity' | 'grants' | 'limits' | 'cycle' | 'clock';

/**
 * `x-kit-effect`: the effect of a successful call, on the account of `accountId` in the path or on all accounts. `clock`
 * is a JSON Pointer to the new time of the clock in the response (`''` is the whole body); null if the response lacks it.
 */
export type AdminEffect = { clock: string | null } & (
  | { does: 'read' | 'clear-journal' }
  | {
      does:
        | 'plant-fault'
        | 'remove-fault'
        | 'clear-faults'
        | 'move-clock'
        | 'delete-account'
        | 'reset'
        | 'import-state';
      accounts: 'one' | 'all';
    }
  /** `account` is a JSON Pointer to the new account (schema `CreatedAccount`). */
  | { does: 'create-account'; account: string }
  | { does: 'change-account'; accounts: 'one' | 'all'; changes: readonly AccountAspect[] }
);

export interface AdminOperation {
  id: AdminOperationId;
  method: string;
  /** As in the document, such as `/__admin/accounts/{accountId}`. */
  path: string;
  effect: AdminEffect;
  takesBody: boolean;
  requiresBody: boolean;
  /** Checks parsed JSON. Operations without a body accept any value. */
  validateBody: Validator;
  /** Checks the raw query. Operations with parameters refuse unknown ones. */
  validateQuery(query: Readonly<Record<string, unknown>>): Issue[];
  responses: ReadonlyMap<number, ResponseContract>;
}

export interface AdminContract {
  document: JsonObject;
  operations: readonly AdminOperation[];
  operation(id: AdminOperationId): AdminOperation;
  /** Returns the operation of a method and path, or the allowed methods of the path, or null for an unknown path. */
  match(
    method: string,
    path: string,
  ): { operation: AdminOperation; parameters: Record<string, string> } | { allow: string[] } | null;
}

let loaded: AdminContract | undefined;

/** Loads the form of spec/admin.openapi.yaml that `npm run generate` writes. Cached per process. */
export function loadAdminContract(): AdminContract {
  return (loaded ??= readAdminContract());
}

function readAdminContract(): AdminContract {
  const document = readDocument(new URL('./generated/admin.json', import.meta.url));
  const compile = schemaCompiler(document);
  const known = operationsIn(document).map(({ method, path, operation }): AdminOperation => {
    const read = readMessages(document, compile, operation);
    const { body, queryParameters: names, validateBody, responses } = read;
    const { operationId: id, requestBody, 'x-kit-effect': effect } = operation;
    return {
      id: id as AdminOperationId,
      method,
      path,
      effect: { clock: null, ...(effect as object) } as AdminEffect,
      takesBody: Boolean(body),
      requiresBody: requestBody !== undefined && resolve(document, requestBody)['required'] === true,
      validateBody,
      responses,
      validateQuery: (query) => [
        ...Object.keys(query)
          .filter((name) => names.length > 0 && !names.includes(name))
          .map((name) => ({
            loc: ['query', name],
            msg: `is not a parameter of this operation; it takes ${names.join(', ')}`,
            type: 'unknown',
          })),
        ...read.validateQuery(query),
      ],
    };
  });
  const find = operationFinder(known);
  const patterns = [...new Set(known.map(({ path }) => path))].map((path) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
  }));
  return {
    document,
    operations: known,
    operation: (id) => known.find((operation) => operation.id === id)!,
    match(method, path) {
      const found = patterns.find(({ pattern }) => pattern.test(path));
      const match = found ? find(method, found.path) : null;
      if (!match || 'allow' in match) return match;
      return { ...match, parameters: { ...found!.pattern.exec(path)!.groups } };
    },
  };
}
