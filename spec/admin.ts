/** The admin API as code reads it: spec/admin.openapi.yaml with its validators compiled. */
import {
  queryValidator,
  readResponse,
  type Issue,
  type ResponseContract,
  type Validator,
} from './contract.js';
import { entries, list, operationObjects, readDocument, resolve, type JsonObject } from './document.js';
import type { components, operations } from './generated/admin.js';
import { schemaCompiler } from './validators.js';

/** Named shapes of the admin API, such as `AdminSchemas['Account']`. */
export type AdminSchemas = components['schemas'];
export type AdminOperationId = keyof operations;

/** What `change-account` can change: balance, active or not, historical access, rates, anchor day, clock. */
export type AccountAspect = 'credits' | 'activity' | 'grants' | 'limits' | 'cycle' | 'clock';

/** The account that `accountId` in the path names, or all of them. */
export type AccountScope = 'one' | 'all';

/** JSON Pointer into the body of a successful answer; `''` is all of it. */
export type AnswerPointer = string;

/**
 * What a successful call changes: the extension `x-kit-effect`. `clock` leads to the clock after the call (shape
 * `Clock` of the document), and is null if the answer does not show it.
 */
export type AdminEffect = { clock: AnswerPointer | null } & (
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
      accounts: AccountScope;
    }
  /** `account` leads to the account made (shape `CreatedAccount`). */
  | { does: 'create-account'; account: AnswerPointer }
  | { does: 'change-account'; accounts: AccountScope; changes: readonly AccountAspect[] }
);

export interface AdminOperation {
  id: AdminOperationId;
  method: string;
  /** As in the document, such as `/__admin/accounts/{accountId}`. */
  path: string;
  /** What a successful call changes. */
  effect: AdminEffect;
  takesBody: boolean;
  requiresBody: boolean;
  /** Checks parsed JSON; operations without a body accept anything. */
  validateBody: Validator;
  /** Checks the raw query; an operation that takes parameters refuses those that it does not know. */
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

/** Reads spec/admin.openapi.yaml in the form that `npm run generate` last wrote and checked. */
export function loadAdminContract(): AdminContract {
  const document = readDocument(new URL('./generated/admin.json', import.meta.url));
  const compile = schemaCompiler(document);
  const known = [...operationObjects(document)].map(([method, source, where, path]): AdminOperation => {
    const parameters = list(source['parameters'])
      .map((each) => resolve(document, each, where))
      .filter((parameter) => parameter['in'] === 'query');
    const names = parameters.map(({ name }) => String(name));
    const checkQuery = queryValidator(compile, parameters);
    const body = source['requestBody'] ? resolve(document, source['requestBody'], where) : undefined;
    const json = body && ((body['content'] as JsonObject)['application/json'] as JsonObject);
    return {
      id: source['operationId'] as AdminOperationId,
      method,
      path,
      effect: { clock: null, ...(source['x-kit-effect'] as object) } as AdminEffect,
      takesBody: Boolean(json),
      requiresBody: body?.['required'] === true,
      validateBody: json ? compile(json['schema']!, 'body') : () => [],
      validateQuery: (query) => [
        ...Object.keys(query)
          .filter((name) => names.length > 0 && !names.includes(name))
          .map((name) => ({
            loc: ['query', name],
            msg: `is not a parameter of this operation; it takes ${names.join(', ')}`,
            type: 'unknown',
          })),
        ...checkQuery(query),
      ],
      responses: new Map(
        entries(source['responses']).map(([status, response]) => [
          Number(status),
          readResponse(document, compile, Number(status), resolve(document, response, where), where),
        ]),
      ),
    };
  });
  const patterns = [...new Set(known.map(({ path }) => path))].map((path) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
  }));
  return {
    document,
    operations: known,
    operation: (id) => known.find((operation) => operation.id === id)!,
    match(method, path) {
      for (const each of patterns) {
        const found = each.pattern.exec(path);
        if (!found) continue;
        const here = known.filter((operation) => operation.path === each.path);
        const operation = here.find((candidate) => candidate.method === method);
        return operation
          ? { operation, parameters: { ...found.groups } }
          : { allow: here.map((candidate) => candidate.method) };
      }
      return null;
    },
  };
}
