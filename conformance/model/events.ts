/** The events of an account: its exchanges, and changes by the admin API, as the model reads them (§1, §5.2, §7.1). */
import type { Operation, SearchOperation } from '../../spec/contract.js';
import type { Exchange } from '../record/exchange.js';
import { balanceIn } from '../values/balance.js';
import { fields, integer, type Fields } from '../values/fields.js';
import { addressOf } from '../values/postings.js';
import { completed, limitOf, postingNames, searchOf } from './answers.js';
import type { HistoryContext } from './context.js';
import type { KeyUse } from './key-uses.js';

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

export type Page = NonNullable<ReturnType<typeof pageOf>>;

/** Facts of an event that are the same in every world. */
export interface Event {
  exchange: Exchange;
  /** Events of one cluster overlap, each with the next. */
  cluster: number;
  does: 'reset' | 'clock' | Operation['kind'];
  operation: Operation | null;
  /** The balance that the answer states. */
  value: number | null;
  page: Page | null;
  cause: Cause | null;
  /** The most that the search can cost. */
  most: number;
  /** Identifies the search if its answer is lost: by its request and key, or by its request alone. */
  slot: string;
  /** The slot of the same request without a key. */
  twin: string;
  /** The caller sent a key that the operation must honor, so the search is charged once. */
  isKeyed: boolean;
  /** The service made the key. */
  isMade: boolean;
  /** Earlier uses of its key for the same request. */
  same: readonly Event[];
  /** Other uses of its key for the same request that were under way at the same time. */
  copies: readonly Event[];
  /** Earlier searches without a key whose answer was lost, and may have assigned this key. */
  maybe: readonly Event[];
}

const NO_SEARCH = {
  value: null,
  page: null,
  cause: null,
  most: 0,
  slot: '',
  twin: '',
  isKeyed: false,
  isMade: false,
  same: [],
  copies: [],
  maybe: [],
};

/** The facts that reading any event needs. */
export interface Known {
  context: HistoryContext;
  uses: ReadonlyMap<number, KeyUse>;
  /** Names that several postings may share. */
  twins: ReadonlySet<string>;
  /** Leaves out what does not last of the links of a job. */
  lasting: (job: Fields) => Fields;
}

export function eventOf(
  exchange: Exchange,
  cluster: number,
  change: 'reset' | 'clock' | null,
  known: Known,
): Event {
  const { contract, target } = known.context;
  const operation = exchange.operation === null ? null : contract.operation(exchange.operation);
  const event: Event = {
    ...NO_SEARCH,
    exchange,
    cluster,
    operation,
    does: change ?? operation?.kind ?? 'lookup',
  };
  const { response } = exchange;
  if (event.does === 'search') return searchEvent(event, operation as SearchOperation, known);
  if (response?.status !== 200) return event;
  if (event.does === 'balance') event.value = balanceIn(response.body, target.balancePointer);
  if (event.does === 'lookup' && operation !== null) event.cause = 'lookup';
  return event;
}

function searchEvent(event: Event, operation: SearchOperation, known: Known): Event {
  const { exchange } = event;
  const use = known.uses.get(exchange.id);
  // The legacy search may honor keys, too (reading legacy-idempotency).
  const isKeyless = use === undefined || use.made;
  const twin = searchOf(exchange);
  return {
    ...event,
    page: pageOf(exchange, known),
    cause: CAUSES[exchange.response?.status ?? 0] ?? null,
    most: operation.creditCost * limitOf({ request: fields(exchange.request.body) ?? {}, operation }),
    slot: isKeyless ? twin : `${twin} ${use.key}`,
    twin,
    isKeyed: operation.acceptsOperationKey && !isKeyless,
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
