/** Retries requests after refusals and temporary failures, with the waits that the target asks for, within limits. */
import type { Exchange } from '../record/exchange.js';
import { passingFailure } from '../record/failures.js';
import { retryAfterMs } from '../values/http.js';
import { laneOf, type Time } from './pacer.js';
import type { Outgoing, Wire } from './wire.js';

export interface Patience {
  wire: Pick<Wire, 'send'>;
  time: Time;
  /** The longest `Retry-After` to wait for. */
  maxWaitMs: number;
  /** Delays all requests of this account and operation for `ms`. */
  holdBack(exchange: Exchange, ms: number): void;
  /** Kinds of failures of which all retries failed, by account and operation. They are retried again only after another answer. */
  exhausted: Map<string, ReadonlySet<string>>;
}

/** The most repetitions after failures of one kind. */
const MOST_RESENDS = 3;

/** True for a 429 and for temporary failures. */
export function mayPass({ response }: Pick<Exchange, 'response'>): boolean {
  return response?.status === 429 || passingFailure(response) !== null;
}

/** Sends a request, and again while its response is a refusal. Throws BudgetSpent. */
export async function sendPatiently(
  request: Outgoing,
  patience: Patience,
  isRefusal: (exchange: Exchange) => boolean = mayPass,
): ReturnType<typeof outwait> {
  const [first] = await patience.wire.send([request]);
  return outwait(first!, request, isRefusal, patience);
}

/** Sends a request again while its response is a refusal. `gaveUp` is the reason if the last response is a refusal, else null. */
export async function outwait(
  first: Exchange,
  request: Outgoing,
  isRefusal: (exchange: Exchange) => boolean,
  { wire, time, maxWaitMs, holdBack, exhausted }: Patience,
): Promise<{ exchange: Exchange; gaveUp: string | null }> {
  // Separate kinds, because a rate limit says nothing about a gateway that fails sometimes.
  const tries = new Map<string, number>();
  const lane = laneOf(first.account, first.operation);
  // Concurrent requests do not shorten each other's retries.
  const exhaustedBefore = exhausted.get(lane);
  let exchange = first;
  while (isRefusal(exchange)) {
    const status = exchange.response?.status;
    const kind = passingFailure(exchange.response) ?? String(status);
    const resent = tries.get(kind) ?? 0;
    tries.set(kind, resent + 1);
    const wasExhausted = exhaustedBefore?.has(kind) === true;
    // A server that is overloaded or restarts needs time; after a temporary error, a short wait is enough.
    const base = status === 500 ? 100 : 1000;
    const verb = status === 500 ? 'answered' : 'refused with';
    const refused =
      exchange.failure?.message ??
      (kind === 'failed-search' ? 'the search failed' : `the target ${verb} ${status}`);
    const said = retryAfterMs(exchange.response?.headers ?? {}, exchange.receivedAt);
    // `Retry-After: 0` may mean less than a second: retry without a wait first, then more slowly.
    const wait = said === null || (said === 0 && resent > 0) ? base * 2 ** resent : said;
    const isTooLong = wait > maxWaitMs;
    if (wasExhausted || isTooLong || resent === MOST_RESENDS) {
      const why = isTooLong ? ` and asks to wait ${Math.ceil(wait / 1000)} s` : ` ${MOST_RESENDS + 1} times`;
      const gaveUp = refused + (wasExhausted ? ' again' : why);
      exhausted.set(lane, new Set(exhausted.get(lane)).add(kind));
      return { exchange, gaveUp };
    }
    holdBack(exchange, wait);
    await time.sleep(wait);
    exchange = (await wire.send([request]))[0]!;
  }
  exhausted.delete(lane);
  return { exchange, gaveUp: null };
}
