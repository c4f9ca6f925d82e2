import { describe, expect, it } from 'vitest';
import { loadClauses } from '../../spec/index.js';
import { chooseReadings, parseReadings } from './readings.js';

const known = loadClauses().readings;

describe('readings', () => {
  it('have their defaults unless chosen', () => {
    const readings = chooseReadings(known, parseReadings(known, ['auth-status=401']));
    expect(readings['auth-status']).toBe('401');
    expect(readings['historical-access']).toBe('every-key');
  });

  it('are rejected with the reason and the valid choices', () => {
    expect(() => parseReadings(known, ['auth-status'])).toThrow(
      /"auth-status" is not of the form id=choice.*auth-status=403\|401/,
    );
    expect(() => parseReadings(known, ['auth=401'])).toThrow('There is no reading "auth". Readings that');
    expect(() => parseReadings(known, ['auth-statis=401'])).toThrow(
      'There is no reading "auth-statis". Did you mean "auth-status"? Readings that',
    );
    expect(() => parseReadings(known, ['auth-status=418'])).toThrow(/no choice "418". Use 403 or 401/);
    for (const choice of ['400', 'nothing'])
      expect(() => parseReadings(known, [`malformed-json=${choice}`])).toThrow(/fixed at "422"/);
    expect(() => parseReadings(known, ['__proto__=x'])).toThrow(/no reading/);
  });
});
