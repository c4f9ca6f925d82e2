/** Answers the five searches (§4.2 to §4.6). */

import { isoDay } from '../../fixtures/calendar.js';
import { countNewJobs, decidePrice } from '../domain/billing.js';
import { encodeCursor } from '../domain/cursor.js';
import { decideReuse, digestBody } from '../domain/operation-keys.js';
import { planSearch, type SearchPlan } from '../domain/plan-search.js';
import { FAULT_EFFECTS } from '../domain/fault-effects.js';
import { refuse, serviceUnavailable, type Problem, type Shortfall } from '../domain/problems.js';
import type { SearchCall } from '../request/call.js';
import { noteAttempt } from '../request/note-attempt.js';
import { search, SpaceFull, type Result } from '../search/index.js';
import type { AccountChange } from '../state/changes.js';
import type { Fault } from '../state/faults.js';
import { decided, type Decision } from '../state/keeper.js';
import type { StoredOperation } from '../state/operation-store.js';
import { renderFailure, renderPage, type WholePage } from './search-result.js';

export type Body = Record<string, unknown>;

/** §8: a larger complete result cannot be stored under its operation key. */
const SNAPSHOT_LIMIT = 4 * 1024 * 1024;

/**
 * Returns the body of a search's response. The sale is decided in one step after all waiting, and looks once more for a result
 * under the operation key. Therefore the second of two requests with one key finds the result of the first, and no two requests
 * spend the same credits.
 */
export async function answerSearch(call: SearchCall, body: Body): Promise<Buffer> {
  const { account, operation, fault, world } = call;
  const now = account.clock.now();
  // Was this key used before, for the same search, in this billing cycle? 409 after the cycle.
  const digest = call.operationKey === null ? '' : digestBody(body);
  call.bodyDigest = digest || null;
  const stored = storedUnder(call);
  const reuse = stored && decideReuse(stored, operation.id, digest, account.cycle(now));
  const isReplay = reuse === 'replay';
  // Plan the search as of now or, for a replay, as of the time of the stored result: 400 and 422.
  const { readings, index } = world;
  const asOf = isReplay ? stored!.executedAt : now;
  const plan = planSearch(operation, body, { now: asOf, readings, index });
  if (reuse === 'conflict') throw conflict(call, stored!);
  if (!isReplay) {
    checkAttempt(call, digest, now);
    checkHistoricalAccess(call);
  }
  const effect = fault && FAULT_EFFECTS[fault.effect];
  if (fault && effect?.stage === 'search') {
    const failure = renderFailure(operation, account.credits, effect.act(fault));
    await noteAttempt(call, digest);
    return failure;
  }
  // The postings never change, so a replay finds the same jobs again.
  if (isReplay) plan.query.newest = account.newestFor(call.operationKey!);
  // A fault may add postings.
  else if (fault !== null) plan.query.newest = await newestAfter(fault, call, plan);
  const result = await find(call, plan);
  if (isReplay) shorten(result, stored!.jobs);
  else if (fault?.effect === 'short-page') shorten(result, Math.ceil(result.ordinals.length / 2));
  const page = pageOf(call, plan, result);
  if (isReplay) {
    if (page.found === 0) remarkOnClock(call, plan);
    call.replayed = true;
    page.creditsUsed = stored!.creditsUsed;
    page.creditsRemaining = stored!.creditsRemaining;
    call.page = page;
    return renderPage(world, operation, page);
  }
  // Charge and store the whole page, or nothing: 503, 402.
  const answer = await world.keeper.commit(account, () => decideSale(call, page, digest, now, plan));
  // Meanwhile another request with this key stored a result.
  if (answer === null) return answerSearch(call, body);
  if (page.creditsUsed > 0) world.events.emit('ledger', account.id, account.ledger.last);
  call.creditsUsed = page.creditsUsed;
  call.page = page;
  if (page.found === 0) remarkOnClock(call, plan);
  return answer;
}

function storedUnder({ account, callerKey }: SearchCall): StoredOperation | undefined {
  return callerKey === null ? undefined : account.operations.get(callerKey);
}

/** Runs the search. Throws 503 if the search memory is full. */
async function find({ world, operation }: SearchCall, { query }: SearchPlan): Promise<Result> {
  try {
    return await search(world.index, query);
  } catch (error) {
    throw error instanceof SpaceFull ? serviceUnavailable(operation, { reason: error.message }) : error;
  }
}

/** Returns the first ordinal of this search. A fault adds postings by hiding newer ones until this search is answered. */
async function newestAfter(fault: Fault, call: SearchCall, plan: SearchPlan): Promise<number> {
  const count = fault.newPostings ?? (fault.effect === 'new-postings' ? 1 : 0);
  if (count === 0) return 0;
  const { ordinals } = await find(call, { ...plan, query: { ...plan.query, after: null, limit: count } });
  const last = ordinals[ordinals.length - 1];
  return last === undefined ? 0 : last + 1;
}

/** Leaves the jobs from this position on to the next page. */
function shorten(result: Result, length: number): void {
  if (result.ordinals.length <= length) return;
  result.ordinals.length = length;
  result.more = true;
}

