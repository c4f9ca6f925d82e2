import { describe, expect, it } from 'vitest';
import { CompanyDirectory, plainName, profileSlug, type CompanyIdentity } from './companies.js';
import { company } from '../../test/mock/dataset.js';

const companies = [
  company(0, { name: 'Acme Robotics', variants: ['Acme Robotics Inc.', 'ACME'], slug: 'acme-robotics' }),
  company(1, { name: 'Acme', slug: 'acme' }),
  company(2, { name: 'Acme Robotic', slug: 'acme-robotic' }),
  company(3, { name: 'Apex Robotics', slug: 'apex-robotics' }),
  company(4, { name: 'Größe & Söhne GmbH', slug: 'größe-söhne', domain: 'groesse.example' }),
  company(5, { name: 'X', slug: 'x' }),
  company(6, { name: '株式会社サクラ', slug: 'sakura' }),
];
const directory = new CompanyDirectory(companies);

function find(identity: Partial<CompanyIdentity>) {
  const { company: found, ids } = directory.find({
    profileUrl: null,
    name: null,
    domain: null,
    broad: false,
    ...identity,
  });
  return [found?.id ?? null, [...ids].sort()];
}

describe('CompanyDirectory', () => {
  it('finds by profile URL', () => {
    expect(find({ profileUrl: 'https://network.example/company/acme' })).toEqual([1, [1]]);
    expect(find({ profileUrl: 'https://network.example/company/gr%C3%B6%C3%9Fe-s%C3%B6hne/' })).toEqual([
      4,
      [4],
    ]);
    expect(
      find({ profileUrl: 'https://network.example/company/nobody', name: 'Acme', domain: 'acme.example' }),
    ).toEqual([null, []]);
  });

  it('finds by domain, however it is written', () => {
    for (const domain of [
      'acme.example',
      'ACME.example',
      'https://www.acme.example/jobs?x=1',
      ' acme.example ',
    ]) {
      expect(find({ domain })).toEqual([1, [1]]);
    }
    expect(find({ domain: 'example' })).toEqual([null, []]);
    expect(find({ domain: `acme.example${'/'.repeat(1_000_000)}\nx` })).toEqual([1, [1]]);
  });

  it('finds by any of its names, whatever the letter case, punctuation and legal form', () => {
    expect(find({ name: 'acme robotics, inc' })).toEqual([0, [0]]);
    expect(find({ name: 'Größe und Söhne' })).toEqual([null, []]);
    expect(find({ name: 'GRÖSSE'.replace('SS', 'ẞ') + ' - SÖHNE' })).toEqual([4, [4]]);
    expect(find({ name: 'acme' })).toEqual([0, [0, 1]]);
  });

  it('adds bearers of the given name to the company of the profile URL', () => {
    const profileUrl = 'https://network.example/company/apex-robotics';
    expect(find({ profileUrl, name: 'Acme LLC' })).toEqual([3, [0, 1, 3]]);
  });

  it('finds like names in a broad search only', () => {
    expect(find({ name: 'Acme Robotiks' })).toEqual([null, []]);
    expect(find({ name: 'Acme Robotiks', broad: true })).toEqual([0, [0, 2]]);
    const profileUrl = 'https://network.example/company/acme-robotic';
    expect(find({ profileUrl, broad: true })).toEqual([2, [0, 2]]);
  });

  it('does not take short or foreign names for alike', () => {
    expect(find({ name: 'Y', broad: true })).toEqual([null, []]);
    expect(find({ name: '株式会社サクラ', broad: true })).toEqual([6, [6]]);
    expect(find({ name: '株式会社モミジ', broad: true })).toEqual([null, []]);
  });
});

describe('plainName', () => {
  it.each([
    ['Acme, Inc.', 'acme'],
    ['ACME Co., Ltd.', 'acme'],
    ['Inc', 'inc'],
    ['  Ｆｏｏ   Bar ', 'foo bar'],
    ['A.B.C.', 'a b c'],
  ])('of %j is %j', (name, plain) => {
    expect(plainName(name)).toBe(plain);
  });
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

  it('of a megabyte of spaces, commas or legal forms takes no longer than reading it', () => {
    const name = `Acme${' ,'.repeat(500_000)}`;
    expect(plainName(`${name}Robotics${' Inc.'.repeat(200_000)}`)).toBe('acme robotics');
  });
});
