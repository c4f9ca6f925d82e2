/** Criteria of Arazzo 1.0.1: simple conditions, regular expressions and JSONPath (RFC 9535). */
import {
  evaluate,
  expressionsIn,
  fillText,
  MissingValue,
  parseExpression,
  readExpression,
  type Expression,
  type Scope,
} from './expressions.js';
import { sameJson } from '../../values/json.js';
import { shown } from '../../values/text.js';
import { flawOfPath, selects } from './paths.js';
import { finds, flawOf } from './patterns.js';

export type CriterionType = 'simple' | 'regex' | 'jsonpath';

export interface Criterion {
  condition: string;
  context: string | null;
  type: CriterionType;
}

/** What came of a criterion, in words for a report. */
export interface Outcome {
  holds: boolean;
  expected: string;
  actual: string;
}

type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

type Node =
  | { kind: 'literal'; value: unknown }
  | { kind: 'expression'; expression: Expression }
  | { kind: 'not'; of: Node }
  | { kind: 'and' | 'or'; left: Node; right: Node }
  | { kind: 'compare'; operator: Comparison; left: Node; right: Node };

class ConditionError extends Error {
  override name = 'ConditionError';
}

/** Parses a criterion without judging anything. Throws ConditionError or ExpressionError. */
export function checkCriterion(criterion: Criterion): Expression[] {
  const context = criterion.context === null ? [] : [parseExpression(criterion.context)];
  if (criterion.type === 'simple') return [...context, ...expressionsOf(parseSimple(criterion.condition))];
  const embedded = expressionsIn(` ${criterion.condition}`);
  const flaw = criterion.type === 'regex' ? flawOf(criterion.condition) : flawOfPath(criterion.condition);
  if (flaw !== null) throw new ConditionError(`"${criterion.condition}" ${flaw}`);
  return [...context, ...embedded];
}

/** Judges a criterion in a scope. A value that is missing makes it false, never an exception. */
export function judgeCriterion(criterion: Criterion, scope: Scope): Outcome {
  if (criterion.type === 'simple') {
    const node = parseSimple(criterion.condition);
    const holds = truthy(valueOf(node, scope));
    return { holds, expected: criterion.condition, actual: described(node, scope) };
  }
  const context = criterion.context ?? '';
  const value = evaluate(parseExpression(context), scope);
  const expected =
    criterion.type === 'regex'
      ? `${context} matches /${criterion.condition}/`
      : `${context} holds ${criterion.condition}`;
  const actual = `${context} is ${shown(value)}`;
  try {
    if (value === undefined) return { holds: false, expected, actual };
    const holds =
      criterion.type === 'regex'
        ? finds(
            fillText(criterion.condition, scope, escapeRegex),
            typeof value === 'string' ? value : JSON.stringify(value),
          )
        : selects(fillText(criterion.condition, scope, escapeQuoted), value);
    return { holds, expected, actual };
  } catch (error) {
    if (error instanceof MissingValue) return { holds: false, expected, actual: error.message };
    throw error;
  }
}

