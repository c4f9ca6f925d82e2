/** Writes packs from workflows. */
import { Document, isCollection, visit } from 'yaml';
import type { Operation } from '../../spec/contract.js';
import { isOperationKey, OPERATION_KEY_PREFIX } from '../../spec/operation-key.js';
import type { Fields } from '../values/fields.js';

/** A member of an Arazzo document. */
export type Yaml = Record<string, unknown>;

/** A parameter that sends the active key. */
export const AS_ACTIVE: Yaml = { name: 'Authorization', in: 'header', value: 'Bearer {$inputs.activeKey}' };

/** Collections of at most this many characters are written on one line. */
const SHORT = 100;
const WIDTH = 120;

/** Returns an Arazzo document whose requests have the active key. `comments` are lines at its start. */
export function packText(
  title: string,
  summary: string,
  workflows: readonly Yaml[],
  comments: readonly string[] = [],
): string {
  const callsHelpers = JSON.stringify(workflows).includes('$sourceDescriptions.account.');
  const document = new Document({
    arazzo: '1.0.1',
    info: { title, version: '1.0.0', summary },
    sourceDescriptions: [
      { name: 'contract', type: 'openapi', url: './node_modules/job-search-kit/spec/openapi.yaml' },
      ...(callsHelpers ? [{ name: 'account', type: 'arazzo', url: 'kit:shared/account.yaml' }] : []),
    ],
    'x-kit-defaults': { parameters: [AS_ACTIVE] },
    workflows,
  });
  const schema = 'yaml-language-server: $schema=./node_modules/job-search-kit/conformance/pack.schema.json';
  document.commentBefore = [schema, ...comments].map((line) => line && ` ${line}`).join('\n');
  visit(document, {
    Scalar(_key, node) {
      // Without quotes, some YAML readers would read it as a date.
      if (typeof node.value === 'string' && /^\d{4}-\d\d-\d\d/.test(node.value)) node.type = 'QUOTE_SINGLE';
    },
    Collection(_key, node, path) {
      if (path.length > 3 && isCollection(node) && JSON.stringify(node).length <= SHORT) node.flow = true;
    },
  });
  return document.toString({ lineWidth: WIDTH });
}

/** A request to an operation of the contract. */
export interface WrittenRequest {
  query: Readonly<Record<string, string>>;
  /** Null for no body. */
  body: Fields | null;
  /** The exact text to send instead of `body`; null to send `body` as JSON. */
  text: string | null;
  /** The operation key, with expressions such as `{$inputs.operationKeyA}`; null to send none. */
  key: string | null;
  /** The account of the API key, or an unknown key, or no key. */
  sender: 'active' | 'second' | 'inactive' | 'ungranted' | 'unknown' | 'none';
}

/** Returns the members of a step that sends the request. Marks parts that violate the contract with `why`. */
export function writtenRequest(request: WrittenRequest, operation: Operation, why: string): Yaml {
  const { query, key } = request;
  const mark = (isOdd: boolean): Yaml => (isOdd ? { 'x-kit-deliberate': why } : {});
  const parameters = [
    ...senderOf(request),
    ...Object.entries(query).map(([name, value]) => ({
      name,
      in: 'query',
      value,
      ...mark(operation.validateQuery(query).length > 0 || !operation.queryParameters.includes(name)),
    })),
    ...(key === null
      ? []
      : [{ name: 'Idempotency-Key', in: 'header', value: wholeOf(key), ...mark(isOddKey(key)) }]),
  ];
  return {
    operationId: operation.id,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(operation.kind === 'search' && { requestBody: bodyOf(request, operation, mark) }),
  };
}

function senderOf({ sender }: WrittenRequest): Yaml[] {
  const header = { name: 'Authorization', in: 'header' };
  if (sender === 'active') return [];
  if (sender === 'none') return [{ ...header, value: '', 'x-kit-absent': true }];
  return [{ ...header, value: `Bearer {$inputs.${sender}Key}` }];
}

/** Removes the braces if the whole text is an expression. */
const wholeOf = (text: string): string => /^\{(\$[^{}]+)\}$/.exec(text)?.[1] ?? text;

const isOddKey = (key: string): boolean =>
  !isOperationKey(key.replace(/\{\$[^{}]+\}/g, `${OPERATION_KEY_PREFIX}a`));

function bodyOf({ body, text }: WrittenRequest, operation: Operation, mark: (isOdd: boolean) => Yaml): Yaml {
  if (text !== null) return { payload: {}, 'x-kit-raw': text };
  if (body === null) return { payload: {}, 'x-kit-absent': true };
  // Skip expressions, whose values are in earlier responses.
  const settled = Object.entries(body).filter(([, value]) => !String(value).startsWith('$steps.'));
  const isOdd =
    operation.validateBody(Object.fromEntries(settled)).length > 0 ||
    settled.some(([name]) => !operation.bodyFields.includes(name));
  return { payload: body, ...mark(isOdd) };
}

/** Returns the names A, B, …, Z, AA, … for 0, 1, …; packs use them for keys. */
export function letters(n: number): string {
  const last = String.fromCharCode(65 + (n % 26));
  return n < 26 ? last : letters(Math.floor(n / 26) - 1) + last;
}
