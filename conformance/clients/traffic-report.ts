/** From judgements on a client to a verdict, with its price. */
import type { ClientRule, ClientRuleId } from '../../spec/clients.js';
import type { ClientJudgement } from '../record/client-judgement.js';
import type { TrafficExchange, TrafficHistory } from '../record/traffic.js';
import { count } from '../values/text.js';
import { attemptsOf } from './rules/attempt.js';
import { judgeClients, trafficRules } from './rules/index.js';
import { isAgainst, type ClientContext } from './rules/judge.js';

/** In the order of interest. `not-met`: the situation of the rule did not arise. */
export const CLIENT_VERDICTS = ['fail', 'warn', 'not-followed', 'unknown', 'not-met', 'pass'] as const;
export type ClientRuleVerdict = (typeof CLIENT_VERDICTS)[number];

export interface ClientRuleResult {
  rule: ClientRule;
  verdict: ClientRuleVerdict;
  /** What it rests on: breaches and warnings first, of the rest a few. */
  judgements: ClientJudgement[];
  /** Credits that its breaches cost, each request counted for one rule alone. */
  credits: number;
}

export interface ClientReport {
  format: 'job-search-kit/client-report';
  version: 1;
  kitVersion: string;
  /** `nothing-judged`: no request, or none that a rule speaks of. */
  verdict: 'conforms' | 'does-not-conform' | 'nothing-judged';
  /** One sentence. */
  headline: string;
  /** Credits that the requests cost, and how many of them a right client would not have paid. */
  paid: number;
  wasted: number;
  /** Whether there are requests of which it is not known what they cost: then both are the least. */
  isPriceOpen: boolean;
  requests: number;
  /** Older requests that nobody has any more; null where that is not known. */
  dropped: number | null;
  /** The rules that traffic is judged by, in their order. */
  rules: ClientRuleResult[];
  /** A line for each request that a judgement names, by its id. */
  lines: Record<string, string>;
  /** Every request that was looked at, secrets struck out. */
  exchanges: TrafficExchange[];
}

export function clientReport(
  history: TrafficHistory,
  rules: readonly ClientRule[],
  context: ClientContext,
): ClientReport {
  const judgements = judgeClients(history, context);
  const attempts = attemptsOf(history.exchanges, context.contract);
  const waste = wasteOf(judgements);
  const results = rules
    .filter(({ id }) => trafficRules.includes(id))
    .map((rule) => resultOf(rule, judgements, waste.get(rule.id) ?? 0));
  const paid = attempts.reduce((sum, { credits }) => sum + (credits ?? 0), 0);
  const wasted = [...waste.values()].reduce((sum, credits) => sum + credits, 0);
  const isPriceOpen = attempts.some(({ credits }) => credits === null) || judgements.some(isUnpriced);
  const isJudged = results.some(({ verdict }) => verdict !== 'not-met' && verdict !== 'unknown');
  const broken = results.some(({ verdict }) => verdict === 'fail');
  const verdict = !isJudged ? 'nothing-judged' : broken ? 'does-not-conform' : 'conforms';
  return {
    format: 'job-search-kit/client-report',
    version: 1,
    kitVersion: history.kitVersion,
    verdict,
    headline: isJudged ? headlineOf(results, { paid, wasted, isPriceOpen }) : NOTHING_JUDGED,
    paid,
    wasted,
    isPriceOpen,
    requests: attempts.length,
    dropped: history.dropped ?? null,
    rules: results,
    lines: linesOf(judgements, history.exchanges),
    exchanges: history.exchanges,
  };
}

const NOTHING_JUDGED =
  'Nothing was judged: there is no request that a rule speaks of. Let your client work against the mock first.';

function isUnpriced(judgement: ClientJudgement): boolean {
  return isAgainst(judgement) && judgement.credits === null;
}

/** Of several rules that one request offends, the first has the price: it was paid once. */
export function wasteOf(judgements: readonly ClientJudgement[]): Map<ClientRuleId, number> {
  const waste = new Map<ClientRuleId, number>();
  const priced = new Set<number>();
  const inOrder = judgements.filter(isAgainst).sort((a, b) => numberOf(a.rule) - numberOf(b.rule));
  for (const { rule, exchanges, credits } of inOrder) {
    const telling = exchanges.at(-1)!;
    if (!credits || priced.has(telling)) continue;
    priced.add(telling);
    waste.set(rule, (waste.get(rule) ?? 0) + credits);
  }
  return waste;
}

const numberOf = (rule: ClientRuleId): number => Number(rule.slice('CLI-'.length));

export function resultOf(
  rule: ClientRule,
  judgements: readonly ClientJudgement[],
  credits: number,
): ClientRuleResult {
  const order = ['fail', 'warn', 'unknown', 'pass'];
  const own = judgements
    .filter((each) => each.rule === rule.id)
    .sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
  const worst = own[0]?.verdict ?? 'not-met';
  const hasPass = own.at(-1)?.verdict === 'pass';
  const verdict =
    worst === 'fail' && rule.level === 'should'
      ? 'not-followed'
      : worst === 'unknown' && hasPass
        ? 'pass'
        : worst;
  return { rule, verdict, judgements: own, credits };
}

export function headlineOf(
  rules: readonly ClientRuleResult[],
  { paid, wasted, isPriceOpen }: Pick<ClientReport, 'paid' | 'wasted' | 'isPriceOpen'>,
): string {
  const of = (wanted: ClientRuleVerdict) => rules.filter((each) => each.verdict === wanted);
  const parts = [
    named('broken', of('fail')),
    named('perhaps broken', of('warn')),
    named('not followed', of('not-followed')),
  ].filter((part) => part !== '');
  const state = parts.length === 0 ? `${count(of('pass').length, 'rule')} kept` : parts.join('; ');
  const least = isPriceOpen ? 'at least ' : '';
  if (wasted === 0) return `${state}. Paid ${least}${count(paid, 'credit')}.`;
  const prices = rules
    .filter(({ credits }) => credits > 0)
    .map(({ rule, credits }) => `${rule.id} (${credits})`);
  return `${state}. Paid ${least}${count(paid, 'credit')} for a task worth ${paid - wasted}: ${prices.join(', ')}.`;
}

function named(word: string, rules: readonly ClientRuleResult[]): string {
  return rules.length === 0 ? '' : `${word}: ${rules.map(({ rule }) => rule.id).join(', ')}`;
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

/** Why its caller did not get the whole answer: `lost`; empty where it did, as far as is known. */
export function lossOf({ sent, aborted }: TrafficExchange): string {
  if (aborted) return 'given up by the client';
  return { whole: '', cut: 'cut short', never: 'lost', unknown: '' }[sent];
}

/** What an answer cost, and what it asks for: `3 credits`, `Retry-After 2`. */
export function outcomeOf({ response, delivered }: TrafficExchange): string[] {
  const credits = delivered?.credits ? count(delivered.credits, 'credit') : '';
  const wait = response?.retryAfter ? `Retry-After ${response.retryAfter}` : '';
  return [credits, wait].filter((part) => part !== '');
}
