/** What an operation key does when it comes again: recover its search, or be refused (§5.2, 3 to 5). */
import type { ClauseId } from '../../../spec/clauses.js';
import type { Exchange } from '../../record/exchange.js';
import type { Oracle, OracleContext } from '../oracle.js';
import { grouped } from '../../values/grouped.js';
import { canonical } from '../../values/json.js';
import { searchAnswer } from '../../model/answers.js';
import { fields, integer, type Fields } from '../../values/fields.js';
import { gatherEvidence, type Evidence } from './evidence.js';
import { overlap, spans, type Span } from '../../model/timeline.js';
import { keyUses, type KeyUse } from '../../model/key-uses.js';

export const replay: Oracle = {
  id: 'replay',
  clauses: [
    'IDEM-5',
    'IDEM-13',
    'IDEM-15',
    'IDEM-19',
    'IDEM-20',
    'IDEM-21',
    'IDEM-23',
    'IDEM-26',
    'IDEM-27',
    'IDEM-33',
    'IDEM-35',
    'IDEM-18',
    'IDEM-28',
    'IDEM-30',
    'IDEM-31',
    'ERR-18',
  ],
  judge(history, context) {
    const evidence = gatherEvidence('replay', context);
    // Its cycle may have turned, or the account been set back, since a key was seen.
    if (context.seen === 'part') return evidence.findings();
    const uses = keyUses(history, context);
    const rivalsOf = rivalsIn(uses);
    for (const span of spans(history, context)) {
      const inSpan = new Set(span.exchanges.map(({ id }) => id));
      for (const exchange of span.exchanges) {
        const use = uses.get(exchange.id);
        if (use === undefined || !context.contract.operation(exchange.operation!).acceptsOperationKey)
          continue;
        // A key sent to the legacy search is used up there, if at all, by a reading.
        const earlier = use.earlier.filter(
          (each) => inSpan.has(each.exchange.id) && each.exchange.operation !== 'searchCompanyJobsLegacy',
        );
        const same = use.same.filter((each) => earlier.includes(each));
        const isOld = use.earlier.length > earlier.length;
        judgeUse({ ...use, exchange, earlier, same, isOld, rivals: rivalsOf(use) }, span, context, evidence);
      }
    }
    judgePrivacy(uses, rivalsOf, evidence);
    return evidence.findings();
  },
};

/** A use among those of its span. */
interface UseInSpan extends KeyUse {
  /** The key was sent before the span, too, so that its billing period may have ended. */
  isOld: boolean;
  rivals: readonly KeyUse[];
}

/** Other uses of a key on its account that were under way at the same time, whichever was sent first. */
function rivalsIn(uses: ReadonlyMap<number, KeyUse>): (use: KeyUse) => KeyUse[] {
  const slotOf = ({ exchange, key }: KeyUse): string => `${exchange.account} ${key}`;
  const bySlot = grouped(uses.values(), slotOf);
  return (use) =>
    bySlot.get(slotOf(use))!.filter((each) => each !== use && overlap(each.exchange, use.exchange));
}

function judgeUse(use: UseInSpan, span: Span, context: OracleContext, evidence: Evidence): void {
  const { exchange, earlier, same } = use;
  const { response } = exchange;
  if (response === null || exchange.faultPlanted || earlier.length === 0) return;
  const together = same.find((each) => overlap(each.exchange, exchange));
  if (together !== undefined) {
    judgeCopies(together.exchange, exchange, context, evidence);
    return;
  }
  const done = (each: KeyUse): boolean =>
    each.exchange.response?.status === 200 && !overlap(each.exchange, exchange);
  const original = same.find(done);
  const others = earlier.filter((each) => done(each) && !same.includes(each));
  const other = others.find((each) => each.exchange.operation === exchange.operation) ?? others[0];
  const { status } = response;

  if (original !== undefined) {
    judgeRecovery(original, use, span, context, evidence);
  } else if (other !== undefined && other.exchange.operation !== exchange.operation) {
    judgeScope(other.exchange, exchange, context, evidence);
  } else if (other !== undefined && (status === 200 || status === 409)) {
    const clause = changeClause(other.exchange, exchange);
    const actual = `status ${status}`;
    evidence.judge(
      clause,
      [other.exchange, exchange],
      status === 409,
      'status 409, for a changed request',
      actual,
    );
  } else {
    judgeSecondTry(use, evidence);
  }
}

