import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Redactor } from '../../common/redact.js';
import { redactedError } from './redacted-error.js';

const KEY = 'sk-live-4f9a8b7c6d5e';
const redactor = new Redactor();
redactor.add(KEY, '[key]');

class Refusal extends Error {
  override name = 'Refusal';
  readonly problems = [{ line: 1, message: `not ${KEY}` }];
}

describe('an error for the caller', () => {
  it('is the same object, with secrets redacted in message, stack, causes and members', () => {
    const cause: Error & { bytes?: Buffer; again?: Error } = new TypeError(`fetch failed for ${KEY}`);
    cause.bytes = Buffer.from(KEY);
    const error = new Refusal(`${KEY} is refused`, {
      cause: new AggregateError([cause, KEY], `all of ${KEY}`),
    });
    cause.again = error;
    const redacted = redactedError(error, redactor) as Refusal;
    expect(redacted).toBe(error);
    expect(redacted).toBeInstanceOf(Refusal);
    expect(redacted.message).toBe('[key] is refused');
    expect(redacted.problems).toEqual([{ line: 1, message: 'not [key]' }]);
    expect(redacted.stack).toContain('redacted-error.test.ts');
    expect(redacted.cause).toMatchObject({
      message: 'all of [key]',
      errors: [{ bytes: undefined }, '[key]'],
    });
    expect(inspect(redacted, { depth: 9, showHidden: true })).not.toMatch(/live-4f9a|6c6976652d/);
  });

  it('is a new object if the original cannot be changed', () => {
    const redacted = redactedError(new DOMException(`gone: ${KEY}`, 'AbortError'), redactor) as Error;
    expect([redacted.name, redacted.message]).toEqual(['AbortError', 'gone: [key]']);
    const frozen = redactedError(Object.freeze(new RangeError(KEY)), redactor) as Error;
    expect(inspect(frozen)).not.toContain(KEY);
    expect(frozen.message).toBe('[key]');
  });

  it('has its control characters escaped, and may be any value', () => {
    expect((redactedError(new Error('\u001b[2J'), redactor) as Error).message).toBe('\\u001b[2J');
    expect(redactedError(`the text ${KEY}`, redactor)).toBe('the text [key]');
    expect(redactedError(undefined, redactor)).toBeUndefined();
  });
});
