/** Predicates on the bodies of refusals (§7). */
import { follow } from '../../values/pointers.js';
import { shown } from '../../values/text.js';
import { said, type Definitions } from './predicate.js';

export const errors = {
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
} satisfies Partial<Definitions>;

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
