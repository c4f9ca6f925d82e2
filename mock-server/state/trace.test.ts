import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packLines, unpackLines } from './trace.js';

it('lines of a request come out as they were packed', () => {
  /** As a parser of HTTP lets them through. */
  const line = fc.stringMatching(/^[\t -~\x80-\xff]*$/);
  const lines = fc.record({
    target: line,
    key: fc.option(line),
    answerKey: fc.option(line),
    digest: fc.option(line),
    headers: fc.array(line),
  });
  fc.assert(
    fc.property(lines, (each) => {
      expect(unpackLines(packLines(each))).toEqual(each);
    }),
  );
});
