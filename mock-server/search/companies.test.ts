import { describe, expect, it } from 'vitest';
import { CompanyDirectory, plainName, profileSlug, type CompanyIdentity } from './companies.js';
import { company } from '../../test/mock/dataset.js';

const directory = new CompanyDirectory([
  company(0, { name: 'Acme Robotics', variants: ['Acme Robotics Inc.', 'ACME'], slug: 'acme-robotics' }),
  company(1, { name: 'Acme', slug: 'acme' }),
  company(2, { name: 'Acme Robotic', slug: 'acme-robotic' }),
  company(3, { name: 'Apex Robotics', slug: 'apex-robotics' }),
  company(4, { name: 'Größe & Söhne GmbH', slug: 'größe-söhne', domain: 'groesse.example' }),
  company(5, { name: 'X', slug: 'x' }),
  company(6, { name: '株式会社サクラ', slug: 'sakura' }),
]);

const at = (name: string): string => `https://network.example/company/${name}`;

const acme = { name: 'Acme', domain: 'acme.example' };
it.each<[what: string, identity: Partial<CompanyIdentity>, id: number | null, ids: number[]]>([
  ['a profile URL', { profileUrl: at('acme') }, 1, [1]],
  ['an encoded profile URL', { profileUrl: at('gr%C3%B6%C3%9Fe-s%C3%B6hne/') }, 4, [4]],
  ['an unknown profile URL, whatever else', { ...acme, profileUrl: at('nobody') }, null, []],
  ['a domain', { domain: 'acme.example' }, 1, [1]],
  ['a domain in capitals', { domain: 'ACME.example' }, 1, [1]],
  ['a URL of the domain', { domain: 'https://www.acme.example/jobs?x=1' }, 1, [1]],
  ['a domain between spaces', { domain: ' acme.example ' }, 1, [1]],
  ['a domain before a megabyte', { domain: `acme.example${'/'.repeat(1_000_000)}\nx` }, 1, [1]],
  ['the end of a domain', { domain: 'example' }, null, []],
  ['a name with a legal form', { name: 'acme robotics, inc' }, 0, [0]],
  ['a name without punctuation', { name: 'GRÖẞE - SÖHNE' }, 4, [4]],
  ['a name with another word', { name: 'Größe und Söhne' }, null, []],
  ['a name of two companies', { name: 'acme' }, 0, [0, 1]],
  ['a profile URL and a name', { profileUrl: at('apex-robotics'), name: 'Acme LLC' }, 3, [0, 1, 3]],
  ['a similar name', { name: 'Acme Robotiks' }, null, []],
  ['a similar name, broadly', { name: 'Acme Robotiks', broad: true }, 0, [0, 2]],
  ['a profile URL, broadly', { profileUrl: at('acme-robotic'), broad: true }, 2, [0, 2]],
  ['a short name, broadly', { name: 'Y', broad: true }, null, []],
  ['a foreign name, broadly', { name: '株式会社サクラ', broad: true }, 6, [6]],
  ['another foreign name, broadly', { name: '株式会社モミジ', broad: true }, null, []],
])('CompanyDirectory finds by %s', (_, identity, id, ids) => {
  const none = { profileUrl: null, name: null, domain: null, broad: false };
  const found = directory.find({ ...none, ...identity });
  expect([found.company?.id ?? null, [...found.ids].sort()]).toEqual([id, ids]);
});

it.each([
  ['Acme, Inc.', 'acme'],
  ['ACME Co., Ltd.', 'acme'],
  ['Inc', 'inc'],
  ['  Ｆｏｏ   Bar ', 'foo bar'],
  ['A.B.C.', 'a b c'],
])('plainName of %j is %j', (name, plain) => {
  expect(plainName(name)).toBe(plain);
});

describe('profileSlug', () => {
  it.each([
    ['https://n.example/company/acme', 'acme'],
    ['https://n.example/company/Acme/jobs?x#y', 'acme'],
    ['https://n.example/company/%E0%A4', '%e0%a4'],
    ['https://n.example/company/', null],
    ['https://n.example/people/acme', null],
  ])('of %j is %j', (url, slug) => {
    expect(profileSlug(url)).toBe(slug);
  });

  it('of a megabyte of spaces, commas or legal forms takes linear time', () => {
    const name = `Acme${' ,'.repeat(500_000)}`;
    expect(plainName(`${name}Robotics${' Inc.'.repeat(200_000)}`)).toBe('acme robotics');
  });
});
