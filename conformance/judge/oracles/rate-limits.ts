/**
 * Refusals with 429 (§7.1, §8): they say how long to wait, deliver nothing, come when the limit is reached and not
 * before. What the source leaves open widens what is allowed: two fixed minutes may hold twice the limit.
 */
import type { ClauseId } from '../../../spec/clauses.js';
import type { Operation } from '../../../spec/contract.js';
import type { Exchange } from '../../record/exchange.js';
import type { Oracle, OracleContext } from '../oracle.js';
import { shown } from '../../values/text.js';
import { answers } from '../../model/answers.js';
import { gatherEvidence, type Evidence } from './evidence.js';
import { spans, type Span } from '../../model/timeline.js';

const SERVED: Partial<Record<Operation['id'], ClauseId>> = {
  searchJobs: 'RATE-1',
  searchCompanyJobsHistorical: 'RATE-3',
};
const LIMITED: Partial<Record<Operation['id'], ClauseId>> = {
  searchJobs: 'RATE-2',
  searchCompanyJobsHistorical: 'RATE-4',
};

export const rateLimits: Oracle = {
  id: 'rate-limits',
  clauses: ['RATE-1', 'RATE-2', 'RATE-3', 'RATE-4', 'RATE-5', 'RATE-10'],
  reads: ['response headers'],
  judge(history, context) {
    const evidence = gatherEvidence('rate-limits', context);
    for (const { exchange, response } of answers(history, context)) {
      if (response.status !== 429) continue;
      const value = response.headers['retry-after'];
      const isWhole = value !== undefined && /^\d{1,9}$/.test(value);
      const told = `Retry-After ${shown(value ?? null)}`;
      evidence.judge('RATE-5', exchange, isWhole, 'a Retry-After of whole seconds', told);
      if (isWhole) evidence.observe('retry-after-zero', Number(value) === 0 ? '0' : 'at-least-1', exchange);
    }
    // Which limits an account has, and what else it was asked, only a run knows.
    if (context.seen !== 'all') return evidence.findings();
    judgeTooEarly(history, context, evidence);
    for (const span of spans(history, context)) judgeTooMany(span, context, evidence);
    return evidence.findings();
  },
};

function limitFor(
  { id, rateLimit }: Operation,
  account: string,
  context: OracleContext,
): { requests: number; seconds: number } | null {
  const own = context.accounts.get(account)?.rateLimits?.[id] ?? context.target.rateLimits[id];
  return own ?? (rateLimit.stated ? rateLimit : null);
}

/**
 * On an account that only this run uses, a refusal before as many requests as the limit allows is one too early, where
 * a scenario asks for it. Elsewhere something before the target may have refused in passing; that is waited out. Of
 * requests at once nobody knows the order in which they came: all that were under way may have come before.
 */
function judgeTooEarly(history: readonly Exchange[], context: OracleContext, evidence: Evidence): void {
  const sent = new Map<string, Exchange[]>();
  for (const exchange of history) {
    const { operation: id, account, channel } = exchange;
    if (channel !== 'contract' || id === null) continue;
    const before = sent.get(`${account} ${id}`);
    if (before === undefined) sent.set(`${account} ${id}`, [exchange]);
    else before.push(exchange);
  }
  for (const requests of sent.values()) {
    const { operation: id, account } = requests[0]!;
    const clause = SERVED[id!];
    const limit = limitFor(context.contract.operation(id!), account, context);
    if (clause === undefined || limit === null || context.accounts.get(account)?.fresh !== true) continue;
    const expected = `${limit.requests} requests in ${limit.seconds} s are served`;
    for (const [i, exchange] of requests.entries()) {
      const { response, throttleExpected, faultPlanted, receivedAt } = exchange;
      if (response?.status === 429 && throttleExpected && !faultPlanted) {
        const before = requests.filter((each, k) => k < i || (k > i && each.sentAt < receivedAt)).length;
        if (before < limit.requests)
          evidence.judge(clause, exchange, false, expected, `429 for request ${before + 1}`);
      } else if (response?.status === 200 && i + 1 === limit.requests)
        evidence.judge(clause, exchange, true, expected, `200 for request ${i + 1}`);
    }
  }
}

/** More than twice the limit, answered within less than the limit's time, is too many by every reading of "minute". */
function judgeTooMany(span: Span, context: OracleContext, evidence: Evidence): void {
  for (const [id, clause] of Object.entries(LIMITED) as [Operation['id'], ClauseId][]) {
    const limit = limitFor(context.contract.operation(id), span.account, context);
    if (limit === null) continue;
    const tried = span.exchanges.filter(({ operation, response }) => operation === id && response !== null);
    const served = tried.filter(({ response }) => response!.status === 200);
    const most = 2 * limit.requests;
    const excess = served.find((exchange, i) => {
      const first = served[i - most];
      return first !== undefined && exchange.receivedAt - first.sentAt < limit.seconds * 1000;
    });
    const refused = tried.find(({ response, faultPlanted }) => response!.status === 429 && !faultPlanted);
    const expected = `no more than ${limit.requests} requests in ${limit.seconds} s are served`;
    if (excess !== undefined) {
      evidence.judge(clause, excess, false, expected, `${most + 1} in ${limit.seconds} s at most`);
    } else if (refused !== undefined) {
      const before = served.filter((exchange) => exchange.sentAt < refused.sentAt).length;
      evidence.judge(clause, refused, true, expected, `429 after ${before} served`);
    }
  }
}
