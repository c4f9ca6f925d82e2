/** The report on the traffic of a client: a verdict on each rule, and the credits that its breaches cost. */
import { loadClientRules, type ClientRule, type ClientRuleId } from '../../spec/clients.js';
import type { ClientJudgement } from '../record/judgement.js';
import type { TrafficExchange, TrafficHistory } from '../record/traffic.js';
import { count, listed, thousands } from '../values/text.js';
import { attemptsOf } from './rules/attempt.js';
import { judgeClients } from './rules/index.js';
import { isAgainst, type Situation } from './rules/rule.js';

/** `not-met`: the situation of the rule did not arise. */
type ClientRuleVerdict = 'fail' | 'warn' | 'not-followed' | 'unknown' | 'not-met' | 'pass';

export interface ClientRuleResult {
  rule: ClientRule;
  verdict: ClientRuleVerdict;
  /** Breaches and warnings first, then a sample of the others. */
  judgements: ClientJudgement[];
  /** Credits that its breaches cost. Each request counts for one rule. */
  credits: number;
}

export interface ClientReport {
  format: 'job-search-kit/client-report';
  version: 1;
  kitVersion: string;
  /** `nothing-judged`: no request, or none that a rule covers. */
  verdict: 'conforms' | 'does-not-conform' | 'nothing-judged';
  /** One sentence. */
  headline: string;
  /** Credits that the requests cost, and how many of them a correct client would not have paid. */
  paid: number;
  wasted: number;
  /** Whether the price of some requests is unknown, so that `paid` and `wasted` are lower bounds. */
  isPriceOpen: boolean;
  requests: number;
  /** Older requests that the journal has dropped; null if unknown. */
  dropped: number | null;
  /** The rules that traffic shows, in their order. */
  rules: ClientRuleResult[];
  /** A line for each request that a judgement names, by its id. */
  lines: Record<string, string>;
  /** Every request, with secrets redacted. */
  exchanges: TrafficExchange[];
}

/** `isStrict`: recommended rules count like the others. */
export function clientReport(history: TrafficHistory, situation: Situation, isStrict = false): ClientReport {
  const attempts = attemptsOf(history.exchanges, situation.contract);
  const judgements = judgeClients(history, situation, attempts);
  const waste = wasteOf(judgements);
  const results = resultsOf(
    loadClientRules().rules.filter(({ traffic }) => traffic !== 'none'),
    judgements,
    waste,
  );
  const price = {
    paid: sumOf(attempts, ({ credits }) => credits ?? 0),
    wasted: sumOf([...waste.values()], (credits) => credits),
    isPriceOpen:
      attempts.some(({ credits }) => credits === null) ||
      judgements.some((each) => isAgainst(each) && each.credits === null),
  };
  const isJudged = results.some(({ verdict }) => verdict !== 'not-met' && verdict !== 'unknown');
  const isBroken = results.some((result) => isBreach(result, isStrict));
  return {
    format: 'job-search-kit/client-report',
    version: 1,
    kitVersion: history.kitVersion,
    verdict: !isJudged ? 'nothing-judged' : isBroken ? 'does-not-conform' : 'conforms',
    headline: isJudged
      ? headlineOf(results, price)
      : 'No request is covered by a rule. Run your client against the mock first.',
    ...price,
    requests: attempts.length,
    dropped: history.dropped ?? null,
    rules: results,
    lines: linesOf(judgements, history.exchanges),
    exchanges: history.exchanges,
  };
}

export function sumOf<T>(items: readonly T[], amountOf: (item: T) => number): number {
  return items.reduce((sum, item) => sum + amountOf(item), 0);
}

/** Credits by rule. If one request breaks several rules, its price counts for the first of them only. */
export function wasteOf(judgements: readonly ClientJudgement[]): Map<ClientRuleId, number> {
  const numberOf = ({ rule }: ClientJudgement): number => Number(rule.slice('CLI-'.length));
  const waste = new Map<ClientRuleId, number>();
  const priced = new Set<number>();
  for (const { rule, exchanges, credits } of judgements
    .filter(isAgainst)
    .sort((a, b) => numberOf(a) - numberOf(b))) {
    const last = exchanges.at(-1)!;
    if (!credits || priced.has(last)) continue;
    priced.add(last);
    waste.set(rule, (waste.get(rule) ?? 0) + credits);
  }
  return waste;
}

const ORDER = ['fail', 'warn', 'unknown', 'pass'];

