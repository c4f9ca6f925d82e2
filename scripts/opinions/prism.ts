/** The opinion of Prism: its validators, which use the same document, must accept conforming requests and every response. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Exchange } from '../../conformance/index.js';
import { isLawful, type Opinion, type RecordedRun } from './recorded-run.js';

/** The parts of `@stoplight/prism-http` that we use. */
interface Prism {
  getHttpOperationsFromSpec(path: string): Promise<Operation[]>;
}
interface Validators {
  validateInput: Validator;
  validateOutput: Validator;
}
interface Operation {
  method: string;
  path: string;
}
type Validator = (judged: { resource: Operation; element: object }) => Either;
type Either = { _tag: 'Right' } | { _tag: 'Left'; left: { path?: string[]; message: string }[] };

export async function askPrism({ exchanges }: RecordedRun): Promise<Opinion> {
  const load = createRequire(import.meta.url);
  const { getHttpOperationsFromSpec } = load('@stoplight/prism-http') as Prism;
  const validators = load('@stoplight/prism-http/dist/validator') as Validators;
  const operations = await getHttpOperationsFromSpec(join(import.meta.dirname, '../../spec/openapi.yaml'));
  const complaints = exchanges.flatMap((exchange): string[] => {
    const { scenario, step, request } = exchange;
    const resource = operations.find(
      ({ method, path }) => method.toUpperCase() === request.method && path === request.path,
    );
    // The suite also sends paths with an extra slash, and unknown methods.
    if (resource === undefined) return isLawful(exchange) ? [`${scenario} ${step}: unknown operation`] : [];
    return [...violations(exchange, resource, validators)].map((each) => `${scenario} ${step}: ${each}`);
  });
  return { summary: [`validated ${exchanges.length} exchanges`], complaints };
}

function* violations(
  exchange: Exchange,
  resource: Operation,
  { validateInput, validateOutput }: Validators,
): Iterable<string> {
  const { request, response } = exchange;
  if (isLawful(exchange)) {
    const { path, query, headers } = request;
    const body = request.body ?? request.bodyText ?? undefined;
    const result = validateInput({ resource, element: { ...request, url: { path, query }, headers, body } });
    yield* inWords('request', result);
  }
  if (response === null) return;
  const body = response.body ?? response.bodyText;
  yield* inWords(
    'response',
    validateOutput({ resource, element: { ...response, statusCode: response.status, body } }),
  );
}

function inWords(side: string, result: Either): string[] {
  if (result._tag === 'Right') return [];
  return result.left.map(({ path = [], message }) => `${[side, ...path].join('.')} ${message}`);
}
