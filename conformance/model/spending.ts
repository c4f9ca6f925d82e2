/** Credits that a run may have spent on one account, if the target may hide charges (§1, §5.2, §7.1). */
import type { Operation } from '../../spec/contract.js';
import { CUT, type Exchange } from '../record/exchange.js';
import { reasonsIn } from '../record/failures.js';
import { fields, integer, isText } from '../values/fields.js';
import { canonical, digestOf } from '../values/json.js';
import { follow } from '../values/pointers.js';
import { searchOf, statedBalance, type Answered } from './answers.js';
import { withoutLinks } from './lasting-links.js';

export interface Charge {
  /** Credits that the answer says were used. */
  told: number;
  /** The most that may have been charged: above `told` if the answer states no charge, or less than its jobs cost. */
  most: number;
}

/** The facts of a request that decide its charge. */
export interface Priced {
  /** Null for a path that is not in the contract. */
  operation: Operation | null;
  most: number;
}

/** One search. A repeat with its key adds only its extra cost. */
interface Search extends Charge {
  /** The part of `most` that no answer has confirmed, until a balance or a recovered answer does. */
  unread: number;
  /**
   * True if a balance was read while its charge was unknown. That balance may include the charge. If an answer states it later, it
   * counts until the next balance.
   */
  isSettled: boolean;
}

/** Requests since the balance was last read. */
const NONE = {
  requests: 0,
  /** The most that they can have cost, according to their answers. */
  credits: 0,
  /** True if one of them called an operation for the first time. */
  isNew: false,
  /** The operations that they called, or paths that are not in the contract. */
  operations: new Set() as ReadonlySet<string>,
};

export class Spending implements Charge {
  told = 0;
  most = 0;
  /** The most credits that the balance fell by since the run began. */
  lost = 0;
  /** True if others use the account, so that its balance proves nothing about the run. */
  isShared = false;
  remaining: number | null = null;
  unchecked = NONE;
  /** The most that requests since the last balance can have cost beyond what the target says. */
  doubted = 0;
  failedReadings = 0;
  /** The balance when the run began; null until one was read. */
  begun: number | null = null;
  #searchesTellBalance = false;
  readonly #asked = new Set<string>();
  readonly #bought = new Set<string>();
  readonly #searches = new Map<string, Search>();
  /** Searches whose charge the next balance shows. */
  readonly #open = new Set<Search>();

  readonly alias: string;
  /** True for an account of one scenario, which may change its credits, so that its balance proves nothing. */
  readonly #isFresh: boolean;

  constructor(alias: string, isFresh: boolean) {
    this.alias = alias;
    this.#isFresh = isFresh;
  }

  /** Possible charges that the next balance can confirm or rule out. */
  get unproven(): number {
    return this.doubted + this.#unread;
  }

  get #unread(): number {
    return [...this.#open].reduce((sum, { unread }) => sum + unread, 0);
  }

