import { expect, it } from 'vitest';
import type { SearchWindow } from '../../spec/index.js';
import { isoDay } from '../../fixtures/calendar.js';
import { casesOf, messageIn } from '../../test/support/cases.js';
import { planWindow } from './windows.js';

const base = { stated: true, oldest: { months: 6 } };
const WINDOWS = {
  direct: { ...base, defaultAfter: { months: 2 }, defaultBefore: 'tomorrow' },
  company: { ...base, defaultAfter: { months: 6, days: 1 }, defaultBefore: 'today' },
  historical: {
    stated: true,
    oldest: { years: 6 },
    floor: '2020-01-01',
    defaultAfter: { years: 6 },
    defaultBefore: 'today',
  },
} satisfies Record<string, SearchWindow>;

type Days = [today: string, published_after?: string | null, published_before?: string];

const cases = casesOf<{
  planned: [
    what: string,
    window: keyof typeof WINDOWS,
    days: Days,
    expected: [from: string, to: string] | string,
  ][];
}>(import.meta.filename);

/** Returns the range as days, or the message, for a request during this day. */
function plan(window: SearchWindow, [today, after, before]: Days): unknown {
  const now = Date.parse(`${today}T17:45:12.345Z`);
  const dates = { published_after: after ?? undefined, published_before: before };
  const result = planWindow(window, dates, now);
  if (!Array.isArray(result)) return [isoDay(result.from), isoDay(result.to)];
  expect(result).toHaveLength(1);
  return `${result[0]!.loc.join('.')} ${result[0]!.msg}`;
}

it.each(cases.planned)('the window of a search with %s', (_, window, days, expected) => {
  const found = plan(WINDOWS[window], days);
  const message = typeof expected === 'string' ? messageIn(expected) : expected;
  if (message instanceof RegExp) expect(found).toMatch(message);
  else expect(found).toEqual(message);
});
