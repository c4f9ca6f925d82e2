/** Predicates on the headers of every response. */
import { OPERATION_KEY_PATTERN } from '../../../spec/operation-key.js';
import type { Exchange } from '../../record/exchange.js';
import { shown } from '../../values/text.js';
import { finds } from '../language/patterns.js';
import { alike, answersOf } from './answers.js';
import type { ArgumentsOf } from './generated/predicates.js';
import { predicate, said, type Expected } from './predicate.js';

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

export const headerPresent = predicate('header-present', {
  judge: ({ name }, answers) => everywhere(name, answers, 'present', (it) => it !== undefined && it !== ''),
});

export const headerAbsent = predicate('header-absent', {
  judge: ({ name }, answers) => everywhere(name, answers, 'absent', (it) => it === undefined),
});

export const headerFormat = predicate('header-format', {
  judge: ({ name, format, match }, answers) => {
    const sought = match ?? (format === undefined ? '' : FORMATS[format]);
    const wanted = format ?? `like /${sought}/`;
    const read = (it: string): string => (IN_ANY_CASE.includes(format) ? it.toLowerCase() : it);
    return everywhere(name, answers, wanted, (it) => it !== undefined && finds(sought, read(it)));
  },
});

export const headerEquals = predicate('header-equals', {
  judge: ({ name, value }, answers) =>
    everywhere(name, answers, `equal to ${shown(value)}`, (it) => it === value),
});

export const headerDiffers = predicate('header-differs', {
  judge: (args, answers, context) => {
    const all = [...answersOf(args.with, context), ...answers];
    const values = all.map(readerOf(args.name));
    const holds = new Set(values).size === values.length;
    return said(
      holds,
      `a different ${args.name} in each response`,
      values.map((each) => shown(each)).join(', '),
      all,
    );
  },
});

export const headerSame = predicate('header-same', {
  judge: (args, answers, context) => {
    const all = [...answersOf(args.with, context), ...answers];
    return alike(all, readerOf(args.name), `the same ${args.name}`);
  },
});

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
