import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../common/redact.js';
import { createAccounts } from './accounts.js';
import { makeProfile } from './profile.js';

describe('the payer of a request', () => {
  const profile = makeProfile({ target: 'http://t.example', apiKey: 'key-4711-long' }, {});
  const accounts = createAccounts(profile, null, createRedactor());

  it.each(['key-4711-long', 'key-4711-lon', 'key-4711-long0'])('is the account of the key for %s', (word) => {
    expect(accounts.payerOf(word)).toMatchObject({ key: 'key-4711-long', account: { alias: 'active' } });
  });

  it.each(['', 'key-', 'Bearer', 'another-key-4711-long'])('is null for "%s"', (word) => {
    expect(accounts.payerOf(word)).toBeNull();
  });
});
