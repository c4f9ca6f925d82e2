import { expect, it } from 'vitest';
import { refusals } from './refusals.js';
import { judging, page } from '../../../../test/samples/exchanges.js';

/** `test/histories/refusals.yaml` has the other tests. */
it('requests beyond a limit that only the kit sets may get any answer', () => {
  const { judged, failures } = judging(refusals);
  const body = { job_keywords: { title: Array<string>(1_001).fill('engineer') } };
  for (const status of [400, 413, 422, 500, 503]) expect(judged({ body, status })).toEqual([]);
  expect(failures({ body, answer: page([]) })).toEqual([]);
});
