/** Predicates on the headers of every response. */
import { OPERATION_KEY_PATTERN } from '../../../spec/operation-key.js';
import type { Exchange } from '../../record/exchange.js';
import { shown } from '../../values/text.js';
import { finds } from '../language/patterns.js';
import { alike, answersOf } from './answers.js';
import type { ArgumentsOf } from './generated/predicates.js';
import { said, type Definitions, type Expected } from './predicate.js';

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

export const headers = {
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
  'header-differs': (args, answers, context) => {
    const all = [...answersOf(args.with, context), ...answers];
    const values = all.map(readerOf(args.name));
    const holds = new Set(values).size === values.length;
    const actual = values.map((each) => shown(each)).join(', ');
    return said(holds, `a different ${args.name} in each response`, actual, all);
  },
  'header-same': (args, answers, context) => {
    const all = [...answersOf(args.with, context), ...answers];
    return alike(all, readerOf(args.name), `the same ${args.name}`);
  },
} satisfies Partial<Definitions>;

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