export function resultsOf(
  rules: readonly ClientRule[],
  judgements: readonly ClientJudgement[],
  waste: ReadonlyMap<ClientRuleId, number>,
): ClientRuleResult[] {
  return rules.map((rule) => {
    const own = judgements
      .filter((each) => each.rule === rule.id)
      .sort((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict));
    const worst = own[0]?.verdict ?? 'not-met';
    const isPass = worst === 'unknown' && own.at(-1)?.verdict === 'pass';
    const verdict = worst === 'fail' && rule.level === 'should' ? 'not-followed' : isPass ? 'pass' : worst;
    return { rule, verdict, judgements: own, credits: waste.get(rule.id) ?? 0 };
  });
}

export function isBreach({ verdict }: ClientRuleResult, isStrict: boolean): boolean {
  return verdict === 'fail' || (isStrict && verdict === 'not-followed');
}

/** The most rules that each list of the headline names. */
const MOST_NAMES = 8;

export function headlineOf(
  rules: readonly ClientRuleResult[],
  { paid, wasted, isPriceOpen }: Pick<ClientReport, 'paid' | 'wasted' | 'isPriceOpen'>,
): string {
  const words = { fail: 'broken', warn: 'perhaps broken', 'not-followed': 'not followed' };
  const parts = Object.entries(words).flatMap(([verdict, word]) => {
    const ids = rules.filter((each) => each.verdict === verdict).map(({ rule }) => rule.id);
    return ids.length === 0 ? [] : [`${word}: ${listed(ids, MOST_NAMES)}`];
  });
  const state = parts.length === 0 ? keptRules(rules) : parts.join('; ');
  const price = `Paid ${isPriceOpen ? 'at least ' : ''}${count(paid, 'credit')}`;
  if (wasted === 0) return `${state}. ${price}.`;
  const prices = rules
    .filter(({ credits }) => credits > 0)
    .map(({ rule, credits }) => `${rule.id} (${thousands(credits)})`);
  return `${state}. ${price} for a task worth ${thousands(paid - wasted)}: ${listed(prices, MOST_NAMES)}.`;
}

/** Only exercised rules count as kept. */
function keptRules(rules: readonly ClientRuleResult[]): string {
  const kept = rules.filter(({ verdict }) => verdict === 'pass').length;
  const others = rules.filter(({ verdict }) => verdict === 'not-met' || verdict === 'unknown');
  const names = listed(
    others.map(({ rule }) => rule.id),
    MOST_NAMES,
  );
  return `${count(kept, 'rule')} kept${names === '' ? '' : `; not exercised: ${names}`}`;
}

export function linesOf(
  judgements: readonly ClientJudgement[],
  exchanges: readonly TrafficExchange[],
): Record<string, string> {
  const cited = new Set(judgements.filter(isAgainst).flatMap((each) => each.exchanges));
  return Object.fromEntries(
    exchanges.filter(({ id }) => cited.has(id)).map((exchange) => [exchange.id, lineOf(exchange)]),
  );
}

/** `POST /api/v1/jobs-search/search {"limit":3} with use_v1_a: 200, lost, 3 credits` */
export function lineOf(exchange: TrafficExchange): string {
  const { method, url, bodyText, key } = exchange.request;
  const body = bodyText ? ` ${bodyText.length > 160 ? `${bodyText.slice(0, 159)}…` : bodyText}` : '';
  const under = typeof key === 'string' ? ` with ${key}` : '';
  const { response } = exchange;
  const status = response ? String(response.status) : 'no answer';
  const parts = [status, lossOf(exchange), ...outcomeOf(exchange)];
  return `${method} ${url}${body}${under}: ${parts.filter((part) => part !== '').join(', ')}`;
}

/** Why the client did not get the whole response, such as `lost`; empty if it did, or if that is unknown. */
export function lossOf({ sent, aborted }: TrafficExchange): string {
  if (aborted) return 'given up by the client';
  return { whole: '', cut: 'cut short', never: 'lost', unknown: '' }[sent];
}

/** The price of a response, and the wait that it asks for: `3 credits`, `Retry-After 2`. */
export function outcomeOf({ response, delivered }: TrafficExchange): string[] {
  return [
    ...(delivered?.credits ? [count(delivered.credits, 'credit')] : []),
    ...(response?.retryAfter ? [`Retry-After ${response.retryAfter}`] : []),
  ];
}
