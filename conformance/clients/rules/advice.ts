/** Advice on mistakes that a service accepts and that break no rule. */
import type { Operation } from '../../../spec/contract.js';
import { didYouMean } from '../../../common/nearest.js';
import type { Attempt } from './attempt.js';

const JSON_TYPE = /^\s*application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/** A body may have thousands of unknown names, and the search for a similar name is slow. */
const MOST_NAMED = 20;

/** Advice on the first members of the body, at any depth, that the operation does not have; a service may ignore them. */
export function adviceOnBody(operation: Operation, body: Readonly<Record<string, unknown>>): string[] {
  const unknown = new Map(operation.unknownMembers(body).map((member) => [member.place, member]));
  return [...unknown.values()]
    .slice(0, MOST_NAMED)
    .map(({ place, name, known }) => unknownName(`field "${shortened(place)}" of the body`, name, known));
}

export function adviceOnQuery(operation: Operation, names: Iterable<string>): string[] {
  const { queryParameters: known } = operation;
  return [...names]
    .filter((name) => !known.includes(name))
    .slice(0, MOST_NAMED)
    .map((name) => unknownName(`parameter "${shortened(name)}"`, name, known));
}

function unknownName(what: string, name: string, known: readonly string[]): string {
  return `the ${what} is not known here and changes nothing.${didYouMean(name, known)}`;
}

function shortened(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name;
}

/** Advice on a body that is not declared as JSON. */
export function adviceOnType(contentType: string | undefined): string[] {
  if (contentType !== undefined && JSON_TYPE.test(contentType)) return [];
  const declared =
    contentType === undefined
      ? 'there is no Content-Type'
      : `the Content-Type is "${contentType.slice(0, 100)}", not application/json`;
  return [`${declared}; a deployment may refuse such a body`];
}

/** Advice on all these requests, without repetitions. */
export function adviceOnAttempts(attempts: readonly Attempt[]): string[] {
  const advice = attempts.flatMap(({ operation, body, exchange }) => {
    const { query, headers, bodyText } = exchange.request;
    if (operation.method === 'GET') return adviceOnQuery(operation, Object.keys(query));
    if (headers === undefined || !bodyText) return [];
    return [...adviceOnType(headers['content-type'] ?? undefined), ...adviceOnBody(operation, body ?? {})];
  });
  return [...new Set(advice)];
}
