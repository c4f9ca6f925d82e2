/** Changes of verdicts since an earlier run. They name clauses by id, since the runs may have been judged by different sets of clauses. */
import { completed, sentKey } from '../model/answers.js';
import { isUnique } from '../model/key-uses.js';
import type { Exchange } from '../record/exchange.js';
import type { EarlierRun, KeyedSearch } from '../record/run-record.js';
import { fields, integer } from '../values/fields.js';
import { collected } from '../values/grouped.js';
import { asJson } from '../values/unchanged.js';
import type { Changes, ClauseResult, RunReport } from './report.js';

/** The parts of this run that a comparison with a later run needs. */
export function earlierRun({ run, target, clauseSet, clauses, exchanges }: RunReport): EarlierRun {
  const keys = soldUnderKeys(exchanges);
  return {
    id: run.id,
    startedAt: run.startedAt,
    target: target.url,
    clauseSet: clauseSet.hash,
    verdicts: verdictsOf(clauses),
    ...(keys.size > 0 && { keys: Object.fromEntries(keys) }),
  };
}

/** The highest limit of a page that a later run buys again. */
export const MOST_SOLD = 3;

/**
 * For each search, a small page that cost the active account credits under a key that it sent. A service may compare bodies byte by
 * byte, so the body must have the form in which a later run sends it.
 */
function soldUnderKeys(exchanges: readonly Exchange[]): Map<string, KeyedSearch> {
  const sold = new Map<string, KeyedSearch>();
  for (const exchange of exchanges) {
    const { account, operation, request } = exchange;
    const body = fields(request.body) ?? {};
    const key = sentKey(exchange);
    if (account !== 'active' || operation === null || key === null || !isUnique(key)) continue;
    if (request.bodyText !== asJson(body)) continue;
    const limit = integer(body['limit']) ?? Infinity;
    const isFirstPage = (body['search_after'] ?? null) === null;
    const used = integer(completed(exchange)?.data['credits_used']) ?? 0;
    if (limit <= MOST_SOLD && isFirstPage && used > 0 && !sold.has(operation))
      sold.set(operation, { key, body });
  }
  return sold;
}

/** Verdicts by clause and operation. */
function verdictsOf(clauses: readonly ClauseResult[]): EarlierRun['verdicts'] {
  return Object.fromEntries(
    clauses.flatMap(({ clause, pairs }) =>
      pairs.map(({ operation, verdict }) => [`${clause.id} ${operation}`, verdict]),
    ),
  );
}

/** Verdicts that are based on an observation. */
const SEEN: readonly (string | undefined)[] = ['pass', 'fail', 'known', 'not-followed'];

export function changesSince(
  { id, startedAt, target, clauseSet, verdicts: before }: EarlierRun,
  { clauses, asked }: Pick<RunReport, 'clauses' | 'asked'>,
): Changes {
  const now = verdictsOf(clauses);
  const pairs = Object.keys({ ...before, ...now });
  const isAsked = (pair: string): boolean => {
    const [id = '', operation] = pair.split(' ');
    return asked === null || asked[id]?.some((each) => each === operation) === true;
  };
  const those = (
    matches: (was: string | undefined, is: string | undefined, pair: string) => boolean,
  ): string[] =>
    byClause(
      pairs.filter((pair) => matches(before[pair], now[pair], pair)),
      pairs,
    );
  return {
    since: { id, startedAt, target, clauseSet },
    newlyFailing: those((was, is) => is === 'fail' && was !== 'fail'),
    // A pass is not a change if the earlier run did not check the pair.
    newlyPassing: those((was, is) => is === 'pass' && was !== undefined && was !== 'pass'),
    noLongerLookedAt: those((was, is, pair) => isAsked(pair) && SEEN.includes(was) && !SEEN.includes(is)),
  };
}

/** Joins pairs by clause: `IDEM-3` if `some` has all of its operations, else `IDEM-3 on searchJobs`. */
function byClause(some: readonly string[], all: readonly string[]): string[] {
  const group = (pairs: readonly string[]): Map<string, string[]> =>
    collected(pairs.map((pair) => pair.split(' ') as [id: string, operation: string]));
  const whole = group(all);
  return [...group(some)].map(([id, operations]) =>
    operations.length === whole.get(id)?.length ? id : `${id} on ${operations.join(', ')}`,
  );
}
