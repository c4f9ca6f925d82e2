/** Valid keys open every operation, and other callers are refused (§5.1, §7.2, §7.3). */
import type { ClauseId } from '../../../../spec/clauses.js';
import type { Operation } from '../../../../spec/contract.js';
import type { Exchange } from '../../../record/exchange.js';
import { isUnaffordable } from '../../../record/failures.js';
import { type OracleContext, oracleOf, type Evidence } from '../../oracle.js';
import { shown } from '../../../values/text.js';
import { answers, isValid, type Answer } from '../../../model/answers.js';
import { fields } from '../../../values/fields.js';

type Caller = keyof typeof REFUSED | 'active';

/** How callers are refused, with the clauses of the operations. */
const REFUSED = {
  keyless: { clauses: ['AUTH-2', 'AUTH-6', 'AUTH-9'], what: 'a missing key' },
  schemeless: { clauses: ['AUTH-4'], what: 'a key without the scheme Bearer' },
  unknown: { clauses: ['AUTH-3', 'AUTH-7', 'AUTH-9'], what: 'an unknown key' },
  inactive: { clauses: ['AUTH-5'], what: 'an inactive key' },
} satisfies Record<string, { clauses: ClauseId[]; what: string }>;

/** Clauses about active callers, and open clauses. */
const OTHERS: ClauseId[] = ['AUTH-1', 'AUTH-8', 'AUTH-10', 'AUTH-13', 'HIST-12', 'HIST-13'];

export const authentication = oracleOf({
  id: 'authentication',
  clauses: [...Object.values(REFUSED).flatMap(({ clauses }): ClauseId[] => clauses), ...OTHERS],
  judge(history, context, evidence) {
    const changing = context.admin.operations.filter(
      ({ effect }) =>
        effect.does === 'delete-account' || ('changes' in effect && effect.changes.includes('activity')),
    );
    const changes = history.filter(({ adminOperation }) => changing.some(({ id }) => id === adminOperation));
    for (const answer of answers(history, context)) {
      const { exchange, operation } = answer;
      const { status } = answer.response;
      // Its key may belong to another caller by then.
      if (changes.some(({ scenario, id }) => scenario === exchange.scenario && id < exchange.id)) continue;
      const caller = callerOf(exchange, context);
      if (caller === null || exchange.faultPlanted || status === 429 || status >= 500) continue;
      // The owner of a key in traffic is unknown, and a gateway may answer a request without a key.
      if (context.seen !== 'all' && (caller !== 'active' || status !== 200)) continue;
      if (caller === 'active') {
        judgeActive(answer, context, evidence);
        continue;
      }
      // If several errors apply, their order is a reading: only a valid request must get this one.
      if (status >= 400 && status !== 401 && status !== 403 && !isValid(exchange, operation)) continue;
      const allowed = caller === 'inactive' ? [403] : [401, 403];
      const { clauses, what } = REFUSED[caller];
      const expected = `status ${allowed.join(' or ')} for ${what}`;
      evidence.judge(clauses, exchange, allowed.includes(status), expected, `status ${status}`);
      if (caller !== 'inactive' && (status === 401 || status === 403))
        evidence.observe(statusReading(operation), status === 401 ? '401' : '403', exchange);
    }
  },
});

/** The caller of an exchange; null if the state of its key is unknown. */
export function callerOf({ account, request }: Exchange, context: OracleContext): Caller | null {
  const sent = request.headers['authorization'];
  if (sent === undefined) return 'keyless';
  if (!/^bearer\s+\S/i.test(sent)) return 'schemeless';
  if (account === 'unknown') return 'unknown';
  const facts = context.accounts.get(account);
  if (facts === undefined) return null;
  if (facts.role === 'inactive') return 'inactive';
  return facts.active === false ? null : 'active';
}

function statusReading({ kind, errorForm }: Operation) {
  if (kind !== 'search') return 'lookup-auth-status';
  return errorForm === 'envelope' ? 'legacy-auth-status' : 'auth-status';
}

function judgeActive(answer: Answer, context: OracleContext, evidence: Evidence): void {
  const { exchange, operation, response } = answer;
  const { status } = response;
  const { historicalAccess: access } = context.accounts.get(exchange.account)!;
  const isHistorical = ['searchCompanyJobsHistorical', 'searchJobsHistorical'].includes(operation.id);
  if (isHistorical && status === 403) {
    if (isUnaffordable(exchange)) return;
    const detail = fields(response.body)?.['detail'];
    const holds = typeof detail === 'string' && access !== true;
    const expected =
      access === true ? 'results, because access is granted' : 'results, or a 403 with a detail';
    evidence.judge('HIST-12', exchange, holds, expected, `403 with detail ${shown(detail)}`);
    evidence.observe('historical-access', 'granted', exchange);
    return;
  }
  if (isHistorical && status === 200) {
    evidence.judge('HIST-12', exchange, true, 'results', 'status 200');
    if (access === false) evidence.observe('historical-access', 'every-key', exchange);
  }
  if (status === 200 || status === 401 || status === 403)
    evidence.judge('AUTH-1', exchange, status === 200, 'an active key is accepted', `status ${status}`);
}
