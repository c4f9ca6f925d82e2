/**
 * Asking again: before data is held against a target, the searches that the check rests on are sent once more, under new
 * operation keys. If something else comes back, postings came in or went, and nothing follows from a comparison. Nor does
 * anything where a billing cycle turned: what was paid for is new then, and operation keys have expired.
 */
import { PREDICATES } from '../../pack/predicates/index.js';
import type { Exchange } from '../../record/exchange.js';
import type { Judgement } from '../../record/judgement.js';
import { passingFailure } from '../../record/passing.js';
import { digestOfJson } from '../../values/digest.js';
import { canonical } from '../../values/json.js';
import { follow } from '../../values/pointers.js';
import { BudgetSpent } from '../../wire/budget.js';
import type { Outgoing } from '../../wire/wire.js';
import type { ScenarioContext } from './scenario-context.js';
import { sendVariant } from './request.js';

/** So many searches of a scenario are asked again at most, the latest. */
const MOST_ASKED_AGAIN = 12;

/** A search that was answered, as it was sent. */
interface Asked {
  request: Outgoing;
  exchange: Exchange;
}

export class DataChanges {
  private readonly context: ScenarioContext;
  /** By operation, account and body, the latest last. */
  private readonly searches = new Map<string, Asked>();
  private keys = 0;
  /** A search without a key had no answer but in passing: it may have charged, which its repetition does not tell. */
  private chargedUnseen = false;

  constructor(context: ScenarioContext) {
    this.context = context;
  }

  /** `first` is what came before it was sent again; else the exchange itself. */
  note(request: Outgoing, exchange: Exchange, first: Exchange): void {
    const { operation, faultPlanted, response, throttleExpected } = exchange;
    if (operation === null) return;
    const { kind, acceptsOperationKey } = this.context.contract.operation(operation);
    if (kind !== 'search') return;
    // The legacy search heeds none.
    const isKeyed = acceptsOperationKey && first.request.headers['idempotency-key'] !== undefined;
    this.chargedUnseen ||= !isKeyed && !first.faultPlanted && passingFailure(first.response) === 'in-between';
    // Where a scenario reaches the limits, one more request would wait out a minute.
    if (throttleExpected || faultPlanted || jobsIn(response) === null) return;
    const name = `${operation} ${exchange.account} ${canonical(exchange.request.body ?? null)}`;
    this.searches.delete(name);
    this.searches.set(name, { request, exchange });
  }

  /** The target is not what it was: an admin call moved its clock, its accounts, or planted a fault. */
  forget(): void {
    this.searches.clear();
  }

  /**
   * Whether postings that come in, or a cycle that turns, can make such a check fail: one that compares answers, or counts, or
   * that met a 402 or 409.
   */
  canExplain({ by, exchanges, expected }: Judgement): boolean {
    if (by === 'rounds' || this.context.history.some((each) => isTold(each) && exchanges.includes(each.id)))
      return true;
    if (by === 'criterion') return /#\/data\/|\$steps\./.test(expected);
    return PREDICATES[by.replace('predicate ', '')]?.restsOnData === true;
  }

  /**
   * Why nothing follows from a comparison: one of the searches finds something else now, or may have charged unseen, or a cycle
   * turned that can have made a check fail; else null. Never rejects: what cannot be asked again shows no dataChanges.
   */
  async cause(hasFailed: boolean): Promise<string | null> {
    if (this.chargedUnseen) return 'the answer to a search was lost, which may have been charged';
    try {
      for (const { request, exchange } of [...this.searches.values()].slice(-MOST_ASKED_AGAIN)) {
        const { response } = await this.askAgain(request);
        const now = found(response);
        if (now !== null && now !== found(exchange.response))
          return 'the data moved while it was being compared';
        if (Number(follow(response?.body, ['data', 'credits_used']) ?? 0) === 0) continue;
        // The same jobs are paid for, unless a cycle turned. Then they are by now; a target that charges them again is asked no more.
        if (hasFailed) await this.askAgain(request);
        break;
      }
      return hasFailed && this.context.hasTurned() ? 'a billing cycle turned meanwhile' : null;
    } catch (error) {
      if (error instanceof BudgetSpent) return null;
      throw error;
    }
  }

  private askAgain(request: Outgoing): Promise<Exchange> {
    this.keys += 1;
    return sendVariant(request, 'again', this.context, { key: `operationKeyAgain${this.keys}` });
  }
}

/** Whether it tells that credits are short, or that a key has expired. */
function isTold({ response }: Exchange): boolean {
  return response?.status === 402 || response?.status === 409;
}

/** The jobs of a completed search; null for any other answer. */
function jobsIn(response: Exchange['response']): readonly unknown[] | null {
  const body = response?.status === 200 ? response.body : undefined;
  const jobs = follow(body, ['data', 'jobs']);
  return follow(body, ['success']) === true && Array.isArray(jobs) ? jobs : null;
}

/** What a completed search found, in whatever order; null for any other answer. */
function found(response: Exchange['response']): string | null {
  const jobs = jobsIn(response);
  if (jobs === null) return null;
  const total = follow(response?.body, ['data', 'total_jobs_found']);
  return digestOfJson([total ?? null, jobs.map((job) => digestOfJson(job)).sort()]);
}
