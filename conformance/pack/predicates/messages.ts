/** Predicates on statuses, lost responses, headers and bodies, and on the bodies of refusals (§7). */
import { OPERATION_KEY_PATTERN } from '../../../spec/operation-key.js';
import type { Exchange } from '../../record/exchange.js';
import { follow, parsePointer } from '../../values/pointers.js';
import { shown } from '../../values/text.js';
import { finds } from '../language/patterns.js';
import { alike } from './answers.js';
import type { ArgumentsOf } from './generated/predicates.js';
import { said, type Definitions, type Expected, type Arguments } from './predicate.js';
import { passingFailure } from '../../record/failures.js';
import { mismatch } from '../language/matchers.js';

const FORMATS = {
  uuid: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
  integer: '^[0-9]+$',
  'operation-key': OPERATION_KEY_PATTERN,
  json: '^application/([\\w.+-]+\\+)?json\\s*(;|$)',
  text: '^text/plain\\s*(;|$)',
  'text-or-json': '^(text/plain|application/([\\w.+-]+\\+)?json)\\s*(;|$)',
} satisfies Readonly<Record<NonNullable<ArgumentsOf['header-format']['format']>, string>>;
/** Media types are case-insensitive (RFC 9110, 8.3.1). */
const IN_ANY_CASE: readonly unknown[] = ['json', 'text', 'text-or-json'];

const MINUTE = 60_000;

export const messages = {
  'same-body': ({ except = [] }, _answers, { all }) =>
    alike(all, ({ response }) => without(response?.body, except), 'equal JSON bodies'),
  'same-bytes': (_args, _answers, { all }) => alike(all, ({ response }) => response?.bodyText, 'equal bytes'),
  'header-present': ({ name }, answers) =>
    everywhere(name, answers, 'present', (it) => it !== undefined && it !== ''),
  'header-absent': ({ name }, answers) => everywhere(name, answers, 'absent', (it) => it === undefined),
  'header-format': ({ name, format, match }, answers) => {
    const sought = match ?? (format === undefined ? '' : FORMATS[format]);
    const wanted = format ?? `like /${sought}/`;
    const read = (it: string): string => (IN_ANY_CASE.includes(format) ? it.toLowerCase() : it);
    return everywhere(name, answers, wanted, (it) => it !== undefined && finds(sought, read(it)));
  },
  'header-equals': ({ name, value }, answers) =>
    everywhere(name, answers, `equal to ${shown(value)}`, (it) => it === value),
  'header-differs': (args, _answers, { all }) => {
    const values = all.map(readerOf(args.name));
    const holds = new Set(values).size === values.length;
    const actual = values.map((each) => shown(each)).join(', ');
    return said(holds, `a different ${args.name} in each response`, actual, all);
  },
  'header-same': ({ name }, _answers, { all }) => alike(all, readerOf(name), `the same ${name}`),
  'detail-mentions': (args, answers) => {
    const wanted = args['any-of'] ?? [args.text ?? ''];
    const expected = `an error that mentions ${wanted.map((each) => `"${each}"`).join(' or ')}`;
    const silent = answers.find((each) => {
      const words = errorWords(each.response?.body ?? each.response?.bodyText).toLowerCase();
      return !wanted.some((each) => words.includes(each.toLowerCase()));
    });
    if (silent === undefined) return said(true, expected, 'it does', answers);
    return said(false, expected, `it says ${shown(errorWords(silent.response?.body))}`, [silent]);
  },
  'error-form': ({ form, code }, answers) => {
    const expected = `an error of the form ${form}${code === undefined ? '' : ` with code ${code}`}`;
    const other = answers.find(({ response }) => {
      const codeSeen = follow(response?.body, ['error', 'code']);
      return !FORMS[form](response?.body, response?.bodyText) || (code !== undefined && codeSeen !== code);
    });
    if (other === undefined) return said(true, expected, 'it is', answers);
    const body = other.response?.body ?? other.response?.bodyText;
    return said(false, expected, `the body is ${shown(body)}`, [other]);
  },
  'status-counts': ({ only, ...wanted }, answers, { history }) => {
    const counts = new Map<number, number>();
    for (const { response } of answers)
      if (response !== null) counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
    const stray = only !== undefined && [...counts.keys()].some((status) => !only.includes(status));
    const wrong = Object.entries(wanted).some(([status, asked]) => {
      const rule = typeof asked === 'number' ? { equals: asked } : (asked as Arguments);
      // A search that failed temporarily and was sent again counts twice for a rate limit.
      const isLimited =
        status === '200' && Object.keys(rule).join() === 'at-least' && only?.includes(429) === true;
      const failed = isLimited ? failedIn(history, answers) : 0;
      return mismatch((counts.get(Number(status)) ?? 0) + failed, rule) !== null;
    });
    const asked = Object.entries({ ...wanted, ...(only === undefined ? {} : { only }) });
    const expected = asked.map(([name, value]) => `${name} ${shown(value)}`).join(', ');
    const actual = [...counts].map(([status, times]) => `${times} × ${status}`).join(', ');
    return said(!stray && !wrong, expected, actual || 'no responses', answers);
  },
  'one-of-status': ({ choices: known, reading }, answers) => {
    const seen = answers.map(({ response }) => response?.status);
    const expected = Object.keys(known).join(' or ');
    const wrong = answers.find(({ response }) => response === null || !(String(response.status) in known));
    if (wrong !== undefined)
      return said(false, expected, `${wrong.response?.status ?? 'no response'}`, [wrong]);
    const choice = known[String(seen[0])];
    return {
      ...said(true, expected, seen.join(', '), answers),
      ...(reading !== undefined && choice !== undefined ? { observation: { reading, choice } } : {}),
    };
  },
  'no-response': ({ kinds = ['connection', 'timeout', 'aborted'] }, answers) => {
    const other = answers.find(
      ({ failure }) => failure === null || !kinds.some((kind) => kind === failure.kind),
    );
    const actual =
      other?.failure?.kind ?? (other === undefined ? 'no response' : `status ${other.response?.status}`);
    return said(other === undefined, `no response (${kinds.join(' or ')})`, actual, answers);
  },
  responded: (_args, answers) => {
    const lost = answers.find(({ response }) => response === null);
    const actual = lost?.failure?.message ?? 'a response to each';
    return said(lost === undefined, 'a response to each request', actual, answers);
  },
} satisfies Partial<Definitions>;

