/** Predicates on statuses and on lost responses. */
import type { Exchange } from '../../record/exchange.js';
import { passingFailure } from '../../record/failures.js';
import { shown } from '../../values/text.js';
import { mismatch } from '../language/matchers.js';
import { said, type Arguments, type Definitions } from './predicate.js';

const MINUTE = 60_000;

export const statuses = {
  'status-counts': ({ only, ...wanted }, answers, { history }) => {
    const counts = new Map<number, number>();
    for (const { response } of answers)
      if (response !== null) counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
    const stray = only !== undefined && [...counts.keys()].some((status) => !only.includes(status));
    const wrong = Object.entries(wanted).some(([status, asked]) => {
      const rule = typeof asked === 'number' ? { equals: asked } : (asked as Arguments);
      // A search that failed temporarily and was sent again counts twice for a rate limit.
      const isLimited =
        status === '200' && Object.keys(rule).join() === 'at-least' && only?.includes(429) === true;
      const failed = isLimited ? failedIn(history, answers) : 0;
      return mismatch((counts.get(Number(status)) ?? 0) + failed, rule) !== null;
    });
    const asked = Object.entries({ ...wanted, ...(only === undefined ? {} : { only }) });
    const expected = asked.map(([name, value]) => `${name} ${shown(value)}`).join(', ');
    const actual = [...counts].map(([status, times]) => `${times} × ${status}`).join(', ');
    return said(!stray && !wrong, expected, actual || 'no responses', answers);
  },
  'one-of-status': ({ choices: known, reading }, answers) => {
    const seen = answers.map(({ response }) => response?.status);
    const expected = Object.keys(known).join(' or ');
    const wrong = answers.find(({ response }) => response === null || !(String(response.status) in known));
    if (wrong !== undefined)
      return said(false, expected, `${wrong.response?.status ?? 'no response'}`, [wrong]);
    const choice = known[String(seen[0])];
    return {
      ...said(true, expected, seen.join(', '), answers),
      ...(reading !== undefined && choice !== undefined ? { observation: { reading, choice } } : {}),
    };
  },
  'no-response': ({ kinds = ['connection', 'timeout', 'aborted'] }, answers) => {
    const other = answers.find(
      ({ failure }) => failure === null || !kinds.some((kind) => kind === failure.kind),
    );
    const actual =
      other?.failure?.kind ?? (other === undefined ? 'no response' : `status ${other.response?.status}`);
    return said(other === undefined, `no response (${kinds.join(' or ')})`, actual, answers);
  },
  responded: (_args, answers) => {
    const lost = answers.find(({ response }) => response === null);
    const actual = lost?.failure?.message ?? 'a response to each';
    return said(lost === undefined, 'a response to each request', actual, answers);
  },
} satisfies Partial<Definitions>;

/** Counts the temporary failures of a step in the minute before its last answer. */
function failedIn(history: readonly Exchange[], answers: readonly Exchange[]): number {
  const last = answers.at(-1);
  return history.filter(
    ({ scenario, step, sentAt, response }) =>
      scenario === last?.scenario &&
      step === last.step &&
      sentAt > last.sentAt - MINUTE &&
      passingFailure(response) !== null,
  ).length;
}
