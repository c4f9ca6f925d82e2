/** The lookups (§4.7 to §4.9): form, order, search and price. */
import type { Rule } from './mutant.js';
import * as on from './operations.js';
import * as rule from './rules.js';

function matching(matches: (label: string, q: string) => boolean): Rule {
  return rule.listed(on.LISTS, (items, q) =>
    items.filter(({ label }) => matches(String(label), q?.trim() ?? '')),
  );
}

export const lookupRules = (): rule.Rules => ({
  'boards-as-texts': rule.listed(on.BOARDS, (items) => items.map(({ value }) => value)),
  'departments-by-number': rule.listed(on.DEPARTMENTS, (items) =>
    items.map((item, at) => ({ ...item, value: at })),
  ),
  'lists-by-length': rule.listed(on.LISTS, (items) =>
    [...items].sort((a, b) => String(a['label']).length - String(b['label']).length),
  ),
  'q-at-the-start-only': matching((label, q) => label.toLowerCase().startsWith(q.toLowerCase())),
  'q-as-written': matching((label, q) => label.includes(q)),
  'q-in-turkish': matching((label, q) => label.toLocaleLowerCase('tr').includes(q.toLocaleLowerCase('tr'))),
  'a-department-too-many': rule.listed(on.DEPARTMENTS, (items) =>
    items.length < 38 ? items : [...items, { label: 'Web Design', value: 'Web Design' }],
  ),
  'places-twice': rule.listed(on.LOCATIONS, (items) => items.map((item, at) => (at === 1 ? items[0] : item))),
  'lookups-need-credits': rule.outgoing(on.LOOKUPS, 200, async (_answer, call) =>
    (await rule.balanceOf(call)) <= 0 ? rule.refusal(call, 403, 'No credits remaining') : undefined,
  ),
});
