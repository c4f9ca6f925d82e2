/** Innocents with other lawful habits: HTTP, JSON, wording, and optional data. */
import { hash } from 'node:crypto';
import { jsonOf, type Rule } from './mutant.js';
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

export const habitRules = (): rule.Rules => ({
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
