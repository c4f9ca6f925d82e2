/**
 * A posting is sold once in a billing cycle, at the price of the search that first delivers it (§1, §8).
 *
 * Postings are known by all their fields and a link; one that cannot be told from others counts as possibly new, so
 * a target is never blamed for a resemblance.
 */
import type { Exchange } from '../../record/exchange.js';
import type { Oracle, OracleContext } from '../oracle.js';
import { addressOf } from '../../values/postings.js';
import {
  jobCount,
  namesOfTwins,
  postingNames,
  searchAnswer,
  searchAnswers,
  type SearchAnswer,
} from './answers.js';
import { integer } from '../../values/fields.js';
import { gatherEvidence, type Evidence } from './evidence.js';
import { clusters, isRepeat, keyUses, spans, type KeyUse, type Span } from './timeline.js';

const PRICE_CLAUSES = {
  searchJobs: 'BILL-1',
  searchCompanyJobs: 'BILL-2',
  searchCompanyJobsHistorical: 'BILL-3',
  searchJobsHistorical: 'BILL-4',
  searchCompanyJobsLegacy: 'BILL-5',
} as const;

/** A posting's first delivery in the span. */
interface Sale {
  at: Exchange;
}

/** Every link that was delivered before, whatever else its job said: a link known is no job that is surely new. */
interface Sold {
  sales: ReadonlyMap<string, Sale>;
  links: ReadonlySet<string | null>;
  first: ReadonlyMap<string, Exchange>;
}

interface Page {
  answer: SearchAnswer;
  used: number;
  names: (string | null)[];
  /** When its search was first tried; postings delivered before were paid for by then. */
  since: number;
}

export const firstSale: Oracle = {
  id: 'first-sale',
  clauses: [...Object.values(PRICE_CLAUSES), 'BILL-6', 'BILL-7', 'BILL-8', 'BILL-24', 'BILL-25', 'BILL-27'],
  judge(history, context) {
    const evidence = gatherEvidence('first-sale', context);
    if (context.seen === 'part') judgeAlone(history, context, evidence);
    else judgeSales(spans(history, context), history, context, evidence);
    for (const { from } of context.turns.values()) {
      const first = history.find(({ id }) => id === from);
      if (first !== undefined) evidence.observe('cycle-turn', 'instant', first);
    }
    return evidence.findings();
  },
};

/** What was sold in each stretch of the history. */
export function judgeSales(
  stretches: readonly Span[],
  history: readonly Exchange[],
  context: OracleContext,
  evidence: Evidence,
): void {
  const uses = keyUses(history, context);
  const first = firstDeliveries(history, context);
  const twins = namesOfTwins(searchAnswers(history, context));
  for (const span of stretches) judgeSpan(span, uses, first, twins, context, evidence);
}

/** Where each posting was delivered first in the whole run, on whatever account. */
function firstDeliveries(history: readonly Exchange[], context: OracleContext): Map<string, Exchange> {
  const first = new Map<string, Exchange>();
  for (const { exchange, jobs } of searchAnswers(history, context)) {
    for (const name of postingNames(jobs)) if (name !== null && !first.has(name)) first.set(name, exchange);
  }
  return first;
}

const NO_TWINS: ReadonlySet<string> = new Set();

/** Each page by itself: what was bought before, or has to be bought anew since a cycle turned, nobody saw. */
function judgeAlone(history: readonly Exchange[], context: OracleContext, evidence: Evidence): void {
  const nothing: Sold = { sales: new Map(), links: new Set(), first: new Map() };
  for (const exchange of history) {
    const page = pageOf(exchange, undefined, NO_TWINS, context);
    if (page !== null) judgePage(page, nothing, false, evidence);
  }
}

function judgeSpan(
  span: Span,
  uses: ReadonlyMap<number, KeyUse>,
  first: ReadonlyMap<string, Exchange>,
  twins: ReadonlySet<string>,
  context: OracleContext,
  evidence: Evidence,
): void {
  const sales = new Map<string, Sale>();
  const links = new Set<string | null>();
  /** False once a charge may have passed unseen: from then on a job that looks new may be paid for. */
  let complete = span.fromStart;
  for (const cluster of clusters(span.exchanges)) {
    const pages: Page[] = [];
    for (const exchange of cluster) {
      const use = uses.get(exchange.id);
      const page = pageOf(exchange, use, twins, context);
      if (page !== null && !isRepeat(use)) pages.push(page);
      else if (mayHaveBeenCharged(exchange, page, context)) complete = false;
    }
    if (pages.length === 1 && cluster.length === 1)
      judgePage(pages[0]!, { sales, links, first }, complete, evidence);
    else if (pages.length > 0) judgeTogether(pages, sales, evidence);
    for (const { names, answer } of pages) {
      for (const name of names) {
        if (name !== null && !sales.has(name)) sales.set(name, { at: answer.exchange });
      }
      for (const job of answer.jobs) links.add(addressOf(job));
    }
  }
}

