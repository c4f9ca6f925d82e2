import { describe, expect, it } from 'vitest';
import { createRedactor } from './redact.js';

describe('createRedactor', () => {
  const secret = 'sk/live+"42"&<x>';

  it.each([
    ['as it stands', secret],
    ['in a URL', encodeURIComponent(secret)],
    ['in JSON text', JSON.stringify({ a: secret })],
    ['in HTML', 'sk/live+&quot;42&quot;&amp;&lt;x&gt;'],
    ['in base64', Buffer.from(secret).toString('base64')],
    ['in base64 for URLs', Buffer.from(secret).toString('base64url')],
    ['in hex', Buffer.from(secret).toString('hex')],
  ])('strikes a secret out %s', (_name, text) => {
    const redactor = createRedactor();
    redactor.add(secret, 'key active');
    expect(redactor.text(`a ${text} b`)).toContain('[key active]');
    expect(redactor.text(`a ${text} b`)).not.toMatch(/live|c2sv|736b/);
  });

  it('walks values, names included', () => {
    const redactor = createRedactor();
    redactor.add('verysecretkey', 'key a');
    expect(redactor.value({ list: ['x verysecretkey'], verysecretkey: null, n: 1 })).toEqual({
      list: ['x [key a]'],
      '[key a]': null,
      n: 1,
    });
  });

  it('strikes the longer of two secrets first', () => {
    const redactor = createRedactor();
    redactor.add('abcdefgh', 'short');
    redactor.add('abcdefgh-tail', 'long');
    expect(redactor.text('abcdefgh-tail abcdefgh')).toBe('[long] [short]');
  });

  it('takes a very short secret only where it stands alone', () => {
    const redactor = createRedactor();
    redactor.add('job', 'key');
    expect(redactor.text('Bearer job, jobs and job-boards')).toBe('Bearer [key], jobs and job-boards');
  });
});
