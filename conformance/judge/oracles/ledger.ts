/**
 * The balance moves by what searches say they used, and by nothing else (§1, §2.3, §8).
 *
 * Each account is followed through every stretch in which only its own requests can have changed it. What is known of
 * its balance is a range: exact as a rule, wider by what a search may have cost whose answer was lost, until the
 * answer is recovered. Searches under way at once are settled together, since nobody can see their order.
 */
import type { Exchange } from '../../record/exchange.js';
import { saysNoCredits } from '../../record/withheld.js';
import type { Oracle, OracleContext } from '../oracle.js';
import { canonical } from '../../values/json.js';
import { balanceIn } from '../../values/balance.js';
import { limitOf, searchAnswer, type SearchAnswer } from './answers.js';
import { fields, integer } from '../../values/fields.js';
import { gatherEvidence, type Evidence } from './evidence.js';
import { clusters, isLost, isRepeat, keyUses, overlap, spans, type KeyUse, type Span } from './timeline.js';

/** Why a balance should still be what it was, with the clause that says so. */
const UNCHANGED_BY = {
  refusal: 'BILL-19',
  unaffordable: 'BILL-14',
  conflict: 'IDEM-22',
  throttled: 'BILL-20',
  unavailable: 'BILL-21',
  lookup: 'LOOK-28',
  repeat: 'IDEM-14',
  balance: 'BAL-5',
  copies: 'IDEM-29',
} as const;

type Cause = keyof typeof UNCHANGED_BY;

/** A search that may have been charged without saying so. */
interface Lost {
  most: number;
  /** True when a balance was stated since, which may or may not include the charge. */
  stated: boolean;
  /** True when the service broke down (500): it may have charged, and have nothing to recover. */
  isBroken: boolean;
}

interface Account {
  /** The balance if no lost search was charged; null while unknown. */
  balance: number | null;
  /** By operation key, or by exchange where there was none. */
  lost: Map<string, Lost>;
  /** What happened since the balance was last stated. */
  since: { cause: Cause; exchange: Exchange }[];
  lastStatement: Exchange | null;
}

export const ledger: Oracle = {
  id: 'ledger',
  clauses: [
    'BILL-11',
    'BILL-12',
    'BILL-15',
    'BILL-16',
    'BILL-17',
    'BILL-18',
    'BILL-26',
    'LEG-31',
    'HIST-14',
    'BAL-2',
    'LOOK-29',
    ...Object.values(UNCHANGED_BY),
  ],
  judge(history, context) {
    const evidence = gatherEvidence('ledger', context);
    // Others may have spent, and somebody may have paid in.
    if (context.seen === 'part') return evidence.findings();
    const uses = keyUses(history, context);
    const lost = new Map<string, Account['lost']>();
    for (const span of spans(history, context)) {
      // What was lost in one stretch may take effect in the next.
      const account: Account = { balance: span.credits, lost: new Map(), since: [], lastStatement: null };
      for (const [key, each] of lost.get(span.account) ?? [])
        account.lost.set(key, { ...each, stated: true });
      judgeSpan(span, account, uses, context, evidence);
      lost.set(span.account, account.lost);
    }
    return evidence.findings();
  },
};

function judgeSpan(
  span: Span,
  account: Account,
  uses: ReadonlyMap<number, KeyUse>,
  context: OracleContext,
  evidence: Evidence,
): void {
  for (const cluster of clusters(span.exchanges.filter((exchange) => exchange.operation !== null))) {
    const moves = cluster.map((exchange) => moveOf(exchange, uses.get(exchange.id), span, context));
    if (moves.length === 1) settleOne(moves[0]!, account, evidence);
    else settleTogether(moves, account, evidence);
  }
}

/* ------------------------------------------------------------------------------- what one exchange does to a balance */

/**
 * `key` names the charge; `slot` is where a lost answer to it may be recovered from, and `twin` that of the same search
 * without a key, whose lost answer may have named this key.
 */
