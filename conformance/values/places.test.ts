import { expect, it } from 'vitest';
import { countryName, placeName } from './places.js';

it('a place is the same in any case, normal form and spacing', () => {
  expect(placeName('Köln ')).toBe(placeName('KO\u0308LN'));
  expect(placeName('L’Haÿ-les-Roses')).toBe(placeName("L'Hay les Roses"));
  expect(placeName('Łódź')).toBe(placeName('LODZ'));
  expect(placeName('Tromsø')).toBe(placeName('Tromso'));
  expect(placeName('Großenhain')).toBe(placeName('GROSSENHAIN'));
  expect(placeName('Frankfurt')).not.toBe(placeName('Frankfurt (Oder)'));
});

it('a country is the same by its code and by its names', () => {
  for (const same of [
    ['US', 'us', 'USA', 'U.S.', 'United States', 'United States of America', 'Vereinigte Staaten'],
    ['GB', 'UK', 'United Kingdom', 'Great Britain'],
    ['DE', 'Germany', 'Deutschland', 'Allemagne'],
    ['CI', 'Côte d’Ivoire', "Cote d'Ivoire"],
  ])
    expect(new Set(same.map(countryName)).size, same.join()).toBe(1);
});

it('countries of like names are not the same', () => {
  const names = ['Niger', 'Nigeria', 'Guinea', 'Guinea-Bissau', 'Georgia', 'Jersey', 'Atlantis'];
  expect(new Set(names.map(countryName)).size).toBe(names.length);
});
