/** Secrets, form and price of single requests (§4, §5.1, §8). */
import { dayBack, shiftDay } from '../../values/dates.js';
import { collected } from '../../values/grouped.js';
import type { RequestJudge } from './rule.js';
import { isSearchTask, type CourseSeen } from './situation.js';

/** CLI-41. */
export const judgeSecrets: RequestJudge = (attempt, say) => {
  const { leaks } = attempt.exchange.request;
  const expected = 'the API key in Authorization alone';
  if (leaks === undefined) return say('CLI-41', 'unknown', attempt, expected, 'the key was not seen');
  // CLI-9 judges operation keys.
  const elsewhere = leaks.filter((place) => place !== 'operation key');
  if (elsewhere.length === 0) return say('CLI-41', 'pass', attempt, expected, 'only there');
  say('CLI-41', 'fail', attempt, expected, `in ${elsewhere.join(', ')}`);
};

/** CLI-42. A cursor that changed on its way breaks CLI-33 alone. */
export const judgeForm: RequestJudge = (attempt, say) => {
  const { operation, body } = attempt;
  const { bodyText, url, leaks } = attempt.exchange.request;
  const expected = `a request as ${operation.id} takes it`;
  const isGet = operation.method === 'GET';
  // Redaction may have changed the form of a value.
  if (!isGet && (bodyText === undefined || leaks?.includes('body')))
    return say('CLI-42', 'unknown', attempt, expected, 'the body was not kept');
  if (!isGet && body === undefined) {
    const actual = bodyText === null ? 'no body' : 'a body that is not a JSON object';
    return say('CLI-42', 'fail', attempt, expected, actual);
  }
  const issues = isGet ? operation.validateQuery(queryOf(url)) : operation.validateStatedBody(body);
  if (issues.length === 0) return say('CLI-42', 'pass', attempt, expected, 'a valid request');
  const isCursorAlone = issues.every(({ loc }) => loc[1] === operation.cursorField);
  if (isCursorAlone && say.broke('CLI-33', attempt)) return;
  const words = issues.slice(0, 3).map(({ loc, msg }) => `${loc.slice(1).join('.') || loc.join('.')} ${msg}`);
  const more = issues.length > 3 ? ` and ${issues.length - 3} more` : '';
  say('CLI-42', 'fail', attempt, expected, words.join('; ') + more);
};

function queryOf(url: string): Record<string, string | string[]> {
  const parameters = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');
  const values = Array.from(collected(parameters), ([name, all]) => [name, all.length === 1 ? all[0]! : all]);
  return Object.fromEntries(values) as Record<string, string | string[]>;
}

function isAskedFor(seen: CourseSeen | undefined, matches: (operation: string) => boolean): boolean {
  return seen !== undefined && isSearchTask(seen.course.task) && matches(seen.course.task.operation);
}

const LEGACY = 'searchCompanyJobsLegacy';

/** CLI-46. */
export const judgeLegacy: RequestJudge = (attempt, say, { seen }) => {
  const { id } = attempt.operation;
  if (!attempt.isSearch || isAskedFor(seen, (asked) => asked === LEGACY)) return;
  const actual = id === LEGACY ? 'the legacy search' : id;
  say('CLI-46', id === LEGACY ? 'fail' : 'pass', attempt, 'a search that is not deprecated', actual);
};

/** Time zones may move the bounds of a window by this many days. */
const DAYS_TO_SPARE = 2;

/** CLI-47. */
export const judgeDoublePrice: RequestJudge = (attempt, say, { contract, seen }) => {
  const id = attempt.operation.id.replace('Historical', '');
  if (id === attempt.operation.id || !attempt.isDelivered) return;
  if (isAskedFor(seen, (asked) => asked.endsWith('Historical'))) return;
  const current = contract.operation(id as 'searchJobs' | 'searchCompanyJobs');
  const { body } = attempt;
  const { at } = attempt.exchange;
  const expected = 'the current search for dates that it covers';
  if (at === undefined || body === undefined)
    return say('CLI-47', 'unknown', attempt, expected, 'the day or the body was not seen');
  const after = body['published_after'];
  // Without this date, the search covers years.
  const from = typeof after === 'string' ? Date.parse(`${after}T00:00:00Z`) : NaN;
  const oldest = Date.parse(shiftDay(dayBack(at, current.window.oldest), DAYS_TO_SPARE));
  const asksForMore = attempt.operation.bodyFields.some(
    (name) => Object.hasOwn(body, name) && body[name] !== null && !current.bodyFields.includes(name),
  );
  if (!(from >= oldest) || asksForMore)
    return say('CLI-47', 'pass', attempt, expected, 'dates or filters that it does not cover');
  const { credits, operation } = attempt;
  const extra = credits === null ? null : credits - (credits * current.creditCost) / operation.creditCost;
  say('CLI-47', 'fail', attempt, expected, `the dates from ${String(after)} on`, extra);
};
