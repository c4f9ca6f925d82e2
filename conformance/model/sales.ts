/** Judges the price of a search: a job costs its price once in a billing period, and a page at most the balance (§1). */
import type { ClauseId } from '../../spec/clauses.js';
import type { Exchange } from '../record/exchange.js';
import { saysNoCredits } from '../record/failures.js';
import type { World } from './account.js';
import { completed } from './answers.js';
import { type Event, judged, type Finding } from './events.js';
import { fields, integer } from '../values/fields.js';
import { count } from '../values/text.js';

const PRICES = {
  searchJobs: 'BILL-1',
  searchCompanyJobs: 'BILL-2',
  searchCompanyJobsHistorical: 'BILL-3',
  searchJobsHistorical: 'BILL-4',
  searchCompanyJobsLegacy: 'BILL-5',
} as const;

/** The clauses that a second charge for a job in one billing cycle breaks. */
export const CHARGED_AGAIN: readonly ClauseId[] = ['BILL-6', 'BILL-7', 'BILL-8', 'BILL-25'];

export const OF_PRICES: readonly ClauseId[] = [...Object.values(PRICES), ...CHARGED_AGAIN, 'BILL-24'];

export interface Deliveries {
  /** Deliveries on one account, by name and by link of the posting. */
  names: ReadonlyMap<string, readonly Event[]>;
  links: ReadonlyMap<string, readonly Event[]>;
  /** The first delivery of each posting on any account, by name. */
  first: ReadonlyMap<string, Exchange>;
}

/** True if the event took effect in the billing period of this world, before an event of `cluster`. */
export function happened({ period, done }: World, each: Event, cluster: number): boolean {
  if (each.cluster < period.cluster || period.older.has(each)) return false;
  return each.cluster < cluster || done.includes(each);
}

export function range(low: number, high: number): string {
  return low === high ? String(high) : `${low} to ${high}`;
}

/** The clause of a search that costs more than the balance. */
const unaffordable = ({ exchange }: Event): ClauseId =>
  exchange.operation === 'searchCompanyJobsLegacy' ? 'LEG-31' : 'BILL-12';

/** Judges the price of a page: each job that is not paid for in this period costs its price, once. */
export function saleOf(world: World, event: Event): Finding[] {
  const { names: byName, links: byLink, first } = world.deliveries;
  const { exchange, same, maybe, operation } = event;
  const { jobs, used, names, links } = event.page!;
  const price = operation!.creditCost;
  // The search may have been charged at its first attempt. Postings delivered before that were paid for by then.
  const since = Math.min(...[...same, ...maybe].map((each) => each.exchange.sentAt));
  const sold = (list: readonly Event[] | undefined): Event | undefined =>
    list?.find((each) => each !== event && happened(world, each, event.cluster));
  const sales = names.map((name) => sold(byName.get(name ?? '')));
  const paid = sales.filter((sale) => sale !== undefined && sale.exchange.receivedAt < since) as Event[];
  const surelyNew = names.filter(
    (name, i) => name !== null && sales[i] === undefined && sold(byLink.get(links[i] ?? '')) === undefined,
  );
  const fresh = jobs.length - paid.length;
  const [least, most] = [price * surelyNew.length, price * fresh];
  const told = `credits_used ${used} for ${count(jobs.length, 'job')}, ${paid.length} of them delivered before`;
  const trail = [...new Set(paid.map((each) => each.exchange))].slice(0, 3);
  const findings: Finding[] = [];
  const say = (clause: ClauseId, on: readonly Exchange[], holds: boolean, expected: string): void =>
    void findings.push(judged(clause, holds, on, expected, told));
  if (paid.length > 0) {
    const expected = `at most ${count(most, 'credit')}, ${price} for each of ${count(fresh, 'job')} not delivered before`;
    // If the page cost nothing, an earlier run may have paid for the other jobs, too.
    if (fresh === 0 || used > 0)
      say(fresh === 0 ? 'BILL-6' : 'BILL-7', [...trail, exchange], used <= most, expected);
    if (paid.some((each) => each.exchange.operation !== exchange.operation))
      say('BILL-8', [...trail, exchange], used <= most, expected);
  }
  // If the page costs more than all its jobs would, the oracle `envelope` reports it.
  if (fresh === 0 || (used > most && paid.length > 0)) return findings;
  const clause = PRICES[operation!.id as keyof typeof PRICES];
  if (used > most || used % price !== 0)
    say(clause, [exchange], false, `${count(price, 'credit')} for each new job, ${most} at most`);
  else if (!world.complete) {
    if (used === most) say(clause, [exchange], true, `${count(price, 'credit')} for each new job`);
  } else {
    const elsewhere = names
      .flatMap((name, i) => (name === null || sales[i] !== undefined ? [] : (first.get(name) ?? [])))
      .find((at) => at.account !== exchange.account && at.receivedAt <= Math.min(since, exchange.sentAt));
    if (elsewhere !== undefined) {
      const expected = `${count(least, 'credit')} at least, whatever another account has paid for`;
      say('BILL-24', [elsewhere, exchange], used >= least, expected);
      if (used < least) return findings;
    }
    const expected = `${range(least, most)} credits for ${count(fresh, 'job')} new`;
    say(clause, [...trail, exchange], used >= least, expected);
  }
  return findings;
}