type Move = { exchange: Exchange; key: string; slot: string; twin: string } & (
  | { kind: 'search'; answer: SearchAnswer; used: number; remaining: number }
  | { kind: 'repeat'; used: number; remaining: number | null; first: number | null }
  | { kind: 'lost'; most: number; isBroken: boolean }
  | { kind: 'balance'; value: number }
  | { kind: 'none'; cause: Cause; price: number; mayBeOld: boolean }
  | { kind: 'nothing' }
);

function moveOf(exchange: Exchange, use: KeyUse | undefined, span: Span, context: OracleContext): Move {
  const operation = context.contract.operation(exchange.operation!);
  const { response } = exchange;
  // Whether the legacy search recovers anything is a reading, so there a lost answer stays lost. Whether a key is another one
  // on another endpoint is a reading, too (key-scope): two charges of one key are told apart by it.
  const isKeyed = operation.acceptsOperationKey && use !== undefined;
  const key = isKeyed ? `${operation.id} ${use.key}` : `#${exchange.id}`;
  // Without a key the same search again may recover a lost answer (reading made-keys).
  const isKeyless = operation.acceptsOperationKey && (use === undefined || use.made);
  const twin = `${operation.id} ${canonical(exchange.request.body ?? null)}`;
  const slot = isKeyless ? twin : key;
  const most = operation.creditCost * limitOf(fields(exchange.request.body) ?? {});
  const repeated = isRepeat(use);

  if (operation.kind !== 'search') {
    if (response?.status !== 200) return { exchange, key, slot, twin, kind: 'nothing' };
    if (operation.kind === 'lookup')
      return { exchange, key, slot, twin, kind: 'none', cause: 'lookup', price: 0, mayBeOld: false };
    const value = balanceIn(response.body, context.target.balancePointer);
    return value === null
      ? { exchange, key, slot, twin, kind: 'nothing' }
      : { exchange, key, slot, twin, kind: 'balance', value };
  }
  // Nobody said what a 500 or a failed search costs, and a lost answer tells nothing; a key used before costs nothing more.
  const isPaid = use?.same.some(
    ({ exchange: each }) => each.response?.status === 200 && !overlap(each, exchange),
  );
  const lost: Move = isPaid
    ? { exchange, key, slot, twin, kind: 'nothing' }
    : { exchange, key, slot, twin, kind: 'lost', most, isBroken: response?.status === 500 };
  if (response === null || response.status === 500) return lost;
  const cause = CAUSES[response.status];
  // A 402 may use its key up (reading failed-attempt-key), and be what comes again.
  const mayBeOld = (use?.same.length ?? 0) > 0;
  if (cause !== undefined) return { exchange, key, slot, twin, kind: 'none', cause, price: most, mayBeOld };
  if (response.status !== 200) return { exchange, key, slot, twin, kind: 'nothing' };

  const answer = searchAnswer({ exchange, operation, response });
  const used = integer(answer?.data['credits_used']);
  const remaining = integer(answer?.data['credits_remaining']);
  // Whether the legacy search stores responses is a reading, so a key sent to it twice proves nothing.
  if (repeated && !operation.acceptsOperationKey)
    return { exchange, key, slot, twin, kind: 'lost', most, isBroken: false };
  if (repeated) {
    const original = use!.same.find((each) => each.exchange.response?.status === 200)!.exchange.response!
      .body;
    const first = integer(fields(fields(original)?.['data'])?.['credits_remaining']);
    return { exchange, key, slot, twin, kind: 'repeat', used: used ?? 0, remaining, first };
  }
  if (answer === null || used === null || remaining === null || isFromBefore(use, span)) return lost;
  return { exchange, key, slot, twin, kind: 'search', answer, used, remaining };
}

/** True where a lost answer from before the stretch may be recovered, with the balance of that time. */
function isFromBefore(use: KeyUse | undefined, { exchanges: [first] }: Span): boolean {
  return [...(use?.same ?? []).map((each) => each.exchange), ...(use?.maybe ?? [])].some(
    (each) => each.id < first!.id && isLost(each),
  );
}

