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
import { hostFor, type Host } from '../run/scenario/scenario-context.js';
import { requestOf } from '../run/scenario/request.js';
import { createTargetChanges, type TargetChanges } from '../run/scenario/target-changes.js';
import { startWorkflow } from '../run/scenario/scenario-state.js';
import type { Prepared } from '../run/survey/index.js';
import { mayPass, outwait } from '../wire/patience.js';
import type { Outgoing } from '../wire/wire.js';
import { familyOf, type Base, type Family, type Known, type Paid, type Size } from './known.js';
import { FREE, INVALID } from './moves.js';
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

/** Balances of new accounts, in turn; null for a large balance. */
const BALANCES = [null, 10, null, 0, 20, 3, null, -25, null, null];

export class Chapter {
  readonly id: string;
  readonly known: Known;
  readonly session: Prepared;
  /** The balance of the account that is made for the chapter; null for a large one, or for the key of the profile. */
  readonly credits: number | null;
  readonly sent: Sent[] = [];
  readonly asked: Asked[] = [];
  readonly paid: Paid;
  readonly bases: Partial<Record<Family, Base>> = {};
  readonly mainFamily: Family;
  /** The last stated balance. */
  balance: number | null;
  hasMovedClock = false;
  /** Numbers of operation keys and ids that were made for steps. */
  keys = 0;
  steps = 0;
  readonly #outputs: Record<string, Record<string, unknown>> = {};
  #context!: Host;
  #changes!: TargetChanges;

  /** `number` starts at 1. */
  constructor(known: Known, command: 'explore' | 'compare', number: number) {
    this.known = known;
    this.session = known.session;
    const isShared = this.session.admin === null;
    this.paid = isShared ? known.paid : new Map();
    this.mainFamily = number % 2 === 1 ? 'direct' : 'company';
    this.id = `${command}/chapter-${number}`;
    this.credits = this.balance = isShared ? null : (BALANCES[(number - 1) % BALANCES.length] ?? null);
  }

  /** Credits that the chapter was charged. A stored answer states its charge again, but does not charge it again. */
  get used(): number {
    return this.session.budget.spentBy(this.id);
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

  /** The size of a family's base. */
  sizeOf(family: Family): Size {
    return family === this.mainFamily ? 'main' : 'small';
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

  /** The credits that a step will probably cost: 0 if its jobs are paid for, or if it should be refused. */
  likelyOf(step: StoryStep): number {
    const { operation: id, move, key, body } = step;
    const isSent = this.asked.some((each) => each.key !== null && each.key === key);
    if (id?.startsWith('search') !== true || FREE.includes(move) || isSent) return 0;
    const operation = this.session.documents.contract.operation(id as SearchId);
    const base = this.bases[familyOf(operation)];
    const delivered = [...this.paid.values()].filter((each) => each.base === base?.id).length;
    const left = base === undefined ? Infinity : Math.max(0, base.total - delivered);
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
    this.balance = null;
  }

  #note(step: StoryStep, operation: SearchOperation, exchange: Exchange): void {
    const { response, request } = exchange;
    if (response?.status === 200) this.known.learn(exchange);
    if (response?.status === 200 && exchange.operation === 'getCreditBalance')
      this.balance = balanceIn(response.body, this.session.profile.balancePointer) ?? this.balance;
    if (operation.kind !== 'search') return;
    const found = completed(exchange);
    const key = response?.headers['idempotency-key'];
    if (found !== null && exchange.copy === 0)
      this.#outputs[step.id] = { ...found.data, ...(key === undefined ? {} : { key }) };
    if (found !== null && step.sender === 'active') {
      this.balance = integer(found.data['credits_remaining']) ?? this.balance;
      const base = this.bases[familyOf(operation)];
      for (const job of found.jobs) {
        const name = addressOf(job) ?? JSON.stringify(job);
        this.paid.set(name, { job, base: base?.id });
      }
    }
    const body = fields(request.body);
    const isPlain = step.sender === 'active' && exchange.copy === 0 && body !== null && step.body !== null;
    if (!isPlain || INVALID.includes(step.move)) return;
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

  offers(operation: OperationId): boolean {
    const { profile, target } = this.session;
    return !profile.absent.includes(operation) && !target.missing.includes(operation);
  }
}
