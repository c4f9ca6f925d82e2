/** One chapter of a story: its account, the steps that were sent, and what is known of the account after them. */
import type { OperationId, SearchId, SearchOperation } from '../../spec/contract.js';
import { mostCreditsOfPage } from '../../spec/contract.js';
import { MissingValue } from '../pack/language/expressions.js';
import { letters } from '../pack/write-pack.js';
import type { Exchange } from '../record/exchange.js';
import { completed } from '../model/answers.js';
import { balanceIn } from '../values/balance.js';
import { fields, integer, type Fields } from '../values/fields.js';
import { parsedJson } from '../values/json.js';
import { follow } from '../values/pointers.js';
import { addressOf } from '../values/postings.js';
import { hostFor, type Host } from '../run/execute.js';
import { requestOf } from '../run/scenario/request.js';
import { createTargetChanges, type TargetChanges } from '../run/scenario/target-changes.js';
import { startWorkflow } from '../run/scenario/scenario-state.js';
import type { Prepared } from '../run/prepared.js';
import type { Session } from '../run/target/session.js';
import { mayPass, outwait } from '../wire/patience.js';
import type { Outgoing } from '../wire/wire.js';
import { familyOf, Known, type Base, type Family } from './known.js';
import { FREE, INVALID } from './moves.js';
import { prepared } from './send-again.js';
import { workflowOf, type StoryStep } from './step.js';

/** A step that was sent, with its exchanges: one for each copy. */
export interface Sent {
  step: StoryStep;
  exchanges: readonly Exchange[];
}

/** A search that was sent once with a body of the contract, so that later steps can refer to it. */
export interface Asked {
  step: StoryStep;
  operation: SearchOperation;
  /** The body as sent, with values in place of expressions. */
  body: Fields;
  /** The expression for its operation key, which the step sent or the service made; null if it has none. */
  key: string | null;
  data: Fields | null;
  jobs: readonly Fields[];
}

/** A target, and what stories learned about its data. */
export interface Side {
  session: Prepared;
  known: Known;
}

/** Throws TargetRefuses if the target does not answer. */
export async function openSide(session: Session): Promise<Side> {
  const asked = await prepared(session);
  return { session: asked, known: new Known(asked.target.told) };
}

/** The story replaces a base that finds more or fewer jobs than these. */
const MOST_OF_BASE = 24;
const LEAST_OF_BASE = 2;

export class Chapter {
  readonly id: string;
  readonly session: Prepared;
  readonly known: Known;
  readonly credits: number | null;
  readonly sent: Sent[] = [];
  readonly asked: Asked[] = [];
  /** Jobs that the account paid for, by address. */
  readonly paid: Map<string, Fields>;
  readonly bases: Partial<Record<Family, Base>>;
  readonly mainFamily: Family;
  /** Addresses of the jobs that searches of each family delivered. */
  readonly delivered: Record<Family, Set<string>>;
  /** Credits that answers say were used. */
  used = 0;
  /** The last stated balance. */
  balance: number | null;
  hasMovedClock = false;
  /** Numbers of operation keys and ids that were made for steps. */
  keys = 0;
  steps = 0;
  readonly #outputs: Record<string, Record<string, unknown>> = {};
  #context!: Host;
  #changes!: TargetChanges;

  /**
   * `number` starts at 1. `credits`: the balance of the account that is made for the chapter; null for a large one,
   * or for the key of the profile. `last`: the previous chapter on this side.
   */
  constructor(
    { session, known }: Side,
    command: 'explore' | 'compare',
    number: number,
    credits: number | null,
    last: Chapter | null,
  ) {
    // Without an admin API, the account is the same in all chapters.
    const before = session.admin === null ? last : null;
    this.paid = new Map(before?.paid);
    this.bases = { ...before?.bases };
    this.delivered = before?.delivered ?? { direct: new Set(), company: new Set() };
    this.mainFamily = number % 2 === 1 ? 'direct' : 'company';
    this.id = `${command}/chapter-${number}`;
    this.credits = this.balance = credits;
    this.session = session;
    this.known = known;
  }

  /** The id of the next step that is made. */
  get nextId(): string {
    return `s${this.steps + 1}`;
  }

  /** The expression for a new operation key. */
  newKey(): string {
    this.keys += 1;
    return `$inputs.operationKey${letters(this.keys - 1)}`;
  }

  /** Makes the accounts of the chapter if the target has an admin API. */
  async begin(): Promise<void> {
    const { id, session, credits } = this;
    const wanted = session.admin === null ? ['activeKey'] : ['activeKey', 'secondKey', 'accountId'];
    const account = credits === null ? null : { credits };
    const story = { id, inputs: new Set(wanted), workflow: { account }, named: new Set<string>() };
    this.#context = await hostFor(story, 1, session);
    this.#changes = createTargetChanges(this.#context);
  }

  end(): Promise<void> {
    return this.session.accounts.dispose(this.id);
  }

  get now(): number {
    return this.#changes.now();
  }

  get faultPlanted(): boolean {
    return this.#changes.faultPlanted;
  }

  get exchanges(): Exchange[] {
    return this.sent.flatMap(({ exchanges }) => exchanges);
  }

  /** True if the next purchase must be of one job: under a ceiling, it first shows whether the target overcharges. */
  get isFirstPurchase(): boolean {
    return this.session.profile.budget.credits !== null && !this.known.hasBought;
  }

