/** Cursors: pages that overlap, skip, stop or never end (§2.3, §4.1, §4.6). Limits: too many jobs (§4.2 to §4.6, §8). */
import type { Rule } from './mutant.js';
import * as on from './operations.js';
import * as rule from './rules.js';

const CURSOR = 'search_after';
const NEXT = 'next_cursor';

const isLater = (body: rule.Fields): boolean => Array.isArray(body[CURSOR]);

/** Repeats the last job of a page as the first job of the next page. `from` is 1, or 2 to begin with the second page. */
export function overlapping(operations: on.Operations, field: string, from = 1): Rule {
  const last = new Map<string, rule.Fields>();
  return rule.results(operations, (data, call) => {
    const before = last.get(`${call.key} ${JSON.stringify(rule.bodyOf(call)[field])}`);
    if (before !== undefined && data.jobs.length > 0) data.jobs[0] = before;
    const end = data.jobs.at(-1);
    const isMeant = from === 1 || Boolean(rule.bodyOf(call)[field]);
    if (isMeant && end !== undefined && data[field] !== null)
      last.set(`${call.key} ${JSON.stringify(data[field])}`, end);
  });
}

/** Returns a cursor with the last page. */
function endless(operations: on.Operations, field: string, invented: unknown): Rule {
  return rule.ofResults(operations, field, (next, { jobs }, call) =>
    next === null && jobs.length > 0 ? (rule.bodyOf(call)[field] ?? invented) : next,
  );
}

function oneMore(operations: on.Operations): Rule {
  return rule.results(operations, (data, call) => {
    const first = data.jobs[0];
    if (first === undefined || data.jobs.length !== rule.bodyOf(call)['limit']) return;
    data.jobs.push({ ...first, 'Job Title': 'One more' });
    data.total += 1;
  });
}

export const pagingRules = (): rule.Rules => ({
  'cursor-after-the-last-page': endless(on.KEYED, CURSOR, [1_600_000_000_000, 'end']),
  // Remembers one position for each API key and operation, and uses it instead of the cursor.
  'cursor-of-the-latest-page': rule.remembering(new Map<string, unknown>(), (latest) =>
    rule.limitTo(on.KEYED, async (call) => {
      const slot = `${call.key} ${call.operation!.id}`;
      const body = rule.bodyOf(call);
      if (isLater(body)) rule.setJson(call.request, { ...body, [CURSOR]: latest.get(slot) ?? body[CURSOR] });
      const answer = await call.send();
      const next = rule.resultsOf(answer)?.[CURSOR];
      if (Array.isArray(next)) latest.set(slot, next);
      return answer;
    }),
  ),
  'pages-overlap': overlapping(on.KEYED, CURSOR),
  'paging-goes-round': rule.remembering(new Map<string, unknown>(), (first) =>
    rule.ofResults(on.KEYED, CURSOR, (next, _data, call) => {
      if (next === null) return isLater(rule.bodyOf(call)) ? (first.get(call.key) ?? null) : null;
      first.set(call.key, first.get(call.key) ?? next);
      return next;
    }),
  ),
  'cursor-serves-once': rule.remembering(rule.counter(), (uses) =>
    rule.results(on.KEYED, (data, call) => {
      const body = rule.bodyOf(call);
      if (!isLater(body) || uses(`${call.key} ${call.operation!.id} ${JSON.stringify(body[CURSOR])}`) < 2)
        return;
      data.jobs.shift();
      data.total = data.jobs.length;
    }),
  ),
  'legacy-cursor-after-the-last-page': endless(on.LEGACY, NEXT, 'ZW5k'),
  'legacy-pages-overlap': overlapping(on.LEGACY, NEXT),
  'one-job-too-many': oneMore(on.KEYED),
  'legacy-one-job-too-many': oneMore(on.LEGACY),
});