const CAUSES: Record<number, Cause> = {
  400: 'refusal',
  401: 'refusal',
  402: 'unaffordable',
  403: 'refusal',
  409: 'conflict',
  422: 'refusal',
  429: 'throttled',
  503: 'unavailable',
};

/* --------------------------------------------------------------------------------------------------- one at a time */

function settleOne(move: Move, account: Account, evidence: Evidence): void {
  const { exchange } = move;
  const before = account.balance;
  const exact = before !== null && account.lost.size === 0;
  switch (move.kind) {
    case 'nothing':
      return;
    case 'lost':
      lose(move, account);
      return;
    case 'none':
      judgeUncharged(move, account, evidence);
      account.since.push({ cause: move.cause, exchange });
      return;
    case 'balance':
      state(move.value, 'BAL-2', exchange, account, evidence);
      account.since = [{ cause: 'balance', exchange }];
      return;
    case 'repeat': {
      const { remaining, first } = move;
      if (remaining !== null && remaining !== first && before !== null) {
        const [low, high] = [before - mostLost(account), before];
        evidence.judge(
          'IDEM-14',
          exchange,
          remaining >= low && remaining <= high,
          `credits_remaining ${first ?? 'as it was'}, or ${range(low, high)}, the balance of now`,
          `credits_remaining ${remaining} in a recovered response`,
        );
      }
      account.since.push({ cause: 'repeat', exchange });
      return;
    }
    case 'search': {
      const { used, remaining } = move;
      const recovered = recover(move, account);
      if (recovered?.stated) {
        // Charged before or after the last statement, so it can be in the balance already, and the response may be old.
        account.since.push({ cause: 'repeat', exchange });
        return;
      }
      if (before !== null) {
        account.balance = before - used;
        if (exact) judgeMeans(move, before, evidence);
      }
      judgeDebt(move, evidence);
      state(remaining, 'BILL-11', exchange, account, evidence);
      account.since = [];
    }
  }
}

function lose({ key, slot, most, isBroken }: Move & { kind: 'lost' }, account: Account): void {
  const before = account.lost.get(slot) ?? { most: 0, stated: false, isBroken: false };
  // One key is charged once, however often it is lost, and perhaps the first time.
  const together = slot === key ? Math.max(before.most, most) : before.most + most;
  account.lost.set(slot, { most: together, stated: before.stated, isBroken: before.isBroken || isBroken });
}

/** The lost search that this answer may be that of; what it leaves unknown of the balance is left in `account.lost`. */
function recover({ key, slot, twin, used }: Move & { kind: 'search' }, account: Account): Lost | undefined {
  // Where it may be either, what was lost before the balance was told may be in it already.
  const told = [slot, twin].find((each) => account.lost.get(each)?.stated);
  const name = told ?? (account.lost.has(slot) ? slot : twin);
  const lost = account.lost.get(name);
  if (lost === undefined) return undefined;
  account.lost.delete(name);
  // A search of its own or the lost one, nobody can tell: both may have been charged. So may one that says it used nothing,
  // since recovering it used nothing, or since the jobs were paid for when it was lost.
  const isVague = name !== key || lost.isBroken || used === 0;
  const most = (isVague ? lost.most : 0) + (lost.stated ? used : 0);
  if (most > 0) account.lost.set(`${key} recovered`, { ...lost, most, stated: false });
  return lost;
}

