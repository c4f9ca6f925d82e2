/**
 * Innocents with other lawful habits: HTTP, JSON, wording, and optional data; failures of a gateway or a search after which a retry
 * succeeds; data that changes during a run, and a second caller with the same key.
 */
import { hash } from 'node:crypto';
import { jsonOf, type Call, type ForwardedAnswer, type Rule } from './mutant.js';
import * as on from './operations.js';
import * as rule from './rules.js';

/** Operations for which the source states no limit. */
const UNLISTED: on.Operations = [...on.COMPANY, ...on.HISTORICAL_DIRECT, ...on.LEGACY, ...on.FREE];

/** Rewrites the JSON text of every answer, which has no spaces. Parsing would change long numbers. */
function written(write: (text: string) => string): Rule {
  return rule.outgoing(on.ALL, null, (answer) => {
    if (jsonOf(answer) !== undefined) answer.body = Buffer.from(write(answer.body.toString('utf8')));
  });
}

/** Puts spaces around the brackets, commas and colons of a JSON text, except in strings. */
function spaced(text: string, spaces: (sign: string) => string): string {
  return text.replace(/("(?:[^"\\]|\\.)*")|[{}[\],:]/g, (sign, string?: string) => string ?? spaces(sign));
}

/** Appends digits to the number in cursors. Works on the text, since the numbers do not fit in a double. */
function cursorsWith(suffix: string, isAlone: boolean): Rule {
  const shown = new RegExp(`("search_after":\\[\\d{13})${suffix.replace('.', '\\.')},`);
  return async (call) => {
    const { request } = call;
    const text = request.body.toString('latin1');
    if (isAlone && /"search_after":\[\d{13},/.test(text))
      return rule.refusal(call, 422, 'search_after is not a cursor');
    request.body = Buffer.from(text.replace(shown, '$1,'), 'latin1');
    const answer = await call.send();
    const received = answer.body.toString('latin1');
    answer.body = Buffer.from(received.replace(/("search_after":\[\d{13}),/, `$1${suffix},`), 'latin1');
    return answer;
  };
}

/** Replaces every n-th answer. `replace` may forward the call or not. */
function everyNth(
  every: number,
  operations: on.Operations,
  replace: (call: Call, nth: number) => ForwardedAnswer | Promise<ForwardedAnswer>,
): Rule {
  let count = 0;
  return rule.limitTo(operations, async (call) => {
    count += 1;
    return count % every === 0 ? replace(call, count / every) : call.send();
  });
}

/** Refuses every n-th request that has an API key; a retry succeeds. */
function inPassing(status: number, every: number, retryAfter = '1'): Rule {
  const words =
    status === 503 ? 'service_unavailable: try again' : 'Rate limit exceeded: 200 requests per minute';
  const refuses = everyNth(every, on.ALL, (call) => rule.refusal(call, status, words, retryAfter));
  return (call) => (call.key === '' ? call.send() : refuses(call));
}

/** An error page of a gateway that does not know the API: alternately plain text and HTML. */
function page(status: number, title: string, nth: number): ForwardedAnswer {
  return nth % 2 === 0
    ? { status, headers: { 'content-type': 'text/plain' }, body: Buffer.from(`${title}\n`) }
    : {
        status,
        headers: { 'content-type': 'text/html', server: 'nginx' },
        body: Buffer.from(`<html><head><title>${status} ${title}</title></head></html>`),
      };
}

/** The answer to a search that could not be completed: alternately with `data` and without. */
function failed(call: Call, nth: number): ForwardedAnswer {
  const answer = rule.refusal(call, 200, '');
  const cursor = call.operation?.cursorField ?? 'search_after';
  const nothing = { jobs: [], total: 0, total_jobs_found: 0, credits_used: 0, credits_remaining: 0 };
  const error = 'The search could not be completed.';
  rule.setJson(answer, {
    success: false,
    data: nth % 2 === 0 ? { ...nothing, [cursor]: null } : null,
    error,
  });
  if (rule.operationKeyOf(call) === undefined) delete answer.headers['idempotency-key'];
  return answer;
}

/** The body that makes the n-th search find what it should; null if it should find nothing. */
type AsOf = (body: rule.Fields, nth: number, call: Call) => rule.Fields | null | Promise<rule.Fields | null>;

/** Replaces bodies by those of `asOf`. Retries have the number of their first attempt. Only searches that `counts` selects raise it. */
function finding(asOf: AsOf, counts: (body: rule.Fields, call: Call) => boolean = () => true): Rule {
  let count = 0;
  const begun = new Map<string, number>();
  return async (call) => {
    if (!rule.concerns(on.SEARCHES, call) || call.key === '' || !rule.isFields(call.json()))
      return call.send();
    if (counts(rule.bodyOf(call), call)) count += 1;
    const key = rule.operationKeyOf(call);
    const name = (of: string): string => `${call.key} ${of}`;
    const nth = (key === undefined ? undefined : begun.get(name(key))) ?? count;
    if (key !== undefined) begun.set(name(key), nth);
    const body = await asOf(rule.bodyOf(call), nth, call);
    if (body === null) return rule.emptyResult(call, await rule.balanceOf(call));
    rule.setJson(call.request, body);
    const answer = await call.send();
    const made = answer.headers['idempotency-key'];
    if (key === undefined && made !== undefined) begun.set(name(made), nth);
    return answer;
  };
}

/** Number of recent days without postings when a run begins. */
const MISSING_DAYS = 8;

export const habitRules = (): rule.Rules => ({
  'now-and-then-503': inPassing(503, 61),
  'now-and-then-429': inPassing(429, 67),
  'now-and-then-429-for-no-time': inPassing(429, 59, '0'),
  'now-and-then-a-search-fails': everyNth(41, on.SEARCHES, failed),
  'now-and-then-502-of-a-gateway': everyNth(43, on.ALL, (_call, nth) => page(502, 'Bad Gateway', nth)),
  'now-and-then-503-of-a-gateway': everyNth(47, on.ALL, (_call, nth) =>
    page(503, 'Service Unavailable', nth),
  ),
  // The gateway times out after the service has charged.
  'now-and-then-504-after-the-charge': everyNth(53, on.ALL, async (call, nth) => {
    await call.send();
    return page(504, 'Gateway Timeout', nth);
  }),
  // Adds the postings of one more recent day after every ten searches that include recent days.
  'latest-days-come-in': finding(
    (body, nth, call) => {
      const days = MISSING_DAYS - Math.floor(nth / 10);
      const { published_after: after, published_before: before = null } = body;
      const end = rule.daysAgo(call, days);
      if (days < 0 || (typeof before === 'string' && before <= end)) return body;
      // The target refuses invalid dates and bounds in the wrong order.
      if (before !== null && !rule.isDay(before)) return body;
      if (typeof after !== 'string') return { ...body, published_before: end };
      if (!rule.isDay(after) || (before !== null && after >= before)) return body;
      return after < end ? { ...body, published_before: end } : null;
    },
    ({ published_before: before = null }, call) =>
      typeof before !== 'string' || before > rule.daysAgo(call, MISSING_DAYS),
  ),
  // Before every fifth request, another caller with the same API key fetches a few postings.
  'another-caller-buys': rule.remembering({ count: 0, next: null as unknown }, (other) => async (call) => {
    other.count += 1;
    if (other.count % 5 === 0 && call.key !== '') {
      const body = { limit: 1 + (other.count % 3), search_after: other.next };
      const { data } = await rule.aside(call, '/api/v1/jobs-search/search', body);
      other.next = (rule.isFields(data) ? data['search_after'] : null) ?? other.next;
    }
    return call.send();
  }),
  // Leaves out one job board in nine, and adds one of them after every 60 searches.
  'boards-come-in': rule.remembering({ all: null as Promise<unknown[]> | null }, (boards) =>
    finding(async (body, nth, call) => {
      boards.all ??= rule
        .aside(call, '/api/v1/job-boards')
        .then((answer) => rule.fieldsIn(answer['job_boards']).map(({ value }) => value));
      const unread = (await boards.all).filter((_board, i) => i % 9 === 0 && nth < (i / 9) * 60);
      const { exclude_job_boards: excluded = [] } = body;
      return Array.isArray(excluded) && unread.length > 0
        ? { ...body, exclude_job_boards: [...(excluded as unknown[]), ...unread] }
        : body;
    }),
  ),
  'clock-a-little-off': rule.header('date', (date = '') => new Date(Date.parse(date) - 7000).toUTCString()),
  'request-ids-in-capitals': rule.header('x-request-id', (id) => id?.toUpperCase()),
  'json-with-spaces': written((text) => `\n${spaced(text, (sign) => `\n  ${sign}\n  `)}\n`),
  'json-in-one-line-with-spaces': written((text) =>
    spaced(text, (sign) => (',:'.includes(sign) ? `${sign} ` : sign)),
  ),
  'json-with-escapes': written((text) =>
    text
      .replace(/[\u007f-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .replaceAll('/', '\\/'),
  ),
  'numbers-in-other-forms': written((text) => text.replace(/(":)(\d{1,12})(?=[,}])/g, '$1$2.0')),
  'cursor-of-instants': rule.remembering(new Map<string, unknown>(), (known) =>
    rule.inTurn(
      rule.misreads(on.KEYED, 'search_after', (cursor) => known.get(JSON.stringify(cursor)) ?? cursor),
      rule.ofResults(on.SEARCHES, 'search_after', (cursor) => {
        if (!Array.isArray(cursor)) return cursor;
        const shown = [new Date(Number(cursor[0])).toISOString(), cursor[1]] as unknown[];
        known.set(JSON.stringify(shown), cursor);
        return shown;
      }),
    ),
  ),
  'cursor-of-nanoseconds': cursorsWith('054721', false),
  'cursor-of-fractions-that-is-compared-as-text': cursorsWith('.0', true),
  // Refuses one request after every 30 requests of an operation.
  'unlisted-limits-of-30': rule.remembering(rule.counter(), (counts) =>
    rule.limitTo(UNLISTED, async (call) => {
      if (call.key === '' || counts(call.operation!.id) % 31 !== 0) return call.send();
      return rule.refusal(call, 429, 'Rate limit exceeded: 30 requests per minute', '20');
    }),
  ),
  // The label is a number; only the value is the department's name.
  'departments-shown-by-number': rule.listed(on.DEPARTMENTS, (items) =>
    items.map(({ value }) => ({
      label: `Nr. ${hash('md5', String(value), 'buffer').readUInt32BE()}`,
      value,
    })),
  ),
});
