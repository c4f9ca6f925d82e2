import { expect, it } from 'vitest';
import { answer, holds } from '../../../test/samples/predicate.js';

it('compares bodies, but for what is excepted', () => {
  const [a, b] = [answer(1, 200, { n: 1, left: 5 }), answer(2, 200, { left: 4, n: 1 })];
  expect(holds('same-body', {}, [a, b])).toBe(false);
  expect(holds('same-body', { except: ['/left'] }, [a, b])).toBe(true);
  expect(holds('same-body', { with: 'x' }, [a], { x: [a] })).toBe(true);
  expect(holds('same-body', {}, [a])).toBe(false);
  expect(holds('same-bytes', {}, [a, b])).toBe(false);
  expect(holds('same-bytes', { with: 'x' }, [a], { x: [answer(3, 200, { n: 1, left: 5 })] })).toBe(true);
});
