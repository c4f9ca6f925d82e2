/** Repeated uses of an operation key: the service recovers the search, or refuses it (§5.2, 3 to 5). */
import type { ClauseId } from '../../../../spec/clauses.js';
import { completed, figureIn } from '../../../model/answers.js';
import { differenceOf, isUnique, keyUses, type KeyUse } from '../../../model/key-uses.js';
import { overlap, spans } from '../../../model/timeline.js';
import type { Exchange } from '../../../record/exchange.js';
import { fields, integer } from '../../../values/fields.js';
import { canonical } from '../../../values/json.js';
import { oracleOf, type Evidence } from '../../oracle.js';

const RECOVERED = 'the first response again: jobs in their order, totals and cursor';
const CONFLICT = 'status 409, for a changed request';

/** The clauses that the oracle judges, and what they expect. */
const EXPECTED = {
  'IDEM-5': RECOVERED,
  'IDEM-13': RECOVERED,
  'IDEM-15': RECOVERED,
  'IDEM-16': 'the search is served, because its response was lost',
  'IDEM-19': CONFLICT,
  'IDEM-20': CONFLICT,
  'IDEM-21': 'status 409 on another endpoint, or a new search',
  'IDEM-23': RECOVERED,
  'IDEM-25': 'a new search, because its key was never sent before',
  'IDEM-26': 'the search is served, because its 429 returned nothing',
  'IDEM-27': 'the search is served, because its 503 returned nothing',
  'IDEM-30': 'the response of the other copy, or status 409',
  'IDEM-33': 'a new search, because only another account used the key',
  'IDEM-34': 'a new search, because its key differs in the case of a letter',
} as const satisfies Partial<Record<ClauseId, string>>;

/** The open clauses, whose readings the oracle observes. */
const OPEN: ClauseId[] = ['IDEM-37', 'IDEM-35', 'IDEM-18', 'IDEM-28', 'IDEM-31', 'ERR-18'];

export const replay = oracleOf({
  id: 'replay',
  clauses: [...(Object.keys(EXPECTED) as ClauseId[]), ...OPEN],
  judge(history, context, evidence) {
    // Since a key was sent, a billing cycle may have ended, or an admin call may have reset the account.
    if (context.seen === 'part') return;
    const uses = keyUses(history, context);
    const sent = new Map<string, string[]>();
    for (const exchanges of spans(history, context)) {
      const inSpan = new Set(exchanges.map(({ id }) => id));
      for (const exchange of exchanges) {
        const use = uses.get(exchange.id);
        if (use === undefined || !context.contract.operation(exchange.operation!).acceptsOperationKey)
          continue;
        // A changed request is refused in a later billing cycle, too, unless an admin call has reset the account.
        const isLasting = (each: KeyUse): boolean =>
          !context.target.hasAdmin &&
          !use.made &&
          !each.made &&
          !use.same.includes(each) &&
          each.exchange.operation === exchange.operation &&
          completed(each.exchange) !== null;
        // Whether the legacy search stores responses is a reading.
        const earlier = use.earlier.filter(
          (each) =>
            (inSpan.has(each.exchange.id) || isLasting(each)) &&
            each.exchange.operation !== 'searchCompanyJobsLegacy',
        );
        const same = use.same.filter((each) => earlier.includes(each));
        const others = sent.get(exchange.account) ?? [];
        sent.set(exchange.account, others.includes(use.key) ? others : [...others, use.key]);
        const isOld = use.earlier.length > earlier.length;
        const isNamed = (context.named.get(use.key) ?? Infinity) < exchange.id;
        judgeUse({ ...use, exchange, earlier, same, isOld, isNamed, span: exchanges, others }, evidence);
      }
    }
    judgePrivacy(uses, evidence);
  },
});

interface UseInSpan extends KeyUse {
  /** The key was sent before the span, too, so that its billing period may have ended. */
  isOld: boolean;
  /** An earlier answer assigned the key to a request without one. */
  isNamed: boolean;
  span: readonly Exchange[];
  /** Keys that the account sent before. */
  others: readonly string[];
}

