import { describe, expect, it } from 'vitest';
import { matchOptions, suggestLocations } from './lookups.js';

const option = (label: string) => ({ label, value: label });
const place = (country: string, state: string | null = null, city: string | null = null) => ({
  label: [city, state, country].filter((part) => part !== null).join(', '),
  value: { country, state, city },
});

describe('a list lookup', () => {
  const options = ['delta.example', 'Beta', 'alpha_Board', 'Gamma board'].map(option);
  const labels = (q: string) => matchOptions(options, q).map(({ label }) => label);

  it('matches any part, in any case, with white space around it', () => {
    expect(labels(' BOARD ')).toEqual(['alpha_Board', 'Gamma board']);
    expect(labels('a b')).toEqual(['Gamma board']);
    expect(labels('.*')).toEqual([]);
  });
});

describe('a locations lookup', () => {
  const places = [
    place('Australia', 'New South Wales', 'Newberlin'),
    place('Germany', 'Brandenburg', 'Klein Berlin'),
    place('Germany', 'Berlin', 'Berlin'),
    place('Germany', 'Berlin'),
    place('USA', 'Wisconsin', 'Berlinville'),
  ];

  it('returns exact matches, then prefixes, then words, then other parts', () => {
    expect(suggestLocations(places, ' BERLIN ', 30).map(({ label }) => label)).toEqual([
      'Berlin, Germany',
      'Berlin, Berlin, Germany',
      'Berlinville, Wisconsin, USA',
      'Klein Berlin, Brandenburg, Germany',
      'Newberlin, New South Wales, Australia',
    ]);
  });

  it('finds a full label, and nothing if nothing matches', () => {
    expect(suggestLocations(places, 'Berlin, Germany', 1)).toEqual([place('Germany', 'Berlin')]);
    expect(suggestLocations(places, 'xyz', 10)).toEqual([]);
  });
});
