import { describe, expect, it } from 'vitest';
import { holds, job, page } from '../../../test/samples/predicate.js';

describe('keyword-match', () => {
  const one = [page(1, [job('Senior Engineering Lead', { 'Job Description': 'Build bridges in C++' })])];

  it('blames no lawful reading of a match', () => {
    expect(holds('keyword-match', { title: ['engineer'] }, one)).toBe(true);
    expect(holds('keyword-match', { title: ['engineers'] }, one)).toBe(true);
    expect(holds('keyword-match', { title: ['baker'] }, one)).toBe(false);
    expect(holds('keyword-match', { title: ['engineer'], excluded: true }, one)).toBe(true);
    expect(holds('keyword-match', { title: ['engineering lead'], excluded: true }, one)).toBe(false);
    expect(holds('keyword-match', { description: ['c++'], excluded: true }, one)).toBe(false);
  });

  it('combines blocks by mode and terms as any-of', () => {
    const both = { title: ['lead', 'cook'], description: ['tunnels'] };
    expect(holds('keyword-match', { ...both, mode: 'and' }, one)).toBe(false);
    expect(holds('keyword-match', { ...both, mode: 'or' }, one)).toBe(true);
  });

  it('follows groups', () => {
    const group = {
      mode: 'and',
      title: { mode: 'and', terms: ['senior', 'lead'] },
      groups: [{ mode: 'or', description: { mode: 'or', terms: ['tunnels', 'bridges'] } }],
    };
    expect(holds('keyword-match', { group }, one)).toBe(true);
    expect(holds('keyword-match', { groups: [group, { title: { terms: ['cook'] } }] }, one)).toBe(false);
    expect(holds('keyword-match', { groups: [group], excluded: true }, one)).toBe(false);
  });
});
