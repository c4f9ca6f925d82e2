/** The admin API as code reads it: spec/admin.openapi.yaml with its validators compiled. */
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

/** Named shapes of the admin API, such as `AdminSchemas['Account']`. */
export type AdminSchemas = components['schemas'];
export type AdminOperationId = keyof operations;

type BodyOf<Request> = Request extends { content: { 'application/json': infer Body } } ? Body : undefined;
type ContentOf<Responses> = Responses extends
  { 200: { content: infer Content } } | { 201: { content: infer Content } }
  ? Content[keyof Content]
  : void;

/** The JSON body that an operation takes. */
export type AdminBody<Id extends AdminOperationId> = BodyOf<operations[Id]['requestBody']>;
/** The body of a successful answer; the document does not describe that of `getTraffic`. */
export type AdminAnswer<Id extends AdminOperationId> = Id extends 'getTraffic'
  ? object
  : ContentOf<operations[Id]['responses']>;

/** Parts of an account that `change-account` can change: balance, active or not, historical access, rates, anchor day, clock. */
export type AccountAspect = 'credits' | 'activity' | 'grants' | 'limits' | 'cycle' | 'clock';

/**
 * `x-kit-effect`: the changes of a successful call, to the account that `accountId` in the path names or to all. `clock`
 * leads to the clock after it, as a JSON Pointer into the body of the answer (`''` is all of it); null if the answer does
 * not show it.
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
  /** `account` leads to the account made (shape `CreatedAccount`) in the same way. */
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
  /** Checks parsed JSON; operations without a body accept anything. */
  validateBody: Validator;
  /** Checks the raw query. Operations with parameters refuse unknown ones. */
  validateQuery(query: Readonly<Record<string, unknown>>): Issue[];
  responses: ReadonlyMap<number, ResponseContract>;
}

export interface AdminContract {
  document: JsonObject;
  operations: readonly AdminOperation[];
  operation(id: AdminOperationId): AdminOperation;
  /** The operation at a method and path, the methods that the path does take, or null for an unknown path. */
  match(
    method: string,
    path: string,
  ): { operation: AdminOperation; parameters: Record<string, string> } | { allow: string[] } | null;
}

let loaded: AdminContract | undefined;

/** Reads spec/admin.openapi.yaml in the form that `npm run generate` last wrote and checked; once in each process. */
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
