/** Statuses (§5.1, §9), headers (§5.2, §5.3), forms of answers (§2, §7), rate limits (§7.1, §8) and lookups (§4.7 to §4.9). */
import type { Call, ForwardedAnswer, Rule } from './mutant.js';
import * as on from './operations.js';
import * as rule from './rules.js';

const ID = 'x-request-id';
const KEY = 'idempotency-key';

/** Refuses the requests for the balance for which `when` is true; it gets their number, from 1. */
function closed(status: number, when: (nth: number) => boolean): Rule {
  const count = rule.counter();
  return rule.refuses(on.BALANCE, () => when(count()), status);
}

const inSnakeCase = (job: rule.Fields): rule.Fields =>
  Object.fromEntries(
    Object.entries(job).map(([name, value]) => [name.toLowerCase().replaceAll(' ', '_'), value]),
  );

function limited(call: Call, retryAfter?: string): ForwardedAnswer {
  return rule.refusal(call, 429, 'Rate limit exceeded: too many requests per minute', retryAfter);
}

/** Refuses an API key after `most` requests. */
function tight(operations: on.Operations, most: number): Rule {
  const count = rule.counter();
  return rule.limitTo(operations, async (call) =>
    count(call.key) <= most ? call.send() : limited(call, '60'),
  );
}

function unlimited(operations: on.Operations): Rule {
  return rule.outgoing(operations, 429, async (_answer, call) =>
    rule.emptyResult(call, await rule.balanceOf(call)),
  );
}

function matching(matches: (label: string, q: string) => boolean): Rule {
  return rule.listed(on.LISTS, (items, q) =>
    items.filter(({ label }) => matches(String(label), q?.trim() ?? '')),
  );
}

export const answerRules = (): rule.Rules => ({
  'balance-refuses-active-keys-every-other-time': closed(403, (nth) => nth % 2 === 0),
  'balance-moves': closed(404, (nth) => nth > 1),
  'other-path-breaks': async (call) =>
    call.request.path.startsWith('/api/v3/')
      ? { ...rule.refusal(call, 400, 'No such version'), status: 500 }
      : call.send(),
  'no-request-id-outside-the-contract': async (call) => {
    const answer = await call.send();
    if (answer.status === 404 || answer.status === 405) delete answer.headers[ID];
    return answer;
  },
  'request-id-is-a-counter': rule.remembering(rule.counter(), (next) =>
    rule.header(ID, () => String(next())),
  ),
  'request-id-of-the-first-attempt': rule.remembering(new Map<string, string>(), (first) =>
    rule.outgoing(on.KEYED, null, ({ headers }) => {
      const { [ID]: id, [KEY]: key } = headers;
      if (id === undefined || key === undefined) return;
      if (!first.has(key)) first.set(key, id);
      headers[ID] = first.get(key)!;
    }),
  ),
  'echoes-the-request-id': rule.header(ID, (id, { request }) => request.headers[ID] ?? id),
  'errors-echo-the-request-id': rule.outgoing(on.ALL, null, ({ status, headers }, { request }) => {
    if (status >= 400) headers[ID] = request.headers[ID] ?? headers[ID]!;
  }),
  'found-depends-on-limit': rule.results(on.SEARCHES, (data, call) => {
    if (data.jobs.length > 0) data.total_jobs_found += Number(rule.bodyOf(call)['limit'] ?? 100);
  }),
  'jobs-in-snake-case': rule.results(on.SEARCHES, (data) => void (data.jobs = data.jobs.map(inSnakeCase))),
  // A cache whose key is only the operation.
  'first-answer-for-everyone': rule.remembering(new Map<string, Buffer>(), (kept) =>
    rule.outgoing(on.SEARCHES, 200, (answer, { operation }) => {
      if (rule.resultsOf(answer) === null) return;
      const { id } = operation!;
      if (!kept.has(id)) kept.set(id, answer.body);
      answer.body = kept.get(id)!;
    }),
  ),
  'direct-limit-of-150': tight(on.DIRECT, 150),
  'direct-without-limit': unlimited(on.DIRECT),
  'historical-limit-of-60': tight(on.HISTORICAL, 60),
  'historical-without-limit': unlimited(on.HISTORICAL),
  // Refuses all other keys once one key has reached its limit.
  'limits-shared-by-all-keys': rule.remembering(new Set<string>(), (reached) =>
    rule.outgoing(on.SEARCHES, [200, 429], ({ status }, call) => {
      if (status === 429 && reached.size === 0) reached.add(call.key);
      return status === 200 && reached.size > 0 && !reached.has(call.key) ? limited(call) : undefined;
    }),
  ),
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