function pageOf(
  exchange: Exchange,
  use: KeyUse | undefined,
  twins: ReadonlySet<string>,
  context: OracleContext,
): Page | null {
  const { operation, response } = exchange;
  if (operation === null || response === null) return null;
  const answer = searchAnswer({ exchange, response, operation: context.contract.operation(operation) });
  const used = integer(answer?.data['credits_used']);
  if (answer === null || used === null) return null;
  const tries = [exchange, ...(use?.same ?? []).map((each) => each.exchange), ...(use?.maybe ?? [])];
  const since = Math.min(...tries.map(({ sentAt }) => sentAt));
  // Which of two listings that are alike came, and which was paid for, nobody sees.
  const names = postingNames(answer.jobs).map((name) => (name !== null && twins.has(name) ? null : name));
  return { answer, used, names, since };
}

/** A search whose charge nobody saw: no readable answer, or a key sent twice to the legacy search (legacy-idempotency). */
function mayHaveBeenCharged(exchange: Exchange, page: Page | null, context: OracleContext): boolean {
  if (page !== null) return !page.answer.operation.acceptsOperationKey;
  const { operation, response } = exchange;
  if (operation === null || context.contract.operation(operation).kind !== 'search') return false;
  return response === null || response.status === 200 || response.status === 500;
}

function judgePage(page: Page, { sales, links, first }: Sold, complete: boolean, evidence: Evidence): void {
  const { answer, used, names, since } = page;
  const { exchange, operation, jobs } = answer;
  const price = operation.creditCost;
  const paid = names.flatMap((name) => {
    const sale = name === null ? undefined : sales.get(name);
    return sale !== undefined && sale.at.receivedAt <= since ? [sale] : [];
  });
  const surelyNew = names.filter(
    (name, i) => name !== null && !sales.has(name) && !links.has(addressOf(jobs[i]!)),
  ).length;
  const fresh = jobs.length - paid.length;
  const most = price * fresh;
  const told = `credits_used ${used} for ${jobCount(jobs.length)}, ${paid.length} of them delivered before`;
  const trail = [...new Set(paid.map(({ at }) => at))].slice(0, 3);
  const expected = `at most ${most} credits, ${price} for each of ${jobCount(fresh)} not delivered before`;

  if (paid.length > 0) {
    const clause = fresh === 0 ? 'BILL-6' : 'BILL-7';
    evidence.judge(clause, [...trail, exchange], used <= most, expected, told);
    if (paid.some(({ at }) => at.operation !== exchange.operation)) {
      evidence.judge('BILL-8', [...trail, exchange], used <= most, expected, told);
    }
  }
  if (fresh === 0) return;
  const clause = PRICE_CLAUSES[operation.id as keyof typeof PRICE_CLAUSES];
  const isMultiple = used % price === 0;
  // A page too dear for all its jobs is the envelope's finding; here it is the price that is off.
  if (used > most && paid.length > 0) return;
  if (used > most || !isMultiple) {
    evidence.judge(clause, exchange, false, `${price} credits for each new job, ${most} at most`, told);
    return;
  }
  const least = complete ? price * surelyNew : null;
  if (least !== null) {
    const elsewhere = names
      .map((name) => (name === null || sales.has(name) ? undefined : first.get(name)))
      .find((at) => at !== undefined && at.account !== exchange.account && at.receivedAt <= since);
    if (elsewhere !== undefined) {
      const alone = `${least} credits at least, whatever another account has paid for`;
      evidence.judge('BILL-24', [elsewhere, exchange], used >= least, alone, told);
      if (used < least) return;
    }
    const wanted = least === most ? String(most) : `${least} to ${most}`;
    evidence.judge(
      clause,
      [...trail, exchange],
      used >= least,
      `${wanted} credits for ${jobCount(fresh)} new`,
      told,
    );
  } else if (used === most) {
    evidence.judge(clause, exchange, true, `${price} credits for each new job`, told);
  }
}

/** Of pages under way at once nobody knows which was first, but together they pay once for each posting. */
function judgeTogether(pages: readonly Page[], sales: ReadonlyMap<string, Sale>, evidence: Evidence): void {
  const dearest = new Map<string, number>();
  let most = 0;
  let shared = false;
  const seenKeys = new Set<string>();
  let used = 0;
  for (const { answer, names, since, used: own } of pages) {
    const key = answer.response.headers['idempotency-key'];
    // Copies with one key tell of one and the same charge.
    if (key !== undefined && answer.operation.acceptsOperationKey) {
      if (seenKeys.has(key)) continue;
      seenKeys.add(key);
    }
    used += own;
    for (const name of names) {
      const price = answer.operation.creditCost;
      if (name === null) {
        most += price;
        continue;
      }
      const sale = sales.get(name);
      if (sale !== undefined && sale.at.receivedAt <= since) continue;
      shared ||= dearest.has(name);
      dearest.set(name, Math.max(price, dearest.get(name) ?? 0));
    }
  }
  most += [...dearest.values()].reduce((sum, price) => sum + price, 0);
  if (!shared && used <= most) return;
  const exchanges = pages.map(({ answer }) => answer.exchange);
  const expected = `at most ${most} credits together, each posting paid once`;
  evidence.judge('BILL-25', exchanges, used <= most, expected, `${used} credits together`);
}