const isServed = ({ response }: Exchange): boolean => response?.status === 200;

function judgeUse(use: UseInSpan, evidence: Evidence): void {
  const { exchange, earlier, same } = use;
  const status = exchange.response?.status;
  const copy = same.find((each) => overlap(each.exchange, exchange));
  if (copy !== undefined && !exchange.faultPlanted) judgeSecondCopy(use, evidence);
  if (exchange.faultPlanted || (status !== 200 && status !== 409)) return;
  if (copy !== undefined) return judgeCopies(copy.exchange, exchange, evidence);
  const done = earlier.filter((each) => isServed(each.exchange) && !overlap(each.exchange, exchange));
  const original = done.find((each) => same.includes(each));
  if (original !== undefined) return judgeRecovery(original, use, evidence);
  const found = done.filter((each) => !hasFailed(each.exchange));
  const other = found.find((each) => each.exchange.operation === exchange.operation) ?? found[0];
  const isKnown = use.isOld || use.isNamed || use.made;
  const isFirst = earlier.length + use.maybe.length + use.rivals.length === 0 && !isKnown;
  if (isFirst) return judgeFirstUse(use, evidence);
  if (other === undefined) {
    observeChangeAfterFailure(use, evidence);
    return judgeSecondTry(use, evidence);
  }
  if (other.exchange.operation !== exchange.operation) return judgeScope(other.exchange, exchange, evidence);
  const clauses: (keyof typeof EXPECTED)[] = [
    withoutCursor(other.exchange) === withoutCursor(exchange) ? 'IDEM-20' : 'IDEM-19',
    ...(other.made && !use.made ? (['IDEM-5'] as const) : []),
  ];
  evidence.judge(clauses, [other.exchange, exchange], status === 409, CONFLICT, `status ${status}`);
}

/** Statuses that say that the key or the request is invalid. */
const REFUSED = [400, 403, 422];

/** A copy is served or conflicts. If another copy is served, the body and the key are valid, so no copy gets another refusal. */
function judgeSecondCopy({ exchange, rivals }: UseInSpan, { judge }: Evidence): void {
  const { status } = exchange.response ?? { status: 0 };
  const served = rivals
    .map((each) => each.exchange)
    .find((each) => isServed(each) && sameText(each, exchange));
  if (served !== undefined && REFUSED.includes(status))
    judge('IDEM-30', [served, exchange], false, EXPECTED['IDEM-30'], `status ${status}`);
}

const sameText = (one: Exchange, other: Exchange): boolean =>
  one.operation === other.operation && one.request.bodyText === other.request.bodyText;

/** A key without an earlier use names a new search. */
function judgeFirstUse({ exchange, key, others }: UseInSpan, { judge }: Evidence): void {
  const alike = others.find((each) => each !== key && each.toLowerCase() === key.toLowerCase());
  const actual = `status ${exchange.response!.status}`;
  if (!isUnique(key)) return;
  if (alike !== undefined) judge('IDEM-34', exchange, isServed(exchange), EXPECTED['IDEM-34'], actual);
  else if (!isServed(exchange)) judge('IDEM-25', exchange, false, EXPECTED['IDEM-25'], actual);
}

function withoutCursor({ request }: Exchange): string {
  return canonical({ ...(fields(request.body) ?? {}), search_after: null });
}

/** Concurrent copies have the same response, or all but one are refused. */
function judgeCopies(first: Exchange, second: Exchange, { judge, observe }: Evidence): void {
  const pair = [first, second];
  const statuses = pair.map(({ response }) => response?.status);
  if (statuses.includes(409) && statuses.includes(200)) observe('concurrent-same-key', '409', pair);
  if (!pair.every(isServed)) return;
  const difference = differenceOf(first, second);
  const actual = difference ?? 'the same jobs, totals and cursor';
  judge('IDEM-13', pair, difference === null, 'one response for concurrent copies with one key', actual);
  if (difference === null) observe('concurrent-same-key', 'waits', pair);
}