  /** True if the charge that an answer states covers all its jobs that were not bought yet. */
  isCovered(exchange: Exchange, priced: Priced): boolean {
    const charge = chargeOf(exchange, priced, this.#newIn(jobsIn(exchange)));
    return charge.most === charge.told;
  }

  /** Adds a request that was sent. Returns its charge; `most` is negative if it recovers a search that cost less than assumed. */
  add(exchange: Exchange, priced: Priced): Charge {
    const charge = this.#charge(exchange, priced);
    this.told += charge.told;
    this.most += charge.most;
    if (this.#isFresh) return charge;
    this.doubted += Math.max(0, priced.most - charge.most);
    if (exchange.operation === 'getCreditBalance') return charge;
    const { requests, credits, isNew, operations } = this.unchecked;
    const name = exchange.operation ?? exchange.request.path;
    this.unchecked = {
      requests: requests + 1,
      credits: credits + Math.max(0, charge.most),
      isNew: isNew || !this.#asked.has(name),
      operations: new Set([...operations, name]),
    };
    this.#asked.add(name);
    return charge;
  }

  #charge(exchange: Exchange, priced: Priced): Charge {
    const { sent, kept } = namesOf(exchange, priced.operation);
    const jobs = jobsIn(exchange);
    const fresh = this.#newIn(jobs);
    for (const name of jobs.flat()) this.#bought.add(name);
    /*
     * An answer to a search without a key repeats an earlier answer and its charge if a service makes one key for equal requests
     * (reading made-keys). If a service returns one key for all searches, new jobs show that the searches differ.
     */
    const isStored = sent === null && this.#searches.has(kept ?? '') && jobs.length > 0 && fresh === 0;
    const repeated = isStored ? kept : sent;
    const charge = chargeOf(exchange, priced, fresh);
    const search = this.#searches.get(repeated ?? '') ?? { told: 0, most: 0, unread: 0, isSettled: false };
    const before = { ...search };
    // A search that is charged again looks the same, so a stored answer recovers nothing.
    const isRecovery = !isStored && !search.isSettled && charge.isRead && exchange.response?.status === 200;
    const recovered = isRecovery ? search.unread : 0;
    search.told = Math.max(search.told, charge.told);
    search.most = Math.max(search.most - recovered, charge.most) + (isStored ? charge.told : 0);
    const isKnown = this.begun !== null;
    // If the run cut the answer off, the target had sent all of it.
    const isLost = !charge.isRead && (isKnown || exchange.failure?.message === CUT);
    const isOpen = isLost || search.isSettled || (isStored && isKnown);
    search.unread += (isOpen ? Math.max(0, search.most - before.most) : 0) - recovered;
    if (isKnown && search.unread > 0) this.#open.add(search);
    if (kept !== null) this.#searches.set(kept, search);
    return { told: search.told - before.told, most: search.most - before.most };
  }

  /** The number of jobs that the run did not buy before. */
  #newIn(jobs: readonly string[][]): number {
    return jobs.filter((names) => !names.some((name) => this.#bought.has(name))).length;
  }

  /** Reads the balance that an answer states. Returns the credits that are gone beyond all charges. */
  readBalance(exchange: Exchange, pointer: string | null): number {
    const { operation, response } = exchange;
    if (response?.status !== 200 || follow(response.body, ['success']) === false) return 0;
    const balance = statedBalance(exchange, pointer);
    const isBalance = operation === 'getCreditBalance';
    this.remaining = integer(follow(response.body, ['data', 'credits_remaining'])) ?? this.remaining;
    if (operation?.startsWith('search') === true) this.#searchesTellBalance = balance !== null;
    if (this.#isFresh || balance === null) return 0;
    this.begun ??= balance + this.told;
    const lost = this.begun - balance;
    // A balance that rose, or never moved, does not show that a charge was not made.
    if (isBalance && lost >= this.lost) {
      if (lost !== 0) this.#settle(lost);
      this.doubted = 0;
      this.unchecked = NONE;
      this.failedReadings = 0;
    }
    if (this.isShared) return 0;
    const beyond = lost - Math.max(this.most, this.lost);
    this.lost = Math.max(this.lost, lost);
    return Math.max(0, beyond);
  }

  /** A balance shows which part of the open charges was made. */
  #settle(lost: number): void {
    // A balance that is higher than the answers imply shows nothing: others added credits, or it is outdated.
    const isShown = lost >= this.told;
    if (isShown) this.most -= Math.min(this.#unread, Math.max(0, this.most - lost));
    for (const search of this.#open) {
      if (isShown) search.most -= search.unread;
      search.isSettled = isShown;
      search.unread = 0;
    }
    this.#open.clear();
  }

  /** Counts all doubted credits, since the balance cannot be read. Does nothing if searches state the balance. */
  distrust(): void {
    if (this.#searchesTellBalance) return;
    this.most += this.doubted;
    this.doubted = 0;
  }
}

/** Names of the search: by the key that was sent, and by the key that a repeat can send. Null without such a key. */
function namesOf(exchange: Exchange, operation: Operation | null) {
  const { request, response } = exchange;
  const nameOf = (key: string | undefined): string | null =>
    operation === null || key === undefined ? null : `${searchOf(exchange)} ${key}`;
  const sent = operation?.acceptsOperationKey === true ? nameOf(request.headers['idempotency-key']) : null;
  return { sent, kept: sent ?? nameOf(response?.headers['idempotency-key']) };
}

/** Refusals of the contract, and statuses with which HTTP itself says that nothing was done. */
const REFUSALS = new Set([400, 401, 402, 403, 404, 405, 409, 411, 413, 414, 415, 422, 429, 431]);

/**
 * Reads the charge of an answer, and whether it states one (`isRead`). An answer that states none (cut, lost, a 5xx, a success without
 * `credits_used`) counts as the most that the request can cost. The `fresh` jobs, which the run did not buy before, count in full.
 */
export function chargeOf({ response }: Answered, { operation, most }: Priced, fresh: number) {
  if (response === null) return { told: 0, most, isRead: false };
  const { status, body } = response;
  const used = integer(follow(body, ['data', 'credits_used'])) ?? -1;
  const told = Math.max(0, used);
  const isRefused =
    REFUSALS.has(status) ||
    // §7.1: both kinds of 503 charge nothing.
    (status === 503 &&
      reasonsIn(body).some((text) => /^(service_unavailable|invalid_result)\b/.test(text))) ||
    (status === 200 && follow(body, ['success']) === false);
  if (isRefused) return { told, most: told, isRead: true };
  if (status !== 200 || used < 0) return { told, most: Math.max(told, most), isRead: false };
  return { told, most: Math.max(told, (operation?.creditCost ?? 0) * fresh), isRead: true };
}

/**
 * Two names of each job of an answer: by its link, and by its other members if they name title and employer, since a target
 * may sign links again. They are digests, since a target may use texts of any length.
 */
function jobsIn({ response }: Exchange): string[][] {
  const jobs = follow(response?.body, ['data', 'jobs']);
  if (!Array.isArray(jobs)) return [];
  return jobs.map((job: unknown) => {
    const members = fields(job) ?? {};
    const link = members['Job URL'] ?? members['Apply URL'];
    const byLink = typeof link === 'string' ? `${link} ${String(members['Job Title'])}` : canonical(job);
    const byTexts =
      isText(members['Job Title']) && isText(members['Company Name']) ? [withoutLinks(members)] : [];
    return [byLink, ...byTexts].map(digestOf);
  });
}
