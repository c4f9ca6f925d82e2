/** Innocents with other lawful habits: HTTP, JSON, wording, and optional data. */
import { hash } from 'node:crypto';
import { jsonOf, type Rule } from './mutant.js';
import * as on from './operations.js';
import * as rule from './rules.js';

const ERRORS = [400, 401, 402, 403, 409, 422, 429, 503];

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

function header(name: string, read: (value: string | undefined) => string | undefined): Rule {
  return rule.header(on.ALL, null, name, read);
}

/** Refuses one request after every `most` requests of an operation. */
function limitOf(most: number, operations: on.Operations): Rule {
  const counts = rule.counter();
  return rule.limitTo(operations, async (call) => {
    if (call.key === '' || counts(call.operation!.id) % (most + 1) !== 0) return call.send();
    return rule.refusal(call, 429, `Rate limit exceeded: ${most} requests per minute`, '20');
  });
}

/** Errors in other words. Keeps the words that the source requires. */
function reworded(body: rule.Fields): rule.Fields | void {
  const { detail, error } = body;
  if (
    typeof detail === 'string' &&
    !/service_unavailable|invalid_result|company_network_url|no credits/.test(detail)
  )
    return { detail: 'Das geht so nicht.' };
  if (Array.isArray(detail))
    return { detail: (detail as rule.Fields[]).map(({ type }) => ({ msg: 'Das geht so nicht.', type })) };
  if (body['success'] === false && rule.isFields(error) && typeof error['message'] === 'string')
    error['message'] = `Das geht so nicht: ${error['message']}`;
}

/** Shows cursors in another form, and accepts that form. */
function cursorsAs(show: (cursor: unknown[]) => unknown[]): Rule {
  const known = new Map<string, unknown>();
  return rule.inTurn(
    rule.asked(on.KEYED, (body) => {
      const real = known.get(JSON.stringify(body['search_after']));
      if (real !== undefined) body['search_after'] = real;
    }),
    rule.results(on.SEARCHES, (data) => {
      const cursor = data['search_after'];
      if (!Array.isArray(cursor)) return;
      data['search_after'] = show(cursor);
      known.set(JSON.stringify(data['search_after']), cursor);
    }),
  );
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

function numberOf(text: string): number {
  return hash('md5', text, 'buffer').readUInt32BE();
}

export const habitRules = (): rule.Rules => ({
  'clock-a-little-off': header('date', (date = '') => new Date(Date.parse(date) - 7000).toUTCString()),
  'request-ids-in-capitals': header('x-request-id', (id) => id?.toUpperCase()),
  'media-type-with-parameters': header('content-type', (type) =>
    type?.includes('json') ? 'Application/JSON; Charset="UTF-8"' : type,
  ),
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
  'other-words-in-errors': rule.answered(on.ALL, ERRORS, reworded),
  'cursor-of-instants': cursorsAs(([time, id]) => [new Date(Number(time)).toISOString(), id]),
  'cursor-of-nanoseconds': cursorsWith('054721', false),
  'cursor-of-fractions-that-is-compared-as-text': cursorsWith('.0', true),
  'balance-beside-instants': rule.answered(on.BALANCE, 200, (body) => ({
    balance: body['credits_remaining'],
    cycle: { from: '2026-01-01T00:00:00Z', until: 1767225600, days: 31 },
    used: 12,
  })),
  'unlisted-limits-of-30': limitOf(30, [...on.COMPANY, ...on.HISTORICAL_DIRECT, ...on.LEGACY, ...on.FREE]),
  // The label is a number; only the value is the department's name.
  'departments-shown-by-number': rule.listed(on.DEPARTMENTS, (items) =>
    items.map(({ value }) => ({ label: `Nr. ${numberOf(String(value))}`, value })),
  ),
});