  /** The credits that a step will probably cost: 0 if its jobs are paid for, or if it should be refused. */
  likelyOf(step: StoryStep): number {
    const { operation: id, move, key, body } = step;
    const isSent = this.asked.some((each) => each.key !== null && each.key === key);
    if (id?.startsWith('search') !== true || FREE.includes(move) || isSent) return 0;
    const operation = this.session.documents.contract.operation(id as SearchId);
    const family = familyOf(operation);
    const total = this.bases[family]?.total ?? null;
    const left = total === null ? Infinity : Math.max(0, total - this.delivered[family].size);
    return Math.min(left, integer(body?.['limit']) ?? operation.page.usual) * operation.creditCost;
  }

  highestPriceOf({ operation, body, text, copies }: StoryStep): number {
    if (operation === null) return 0;
    const limit = text === null ? body?.['limit'] : follow(parsedJson(text), ['limit']);
    return copies * mostCreditsOfPage(this.session.documents.contract.operation(operation), limit);
  }

  /** Sends a step and learns from its answers. Returns null if it needs a value that no answer has. Throws BudgetSpent. */
  async send(step: StoryStep): Promise<Sent | null> {
    const { wire, patience, documents } = this.session;
    const requests = this.#requestsOf(step);
    if (requests === null) return null;
    const first = await wire.send(requests);
    const exchanges: Exchange[] = [];
    for (const [i, exchange] of first.entries()) {
      const isWanted = (each: Exchange): boolean => !each.faultPlanted && !step.cut && mayPass(each);
      exchanges.push((await outwait(exchange, requests[i]!, isWanted, patience)).exchange);
    }
    // A copy that was sent again comes after the others.
    exchanges.sort((a, b) => a.id - b.id);
    const sent = { step, exchanges };
    this.sent.push(sent);
    if (step.call !== null) {
      for (const exchange of exchanges) this.#changes.note(exchange);
      if (step.call.helper === 'advance-clock') this.#turn();
      if (step.call.helper === 'set-credits') this.balance = integer(step.call.given['credits']);
      return sent;
    }
    const operation = documents.contract.operation(step.operation!);
    for (const exchange of exchanges) this.#note(step, operation as SearchOperation, exchange);
    return sent;
  }

  #requestsOf(step: StoryStep): Outgoing[] | null {
    const workflow = workflowOf(step, this.session.documents);
    const given = step.call?.given ?? {};
    const prefix = step.call === null ? '' : `${step.id}/`;
    const run = startWorkflow(workflow, given, prefix, { bind: this.#context.bind, sources: {} });
    run.steps = this.#outputs;
    try {
      return Array.from({ length: step.copies }, (_, copy) =>
        requestOf(workflow.steps[0]!, run, { round: 0, copy, last: null }, this.#context, this.#changes),
      );
    } catch (error) {
      if (error instanceof MissingValue) return null;
      throw error;
    }
  }

  /** The new time may be in another billing cycle, in which no job is paid for. */
  #turn(): void {
    this.hasMovedClock = true;
    this.paid.clear();
    for (const names of Object.values(this.delivered)) names.clear();
    this.balance = null;
  }

  #note(step: StoryStep, operation: SearchOperation, exchange: Exchange): void {
    const { response, request } = exchange;
    if (response?.status === 200) this.known.learn(exchange, operation);
    if (response?.status === 200 && exchange.operation === 'getCreditBalance')
      this.balance = balanceIn(response.body, this.session.profile.balancePointer) ?? this.balance;
    if (operation.kind !== 'search') return;
    if (step.move === 'buy') this.known.hasBought = true;
    const found = completed(exchange);
    const key = response?.headers['idempotency-key'];
    if (found !== null && exchange.copy === 0)
      this.#outputs[step.id] = { ...found.data, ...(key === undefined ? {} : { key }) };
    if (found !== null && step.sender === 'active') {
      this.used += integer(found.data['credits_used']) ?? 0;
      this.balance = integer(found.data['credits_remaining']) ?? this.balance;
      for (const job of found.jobs) {
        const name = addressOf(job) ?? JSON.stringify(job);
        this.paid.set(name, job);
        this.delivered[familyOf(operation)].add(name);
      }
    }
    const body = fields(request.body);
    const isPlain = step.sender === 'active' && exchange.copy === 0 && body !== null && step.body !== null;
    if (!isPlain || INVALID.includes(step.move)) return;
    this.#noteBase(operation, body, found, response?.status);
    const made = key === undefined || found === null ? null : `{$steps.${step.id}.outputs.key}`;
    this.asked.push({
      step,
      operation,
      body,
      key: step.key ?? (operation.acceptsOperationKey ? made : null),
      data: found?.data ?? null,
      jobs: found?.jobs ?? [],
    });
  }

  #noteBase(
    operation: SearchOperation,
    body: Fields,
    found: ReturnType<typeof completed>,
    status: number | undefined,
  ): void {
    const base = this.bases[familyOf(operation)];
    const total = integer(found?.data['total_jobs_found']);
    const { limit, salary_data_available: salary, ...rest } = body;
    void salary;
    // A single job does not show how to narrow the search.
    const isFirst = limit !== 1 && base !== undefined && JSON.stringify(rest) === JSON.stringify(base.body);
    if (isFirst && total !== null && operation.creditCost === 1)
      this.known.learnBase(base, total, found!.jobs, this.now);
    // Too many or too few jobs to buy: the story continues with another base.
    if (isFirst && total !== null && (total > MOST_OF_BASE || total < LEAST_OF_BASE))
      delete this.bases[base.family];
    const isRefused = operation.id === 'searchCompanyJobs' && (status === 400 || status === 422);
    if (isFirst && isRefused && this.session.target.told.companyUrl === undefined) {
      this.known.forgetCompany();
      delete this.bases.company;
    }
  }

  offers(operation: OperationId): boolean {
    const { profile, target } = this.session;
    return !profile.absent.includes(operation) && !target.missing.includes(operation);
  }
}
