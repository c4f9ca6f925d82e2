import { describe, expect, it } from 'vitest';
import { readEffect } from './admin-effect.js';
import type { Json } from './document.js';

const read = (value: Json | undefined, path = '/__admin/faults') => readEffect(value, path, '#/paths/x/post');

describe('the effect of an admin operation', () => {
  it('says what a call changes, and for which accounts', () => {
    expect(read({ does: 'plant-fault', accounts: 'all' })).toEqual({
      does: 'plant-fault',
      accounts: 'all',
      clock: null,
    });
    expect(read({ does: 'move-clock', accounts: 'one', clock: '' }, '/accounts/{accountId}/clock')).toEqual({
      does: 'move-clock',
      accounts: 'one',
      clock: '',
    });
  });

  it.each<[string, Json | undefined, RegExp]>([
    ['is missing', undefined, /post\/x-kit-effect: say what the call changes/],
    ['is unknown', { does: 'plants-fault' }, /unknown effect "plants-fault"; known are read, .*plant-fault/],
    ['has the name of an inherited property', { does: 'constructor' }, /unknown effect "constructor"/],
    ['lacks a member', { does: 'reset' }, /the effect lacks "accounts"/],
    ['has a member of another effect', { does: 'read', accounts: 'all' }, /"read" has no member "accounts"/],
    ['names one account where the path names none', { does: 'reset', accounts: 'one' }, /expected "all"/],
    ['points nowhere', { does: 'read', clock: 'clock' }, /"clock" is not a JSON Pointer/],
    [
      'changes what no account has',
      { does: 'change-account', accounts: 'all', changes: ['credits', 'color'] },
      /changes: unknown "color"; known are credits/,
    ],
  ])('is refused by name where it %s', (_, value, message) => {
    expect(() => read(value)).toThrow(message);
  });
});