/** Compares a stated balance with the range that it must lie in, and takes it over. */
function state(
  value: number,
  own: 'BAL-2' | 'BILL-11',
  exchange: Exchange,
  account: Account,
  evidence: Evidence,
): void {
  const { balance, since, lastStatement } = account;
  if (balance !== null) {
    const [low, high] = [balance - mostLost(account), balance];
    const holds = value >= low && value <= high;
    // One of each operation, since each is evidence for its own.
    const free = new Map(
      since.map(({ cause, exchange: at }) => [
        `${cause} ${at.operation}`,
        { clause: UNCHANGED_BY[cause], at },
      ]),
    );
    const trail = lastStatement === null ? [] : [lastStatement];
    const told = `${own === 'BAL-2' ? 'balance' : 'credits_remaining'} ${value}`;
    const expected = `a balance of ${range(low, high)}`;
    if (!holds) {
      // With one thing in between, a wrong balance read is that thing's doing; else it is the sum that is wrong.
      const causes = new Set(since.map(({ cause }) => cause));
      const only = causes.size === 1 && own === 'BAL-2' ? since.at(-1)! : null;
      const between = since.map(({ cause, exchange: at }) => `#${at.id} (${cause})`).join(', ');
      const actual = between === '' ? told : `${told}, after ${between}`;
      evidence.judge(
        only === null ? own : UNCHANGED_BY[only.cause],
        [...trail, ...(only === null ? [] : [only.exchange]), exchange],
        false,
        expected,
        actual,
      );
    } else if (low === high) {
      if (own === 'BILL-11' || (lastStatement?.operation !== 'getCreditBalance' && lastStatement !== null)) {
        evidence.judge(own, [...trail, exchange], true, expected, told);
      }
      for (const { clause, at } of free.values())
        evidence.judge(clause, [...trail, exchange, at], true, expected, told);
    }
  }
  account.balance = value;
  account.lastStatement = exchange;
  for (const [key, lost] of account.lost) {
    // A recovered charge is over now; one that is still lost may yet come, or be in this very balance.
    if (key.endsWith(' recovered')) account.lost.delete(key);
    else lost.stated = true;
  }
}

/** What paid, free and empty answers show where the balance before them is known exactly. */
function judgeMeans(move: Move & { kind: 'search' }, before: number, evidence: Evidence): void {
  const { exchange, used, remaining, answer } = move;
  const told = `${answer.jobs.length} jobs, credits_used ${used}, credits_remaining ${remaining}`;
  if (used > 0 && used === before) {
    evidence.judge('BILL-15', exchange, remaining === 0, `all ${before} credits spent and zero left`, told);
  }
  if (before > 0) return;
  if (answer.jobs.length === 0) {
    evidence.judge('BILL-18', exchange, used === 0, `an empty result at a balance of ${before}`, told);
  } else if (used === 0) {
    evidence.judge(
      before === 0 ? 'BILL-16' : 'BILL-17',
      exchange,
      true,
      `paid jobs at a balance of ${before}`,
      told,
    );
  }
}

/** New jobs are never delivered on credit. */
function judgeDebt({ exchange, used, remaining }: Move & { kind: 'search' }, evidence: Evidence): void {
  if (used <= 0 || remaining >= 0) return;
  for (const clause of ['BILL-12', 'LEG-31'] as const) {
    const actual = `200 with credits_used ${used}, credits_remaining ${remaining}`;
    evidence.judge(
      clause,
      exchange,
      false,
      'status 402, since the new jobs cost more than the balance',
      actual,
    );
  }
}

function judgeUncharged(move: Move & { kind: 'none' }, account: Account, evidence: Evidence): void {
  const { exchange, cause, price, mayBeOld } = move;
  if (account.balance === null || exchange.faultPlanted) return;
  const low = account.balance - mostLost(account);
  if (cause === 'unaffordable' && !(mayBeOld && low >= price)) {
    const clause =
      low >= price ? 'BILL-15' : exchange.operation === 'searchCompanyJobsLegacy' ? 'LEG-31' : 'BILL-12';
    evidence.judge(
      clause,
      exchange,
      low < price,
      low >= price
        ? `results: ${low} credits pay for any page of ${price}`
        : '402 where the new jobs cost more than there is',
      `status 402 at a balance of ${range(low, account.balance)}`,
    );
  }
  if (exchange.operation === 'searchCompanyJobsHistorical' && account.balance <= 0) {
    if (cause === 'unaffordable') evidence.observe('historical-no-credits', '402', exchange);
    if (saysNoCredits(exchange.response)) evidence.observe('historical-no-credits', '403', exchange);
  }
  if (cause === 'lookup' && account.balance <= 0) {
    evidence.judge('LOOK-29', exchange, true, `an answer at a balance of ${account.balance}`, 'status 200');
  }
}

