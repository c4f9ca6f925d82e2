import { expect, it, vi } from 'vitest';
import { TookTooLong, withinTime } from './time-limit.js';

it('stops a regular expression that backtracks endlessly', () => {
  const text = `${'a'.repeat(60)}!`;
  expect(() => withinTime(0.05, 'The pattern', () => /^(a+)+$/u.test(text))).toThrow(
    new TookTooLong('The pattern took more than 0.05 s'),
  );
});

it('returns the result of the function, and throws its error', () => {
  expect(withinTime(1, 'It', () => [1])).toEqual([1]);
  const own = new Error('own');
  expect(() =>
    withinTime(1, 'It', () => {
      throw own;
    }),
  ).toThrow(own);
});

it('does not count the time that other programs take', () => {
  let user = 0;
  // Each attempt gets less than the limit.
  using used = vi
    .spyOn(process, 'cpuUsage')
    .mockImplementation((since) => ({ user: (user += 9_000) - (since?.user ?? 0), system: 0 }));
  const end = performance.now() + 100;
  const waits = () => {
    while (performance.now() < end);
    return 'done';
  };
  expect(withinTime(0.02, 'It', waits)).toBe('done');
  expect(used).toHaveBeenCalled();
});
