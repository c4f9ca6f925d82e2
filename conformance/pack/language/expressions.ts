/**
 * Runtime expressions of Arazzo 1.0.1: `$statusCode`, `$response.body#/data/total`, `$steps.first.outputs.total`.
 * Parsed once, evaluated against a scope. A missing value is `undefined`, which no JSON value is.
 */
import type { Exchange } from '../../record/exchange.js';
import { follow, parsePointer } from '../../values/pointers.js';

/** What expressions can see at one moment of a workflow. */
export interface Scope {
  inputs: Readonly<Record<string, unknown>>;
  steps: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  workflows: Readonly<
    Record<string, { inputs: Readonly<Record<string, unknown>>; outputs: Readonly<Record<string, unknown>> }>
  >;
  /** Outputs of the workflow that the step has just called. */
  outputs: Readonly<Record<string, unknown>>;
  exchange: Exchange | null;
  sources: Readonly<Record<string, string>>;
  round: number;
  copy: number;
}

/** The value of an input that is to be left out of what is sent: the member that has it, or the item of its list. */
export const LEFT_OUT = Symbol('left out');

export class ExpressionError extends Error {
  override name = 'ExpressionError';
}

/** A request needs a value that the answers so far did not give. */
export class MissingValue extends Error {
  override name = 'MissingValue';
  readonly expression: string;
  constructor(expression: string) {
    super(`${expression} has no value`);
    this.expression = expression;
  }
}

export interface Expression {
  text: string;
  /** Such as `['steps', 'first', 'outputs', 'total']` or `['response', 'header', 'Retry-After']`. */
  path: string[];
  /** JSON Pointer behind `#`, in its parts; null when there is none. */
  pointer: string[] | null;
  /** `.name` and `[0]` behind the rest. */
  access: (string | number)[];
}

/** Where an expression ends: `whole` takes all of the text, `condition` stops at operators. */
type Mode = 'whole' | 'condition';

const ROOT =
  /\$(?:(url|method|statusCode|round|copy)(?![A-Za-z0-9_-])|request\.(body)(?![A-Za-z0-9_-])|response\.(body)(?![A-Za-z0-9_-])|(request|response)\.(header|query|path)\.([^\s.()=!<>&|,#[\]{}]+)|(inputs|outputs)\.([A-Za-z0-9_-]+)|(steps)\.([A-Za-z0-9_-]+)\.outputs\.([A-Za-z0-9_-]+)|(workflows)\.([A-Za-z0-9_-]+)\.(inputs|outputs)\.([A-Za-z0-9_-]+)|(sourceDescriptions)\.([A-Za-z0-9_-]+)\.(url))/y;
const STARTS =
  /^\$(url|method|statusCode|round|copy|request|response|inputs|outputs|steps|workflows|sourceDescriptions|components)\b/;
const EMBEDDED = /\{(\$[^{}]+)\}/g;

/** Tells an expression from text that merely begins with a dollar sign. */
function isExpression(value: unknown): boolean {
  return typeof value === 'string' && STARTS.test(value);
}

/** Throws ExpressionError when the text is not an expression from its first character to its last. */
export function parseExpression(text: string): Expression {
  const { expression, end } = readExpression(text, 0, 'whole');
  if (end !== text.length)
    throw new ExpressionError(`"${text}" is not an expression: "${text.slice(end)}" is left over`);
  return expression;
}

/** Reads the expression that starts at `start` and says where it ends. Throws ExpressionError. */
export function readExpression(
  text: string,
  start: number,
  mode: Mode,
): { expression: Expression; end: number } {
  ROOT.lastIndex = start;
  const match = ROOT.exec(text);
  if (match === null)
    throw new ExpressionError(`"${text.slice(start)}" is not an expression that packs can use`);
  const path = match[0].slice(1).split('.');
  if (path[0] === 'request' || path[0] === 'response') path.splice(2, path.length, ...path.slice(2, 3));
  let end = ROOT.lastIndex;
  let pointer: string[] | null = null;
  if (text[end] === '#') {
    const stop = mode === 'whole' ? /$/g : /[\s()=!<>&|,[\]]|$/g;
    stop.lastIndex = end;
    const until = stop.exec(text)?.index ?? text.length;
    pointer = parsePointer(decode(text.slice(end + 1, until)));
    end = until;
  }
  const access: (string | number)[] = [];
  for (;;) {
    const rest = /^(?:\.([A-Za-z_][A-Za-z0-9_-]*)|\[(\d+)\]|\['([^']*)'\])/.exec(text.slice(end));
    if (rest === null) break;
    access.push(rest[2] !== undefined ? Number(rest[2]) : (rest[1] ?? rest[3] ?? ''));
    end += rest[0].length;
  }
  return { expression: { text: text.slice(start, end), path, pointer, access }, end };
}

/** The value, `undefined` where there is none, or it is left out. */
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

/** Every expression in a value: whole strings, and those embedded as `{$…}`. Throws ExpressionError on a bad one. */
export function expressionsIn(value: unknown): Expression[] {
  if (typeof value === 'string') {
    if (isExpression(value)) return [parseExpression(value)];
    return [...value.matchAll(EMBEDDED)]
      .filter(([, inner]) => isExpression(inner))
      .map(([, inner]) => parseExpression(inner ?? ''));
  }
  if (Array.isArray(value)) return value.flatMap(expressionsIn);
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(expressionsIn);
  return [];
}

/**
 * The value with its expressions replaced by what they stand for. A list of which all items are left out is left out itself.
 * Throws MissingValue.
 */
export function fill(value: unknown, scope: Scope): unknown {
  const filled = withTexts(value, (text) =>
    isExpression(text) ? present(parseExpression(text), scope) : fillText(text, scope),
  );
  if (filled === LEFT_OUT) throw new MissingValue(typeof value === 'string' ? value : JSON.stringify(value));
  return filled;
}

/** The value with `of` each of its texts in their places, without the members and items for which that is `LEFT_OUT`. */
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

/** Replaces `{$…}` in a text; `escape` suits what is put in to the language of the text. Throws MissingValue. */
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

/** What the first part of an expression's path leads to. */
const ROOTS: Readonly<Record<string, Root>> = {
  url: ({ exchange }) => exchange?.request.url,
  method: ({ exchange }) => exchange?.request.method,
  statusCode: ({ exchange }) => exchange?.response?.status,
  round: ({ round }) => round,
  copy: ({ copy }) => copy,
  inputs: ({ inputs }, name) => own(inputs, name),
  outputs: ({ outputs }, name) => own(outputs, name),
  steps: ({ steps }, step, _outputs, name) => own(own(steps, step), name),
  workflows: ({ workflows }, workflow, part, name) => own(own(own(workflows, workflow), part), name),
  sourceDescriptions: ({ sources }, name) => own(sources, name),
  request: ({ exchange }, part, name) => messagePart(exchange?.request, part, name),
  response: ({ exchange }, part, name) => messagePart(exchange?.response, part, name),
};

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

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