function judgeRecovery(
  original: KeyUse,
  use: UseInSpan,
  span: Span,
  context: OracleContext,
  evidence: Evidence,
): void {
  const { exchange, same, earlier } = use;
  const { status } = exchange.response!;
  const sameBytes = original.exchange.request.bodyText === exchange.request.bodyText;
  const pair = [original.exchange, exchange];
  if (status === 409 && !sameBytes) {
    evidence.observe('unchanged-body', 'equal-bytes', pair);
    return;
  }
  if (status !== 200 && status !== 409) return;
  // Another one may be under way, or arrive only now though it was given up on (reading concurrent-same-key).
  const tries = [...earlier.map((each) => each.exchange), ...use.maybe];
  const isBusy = tries.some(({ response }) => response === null);
  if (status === 409 && (isBusy || use.rivals.length > 0)) return;
  const before = same.filter((each) => each !== original && each.exchange.response?.status === 200);
  const difference =
    status === 409
      ? 'status 409'
      : (differenceOf(original.exchange, exchange, context) ??
        otherPrice(
          [original, ...before].map((each) => each.exchange),
          use,
        ));
  const clauses: ClauseId[] = ['IDEM-13'];
  if (original.made) clauses.push('IDEM-5');
  if (before.length > 0) clauses.push('IDEM-15');
  if (earlier.some((each) => each.exchange.response?.status === 409)) clauses.push('IDEM-23');
  for (const clause of clauses) {
    evidence.judge(
      clause,
      pair,
      difference === null,
      'the first response again: jobs in their order, totals and cursor',
      difference ?? 'the same jobs, totals and cursor',
    );
  }
  if (difference !== null) return;
  if (!sameBytes) evidence.observe('unchanged-body', 'equal-json', pair);
  const [first, again] = [remaining(original.exchange), remaining(exchange)];
  if (first !== again) evidence.observe('replay-body', 'fresh-balance', pair);
  else if (spentBetween(original.exchange, exchange, span)) evidence.observe('replay-body', 'stored', pair);
}

/**
 * Whether a recovered response repeats `credits_used` or says that it used nothing, each recovery of a search says the
 * same. One that tells another price is a new search whose jobs were paid before. Of copies at once any can be the search.
 */
function otherPrice(answered: readonly Exchange[], { exchange, made }: KeyUse): string | null {
  const used = creditsUsed(exchange);
  // Nobody asked for the earlier answer: it may be a search of its own that gets the same key, whose jobs are paid for.
  if (made && used === 0) return null;
  const [original] = answered;
  const first = answered.filter((each) => each === original || overlap(each, original!));
  const again = answered.filter((each) => !first.includes(each));
  const told = again.length > 0 ? [creditsUsed(again.at(-1)!)] : [...first.map(creditsUsed), 0];
  return told.includes(used) ? null : `credits_used ${told[0]}, then ${used}`;
}

function creditsUsed({ response }: Exchange): number | null {
  return integer(fields(fields(response?.body)?.['data'])?.['credits_used']);
}

/** True when the balance is sure to have moved, so that the old one in a response is a stored one. */
function spentBetween(original: Exchange, exchange: Exchange, span: Span): boolean {
  return span.exchanges.some((each) => {
    const between = each.sentAt >= original.receivedAt && each.receivedAt <= exchange.sentAt;
    const used = creditsUsed(each);
    const key = each.response?.headers['idempotency-key'];
    return between && used !== null && used > 0 && key !== exchange.request.headers['idempotency-key'];
  });
}

/**
 * On another endpoint a used key is refused or new (reading key-scope). A search of its own would find the jobs of the
 * first one paid for, so one that brings them at the same price is a recovery.
 */
function judgeScope(first: Exchange, second: Exchange, context: OracleContext, evidence: Evidence): void {
  const status = second.response?.status;
  if (status !== 200 && status !== 409) return;
  const [one, two] = [dataOf(first, context), dataOf(second, context)];
  const price = creditsUsed(second);
  const isRecovery =
    status === 200 &&
    price !== 0 &&
    price === creditsUsed(first) &&
    canonical(one?.['jobs'] ?? null) === canonical(two?.['jobs'] ?? null);
  evidence.judge(
    'IDEM-21',
    [first, second],
    !isRecovery,
    'status 409 on another endpoint, or a search of its own',
    isRecovery ? `the jobs of #${first.id} at its price` : `status ${status}`,
  );
  if (!isRecovery) evidence.observe('key-scope', status === 409 ? 'account' : 'endpoint', [first, second]);
}

/** Statuses of answers that leave their operation key as it was. */
const KEY_LEFT_ALONE = [400, 401, 403, 409, 422, 429, 503];