/** Judges an answer at a balance that is exactly known: the last credit, no credits, or debt. */
export function atTheLimit(before: number, event: Event): Finding[] {
  const { exchange, page } = event;
  const { used, remaining, jobs } = page!;
  const told = `${count(jobs.length, 'job')}, credits_used ${used}, credits_remaining ${remaining}`;
  const say = (clause: ClauseId, holds: boolean, expected: string): Finding =>
    judged(clause, holds, [exchange], expected, told);
  const has = count(before, 'credit');
  if (before > 0 && used === before && isCutShort(event))
    return [say(unaffordable(event), false, `status 402, since a full page costs more than ${has}`)];
  if (before > 0)
    return used === before ? [say('BILL-15', remaining === 0, `all ${has} spent and zero left`)] : [];
  if (jobs.length === 0) return [say('BILL-18', used === 0, `an empty result at a balance of ${before}`)];
  if (used > 0) return [];
  return [say(before === 0 ? 'BILL-16' : 'BILL-17', true, `paid jobs at a balance of ${before}`)];
}

/** True if more jobs follow a page that is not full, although no duplicates were left out (reading page-fullness). */
function isCutShort({ exchange, page, operation }: Event): boolean {
  const body = fields(exchange.request.body) ?? {};
  const next = operation!.kind === 'search' && completed(exchange)?.data[operation!.cursorField];
  return (
    body['exclude_duplicates'] === false && Boolean(next) && page!.jobs.length < (integer(body['limit']) ?? 0)
  );
}

/** Judges a page that leaves a debt: its new jobs cost more than the balance. */
export function onCredit(event: Event): Finding[] {
  const { used, remaining } = event.page!;
  if (used === 0 || remaining === null || remaining >= 0) return [];
  const expected = 'status 402, since the new jobs cost more than the balance';
  const actual = `200 with credits_used ${used}, credits_remaining ${remaining}`;
  return [judged(unaffordable(event), false, [event.exchange], expected, actual)];
}

/** Judges a refusal at a balance in this range: a 402 is right only if the credits may not suffice. */
export function refused(low: number, high: number, event: Event, isRepeat: boolean): Finding[] {
  const { exchange, cause, most } = event;
  const says = cause === 'unaffordable' ? '402' : saysNoCredits(exchange.response) ? '403' : null;
  const findings: Finding[] = [];
  if (exchange.operation === 'searchCompanyJobsHistorical' && high <= 0 && says !== null)
    findings.push({
      ...judged('HIST-14', true, [exchange], '', says),
      choice: { reading: 'historical-no-credits', choice: says },
    });
  const isPayable = low >= most;
  // A 402 may use up its key (reading failed-attempt-key); then the same 402 is replayed.
  if (cause !== 'unaffordable' || (isRepeat && isPayable)) return findings;
  const clause = isPayable ? 'BILL-15' : unaffordable(event);
  const expected = isPayable
    ? `results: a balance of ${count(low, 'credit')} pays for any page of ${most}`
    : '402 where the new jobs cost more than there is';
  const actual = `status 402 at a balance of ${range(low, high)}`;
  return [...findings, judged(clause, !isPayable, [exchange], expected, actual)];
}