function judgeRecovery(original: KeyUse, use: UseInSpan, { judge, observe }: Evidence): void {
  const { exchange, same, earlier } = use;
  const pair = [original.exchange, exchange];
  const sameBytes = original.exchange.request.bodyText === exchange.request.bodyText;
  const isRefused = !isServed(exchange);
  if (isRefused && !sameBytes) return observe('unchanged-body', 'equal-bytes', pair);
  // Another request may be under way, or arrive late although the run gave it up (reading concurrent-same-key).
  const tries = [...earlier.map((each) => each.exchange), ...use.maybe];
  if (isRefused && (tries.some(({ response }) => response === null) || use.rivals.length > 0)) return;
  const answered = same.map((each) => each.exchange).filter(isServed);
  const difference = isRefused
    ? 'status 409'
    : (differenceOf(original.exchange, exchange) ?? priceDifference(answered, use));
  const clauses: (keyof typeof EXPECTED)[] = ['IDEM-13'];
  if (original.made) clauses.push('IDEM-5');
  // A service that forgot the search in between finds the same jobs, which are paid for.
  const last = answered.at(-1)!;
  const isKnownSince = earlier.some(
    (each) => each.exchange.id > last.id && each.exchange.response?.status === 409,
  );
  const isProof =
    difference !== null || isKnownSince || (figureIn(original.exchange, 'credits_used') ?? 0) > 0;
  if (answered.length > 1 && isProof) clauses.push('IDEM-15');
  if (earlier.some((each) => each.exchange.response?.status === 409)) clauses.push('IDEM-23');
  judge(clauses, pair, difference === null, RECOVERED, difference ?? 'the same jobs, totals and cursor');
  if (difference !== null) return;
  if (!sameBytes) observe('unchanged-body', 'equal-json', pair);
  const [first, again] = pair.map((each) => figureIn(each, 'credits_remaining'));
  if (first !== again) observe('replay-body', 'fresh-balance', pair);
  else if (spentBetween(original.exchange, use)) observe('replay-body', 'stored', pair);
}

/**
 * A recovered response may repeat `credits_used` or state 0, and each recovery of a search states the same. A response with
 * another price is a new search whose jobs were paid before. Any of several concurrent copies may be the search.
 */
function priceDifference(answered: readonly Exchange[], { exchange, made }: KeyUse): string | null {
  const used = figureIn(exchange, 'credits_used');
  // The caller sent no key, so this may be a new search that gets the same key, and its jobs are paid for.
  if (made && used === 0) return null;
  const [original] = answered;
  const first = answered.filter((each) => each === original || overlap(each, original!));
  const again = answered.filter((each) => !first.includes(each));
  const compared = again.length > 0 ? again.slice(-1) : first;
  const prices = compared.map((each) => figureIn(each, 'credits_used'));
  const isKnown = prices.includes(used) || (again.length === 0 && used === 0);
  return isKnown ? null : `credits_used ${prices[0]}, then ${used}`;
}

/** True if the balance has certainly changed, so a response that still shows the old balance was stored. */
function spentBetween(original: Exchange, { exchange, span, key }: UseInSpan): boolean {
  return span.some((each) => {
    // If the clock stands still, only the ids show the order.
    const isBetween =
      each.id > original.id &&
      each.id < exchange.id &&
      each.sentAt >= original.receivedAt &&
      each.receivedAt <= exchange.sentAt;
    const isPaid = (figureIn(each, 'credits_used') ?? 0) > 0;
    return isBetween && isPaid && each.response?.headers['idempotency-key'] !== key;
  });
}

/**
 * On another endpoint, a used key is refused or new (reading key-scope). A new search would charge nothing for paid jobs, so
 * a search that returns the jobs of the first at the same price is a recovery. If that price is 0, it may be either.
 */
function judgeScope(first: Exchange, second: Exchange, { judge, observe }: Evidence): void {
  const pair = [first, second];
  const [before, price] = pair.map((each) => figureIn(each, 'credits_used'));
  const [one, two] = pair.map((each) => canonical(completed(each)?.jobs ?? null));
  const isAlike = isServed(second) && price === before && one === two;
  const isRecovery = isAlike && price !== 0;
  const { status } = second.response!;
  const actual = isRecovery ? `the jobs of #${first.id} at its price` : `status ${status}`;
  if (isRecovery || !isAlike) judge('IDEM-21', pair, !isRecovery, EXPECTED['IDEM-21'], actual);
  if (!isRecovery) observe('key-scope', status === 409 ? 'account' : 'endpoint', pair);
}