/** A search that was refused or lost before: the same key and body are good for a second try. */
function judgeSecondTry(
  { exchange, earlier, same, maybe, rivals, isOld }: UseInSpan,
  evidence: Evidence,
): void {
  const last = same.at(-1)?.exchange;
  const before = last?.response?.status;
  const { status } = exchange.response!;
  if (last === undefined || (status !== 200 && status !== 409)) return;
  // What was lost with this key, or is under way, may be the search that it is used for.
  const mayBeTaken = earlier.some(
    (each) => each.exchange !== last && !KEY_LEFT_ALONE.includes(each.exchange.response?.status ?? 0),
  );
  if (status === 409 && (isOld || mayBeTaken || maybe.length + rivals.length > 0)) return;
  if (before === 402) {
    evidence.observe('failed-attempt-key', status === 200 ? 'reusable' : 'used-by-402', [last, exchange]);
    return;
  }
  if (before !== 429 && before !== 503) return;
  if (before === 503 && status === 200) evidence.observe('passing-failure', 'refused', [last, exchange]);
  const clause = before === 429 ? 'IDEM-26' : 'IDEM-27';
  const expected = `the search is served, since its ${before} delivered nothing`;
  evidence.judge(clause, [last, exchange], status === 200, expected, `status ${status}`);
}

function judgeCopies(first: Exchange, second: Exchange, context: OracleContext, evidence: Evidence): void {
  const statuses = [first.response?.status, second.response?.status];
  if (statuses.includes(409) && statuses.includes(200)) {
    evidence.observe('concurrent-same-key', '409', [first, second]);
  } else if (statuses.every((status) => status === 200)) {
    const difference = differenceOf(first, second, context);
    evidence.judge(
      'IDEM-13',
      [first, second],
      difference === null,
      'one response for copies with one key under way at once',
      difference ?? 'the same jobs, totals and cursor',
    );
    if (difference === null) evidence.observe('concurrent-same-key', 'waits', [first, second]);
  }
}

/** A key is known to one account: used under another it is a first use. */
function judgePrivacy(
  uses: ReadonlyMap<number, KeyUse>,
  rivalsOf: (use: KeyUse) => KeyUse[],
  evidence: Evidence,
): void {
  const owners = new Map<string, Exchange>();
  for (const use of uses.values()) {
    const { exchange, key, earlier, maybe } = use;
    const status = exchange.response?.status;
    const owner = owners.get(key);
    if (owner === undefined) {
      if (status === 200) owners.set(key, exchange);
    } else if (
      owner.account !== exchange.account &&
      earlier.length + maybe.length === 0 &&
      (status === 200 || (status === 409 && rivalsOf(use).length === 0))
    ) {
      const expected = 'a search of its own, since the key was used under another account';
      evidence.judge('IDEM-33', [owner, exchange], status === 200, expected, `status ${status}`);
    }
  }
}

function changeClause(first: Exchange, second: Exchange): ClauseId {
  const rest = ({ request }: Exchange): string =>
    canonical({ ...(fields(request.body) ?? {}), search_after: null });
  return rest(first) === rest(second) ? 'IDEM-20' : 'IDEM-19';
}

/** What sets two responses apart that should be one, credits aside; null when nothing does. */
function differenceOf(first: Exchange, second: Exchange, context: OracleContext): string | null {
  const [one, two] = [dataOf(first, context), dataOf(second, context)];
  if (one === null || two === null) return one === two ? null : 'one of the two is no completed search';
  const [jobs, others] = [one['jobs'] as unknown[], two['jobs'] as unknown[]];
  if (canonical(jobs) !== canonical(others)) {
    const at = jobs.findIndex((job, i) => canonical(job) !== canonical(others[i] ?? null));
    return `${jobs.length} jobs, then ${others.length}; they first differ at ${(at === -1 ? jobs.length : at) + 1}`;
  }
  for (const name of ['total', 'total_jobs_found', 'search_after']) {
    if (canonical(one[name] ?? null) !== canonical(two[name] ?? null)) {
      return `${name} ${JSON.stringify(one[name])}, then ${JSON.stringify(two[name])}`;
    }
  }
  return null;
}

function dataOf(exchange: Exchange, context: OracleContext): Fields | null {
  const { operation, response } = exchange;
  if (operation === null || response === null) return null;
  return searchAnswer({ exchange, response, operation: context.contract.operation(operation) })?.data ?? null;
}

function remaining({ response }: Exchange): number | null {
  return integer(fields(fields(response?.body)?.['data'])?.['credits_remaining']);
}