function without(value: unknown, pointers: readonly string[]): unknown {
  const copy = structuredClone(value);
  for (const pointer of pointers) {
    const parts = parsePointer(pointer);
    const last = parts.pop();
    const holder = follow(copy, parts);
    if (last !== undefined && typeof holder === 'object' && holder !== null)
      delete (holder as Record<string, unknown>)[last];
  }
  return copy;
}

function everywhere(
  name: string,
  answers: readonly Exchange[],
  wanted: string,
  test: (value: string | undefined) => boolean,
): Expected {
  const read = readerOf(name);
  const odd = answers.find((each) => !test(read(each)));
  const expected = `${name} ${wanted}`;
  if (odd !== undefined) return said(false, expected, `it is ${shown(read(odd))}`, [odd]);
  const values = [...new Set(answers.map((each) => shown(read(each))))];
  return said(true, expected, values.slice(0, 3).join(', '), answers);
}

function readerOf(name: string): (exchange: Exchange) => string | undefined {
  const key = name.toLowerCase();
  return ({ response }) =>
    response !== null && Object.hasOwn(response.headers, key) ? response.headers[key] : undefined;
}

/** Tests for the three error forms of §7 and for plain text. A body may match two forms, since other members are allowed. */
const FORMS: Readonly<
  Record<'detail' | 'detail-list' | 'envelope' | 'text', (body: unknown, text: string | undefined) => boolean>
> = {
  detail: (body) => typeof follow(body, ['detail']) === 'string',
  'detail-list': (body) => Array.isArray(follow(body, ['detail'])),
  envelope: (body) =>
    follow(body, ['success']) === false && typeof follow(body, ['error', 'code']) === 'string',
  text: (body, text) => body === undefined && text !== undefined,
};

function errorWords(body: unknown): string {
  if (typeof body === 'string') return body;
  const detail = follow(body, ['detail']);
  const list = Array.isArray(detail) ? detail : follow(body, ['error', 'details']);
  const words = [
    typeof detail === 'string' ? detail : '',
    follow(body, ['error', 'message']),
    typeof follow(body, ['error']) === 'string' ? follow(body, ['error']) : '',
    ...(Array.isArray(list)
      ? list.flatMap((each) => [follow(each, ['msg']), [follow(each, ['loc']) ?? []].flat().join('.')])
      : []),
  ];
  return words.filter((each) => typeof each === 'string' && each !== '').join('; ');
}

/** Counts the temporary failures of a step in the minute before its last answer. */
function failedIn(history: readonly Exchange[], answers: readonly Exchange[]): number {
  const last = answers.at(-1);
  return history.filter(
    ({ scenario, step, sentAt, response }) =>
      scenario === last?.scenario &&
      step === last.step &&
      sentAt > last.sentAt - MINUTE &&
      passingFailure(response) !== null,
  ).length;
}