/** Explains in the journal why a result is empty: the clock was moved far ahead, so all postings are too old. */
function remarkOnClock(call: SearchCall, { query: { from, to } }: SearchPlan): void {
  const { index } = call.world;
  if (index.size === 0 || from <= index.postedAt(0)) return;
  call.remarks.push(
    `the search looks from ${isoDay(from)} to ${isoDay(to)}, and the newest posting is of ${isoDay(index.postedAt(0))}: ` +
      'all postings are too old for this clock',
  );
}

/** Refuses a key whose search failed if it comes with another body, depending on the reading `changed-after-failure`. */
function checkAttempt(
  { account, operation, callerKey, world }: SearchCall,
  digest: string,
  now: number,
): void {
  if (callerKey === null || world.readings['changed-after-failure'] === 'accepted') return;
  const attempt = account.attemptUnder(callerKey, now);
  if (attempt === undefined || (attempt.operation === operation.id && attempt.digest === digest)) return;
  throw refuse('key-tried-for-other-body', { at: iso(attempt.executedAt) });
}

const iso = (instant: number): string => new Date(instant).toISOString();

function conflict(call: SearchCall, { operation, executedAt }: StoredOperation): Problem {
  const at = iso(executedAt);
  return operation === call.operation.id
    ? refuse('key-reused-for-other-body', { at })
    : refuse('key-reused-elsewhere', { at, operation });
}

/** Refuses historical searches of accounts without a grant, if the reading `historical-access` requires one. */
function checkHistoricalAccess(call: SearchCall): void {
  const { id } = call.operation;
  if (id !== 'searchCompanyJobsHistorical' && id !== 'searchJobsHistorical') return;
  if (call.account.historicalAccess || call.world.readings['historical-access'] !== 'granted') return;
  throw refuse('no-historical-access', {});
}

/** Returns the page as it is before any charge. */
function pageOf(call: SearchCall, plan: SearchPlan, { ordinals, total: found, more }: Result): WholePage {
  const { index, readings } = call.world;
  const isFull = ordinals.length === plan.query.limit;
  const goesOn = more || (isFull && readings['end-of-results'] === 'empty-page');
  const last = goesOn ? ordinals[ordinals.length - 1]! : null;
  const next = last === null ? null : { timestamp: index.postedAt(last), id: index.postingId(last) };
  const cursor = next === null ? null : encodeCursor(call.operation.cursorField, next);
  return {
    ordinals,
    found,
    cursor,
    company: plan.company,
    note: noteOf(plan, ordinals.length, found),
    creditsUsed: 0,
    creditsRemaining: call.account.credits,
  };
}

/** §2.3: a successful response without jobs says why it has none. */
function noteOf(plan: SearchPlan, jobs: number, found: number): string | null {
  if (jobs > 0) return null;
  if (found > 0) return 'No more jobs match this search: the cursor is past the last one.';
  return plan.company === null
    ? 'No company matches the identity in this request.'
    : 'No jobs match this search.';
}

/**
 * The atomic step of a search (§8): charges new jobs and stores the operation, or throws and changes nothing. Returns the response,
 * and notes its credits in `page`.
 */
function decideSale(
  call: SearchCall,
  page: WholePage,
  digest: string,
  now: number,
  plan: SearchPlan,
): Decision<Buffer | null> {
  const { ordinals } = page;
  const { account, operation, operationKey, shownOperationKey, world } = call;
  if (storedUnder(call) !== undefined) return decided(account, [], null);
  const paid = account.paidJobs(now);
  const price = decidePrice(account.credits, countNewJobs(ordinals, paid), operation.creditCost);
  page.creditsUsed = price.credits;
  page.creditsRemaining = account.credits - price.credits;
  const answer = renderPage(world, operation, page);
  if (operationKey !== null && answer.length > SNAPSHOT_LIMIT) {
    throw refuse('invalid-result', { bytes: answer.length });
  }
  if (operationKey !== null && !account.operations.makeRoom(account.cycle(now).start)) {
    throw refuse('operations-full', { stored: account.operations.size });
  }
  if (!price.affordable) {
    throw refusal(call, { newJobs: price.newJobs, cost: price.credits, balance: account.credits });
  }

  const changes: AccountChange[] = [];
  if (price.newJobs > 0) {
    const { credits, newJobs: jobs } = price;
    const charge = {
      credits,
      jobs,
      operation: operation.id,
      operationKey: shownOperationKey,
      requestId: call.requestId,
    };
    changes.push({ does: 'buy', at: now, jobs: ordinals, charge });
  }
  if (operationKey !== null) {
    const { creditsUsed, creditsRemaining } = page;
    const stored: StoredOperation = {
      operation: operation.id,
      digest,
      executedAt: now,
      jobs: ordinals.length,
      creditsUsed,
      creditsRemaining,
    };
    changes.push({ does: 'store', key: operationKey, newest: plan.query.newest, operation: stored });
  }
  return decided(account, changes, answer);
}

/** Makes a 402, or a 403 for an account without credits if a reading says so (§4.4). */
function refusal({ operation, world }: SearchCall, short: Shortfall): Problem {
  const byReading = operation.id === 'searchCompanyJobsHistorical' && short.balance <= 0;
  if (!byReading) return refuse('unaffordable', short);
  const choice = world.readings['historical-no-credits'];
  const why = { clause: 'HIST-14', reading: `historical-no-credits=${choice}` } as const;
  return refuse(choice === '403' ? 'no-credits-remaining' : 'unaffordable', short, { why });
}