/** Statuses after which a search can be sent again under its key (§7.1). */
const FAILURES = [402, 422, 429, 500, 503];

function hasFailed(exchange: Exchange): boolean {
  const status = exchange.response?.status ?? 0;
  return FAILURES.includes(status) || (status === 200 && completed(exchange) === null);
}

/** Observes whether a key whose searches all failed is still tied to their body. */
function observeChangeAfterFailure(use: UseInSpan, { observe }: Evidence): void {
  const { exchange, earlier, same, maybe, rivals, isOld } = use;
  const haveFailed = earlier.every((each) => hasFailed(each.exchange));
  const isClear = !isOld && maybe.length + rivals.length + same.length === 0 && haveFailed;
  const last = earlier.at(-1)?.exchange;
  if (!isClear || last === undefined || last.operation !== exchange.operation) return;
  observe('changed-after-failure', isServed(exchange) ? 'accepted' : 'conflict', [last, exchange]);
}

/** Statuses of answers that leave their operation key unused. */
const KEY_UNUSED = [400, 401, 403, 409, 422, 429, 503];

/** After a refused or lost search, its key and body can be sent again. */
function judgeSecondTry(use: UseInSpan, { judge, observe }: Evidence): void {
  const { exchange, earlier, same, maybe, rivals, isOld } = use;
  const last = same.at(-1)?.exchange;
  if (last === undefined) return;
  const pair = [last, exchange];
  const before = last.response?.status;
  const actual = `status ${exchange.response!.status}`;
  const isRefused = !isServed(exchange);
  // A search that was lost with this key, or is under way, may have used it, and so may a failure with another body.
  const mayBeTaken = earlier.some(
    (each) =>
      each.exchange !== last &&
      (!KEY_UNUSED.includes(each.exchange.response?.status ?? 0) ||
        (hasFailed(each.exchange) && !same.includes(each))),
  );
  if (isRefused && (isOld || mayBeTaken || maybe.length + rivals.length > 0)) return;
  // The target itself closed the connection, so nothing is under way.
  if (last.response === null && last.faultPlanted && same.length === earlier.length)
    judge('IDEM-16', pair, !isRefused, EXPECTED['IDEM-16'], actual);
  if (before === 402) observe('failed-attempt-key', isRefused ? 'used-by-402' : 'reusable', pair);
  if (before === 503 && !isRefused) observe('passing-failure', 'refused', pair);
  const ofRefused = before === 429 ? 'IDEM-26' : before === 503 ? 'IDEM-27' : null;
  if (ofRefused !== null) judge(ofRefused, pair, !isRefused, EXPECTED[ofRefused], actual);
}

/** A key belongs to one account. Under another account it is a first use. */
function judgePrivacy(uses: ReadonlyMap<number, KeyUse>, { judge }: Evidence): void {
  const owners = new Map<string, Exchange>();
  for (const { exchange, key, earlier, maybe, rivals } of uses.values()) {
    const status = exchange.response?.status;
    const owner = owners.get(key);
    if (owner === undefined) {
      if (status === 200) owners.set(key, exchange);
      continue;
    }
    const isFirst = owner.account !== exchange.account && earlier.length + maybe.length === 0;
    if (!isFirst || (status !== 200 && (status !== 409 || rivals.length > 0))) continue;
    const [own = [], found = []] = [owner, exchange].map((each) => completed(each)?.jobs);
    const limit = integer(fields(exchange.request.body)?.['limit']);
    const isShown = limit !== null && found.length > limit && canonical(own) === canonical(found);
    const actual = isShown ? `the page of #${owner.id}, longer than its limit` : `status ${status}`;
    judge('IDEM-33', [owner, exchange], status === 200 && !isShown, EXPECTED['IDEM-33'], actual);
  }
}
