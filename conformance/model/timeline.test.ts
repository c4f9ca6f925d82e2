import { expect, it } from 'vitest';
import { contextOf, history, type Draft } from '../../test/samples/exchanges.js';
import { DAY_MS, spans } from './timeline.js';

it('cuts the requests of an account at midnight, even while a request without a recorded end is under way', () => {
  const day = DAY_MS / 100;
  const drafts = [1, day, 2 * day].map((at): Draft => ({ at: [at, at + 1] }));
  const endless: Draft = { at: [0, 1], change: { receivedAt: Number.MAX_SAFE_INTEGER } };
  const found = spans(history(endless, ...drafts), contextOf());
  expect(found.map((span) => span.map(({ id }) => id))).toEqual([[1, 2], [3], [4]]);
});
