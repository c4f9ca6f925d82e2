/** What each request shows by itself: secrets, form, price (§4, §5.1, §8). */
import type { SearchWindow } from '../../../spec/contract.js';
import type { Attempt } from './attempt.js';
import type { RequestJudge } from './judge.js';

export const judgeSecrets: RequestJudge = (attempt, say) => {
  const { leaks } = attempt.exchange.request;
  const expected = 'the API key in Authorization alone';
  if (leaks === undefined) return say('CLI-41', 'unknown', attempt, expected, 'the key was not seen');
  // That place has a rule of its own.
  const elsewhere = leaks.filter((place) => place !== 'operation key');
  const verdict = elsewhere.length === 0 ? 'pass' : 'fail';
  say(
    'CLI-41',
    verdict,
    attempt,
    expected,
    elsewhere.length === 0 ? 'just there' : `in ${elsewhere.join(', ')}`,
  );
};

export const judgeForm: RequestJudge = (attempt, say) => {
  const { operation, body } = attempt;
  const { bodyText, url, leaks } = attempt.exchange.request;
  const expected = `a request as ${operation.id} takes it`;
  if (operation.method === 'GET') {
    const issues = operation.validateQuery(queryOf(url));
    return say('CLI-42', issues.length === 0 ? 'pass' : 'fail', attempt, expected, wordsOf(issues));
  }
  // What was struck out may have spoilt the form of a value.
  if (bodyText === undefined || leaks?.includes('body'))
    return say('CLI-42', 'unknown', attempt, expected, 'the body was not kept');
  if (body === undefined)
    return say(
      'CLI-42',
      'fail',
      attempt,
      expected,
      bodyText === null ? 'no body' : 'a body that is no JSON object',
    );
  const issues = operation.validateStatedBody(body);
  say('CLI-42', issues.length === 0 ? 'pass' : 'fail', attempt, expected, wordsOf(issues));
};

/** Whether nothing but the cursor keeps the body from what the contract takes. */
export function fitsButForCursor({ operation, body }: Attempt): boolean {
  const issues = body === undefined ? [] : operation.validateStatedBody(body);
  return issues.length > 0 && issues.every(({ loc }) => loc[1] === operation.cursorField);
}

function queryOf(url: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {};
  const at = url.indexOf('?');
  for (const [name, value] of new URLSearchParams(at < 0 ? '' : url.slice(at + 1))) {
    const before = query[name];
    if (before === undefined) query[name] = value;
    else if (Array.isArray(before)) before.push(value);
    else query[name] = [before, value];
  }
  return query;
}

function wordsOf(issues: readonly { loc: readonly (string | number)[]; msg: string }[]): string {
  if (issues.length === 0) return 'one';
  const words = issues.slice(0, 3).map(({ loc, msg }) => `${loc.slice(1).join('.') || loc.join('.')} ${msg}`);
  return words.join('; ') + (issues.length > 3 ? ` and ${issues.length - 3} more` : '');
}

export const judgeLegacy: RequestJudge = (attempt, say) => {
  if (!attempt.isSearch) return;
  const isLegacy = attempt.operation.id === 'searchCompanyJobsLegacy';
  const actual = isLegacy ? 'the legacy search' : attempt.operation.id;
  say('CLI-46', isLegacy ? 'fail' : 'pass', attempt, 'a search that is not deprecated', actual);
};

/** Days that a border of a window may lie on either side, by time zone. */
const DAYS_TO_SPARE = 2;
const DAY = 86_400_000;

export const judgeDoublePrice: RequestJudge = (attempt, say, { contract }) => {
  const { id } = attempt.operation;
  const current =
    id === 'searchJobsHistorical'
      ? contract.operation('searchJobs')
      : id === 'searchCompanyJobsHistorical'
        ? contract.operation('searchCompanyJobs')
        : null;
  if (current === null || typeof attempt.fate !== 'number' || attempt.fate !== 200) return;
  const { body } = attempt;
  const { at } = attempt.exchange;
  const expected = 'the current search for dates that it covers';
  if (at === undefined || body === undefined)
    return say('CLI-47', 'unknown', attempt, expected, 'the day or the body was not seen');
  const after = body['published_after'];
  // Without it, the search reaches back for years.
  const from = typeof after === 'string' ? Date.parse(`${after}T00:00:00Z`) : NaN;
  const oldest = monthsBefore(at, current.window.oldest) + DAYS_TO_SPARE * DAY;
  const asksForMore = attempt.operation.bodyFields.some(
    (name) => Object.hasOwn(body, name) && body[name] !== null && !current.bodyFields.includes(name),
  );
  if (!(from >= oldest) || asksForMore)
    return say('CLI-47', 'pass', attempt, expected, 'dates or filters that it does not cover');
  const extra = attempt.credits === null ? null : attempt.credits / 2;
  say('CLI-47', 'fail', attempt, expected, `the dates from ${String(after)} on`, extra);
};

function monthsBefore(at: number, { months = 0, years = 0 }: SearchWindow['oldest']): number {
  const day = new Date(at);
  const month = day.getUTCMonth() - months - 12 * years;
  const last = new Date(Date.UTC(day.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return Date.UTC(day.getUTCFullYear(), month, Math.min(day.getUTCDate(), last));
}