/* -------------------------------------------------------------------------------------------------------- at once */

/**
 * Searches under way at once, in any order: each says what was left after it and some of the others. Copies with one
 * key are one search, whoever of them executed it.
 */
function settleTogether(moves: readonly Move[], account: Account, evidence: Evidence): void {
  const before = account.balance;
  const { paid, copies, isLate } = chargesOf(moves, account);
  const spent = [...paid.values()].reduce((sum, { used }) => sum + used, 0);
  const exchanges = moves.map(({ exchange }) => exchange);

  if (before !== null) {
    const low = before - spent - mostLost(account);
    for (const { used, told } of paid.values()) {
      const high = before - used;
      for (const { exchange, remaining } of told) {
        const holds = remaining >= low && remaining <= high;
        const expected = `a balance of ${range(low, high)}`;
        evidence.judge('BILL-11', exchange, holds, expected, `credits_remaining ${remaining}`);
      }
    }
    if (spent > 0 && account.lost.size === 0 && !isLate) {
      const refused = moves.some((move) => move.kind === 'none' && move.cause === 'unaffordable');
      const actual = `${spent} credits used of ${before}`;
      if (spent > before || refused || spent === before) {
        evidence.judge(
          'BILL-26',
          exchanges,
          spent <= before,
          `at most ${before} credits used together`,
          actual,
        );
      }
    }
    account.balance = before - spent;
  }
  // What was lost beside the others may be recovered as it was before them.
  if (paid.size > 0 || isLate) for (const lost of account.lost.values()) lost.stated = true;
  for (const move of moves) {
    if (move.kind === 'none') account.since.push({ cause: move.cause, exchange: move.exchange });
  }
  if (copies.length > 0) account.since.push({ cause: 'copies', exchange: copies[0]! });
  account.lastStatement = null;
}

/** One charge among searches at once, and what its answers told of the balance. */
interface Charge {
  used: number;
  told: { exchange: Exchange; remaining: number }[];
}

/** By key what the searches charged, each once; what may have been charged without saying so goes to `account.lost`. */
function chargesOf(
  moves: readonly Move[],
  account: Account,
): { paid: Map<string, Charge>; copies: Exchange[]; isLate: boolean } {
  const paid = new Map<string, Charge>();
  const copies: Exchange[] = [];
  const late = new Set<string>();
  for (const move of moves) {
    const { exchange, key } = move;
    if (move.kind !== 'search' && move.kind !== 'repeat') continue;
    const charge = paid.get(key);
    if (charge !== undefined) {
      copies.push(exchange);
      // Whichever of the copies was executed: the others may say that recovering it used nothing.
      charge.used = Math.max(charge.used, move.used);
      if (move.remaining !== null) charge.told.push({ exchange, remaining: move.remaining });
    } else if (move.kind === 'search' && !late.has(key)) {
      // Charged before or after the last statement, so it can be in the balance already, and the response may be old.
      if (recover(move, account)?.stated) late.add(key);
      else paid.set(key, { used: move.used, told: [{ exchange, remaining: move.remaining }] });
    }
  }
  for (const move of moves) {
    if (move.kind !== 'lost' || late.has(move.key)) continue;
    const isTold = (paid.get(move.key)?.used ?? 0) > 0;
    if (!isTold || move.isBroken) lose(move, account);
  }
  return { paid, copies, isLate: late.size > 0 };
}

function mostLost({ lost }: Account): number {
  return [...lost.values()].reduce((sum, { most }) => sum + most, 0);
}

function range(low: number, high: number): string {
  return low === high ? String(high) : `${low} to ${high}`;
}
