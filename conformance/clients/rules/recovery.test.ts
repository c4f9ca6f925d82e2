import { expect, it } from 'vitest';
import { historyOf } from '../../../test/samples/client-history.js';
import { seenIn, verdictsOn } from '../../../test/samples/course-run.js';

it.each([
  [null, null, 'fail'],
  [null, 'use_v1_b', 'fail'],
  ['use_v1_a', null, 'fail'],
  ['use_v1_a', 'use_v1_a', 'pass'],
])('concurrent copies with the keys %s and %s: CLI-12 %s', (first, second, verdict) => {
  const history = historyOf([{ key: first }, { key: second, after: 0.1 }]);
  history.exchanges[0]!.endedAt! += 300;
  expect(verdictsOn(seenIn('slow', history), 'CLI-12')).toEqual([`CLI-12 ${verdict}`]);
});
