/** Events of an account, which are exchanges and changes by the admin API, and findings on them (§1, §5.2, §7.1). */
import type { Exchange } from '../record/exchange.js';
import { balanceIn } from '../values/balance.js';
import { fields, integer, type Fields } from '../values/fields.js';
import { addressOf } from '../values/postings.js';
import { completed, limitOf, postingNames, searchOf } from './answers.js';
import type { HistoryContext } from './context.js';
import type { KeyUse } from './key-uses.js';
import type { ClauseId } from '../../spec/clauses.js';

/** Why a balance must not have changed, and the clause that says so. */
export const UNCHANGED_BY = {
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
export type Cause = keyof typeof UNCHANGED_BY;

const CAUSES: Readonly<Record<number, Cause>> = {
  400: 'refusal',
  401: 'refusal',
  402: 'unaffordable',
  403: 'refusal',
  409: 'conflict',
  422: 'refusal',
  429: 'throttled',
  503: 'unavailable',
};

export const REFUSED: ReadonlySet<Cause> = new Set(Object.values(CAUSES));

/** The place of an event in the history of its account. */
interface Place {
  /** Events of one cluster overlap, each with the next. */
  cluster: number;
  /** No other event is in its cluster. */
  isAlone: boolean;
}

export interface Event extends Place, ReturnType<typeof factsOf> {
  /** Earlier uses of its key for the same request. */
  same: readonly Event[];
  /** Other uses of its key for the same request that were under way at the same time. */
  copies: readonly Event[];
  /** Earlier searches without a key whose answer was lost, and may have assigned this key. */
  maybe: readonly Event[];
}

export interface Known {
  context: HistoryContext;
  uses: ReadonlyMap<number, KeyUse>;
  /** Names that several postings may share. */
  twins: ReadonlySet<string>;
  lasting: (job: Fields) => Fields;
}

type Change = 'reset' | 'clock' | null;

export function eventOf(exchange: Exchange, change: Change, place: Place, known: Known): Event {
  // Members of a spread copy take more time to read.
  return Object.assign(factsOf(exchange, change, known), place, { same: [], copies: [], maybe: [] });
}

/** Facts of an event that are the same in every world. */
function factsOf(exchange: Exchange, change: Change, known: Known) {
  const { contract, target } = known.context;
  const { request, response } = exchange;
  const operation = exchange.operation === null ? null : contract.operation(exchange.operation);
  const search = operation?.kind === 'search' ? operation : null;
  const isServed = response?.status === 200;
  const use = known.uses.get(exchange.id);
  // The legacy search may honor keys, too (reading legacy-idempotency).
  const isKeyless = use === undefined || use.made;
  const twin = search ? searchOf(exchange) : '';
  const lookupCause = operation?.kind === 'lookup' && isServed ? 'lookup' : null;
  return {
    exchange,
    operation,
    does: change ?? operation?.kind ?? ('lookup' as const),
    /** The balance that the answer states. */
    value: operation?.kind === 'balance' && isServed ? balanceIn(response.body, target.balancePointer) : null,
    page: search && pageOf(exchange, known),
    cause: search ? (CAUSES[response?.status ?? 0] ?? null) : lookupCause,
    /** The most that the search can cost. */
    most: search
      ? search.creditCost * limitOf({ request: fields(request.body) ?? {}, operation: search })
      : 0,
    /** Identifies the search if its answer is lost: by its request and key, or by its request alone. */
    slot: isKeyless ? twin : `${twin} ${use.key}`,
    /** The slot of the same request without a key. */
    twin,
    /** The caller sent a key that the operation must honor, so the search is charged once. */
    isKeyed: search?.acceptsOperationKey === true && !isKeyless,
    /** The service made the key. */
    isMade: use?.made === true,
  };
}

/** A completed search that says what it used and what is left. */
function pageOf(exchange: Exchange, { twins, lasting }: Known) {
  const found = completed(exchange);
  const used = integer(found?.data['credits_used']);
  if (found === null || used === null) return null;
  const { data } = found;
  const jobs = found.jobs.map(lasting);
  // Null if other postings may look the same.
  const names = postingNames(jobs).map((name) => (name !== null && twins.has(name) ? null : name));
  return { jobs, used, remaining: integer(data['credits_remaining']), names, links: jobs.map(addressOf) };
}

/** Connects each search with other searches that have the same key and request. */
export function connect(events: readonly Event[], uses: ReadonlyMap<number, KeyUse>): void {
  const byId = new Map(events.map((event) => [event.exchange.id, event]));
  const known = (exchanges: readonly Exchange[]): Event[] =>
    exchanges.flatMap(({ id }) => byId.get(id) ?? []);
  for (const event of events) {
    const use = uses.get(event.exchange.id);
    if (use === undefined) continue;
    event.same = known(use.same.map(({ exchange }) => exchange));
    event.copies = known(use.rivals.map(({ exchange }) => exchange)).filter(
      ({ twin }) => twin === event.twin,
    );
    event.maybe = known(use.maybe);
  }
}

/** An event that must not change the balance. */
export interface Free {
  cause: Cause;
  exchange: Exchange;
  /** True if the event is free on any target, so that an unchanged balance proves nothing. */
  provesNothing?: boolean;
}

/** Whether a clause held on these exchanges. The last one shows it. */
export interface Finding {
  clause: ClauseId;
  on: readonly Exchange[];
  holds: boolean;
  expected: string;
  actual: string;
  /** By how many credits a balance is higher than expected, as after a cycle that brings credits. */
  raise?: number;
  /** Set if credits that the account was given explain the raise, too. */
  isGuess?: true;
  /** Free events that may have changed the balance instead, since it was last stated or at the same time. */
  instead?: readonly Free[];
  /** The answer to an open question that the exchanges show; `holds` is true. */
  choice?: { reading: 'historical-no-credits'; choice: '402' | '403' };
}

export function judged(
  clause: ClauseId,
  holds: boolean,
  on: readonly Exchange[],
  expected: string,
  actual: string,
): Finding {
  return { clause, on, holds, expected, actual };
}

/**
 * Blames a refusal for a wrong balance, instead of the search that stated the balance. Two conditions must hold: other balances
 * of searches are right, and every other event before the balance is known to be free.
 */
export function blamed(findings: readonly Finding[]): Finding[] {
  const fails = (clause: ClauseId): boolean =>
    findings.some((each) => each.clause === clause && !each.holds && each.instead === undefined);
  const holds = (clause: ClauseId): boolean =>
    !fails(clause) &&
    findings.some((each) => each.clause === clause && each.holds && each.instead === undefined);
  return findings.map((finding) => {
    const { clause, on, holds: isRight, expected, actual, instead = [] } = finding;
    const open = instead.filter(({ cause }) => !holds(UNCHANGED_BY[cause]));
    if (isRight || !holds(clause) || new Set(open.map(({ cause }) => cause)).size !== 1) return finding;
    const [{ cause, exchange }] = open as [Free];
    if (!REFUSED.has(cause)) return finding;
    return { ...finding, ...judged(UNCHANGED_BY[cause], false, [...on, exchange], expected, actual) };
  });
}
