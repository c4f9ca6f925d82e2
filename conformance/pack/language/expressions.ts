/**
 * Runtime expressions of Arazzo 1.0.1: `$statusCode`, `$response.body#/data/total`, `$steps.first.outputs.total`.
 * `evaluate` returns `undefined` for a missing value, since it is not a JSON value.
 */
import type { Exchange } from '../../record/exchange.js';
import { follow, parsePointer } from '../../values/pointers.js';
import { didYouMean, nearest } from '../../../common/nearest.js';
import { decoded } from '../../values/text.js';

/** The values that expressions can use at a point of a workflow. */
export interface Scope {
  inputs: Readonly<Record<string, unknown>>;
  steps: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  workflows: Readonly<
    Record<string, { inputs: Readonly<Record<string, unknown>>; outputs: Readonly<Record<string, unknown>> }>
  >;
  /** Outputs of the workflow that the step called. */
  outputs: Readonly<Record<string, unknown>>;
  exchange: Exchange | null;
  sources: Readonly<Record<string, string>>;
  round: number;
  copy: number;
}

/** An input with this value is omitted from a request, with its member or list item. */
export const LEFT_OUT = Symbol('left out');

export class ExpressionError extends Error {
  override name = 'ExpressionError';
}

/** A request needs a value that is missing in the responses so far. */
export class MissingValue extends Error {
  override name = 'MissingValue';
  constructor(expression: string) {
    super(`${expression} has no value`);
  }
}

export type Expression = ReturnType<typeof readExpression>['expression'];

/** The end of an expression: with `whole` the end of the text, with `condition` the next operator. */
type Mode = 'whole' | 'condition';

