import { expect, it } from 'vitest';
import type { SearchWindow } from '../../spec/index.js';
import { isoDay } from '../../fixtures/calendar.js';
import { planWindow } from './windows.js';

const base = { stated: true, oldest: { months: 6 } };
const direct: SearchWindow = { ...base, defaultAfter: { months: 2 }, defaultBefore: 'tomorrow' };
const company: SearchWindow = { ...base, defaultAfter: { months: 6, days: 1 }, defaultBefore: 'today' };
const historical: SearchWindow = {
  stated: true,
  oldest: { years: 6 },
  floor: '2020-01-01',
  defaultAfter: { years: 6 },
  defaultBefore: 'today',
};

const EARLIER = 'body.published_after must be earlier than published_before';

/** Returns the range as days, or the message, for a request during this day. */
function plan(
  window: SearchWindow,
  today: string,
  published_after?: string,
  published_before?: string,
): unknown {
  const now = Date.parse(`${today}T17:45:12.345Z`);
  const result = planWindow(window, { published_after, published_before }, now);
  if (!Array.isArray(result)) return [isoDay(result.from), isoDay(result.to)];
  expect(result).toHaveLength(1);
  return `${result[0]!.loc.join('.')} ${result[0]!.msg}`;
}

type Days = [from: string, to: string];

it.each<[what: string, Days | RegExp | string, ...Parameters<typeof plan>]>([
  ['direct: two months, today included', ['2026-01-15', '2026-03-16'], direct, '2026-03-15'],
  ['company: to midnight, a day less than accepted', ['2025-09-16', '2026-03-15'], company, '2026-03-15'],
  ['historical: six years', ['2020-03-15', '2026-03-15'], historical, '2026-03-15'],
  ['historical: from the floor', ['2020-01-01', '2024-05-01'], historical, '2024-05-01'],
  ['direct: the last day of a shorter month', ['2026-02-28', '2026-05-01'], direct, '2026-04-30'],
  ['company: the last day of a shorter month', ['2026-03-01', '2026-08-31'], company, '2026-08-31'],
  ['historical: a leap day', ['2022-02-28', '2028-02-29'], historical, '2028-02-29'],
  ['given days', ['2026-02-01', '2026-02-02'], direct, '2026-03-15', '2026-02-01', '2026-02-02'],
  ['the oldest day', ['2025-09-15', '2026-03-16'], direct, '2026-03-15', '2025-09-15'],
  [
    'an older day',
    'body.published_after must not be older than 6 months before today; the oldest accepted date is 2025-09-15',
    direct,
    '2026-03-15',
    '2025-09-14',
  ],
  ['more than six years', /6 years .* 2020-03-15$/, historical, '2026-03-15', '2020-03-14'],
  ['the oldest day of a shorter month', ['2026-02-28', '2026-09-01'], direct, '2026-08-31', '2026-02-28'],
  ['the day before that', /2026-02-28$/, direct, '2026-08-31', '2026-02-27'],
  ['a day before the floor', ['2020-01-01', '2024-05-01'], historical, '2024-05-01', '2019-01-01'],
  ['no day between', EARLIER, direct, '2026-03-15', '2026-02-01', '2026-02-01'],
  ['days in the wrong order', EARLIER, direct, '2026-03-15', '2026-02-02', '2026-02-01'],
  ['the default end', `${EARLIER}, which is 2026-03-15 by default`, company, '2026-03-15', '2026-03-15'],
  [
    'the default begin',
    'body.published_before must be later than published_after, which is 2026-01-15 by default',
    direct,
    '2026-03-15',
    undefined,
    '2026-01-15',
  ],
])('the window of a search with %s', (_, expected, ...search) => {
  const found = plan(...search);
  if (expected instanceof RegExp) expect(found).toMatch(expected);
  else expect(found).toEqual(expected);
});
