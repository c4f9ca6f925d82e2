import { expect, it } from 'vitest';
import { history, job, page, type Draft } from '../../test/samples/exchanges.js';
import { lastingIn } from './lasting-links.js';

/** A job whose links an answer signed with this mark. */
const signed = (n: number, mark: string): Record<string, unknown> => ({
  ...job(n),
  'Job URL': `https://x/view?id=${n}&sig=${mark}`,
  'Apply URL': `https://x/go/${mark}${n}`,
  'Logo URL': 'https://x/logo.png',
});
const answered = (mark: string, body = {}): Draft => ({
  body,
  answer: page([signed(1, mark), signed(2, mark)]),
});

it('leaves out the parts of links that differ between answers', () => {
  const lasting = lastingIn(history(answered('a'), answered('b')));
  expect(lasting(signed(1, 'c'))).toEqual({
    ...job(1),
    'Job URL': 'https://x/view?id=1',
    'Apply URL': undefined,
    'Logo URL': 'https://x/logo.png',
  });
});

const twice = [1, 2, 1, 2].map((n, i) => signed(n, `${i}`));
it.each<[string, Draft[]]>([
  ['links last', [answered('a'), answered('a')]],
  ['an answer is recovered', ['a', 'b'].map((mark) => ({ ...answered(mark), key: 'use_v1_k' }))],
  ['one job alone has other links', [answered('a'), { answer: page([signed(1, 'b'), signed(2, 'a')]) }]],
  [
    'two postings are replaced, and many other jobs keep their links',
    ['a', 'b'].map((mark) => ({
      answer: page(Array.from({ length: 23 }, (_, n) => signed(n, n === 1 || n === 2 ? mark : 'a'))),
    })),
  ],
  ['two pages have postings with the same texts', [answered('a'), answered('b', { search_after: [9, 'a'] })]],
  ['one search asks for duplicates', [answered('a'), answered('b', { exclude_duplicates: false })]],
  ['a page has two postings of the same texts', [answered('a'), { answer: page(twice) }]],
])('changes no job if %s', (_why, drafts) => {
  const one = signed(1, 'c');
  expect(lastingIn(history(...drafts))(one)).toBe(one);
});

it('leaves them out although a repeated search shows the links of its first answer', () => {
  const lasting = lastingIn(history(answered('a'), answered('b', { limit: 3 }), answered('a')));
  expect(lasting(signed(1, 'c'))['Job URL']).toBe('https://x/view?id=1');
});

it('reads a history that grows', () => {
  const exchanges = history(answered('a'), answered('b'));
  const growing = exchanges.slice(0, 1);
  const one = signed(1, 'c');
  expect(lastingIn(growing)(one)).toBe(one);
  growing.push(exchanges[1]!);
  expect(lastingIn(growing)(one)).not.toBe(one);
});

it('reads a search that was in flight once it has its answer', () => {
  const exchanges = history(answered('a'), answered('b'));
  const { response } = exchanges[1]!;
  exchanges[1]!.response = null;
  expect(lastingIn(exchanges)(signed(1, 'c'))['Job URL']).toContain('sig=c');
  exchanges[1]!.response = response;
  expect(lastingIn(exchanges)(signed(1, 'c'))['Job URL']).not.toContain('sig');
});

it('reads links in linear time, however many of their parts differ', { timeout: 20_000 }, () => {
  const linkOf = (n: number, round: string): string => `https://x/?${n % 2 ? `p${n}=${round}` : 'q=0'}`;
  const jobs = (round: string) =>
    Array.from({ length: 12_000 }, (_, n) => ({ n, 'Job URL': linkOf(n, round) }));
  const shown = (round: string, limit: number): Draft => ({ body: { limit }, answer: page(jobs(round)) });
  const one = { n: 1, 'Job URL': 'https://x/?p1=c' };
  expect(lastingIn(history(shown('a', 1), shown('b', 2)))(one)).toBe(one);
});

it('leaves out parts in linear time, however many of them differ', { timeout: 20_000 }, () => {
  const query = (mark: string): string =>
    Array.from({ length: 100_000 }, (_, n) => `p${n}=${mark}`).join('&');
  const one = (n: number, mark: string) => ({ n, 'Job URL': `https://x/${n}?${query(mark)}` });
  const shown = (mark: string): Draft => ({ body: { mark }, answer: page([one(1, mark), one(2, mark)]) });
  const exchanges = history(shown('a'), shown('b'));
  for (let i = 0; i < 2000; i += 1) lastingIn(exchanges);
  expect(lastingIn(exchanges)(one(1, 'c'))).toEqual({ n: 1, 'Job URL': 'https://x/1' });
});