const ROOT =
  /\$(?:(?:url|method|statusCode|round|copy|ordinal|(?:request|response)\.body)(?![A-Za-z0-9_-])|(?:request|response)\.(?:header|query|path)\.[^\s.()=!<>&|,#[\]{}]+|(?:inputs|outputs)\.[A-Za-z0-9_-]+|steps\.[A-Za-z0-9_-]+\.outputs\.[A-Za-z0-9_-]+|workflows\.[A-Za-z0-9_-]+\.(?:inputs|outputs)\.[A-Za-z0-9_-]+|sourceDescriptions\.[A-Za-z0-9_-]+\.url)/y;
const EMBEDDED = /\{(\$[^{}]+)\}/g;
const BARE = /\$((?:inputs|steps)\.[\w.-]+)|\{((?:inputs|steps)\.[\w.-]+)\}/g;

/** True for an expression, also a misspelt one such as `$step.a` or `$status`; false for other texts that start with a dollar sign. */
function isExpression(text: string): boolean {
  const [, name, isPath] = /^\$(\w+)([.#]?)/.exec(text) ?? [];
  if (name === undefined) return false;
  // `$status` lacks the second word of `$statusCode`.
  const isStart = STARTS.some((each) => each === name || each.replace(/[A-Z].*/, '') === name);
  return isStart || (isPath !== '' && nearest(name, STARTS) !== undefined);
}

/** Parses a text that is one expression. Throws ExpressionError if it is not. */
export function parseExpression(text: string): Expression {
  const { expression, end } = readExpression(text, 0, 'whole');
  if (end !== text.length)
    throw new ExpressionError(`"${text}" is not an expression: "${text.slice(end)}" is left over`);
  return expression;
}

function hintFor(text: string): string {
  const [, name = ''] = /^\$(\w+)/.exec(text) ?? [];
  if (text.startsWith('{')) return ' Put it in quotes.';
  if (STARTS.includes(name)) return '';
  return didYouMean(name, STARTS) || ` Expressions begin with $${STARTS.join(', $')}.`;
}

/** Parses the expression at `start`, and returns it and its end. Throws ExpressionError if there is none. */
export function readExpression(text: string, start: number, mode: Mode) {
  ROOT.lastIndex = start;
  const match = ROOT.exec(text);
  if (match === null)
    throw new ExpressionError(
      `"${text.slice(start)}" is not an expression that packs can use.${hintFor(text.slice(start))}`,
    );
  // Such as `['steps', 'first', 'outputs', 'total']` or `['response', 'header', 'Retry-After']`.
  const path = match[0].slice(1).split('.');
  let end = ROOT.lastIndex;
  // The parts of the JSON Pointer after `#`.
  let pointer: string[] | null = null;
  if (text[end] === '#') {
    const stop = mode === 'whole' ? /$/g : /[\s()=!<>&|,[\]]|$/g;
    stop.lastIndex = end;
    const until = stop.exec(text)?.index ?? text.length;
    pointer = parsePointer(decoded(text.slice(end + 1, until)));
    end = until;
  }
  // `.name` and `[0]` at the end.
  const access: (string | number)[] = [];
  for (;;) {
    const rest = /^(?:\.([A-Za-z_][A-Za-z0-9_-]*)|\[(\d+)\]|\['([^']*)'\])/.exec(text.slice(end));
    if (rest === null) break;
    access.push(rest[2] !== undefined ? Number(rest[2]) : (rest[1] ?? rest[3] ?? ''));
    end += rest[0].length;
  }
  return { expression: { text: text.slice(start, end), path, pointer, access }, end };
}

/** Returns the value of an expression; `undefined` if it is missing or left out. */
export function evaluate(expression: Expression, scope: Scope): unknown {
  const value = valueOf(expression, scope);
  return value === LEFT_OUT ? undefined : value;
}

function valueOf(expression: Expression, scope: Scope): unknown {
  const [kind = '', second = '', third = '', fourth = ''] = expression.path;
  let value = ROOTS[kind]?.(scope, second, third, fourth);
  if (expression.pointer !== null) value = follow(value, expression.pointer);
  return follow(value, expression.access.map(String));
}

/** Returns all expressions in a value: whole strings and embedded `{$…}`. Throws ExpressionError if one is invalid. */
export function expressionsIn(value: unknown): Expression[] {
  return expressionTexts(value).map(parseExpression);
}

/** Returns the same as texts, also invalid ones, such as `{$inputs.a}` without quotes, which is a mapping of YAML. */
export function expressionTexts(value: unknown): string[] {
  if (typeof value === 'string') {
    if (isExpression(value)) return [value];
    return Array.from(value.matchAll(EMBEDDED), ([, inner = '']) => inner).filter(isExpression);
  }
  if (Array.isArray(value)) return value.flatMap(expressionTexts);
  return Object.entries(value ?? {}).flatMap(([name, each]) =>
    each === null && isExpression(name) ? [`{${name}}`] : expressionTexts(each),
  );
}

/** Returns expressions inside of texts that lack a brace or the dollar sign, so that they remain text. */
export function bareExpressionsIn(value: unknown): { found: string; name: string }[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(bareExpressionsIn);
  if (typeof value !== 'string' || isExpression(value)) return [];
  return Array.from(value.replace(EMBEDDED, '').matchAll(BARE), ([found, dollar, brace]) => ({
    found,
    name: (dollar ?? brace)!,
  }));
}

/** Replaces expressions in a value by their values. Leaves out a list if all its items are left out. Throws MissingValue. */
export function fill(value: unknown, scope: Scope): unknown {
  const filled = withTexts(value, (text) =>
    isExpression(text) ? present(parseExpression(text), scope) : fillText(text, scope),
  );
  if (filled === LEFT_OUT) throw new MissingValue(typeof value === 'string' ? value : JSON.stringify(value));
  return filled;
}

/** Replaces each text in a value by `of(text)`, and removes members and items for which `of` returns `LEFT_OUT`. */
export function withTexts(value: unknown, of: (text: string) => unknown): unknown {
  if (typeof value === 'string') return of(value);
  if (Array.isArray(value)) {
    const items = value.map((each) => withTexts(each, of)).filter((each) => each !== LEFT_OUT);
    return items.length === 0 && value.length > 0 ? LEFT_OUT : items;
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([name, each]) => [name, withTexts(each, of)] as const);
    return Object.fromEntries(members.filter(([, each]) => each !== LEFT_OUT));
  }
  return value;
}

/** Replaces `{$…}` in a text. `escape` escapes values for the language of the text. Throws MissingValue. */
export function fillText(
  text: string,
  scope: Scope,
  escape: (part: string) => string = (part) => part,
): string {
  return text.replace(EMBEDDED, (whole, inner: string) => {
    if (!isExpression(inner)) return whole;
    const value = present(parseExpression(inner), scope);
    if (value === LEFT_OUT) throw new MissingValue(inner);
    return escape(typeof value === 'string' ? value : JSON.stringify(value));
  });
}

function present(expression: Expression, scope: Scope): unknown {
  const value = valueOf(expression, scope);
  if (value === undefined) throw new MissingValue(expression.text);
  return value;
}

type Root = (scope: Scope, second: string, third: string, fourth: string) => unknown;

/** By the first part of an expression's path, a function that returns its value. */
const ROOTS: Readonly<Record<string, Root>> = {
  url: ({ exchange }) => exchange?.request.url,
  method: ({ exchange }) => exchange?.request.method,
  statusCode: ({ exchange }) => exchange?.response?.status,
  round: ({ round }) => round,
  copy: ({ copy }) => copy,
  ordinal: ({ copy }) => copy + 1,
  inputs: ({ inputs }, name) => own(inputs, name),
  outputs: ({ outputs }, name) => own(outputs, name),
  steps: ({ steps }, step, _outputs, name) => own(own(steps, step), name),
  workflows: ({ workflows }, workflow, part, name) => own(own(own(workflows, workflow), part), name),
  sourceDescriptions: ({ sources }, name) => own(sources, name),
  request: ({ exchange }, part, name) => messagePart(exchange?.request, part, name),
  response: ({ exchange }, part, name) => messagePart(exchange?.response, part, name),
};

/** The first names of expressions. Expressions of `components` exist in Arazzo, but packs cannot use them. */
const STARTS = [...Object.keys(ROOTS), 'components'];

function messagePart(message: object | null | undefined, part: string, name: string): unknown {
  if (part === 'body') return own(message, part);
  const names = own(message, { header: 'headers', query: 'query' }[part] ?? '');
  return own(names, part === 'header' ? name.toLowerCase() : name);
}

function own(holder: unknown, name: string): unknown {
  return typeof holder === 'object' && holder !== null && Object.hasOwn(holder, name)
    ? (holder as Record<string, unknown>)[name]
    : undefined;
}
