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
import { escapeRegex, messageOf, shown } from '../../values/text.js';
import { flawOfPath, selects, finds, flawOf } from './patterns.js';

export type CriterionType = 'simple' | 'regex' | 'jsonpath';

export interface Criterion {
  condition: string;
  context: string | null;
  type: CriterionType;
}

/** The result of a criterion, and its words for a report. */
export interface Outcome {
  holds: boolean;
  expected: string;
  actual: string;
}

type Comparison = '==' | '!=' | Parameters<typeof inOrder>[1];

/** A part of a simple condition. */
interface Term {
  value(scope: Scope): unknown;
  isNumber?: boolean;
  /** True for a header or query parameter, which is always text. */
  isText?: boolean;
}

/** A criterion that was parsed once, so that it can judge many answers. */
export interface Parsed extends Criterion {
  /** Why the criterion is invalid; else null. Then `judge` throws this error. */
  flaw: string | null;
  expressions: readonly Expression[];
  /** False if a value is missing. */
  judge(scope: Scope): Outcome;
}

export function parseCriterion(criterion: Criterion): Parsed {
  try {
    const { expected, seen, others, holds } =
      criterion.type === 'simple' ? simply(criterion) : within(criterion);
    const judge = (scope: Scope): Outcome => {
      const values = seen.map((each) => `${each.text} is ${shown(evaluate(each, scope))}`);
      try {
        const actual = [...new Set(values)].join(', ') || 'a constant';
        return { holds: holds(scope), expected, actual };
      } catch (error) {
        if (error instanceof MissingValue) return { holds: false, expected, actual: error.message };
        throw error;
      }
    };
    return { ...criterion, flaw: null, expressions: [...seen, ...others], judge };
  } catch (error) {
    const judge = (): never => {
      throw error;
    };
    return { ...criterion, flaw: messageOf(error), expressions: [], judge };
  }
}

export function parseCondition(condition: string): Parsed {
  return parseCriterion({ condition, context: null, type: 'simple' });
}

/** `seen`: the expressions whose values a report shows. */
function simply({ condition, context }: Criterion) {
  const { expressions: seen, value } = parseSimple(condition);
  const others = context === null ? [] : [parseExpression(context)];
  return { expected: condition, seen, others, holds: (scope: Scope) => Boolean(value(scope)) };
}

/** Reads a regular expression or JSONPath, which applies to the value of `context`. */
function within({ condition, context, type }: Criterion): ReturnType<typeof simply> {
  const of = parseExpression(context ?? '');
  const others = expressionsIn(` ${condition}`);
  const isRegex = type === 'regex';
  const flaw = isRegex ? flawOf(condition) : flawOfPath(condition);
  if (flaw !== null) throw new ConditionError(`"${condition}" ${flaw}`);
  return {
    expected: isRegex ? `${context} matches /${condition}/` : `${context} holds ${condition}`,
    seen: [of],
    others,
    holds(scope) {
      const value = evaluate(of, scope);
      if (value === undefined) return false;
      if (!isRegex) return selects(fillText(condition, scope, escapeQuoted), value);
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return finds(fillText(condition, scope, escapeRegex), text);
    },
  };
}

class ConditionError extends Error {
  override name = 'ConditionError';
}

/** Parses conditions such as `a == 1 && !($b || c < 2)`. Throws ConditionError or ExpressionError. */
function parseSimple(text: string) {
  const expressions: Expression[] = [];
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
  const chain = (operator: string, next: () => Term, of: (a: boolean, b: () => boolean) => boolean): Term => {
    let term = next();
    while (take(operator)) {
      const [left, right] = [term, next()];
      term = { value: (scope) => of(Boolean(left.value(scope)), () => Boolean(right.value(scope))) };
    }
    return term;
  };
  const or = (): Term => chain('||', and, (a, b) => a || b());
  const and = (): Term => chain('&&', comparison, (a, b) => a && b());
  const comparison = (): Term => {
    const left = unary();
    const operator = (['==', '!=', '<=', '>=', '<', '>'] as const).find(take);
    if (operator === undefined) return left;
    const right = unary();
    return {
      value: (scope) => compare(operator, valueBeside(left, right, scope), valueBeside(right, left, scope)),
    };
  };
  const unary = (): Term => {
    space();
    if (text[at] === '!' && text[at + 1] !== '=') {
      at += 1;
      const negated = unary();
      return { value: (scope) => !negated.value(scope) };
    }
    if (take('(')) {
      const inner = or();
      if (!take(')')) throw new ConditionError(`"${text}" lacks a closing bracket`);
      return inner;
    }
    return operand();
  };
  const operand = (): Term => {
    space();
    if (text[at] === '$') {
      const { expression, end } = readExpression(text, at, 'condition');
      at = end;
      expressions.push(expression);
      const isText = ['header', 'query'].includes(expression.path[1] ?? '');
      return { value: (scope) => evaluate(expression, scope), isText };
    }
    const literal = /^(?:'((?:[^']|'')*)'|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null)\b)/.exec(
      text.slice(at),
    );
    if (literal === null)
      throw new ConditionError(
        `"${text}" has no value at "${text.slice(at)}"; put text in single quotes; expressions begin with $`,
      );
    at += literal[0].length;
    const value: unknown = literal[1]?.replaceAll("''", "'") ?? JSON.parse(literal[0]);
    return { value: () => value, isNumber: typeof value === 'number' };
  };
  const { value } = or();
  space();
  if (at !== text.length)
    throw new ConditionError(
      `"${text}" has the unexpected text "${text.slice(at)}"; operators are == != < <= > >= && || !`,
    );
  return { expressions, value };
}

/** Returns a term's value for a comparison. Numeric text of a header or query becomes a number if the other term is one. */
function valueBeside(term: Term, other: Term, scope: Scope): unknown {
  const value = term.value(scope);
  const isNumeric =
    term.isText && other.isNumber && typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value);
  return isNumeric ? Number(value) : value;
}

/** Compares two values, texts case-insensitively (Arazzo 1.0.1, Literals). A missing value equals nothing. */
export function compare(operator: Comparison, left: unknown, right: unknown): boolean {
  const [a, b] = [folded(left), folded(right)];
  if (a === undefined || b === undefined) return operator === '!=' && !(a === undefined && b === undefined);
  if (operator === '==') return sameJson(a, b);
  return operator === '!=' ? !sameJson(a, b) : inOrder(a, operator, b);
}

/** Compares two numbers, or two texts; false for other values. */
export function inOrder(left: unknown, operator: '<' | '<=' | '>' | '>=', right: unknown): boolean {
  const isOrdered = typeof left === 'number' || typeof left === 'string';
  if (!isOrdered || typeof left !== typeof right) return false;
  const [low, high] = operator.startsWith('<') ? [left, right] : [right, left];
  return (low as typeof left) < (high as typeof left) || (operator.endsWith('=') && low === high);
}

function folded(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

/** Escapes quotes and backslashes by code point, which is valid in both kinds of quotes of JSONPath (RFC 9535, 2.3.1). */
function escapeQuoted(text: string): string {
  return text.replace(/["'\\]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
}
