/** Writes workflows as the text of a pack. */
import { Document, isCollection, visit } from 'yaml';
import type { Operation } from '../../spec/contract.js';
import type { Fields } from '../values/fields.js';

/** A member of an Arazzo document. */
export type Yaml = Record<string, unknown>;

/** Collections with so many characters stay on one line. */
const SHORT = 100;
const WIDTH = 120;

/** Returns an Arazzo document whose requests are sent under the active key. `comments` are lines at its beginning. */
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
    'x-kit-defaults': {
      parameters: [{ name: 'Authorization', in: 'header', value: 'Bearer {$inputs.activeKey}' }],
    },
    workflows,
  });
  const schema = 'yaml-language-server: $schema=./node_modules/job-search-kit/conformance/pack.schema.json';
  document.commentBefore = [schema, ...comments].map((line) => line && ` ${line}`).join('\n');
  visit(document, {
    Scalar(_key, node) {
      // Other readers of YAML read it as an instant.
      if (typeof node.value === 'string' && /^\d{4}-\d\d-\d\d/.test(node.value)) node.type = 'QUOTE_SINGLE';
    },
    Collection(_key, node, path) {
      if (path.length > 3 && isCollection(node) && JSON.stringify(node).length <= SHORT) node.flow = true;
    },
  });
  return document.toString({ lineWidth: WIDTH });
}

/** Marks a part of a request that the contract does not allow, with the reason to send it. */
export const deliberate = (why: string): Yaml => ({ 'x-kit-deliberate': why });

/** The parameters of a query. If the contract does not allow it, all are marked with `why`. */
export function queryParameters(
  query: Readonly<Record<string, string>>,
  operation: Operation,
  why: string,
): Yaml[] {
  const mark = operation.validateQuery(query).length > 0 ? deliberate(why) : {};
  return Object.entries(query).map(([name, value]) => ({ name, in: 'query', value, ...mark }));
}

/** True for a body that the contract does not allow, or that has members it does not know. */
export function isOddBody(body: Fields, { validateBody, bodyFields }: Operation): boolean {
  return validateBody(body).length > 0 || Object.keys(body).some((name) => !bodyFields.includes(name));
}

/** The names A, B, …, Z, AA, … of keys in packs, from 0. */
export function letters(n: number): string {
  const last = String.fromCharCode(65 + (n % 26));
  return n < 26 ? last : letters(Math.floor(n / 26) - 1) + last;
}
