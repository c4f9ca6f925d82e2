import { describe, expect, it } from 'vitest';
import { Redactor } from '../../../common/redact.js';
import { createAccounts } from './accounts.js';
import { makeProfile, redactSecrets } from './profile.js';

describe('the payer of a request', () => {
  const profile = makeProfile({ target: 'http://t.example', apiKey: 'key-4711-long' }, {});
  const accounts = createAccounts(profile, null, new Redactor());

  it.each(['key-4711-long', 'key-4711-lon', 'key-4711-long0'])('is the account of the key for %s', (word) => {
    expect(accounts.payerOf(word)).toMatchObject({ key: 'key-4711-long', account: { alias: 'active' } });
  });

  it.each(['', 'key-', 'Bearer', 'another-key-4711-long'])('is null for "%s"', (word) => {
    expect(accounts.payerOf(word)).toBeNull();
  });
});

it('a profile redacts its keys, but not one that is the name of a role', () => {
  const redactor = new Redactor();
  const profile = makeProfile({ target: 'http://t.example', apiKey: 'key-4711-long' }, {});
  redactSecrets({ ...profile, keys: { ...profile.keys, inactive: 'inactive' } }, redactor);
  expect(redactor.text('inactive key-4711-long')).toBe('inactive [key active]');
});
