import { expect, it } from 'vitest';
import type { Exchange } from '../../record/exchange.js';
import { exchange } from '../../../test/servers/servers.js';
import { answer, holds } from '../../../test/samples/predicate.js';

it('tells error forms apart and reads their words', () => {
  const detail = answer(1, 400, { detail: 'company_network_url is required' });
  const list = answer(2, 422, { detail: [{ msg: 'too long', type: 'x' }] });
  const envelope = answer(3, 422, {
    success: false,
    data: null,
    error: { code: 'validation_error', message: 'Bad', details: [] },
  });
  const text = exchange({ id: 4, response: { status: 500, bodyText: 'oops' } });
  const form = (of: Exchange): string | undefined =>
    ['detail', 'detail-list', 'envelope', 'text'].find((each) => holds('error-form', { form: each }, [of]));
  expect([detail, list, envelope, text].map(form)).toEqual(['detail', 'detail-list', 'envelope', 'text']);
  expect(holds('error-form', { form: 'envelope', code: 'bad_request' }, [envelope])).toBe(false);
  expect(holds('detail-mentions', { text: 'COMPANY_network_url' }, [detail])).toBe(true);
  expect(holds('detail-mentions', { 'any-of': ['short', 'long'] }, [list])).toBe(true);
  expect(holds('detail-mentions', { text: 'good' }, [envelope])).toBe(false);
});
