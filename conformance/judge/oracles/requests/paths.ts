/**
 * Every operation answers at its path (§4, §9), and a lookup that finds nothing answers 200 (§4.7). In a run, scenarios check a
 * 404. In traffic it may come from a gateway, so it counts only if every request for the same thing got one in the service's own
 * form while other requests were served before and after.
 */
import type { ClauseId } from '../../../../spec/clauses.js';
import { grouped } from '../../../values/grouped.js';
import { canonical } from '../../../values/json.js';
import { answers, type Answer } from '../../../model/answers.js';
import { fields } from '../../../values/fields.js';
import { oracleOf } from '../../oracle.js';

const GONE = [404, 405, 410];

export const paths = oracleOf({
  id: 'paths',
  clauses: ['VER-1', 'VER-2', 'VER-3', 'LOOK-11'],
  readsAnyAnswer: true,
  judge(history, context, evidence) {
    if (context.seen === 'all') return;
    const all = answers(history, context);
    const served = all.filter(({ response }) => response.status === 200);
    for (const group of grouped(all, ({ operation }) => operation.id).values()) {
      if (!areAllGone(group) || !surround(group, served)) continue;
      const { operation } = group[0]!;
      const on = group.slice(-4).map(({ exchange }) => exchange);
      const actual = `status ${group.at(-1)!.response.status} each of ${group.length} times`;
      evidence.judge(clauseOf(group[0]!), on, false, `an answer at ${operation.path}`, actual);
    }
    const lookups = all.filter(({ operation }) => operation.kind === 'lookup');
    const nameOf = ({ exchange: { request } }: Answer): string =>
      `${request.path} ${canonical(request.query)}`;
    for (const group of grouped(lookups, nameOf).values()) {
      const { operation } = group[0]!;
      const others = served.filter((each) => each.operation.id === operation.id);
      if (!areAllGone(group) || !surround(group, others)) continue;
      const on = group.slice(-4).map(({ exchange }) => exchange);
      evidence.judge('LOOK-11', on, false, '200 with an empty array', `status ${group[0]!.response.status}`);
    }
  },
});

/** True for several answers, each in the form of the service's errors with a request id. */
function areAllGone(group: readonly Answer[]): boolean {
  return (
    group.length > 1 &&
    group.every(({ response: { status, headers, body } }) => {
      const { detail, success } = fields(body) ?? {};
      const hasForm = detail !== undefined || success === false;
      return GONE.includes(status) && headers['x-request-id'] !== undefined && hasForm;
    })
  );
}

/** True if some of the others came before all of the group, and some after. */
function surround(group: readonly Answer[], others: readonly Answer[]): boolean {
  const [first, last] = [group[0]!.exchange.id, group.at(-1)!.exchange.id];
  return (
    others.some(({ exchange }) => exchange.id < first) && others.some(({ exchange }) => exchange.id > last)
  );
}

function clauseOf({ operation: { id } }: Answer): ClauseId {
  if (id === 'searchCompanyJobsLegacy') return 'VER-3';
  return id === 'searchJobsHistorical' || id === 'searchCompanyJobsHistorical' ? 'VER-2' : 'VER-1';
}
