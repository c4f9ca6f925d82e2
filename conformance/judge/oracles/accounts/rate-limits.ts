/**
 * Refusals with 429 (§7.1, §8) say how long to wait, and occur when the limit is reached but not before. If the source leaves a
 * rule open, more is allowed: a minute may overlap two fixed minutes, and so hold twice the limit.
 */
import type { ClauseId } from '../../../../spec/clauses.js';
import type { Operation } from '../../../../spec/contract.js';
import type { Exchange } from '../../../record/exchange.js';
import { type OracleContext, oracleOf, type Evidence } from '../../oracle.js';
import { grouped } from '../../../values/grouped.js';
import { shown } from '../../../values/text.js';
import { answers } from '../../../model/answers.js';
import { spans } from '../../../model/timeline.js';

/** The clauses of the searches whose limits the source states. */
const SERVED: ClauseId[] = ['RATE-1', 'RATE-3'];
const LIMITED: ClauseId[] = ['RATE-2', 'RATE-4'];

export const rateLimits = oracleOf({
  id: 'rate-limits',
  clauses: [...SERVED, ...LIMITED, 'RATE-5', 'RATE-10'],
  reads: ['response headers'],
  judge(history, context, evidence) {
    for (const { exchange, response } of answers(history, context)) {
      if (response.status !== 429) continue;
      const value = response.headers['retry-after'];
      const isWhole = value !== undefined && /^\d{1,9}$/.test(value);
      const actual = `Retry-After ${shown(value ?? null)}`;
      evidence.judge('RATE-5', exchange, isWhole, 'a Retry-After of whole seconds', actual);
      if (isWhole) evidence.observe('retry-after-zero', Number(value) === 0 ? '0' : 'at-least-1', exchange);
    }
    // Traffic does not show the limits of an account, nor all of its requests.
    if (context.seen !== 'all') return;
    judgeTooEarly(history, context, evidence);
    for (const span of spans(history, context)) judgeTooMany(span, context, evidence);
  },
});

function limitFor({ id, rateLimit }: Operation, account: string, { accounts, target }: OracleContext) {
  const own = accounts.get(account)?.rateLimits?.[id] ?? target.rateLimits[id];
  return own ?? (rateLimit.stated ? rateLimit : null);
}

/**
 * On an account that only this run uses, a refusal that a scenario expects is too early if fewer requests came before it than
 * the limit allows. Other refusals may come from a gateway, and the run waits after them. The order of concurrent requests is
 * unknown: all requests under way may have come before.
 */
function judgeTooEarly(history: readonly Exchange[], context: OracleContext, evidence: Evidence): void {
  const contract = history.filter(({ channel, operation }) => channel === 'contract' && operation !== null);
  const sent = grouped(contract, ({ account, operation }) => `${account} ${operation}`);
  for (const requests of sent.values()) {
    const { operation: id, account } = requests[0]!;
    const limit = limitFor(context.contract.operation(id!), account, context);
    if (limit === null || context.accounts.get(account)?.fresh !== true) continue;
    const expected = `${limit.requests} requests in ${limit.seconds} s are served`;
    for (const [i, exchange] of requests.entries()) {
      const { response, throttleExpected, faultPlanted, receivedAt } = exchange;
      if (response?.status === 429 && throttleExpected && !faultPlanted) {
        const before = requests.filter((each, k) => k < i || (k > i && each.sentAt < receivedAt)).length;
        if (before < limit.requests)
          evidence.judge(SERVED, exchange, false, expected, `429 for request ${before + 1}`);
      } else if (response?.status === 200 && i + 1 === limit.requests)
        evidence.judge(SERVED, exchange, true, expected, `200 for request ${i + 1}`);
    }
  }
}

/** More than twice the limit, answered within less than the limit's time, is too many by every meaning of "minute". */
function judgeTooMany(span: readonly Exchange[], context: OracleContext, evidence: Evidence): void {
  for (const operation of context.contract.operations) {
    const limit = limitFor(operation, span[0]!.account, context);
    if (limit === null) continue;
    const tried = span.filter((each) => each.operation === operation.id && each.response !== null);
    const served = tried.filter(({ response }) => response!.status === 200);
    const most = 2 * limit.requests;
    const excess = served.find((exchange, i) => {
      const first = served[i - most];
      return first !== undefined && exchange.receivedAt - first.sentAt < limit.seconds * 1000;
    });
    const refused = tried.find(({ response, faultPlanted }) => response!.status === 429 && !faultPlanted);
    const shows = excess ?? refused;
    if (shows === undefined) continue;
    const before = served.filter((exchange) => exchange.sentAt < shows.sentAt).length;
    const actual = excess ? `${most + 1} in ${limit.seconds} s at most` : `429 after ${before} served`;
    const expected = `no more than ${limit.requests} requests in ${limit.seconds} s are served`;
    evidence.judge(LIMITED, shows, excess === undefined, expected, actual);
  }
}