/** Reads `a == 1 && !($b || c < 2)`, loosest operator last. Throws ConditionError or ExpressionError. */
function parseSimple(text: string): Node {
  let at = 0;
  const space = (): void => {
    while (/\s/.test(text[at] ?? '')) at += 1;
  };
  const take = (token: string): boolean => {
    space();
    if (!text.startsWith(token, at)) return false;
    at += token.length;
    return true;
  };
  const chain = (operator: '&&' | '||', kind: 'and' | 'or', next: () => Node): Node => {
    let left = next();
    while (take(operator)) left = { kind, left, right: next() };
    return left;
  };
  const or = (): Node => chain('||', 'or', and);
  const and = (): Node => chain('&&', 'and', comparison);
  const comparison = (): Node => {
    const left = unary();
    for (const operator of ['==', '!=', '<=', '>=', '<', '>'] as const)
      if (take(operator)) return { kind: 'compare', operator, left, right: unary() };
    return left;
  };
  const unary = (): Node => {
    space();
    if (text[at] === '!' && text[at + 1] !== '=') {
      at += 1;
      return { kind: 'not', of: unary() };
    }
    if (take('(')) {
      const inner = or();
      if (!take(')')) throw new ConditionError(`"${text}" lacks a closing bracket`);
      return inner;
    }
    return operand();
  };
  const operand = (): Node => {
    space();
    if (text[at] === '$') {
      const { expression, end } = readExpression(text, at, 'condition');
      at = end;
      return { kind: 'expression', expression };
    }
    const literal = /^(?:'((?:[^']|'')*)'|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null)\b)/.exec(
      text.slice(at),
    );
    if (literal === null)
      throw new ConditionError(
        `"${text}" has no value at "${text.slice(at)}"; text stands in single quotes, expressions begin with $`,
      );
    at += literal[0].length;
    if (literal[1] !== undefined) return { kind: 'literal', value: literal[1].replaceAll("''", "'") };
    return { kind: 'literal', value: JSON.parse(literal[0]) };
  };
  const node = or();
  space();
  if (at !== text.length)
    throw new ConditionError(`"${text}" goes on with "${text.slice(at)}" where it should end`);
  return node;
}

function expressionsOf(node: Node): Expression[] {
  switch (node.kind) {
    case 'literal':
      return [];
    case 'expression':
      return [node.expression];
    case 'not':
      return expressionsOf(node.of);
    default:
      return [...expressionsOf(node.left), ...expressionsOf(node.right)];
  }
}

function valueOf(node: Node, scope: Scope): unknown {
  switch (node.kind) {
    case 'literal':
      return node.value;
    case 'expression':
      return evaluate(node.expression, scope);
    case 'not':
      return !truthy(valueOf(node.of, scope));
    case 'and':
      return truthy(valueOf(node.left, scope)) && truthy(valueOf(node.right, scope));
    case 'or':
      return truthy(valueOf(node.left, scope)) || truthy(valueOf(node.right, scope));
    case 'compare':
      return compare(
        node.operator,
        operandValue(node.left, node.right, scope),
        operandValue(node.right, node.left, scope),
      );
  }
}

/** Headers and queries are text on the wire; beside a number, one that reads as a number is a number. */
function operandValue(node: Node, other: Node, scope: Scope): unknown {
  const value = valueOf(node, scope);
  const isText = node.kind === 'expression' && ['header', 'query'].includes(node.expression.path[1] ?? '');
  const beside = other.kind === 'literal' && typeof other.value === 'number';
  return isText && beside && typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)
    ? Number(value)
    : value;
}

/** Text compares without regard to case (Arazzo 1.0.1, Literals); what is missing equals nothing. */
export function compare(operator: Comparison, left: unknown, right: unknown): boolean {
  const [a, b] = [folded(left), folded(right)];
  if (a === undefined || b === undefined) return operator === '!=' && !(a === undefined && b === undefined);
  if (operator === '==') return sameJson(a, b);
  if (operator === '!=') return !sameJson(a, b);
  const ordered =
    (typeof a === 'number' && typeof b === 'number') || (typeof a === 'string' && typeof b === 'string');
  if (!ordered) return false;
  if (operator === '<') return a < b;
  if (operator === '<=') return a <= b;
  if (operator === '>') return a > b;
  return a >= b;
}

function folded(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

function truthy(value: unknown): boolean {
  return Boolean(value);
}

function described(node: Node, scope: Scope): string {
  const seen = new Map<string, string>();
  for (const expression of expressionsOf(node))
    seen.set(expression.text, `${expression.text} is ${shown(evaluate(expression, scope))}`);
  return [...seen.values()].join(', ') || 'a constant';
}

function escapeRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** JSONPath text may stand in either kind of quotes; a code point's escape is lawful in both (RFC 9535, 2.3.1). */
function escapeQuoted(text: string): string {
  return text.replace(/["'\\]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
}
