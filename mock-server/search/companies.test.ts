import { describe, expect, it } from 'vitest';
import { CompanyDirectory, plainName, profileSlug, type CompanyIdentity } from './companies.js';
import { casesOf } from '../../test/support/cases.js';
import { company } from '../../test/mock/dataset.js';

type Found = [what: string, identity: Partial<CompanyIdentity>, id: number | null, ids: number[]];
const cases = casesOf<{
  found: Found[];
  plainNames: [name: string, plain: string][];
  slugs: [url: string, slug: string | null][];
}>(import.meta.filename);

const directory = new CompanyDirectory([
  company(0, { name: 'Acme Robotics', variants: ['Acme Robotics Inc.', 'ACME'], slug: 'acme-robotics' }),
  company(1, { name: 'Acme', slug: 'acme' }),
  company(2, { name: 'Acme Robotic', slug: 'acme-robotic' }),
  company(3, { name: 'Apex Robotics', slug: 'apex-robotics' }),
  company(4, { name: 'Größe & Söhne GmbH', slug: 'größe-söhne', domain: 'groesse.example' }),
  company(5, { name: 'X', slug: 'x' }),
  company(6, { name: '株式会社サクラ', slug: 'sakura' }),
]);

it.each([
  ...cases.found,
  ['a domain before a megabyte', { domain: `acme.example${'/'.repeat(1_000_000)}\nx` }, 1, [1]] as Found,
])('CompanyDirectory finds by %s', (_, identity, id, ids) => {
  const none = { profileUrl: null, name: null, domain: null, broad: false };
  const found = directory.find({ ...none, ...identity });
  expect([found.company?.id ?? null, [...found.ids].sort()]).toEqual([id, ids]);
});

it.each(cases.plainNames)('plainName of %j is %j', (name, plain) => {
  expect(plainName(name)).toBe(plain);
});

describe('profileSlug', () => {
  it.each(cases.slugs)('of %j is %j', (url, slug) => {
    expect(profileSlug(url)).toBe(slug);
  });

  it('of a megabyte of spaces, commas or legal forms takes linear time', () => {
    const name = `Acme${' ,'.repeat(500_000)}`;
    expect(plainName(`${name}Robotics${' Inc.'.repeat(200_000)}`)).toBe('acme robotics');
  });
});
