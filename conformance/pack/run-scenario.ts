/** Runs one scenario: steps in order, requests as told, every criterion and expectation judged. */
import type { AdminContract } from '../../spec/admin.js';
import type { Contract, OperationId } from '../../spec/contract.js';
import type { Exchange } from '../record/exchange.js';
import type { ScenarioOutcome } from '../record/facts.js';
import type { Judge, Judgement, Observation } from '../record/judgement.js';
import { outwait, type Patience } from '../wire/patience.js';
import { BudgetSpent, type Outgoing, type Wire } from '../wire/wire.js';
import { balanceIn, isOneOfSeveral } from '../values/balance.js';
import { judgeCriterion } from './language/conditions.js';
import { messageOf } from '../values/text.js';
import { evaluate, fill, MissingValue, parseExpression, type Scope } from './language/expressions.js';
import { follow, parsePointer, replaceAt } from '../values/pointers.js';
import { isBindable } from './language/inputs.js';
import { parametersOf } from './model/parameters.js';
import type { Action, Expectation, Pack, RawBody, Step, Workflow } from './model/pack.js';
import {
  said,
  unfilledOf,
  type Arguments,
  type Expected,
  type PredicateContext,
  type Predicates,
} from './predicates/predicate.js';

/** What the runner lends to a scenario. */
export interface ScenarioHost extends Patience {
  contract: Contract;
  predicates: Predicates;
  admin: AdminContract;
  wire: Wire;
  /** `<pack>/<workflowId>`. */
  scenario: string;
  /** Clauses that parts of the scenario name; the others get evidence from the scenario as a whole. */
  named: ReadonlySet<string>;
  /** The value of an input that the runner binds; undefined where the target offers none. */
  bind(name: string): unknown;
  balancePointer: string | null;
  /** True when the account that sends is not the scenario's own, so its credits can run out. */
  sharesAccount(alias: string): boolean;
  /** Says why the scenario has to stop, when it spent more than it announced. */
  overspent(): string | null;
  /** An account that the scenario made by itself through the admin API. */
  adopt(account: Record<string, unknown>): void;
  /** The target's time minus the runner's, as far as known. */
  clockOffset: number;
  /** The clock of the scenario's own account, where it was made with one. */
  clock: AccountClock | null;
}

/** A clock of the target as it was read, `at` by the runner's clock. */
export interface AccountClock {
  now: number;
  at: number;
  frozen: boolean;
}

/** The clock in an admin answer, null where it holds none. */
export function clockIn(body: unknown, at: number): AccountClock | null {
  const now = follow(body, ['now']);
  if (typeof now !== 'string' || Number.isNaN(Date.parse(now))) return null;
  return { now: Date.parse(now), at, frozen: follow(body, ['frozen']) === true };
}

/** The target's time by such a clock. */
export function timeBy(clock: AccountClock, now: number): number {
  return clock.frozen ? clock.now : clock.now + (now - clock.at);
}

const MOST_STEPS = 2000;
const UNTOLD_BALANCE =
  'the balance response holds several integers; say in the profile which one is the balance (balancePointer)';

/** Ends a scenario without blaming the target. */
class Stop extends Error {
  readonly end: 'not-applicable' | 'inconclusive' | 'error';
  constructor(end: Stop['end'], reason: string) {
    super(reason);
    this.end = end;
  }
}

/** A check that nothing handles did not hold. */
class Failed extends Error {}

type Next =
  { go: 'on' } | { go: 'end' } | { go: 'step'; stepId: string } | { go: 'workflow'; workflowId: string };

/** A workflow in execution. */
interface Frame {
  workflow: Workflow;
  /** Steps' ids in the history begin with it, for called workflows. */
  prefix: string;
  inputs: Record<string, unknown>;
  steps: Record<string, Record<string, unknown>>;
  answers: Map<string, Exchange[]>;
  workflows: Record<string, { inputs: Record<string, unknown>; outputs: Record<string, unknown> }>;
  outputs: Record<string, unknown>;
}

interface Attempt {
  judgements: Judgement[];
  exchange: Exchange | null;
}

/** Never rejects: what breaks in the interpreter itself ends as `error`. */
export async function runScenario(
  pack: Pack,
  workflow: Workflow,
  host: ScenarioHost,
): Promise<ScenarioOutcome> {
  const run = new ScenarioRun(pack, workflow.clauses, host);
  const done = (end: ScenarioOutcome['end'], reason: string): ScenarioOutcome => ({
    end,
    reason,
    judgements: run.judgements,
    observations: run.observations,
  });
  try {
    await run.workflow(workflow, {}, '');
    run.keepWithinTheAnnounced();
    run.judgeAsAWhole();
    return done('completed', '');
  } catch (error) {
    if (error instanceof Failed) return done('failed', error.message);
    if (error instanceof Stop) return done(error.end, error.message);
    if (error instanceof BudgetSpent) return done('inconclusive', error.message);
    if (error instanceof MissingValue)
      return done('inconclusive', `${error.message}, so the next request cannot be made`);
    return done('error', `the interpreter broke: ${messageOf(error)}`);
  }
}

class ScenarioRun {
  readonly judgements: Judgement[] = [];
  readonly observations: Observation[] = [];
  private readonly sources: Readonly<Record<string, string>>;
  private readonly host: ScenarioHost;
  private readonly clauses: readonly string[];
  /** The clauses that no part of the scenario names. */
  private readonly whole: readonly string[];
  private stepsRun = 0;
  private faultPlanted = false;
  /** The target's clock where the scenario has set it, by the runner's clock. */
  private clock: AccountClock | null;

  constructor(pack: Pack, clauses: readonly string[], host: ScenarioHost) {
    this.clauses = clauses;
    this.whole = clauses.filter((clause) => !host.named.has(clause));
    this.sources = Object.fromEntries(pack.sources.map(({ name, url }) => [name, url]));
    this.host = host;
    this.clock = host.clock;
  }

  /** Runs a workflow to its end and gives its outputs. */
  async workflow(
    workflow: Workflow,
    given: Readonly<Record<string, unknown>>,
    prefix: string,
  ): Promise<Record<string, unknown>> {
    const inputs: Record<string, unknown> = {};
    for (const [name, schema] of Object.entries(workflow.inputs)) {
      const value =
        name in given
          ? given[name]
          : ((isBindable(name) ? this.host.bind(name) : undefined) ?? schema.default);
      if (value !== undefined) inputs[name] = value;
    }
    const frame: Frame = {
      workflow,
      prefix,
      inputs,
      steps: {},
      answers: new Map(),
      workflows: {},
      outputs: {},
    };
    for (const name of workflow.dependsOn) {
      const outputs = await this.call(name, workflow, {}, `${prefix}${name}/`);
      frame.workflows[name] = { inputs: {}, outputs };
    }
    let at = 0;
    while (at < workflow.steps.length) {
      const step = workflow.steps[at];
      if (step === undefined) break;
      const next = await this.step(step, frame);
      if (next.go === 'end') break;
      if (next.go === 'workflow') {
        await this.call(next.workflowId, workflow, {}, `${prefix}${next.workflowId}/`);
        break;
      }
      at = next.go === 'on' ? at + 1 : workflow.steps.findIndex(({ stepId }) => stepId === next.stepId);
    }
    const scope = this.scope(frame, null);
    return Object.fromEntries(
      Object.entries(workflow.outputs).map(([name, text]) => [name, evaluate(parseExpression(text), scope)]),
    );
  }

  private call(
    name: string,
    caller: Workflow,
    given: Record<string, unknown>,
    prefix: string,
  ): Promise<Record<string, unknown>> {
    const called = caller.calls.get(name);
    if (called === undefined) throw new Error(`there is no workflow "${name}"`);
    return this.workflow(called, given, prefix);
  }

  /** One step with its retries; says where to go on. Throws Failed when a check fails and no action handles it. */
  private async step(step: Step, frame: Frame): Promise<Next> {
    for (let tries = 0; ; tries += 1) {
      this.stepsRun += 1;
      if (this.stepsRun > MOST_STEPS)
        throw new Stop('error', `more than ${MOST_STEPS} steps: the actions go in circles`);
      const attempt: Attempt = { judgements: [], exchange: null };
      if (step.workflowId === null) await this.send(step, frame, attempt);
      else {
        const scope = this.scope(frame, null);
        const given = Object.fromEntries(
          step.parameters.map(({ name, value }) => [name, fill(value, scope)]),
        );
        frame.outputs = await this.call(
          step.workflowId,
          frame.workflow,
          given,
          `${frame.prefix}${step.stepId}/`,
        );
        this.judgeCriteria(step, frame, null, attempt);
      }
      const failure = attempt.judgements.find(({ verdict }) => verdict === 'fail');
      const scope = this.scope(frame, attempt.exchange);
      const action = this.actionFor(failure === undefined ? 'success' : 'failure', step, frame, scope);
      if (failure === undefined) {
        this.judgements.push(...attempt.judgements);
        frame.steps[step.stepId] = this.outputs(step, frame, scope);
        return nextOf(action);
      }
      if (action?.type === 'retry' && tries < action.retryLimit) {
        await this.host.time.sleep(action.retryAfter * 1000);
        if (action.workflowId !== null)
          await this.call(action.workflowId, frame.workflow, {}, `${frame.prefix}${action.workflowId}/`);
        const before = frame.workflow.steps.find(({ stepId }) => stepId === action.stepId);
        if (before !== undefined && before !== step) await this.step(before, frame);
        continue;
      }
      if (action?.type === 'goto') {
        frame.steps[step.stepId] = this.outputs(step, frame, scope);
        return nextOf(action);
      }
      this.judgements.push(...attempt.judgements);
      throw new Failed(`${frame.prefix}${step.stepId}: expected ${failure.expected}; ${failure.actual}`);
    }
  }

  private actionFor(kind: 'success' | 'failure', step: Step, frame: Frame, scope: Scope): Action | undefined {
    const { workflow } = frame;
    const actions =
      kind === 'success'
        ? [...step.onSuccess, ...workflow.successActions]
        : [...step.onFailure, ...workflow.failureActions];
    return actions.find(({ criteria }) => criteria.every((each) => judgeCriterion(each, scope).holds));
  }

  private outputs(step: Step, frame: Frame, scope: Scope): Record<string, unknown> {
    const values: Record<string, unknown> = step.workflowId === null ? {} : { ...frame.outputs };
    if (step.operation?.id === 'getCreditBalance') {
      const body = scope.exchange?.response?.body;
      const { balancePointer } = this.host;
      if (scope.exchange?.response?.status === 200 && isOneOfSeveral(body, balancePointer))
        throw new Stop('inconclusive', `${step.stepId}: ${UNTOLD_BALANCE}`);
      values['balance'] = balanceIn(body, balancePointer) ?? undefined;
    }
    for (const [name, text] of Object.entries(step.outputs))
      values[name] = evaluate(parseExpression(text), scope);
    return values;
  }

  /** Sends a step's rounds and copies and judges them into `attempt`. */
  private async send(step: Step, frame: Frame, attempt: Attempt): Promise<void> {
    const answers: Exchange[] = [];
    frame.answers.set(step.stepId, answers);
    const rounds = step.repeat?.atMost ?? 1;
    let met = step.repeat?.until === null || step.repeat === null;
    for (let round = 0; round < rounds; round += 1) {
      const sent = await this.sendRound(step, frame, round, attempt.exchange);
      answers.push(...sent);
      attempt.exchange = sent[0] ?? null;
      for (const exchange of sent) this.judgeCriteria(step, frame, exchange, attempt);
      if (attempt.judgements.some(({ verdict }) => verdict === 'fail')) return;
      if (step.repeat !== null && step.repeat.until !== null) {
        const until = { condition: step.repeat.until, context: null, type: 'simple' as const };
        met = judgeCriterion(until, this.scope(frame, attempt.exchange)).holds;
        if (met) break;
      }
    }
    if (!met) {
      const reason = `${step.stepId}: ${rounds} rounds did not lead to ${step.repeat?.until}`;
      if (step.repeat?.otherwise === 'inconclusive') throw new Stop('inconclusive', reason);
      if (step.repeat?.otherwise === 'fail')
        attempt.judgements.push(
          this.judgement(step, frame, 'rounds', false, step.repeat.until ?? '', reason, answers),
        );
    }
    this.judgeAssumptions(step, frame, attempt.exchange);
    for (const expectation of step.expectations) this.judgeExpectation(expectation, step, frame, attempt);
  }

  private async sendRound(
    step: Step,
    frame: Frame,
    round: number,
    last: Exchange | null,
  ): Promise<Exchange[]> {
    if (step.operation?.source !== 'admin') this.keepWithinTheAnnounced();
    const requests: Outgoing[] = [];
    for (let copy = 0; copy < step.parallel; copy += 1)
      requests.push(this.request(step, frame, round, copy, last));
    const sent = await this.host.wire.send(requests);
    for (const [i, exchange] of sent.entries()) {
      const request = requests[i];
      if (request !== undefined) sent[i] = await this.unrefused(exchange, request, step, frame);
    }
    for (const exchange of sent) this.afterwards(exchange, step);
    return sent;
  }

  /** Sends no more once too much was charged. The answer that told it is judged before: it may be the proof of a fault. */
  keepWithinTheAnnounced(): void {
    const overspent = this.host.overspent();
    if (overspent !== null) throw new Stop('inconclusive', overspent);
  }

  /** Waits out a 429 or 503 that nobody asked for and sends the same again. */
  private async unrefused(first: Exchange, request: Outgoing, step: Step, frame: Frame): Promise<Exchange> {
    const isUnwanted = (exchange: Exchange): boolean => this.isUnwanted(exchange, step, frame);
    const { exchange, gaveUp } = await outwait(first, request, isUnwanted, this.host);
    if (gaveUp !== null) throw new Stop('inconclusive', `${step.stepId}: ${gaveUp}`);
    return exchange;
  }

  private isUnwanted(exchange: Exchange, step: Step, frame: Frame): boolean {
    const status = exchange.response?.status;
    if (exchange.channel === 'admin' || (status !== 429 && status !== 503)) return false;
    if (exchange.faultPlanted || (status === 429 && exchange.throttleExpected)) return false;
    if (step.onFailure.length + frame.workflow.failureActions.length > 0) return false;
    const named = step.expectations.some(
      ({ that, arguments: args }) => this.host.predicates[that]?.expectsStatus?.(args, status) === true,
    );
    const scope = this.scope(frame, exchange);
    const asked =
      step.criteria.length > 0 && step.criteria.every((each) => judgeCriterion(each, scope).holds);
    return !named && !asked;
  }

  /** What every answer means beyond the step's own criteria. */
  private afterwards(exchange: Exchange, step: Step): void {
    const { failure, response } = exchange;
    if (exchange.channel === 'admin') {
      if (response === null)
        throw new Stop('error', `${step.stepId}: the admin API: ${failure?.message ?? 'no answer'}`);
      const unasked = step.criteria.length === 0 && (response.status < 200 || response.status > 299);
      if (unasked)
        throw new Stop(
          'error',
          `${step.stepId}: the admin API answered ${response.status} ${response.bodyText.slice(0, 200)}`,
        );
      this.noteAdmin(exchange, response.body);
      return;
    }
    if (
      failure === null ||
      this.expectsNoAnswer(step) ||
      failure.kind === 'too-large' ||
      failure.kind === 'garbled'
    )
      return;
    throw new Stop('inconclusive', `${step.stepId}: ${failure.message}`);
  }

  /** True where losing the answer is what the step asks for. */
  private expectsNoAnswer({ expectations }: Step): boolean {
    return expectations.some(({ that }) => this.host.predicates[that]?.expectsNoAnswer === true);
  }

  /** Takes in what the call changed, as the admin document says of its operation. */
  private noteAdmin(exchange: Exchange, body: unknown): void {
    const operation = this.host.admin.operations.find(({ id }) => id === exchange.adminOperation);
    if (operation === undefined) return;
    const { effect } = operation;
    if (effect.does === 'plant-fault') this.faultPlanted = true;
    if (['remove-fault', 'clear-faults', 'reset'].includes(effect.does)) this.faultPlanted = false;
    if (effect.does === 'create-account') {
      const account = follow(body, parsePointer(effect.account));
      if (typeof account === 'object' && account !== null)
        this.host.adopt(account as Record<string, unknown>);
    }
    if (effect.clock === null) return;
    const clock = follow(body, parsePointer(effect.clock));
    this.clock = clockIn(clock, exchange.receivedAt) ?? this.clock;
  }

  private request(step: Step, frame: Frame, round: number, copy: number, last: Exchange | null): Outgoing {
    const scope = { ...this.scope(frame, last), round, copy };
    const isAdmin = step.operation?.source === 'admin';
    const filled = parametersOf(step, frame.workflow).map((each) => ({
      ...each,
      value: asText(fill(each.value, scope)),
    }));
    const operation = isAdmin
      ? this.host.admin.operations.find(({ id }) => id === step.operation?.id)
      : this.host.contract.operations.find(({ id }) => id === step.operation?.id);
    if (operation === undefined) throw new Error(`there is no operation ${step.operation?.id}`);
    let path = step.request?.path ?? operation.path;
    for (const { in: where, name, value } of filled)
      if (where === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value));
    const query = filled
      .filter((each) => each.in === 'query')
      .map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
    const cookies = filled
      .filter((each) => each.in === 'cookie')
      .map(({ name, value }) => `${name}=${value}`);
    const { body, contentType } = this.body(step, round, scope);
    return {
      scenario: this.host.scenario,
      step: `${frame.prefix}${step.stepId}`,
      channel: isAdmin ? 'admin' : 'contract',
      operation: isAdmin || step.request !== null ? null : (operation.id as OperationId),
      adminOperation: isAdmin ? operation.id : null,
      method: step.request?.method ?? operation.method,
      path: query.length === 0 ? path : `${path}?${query.join('&')}`,
      headers: [
        ...(contentType === null ? [] : [['Content-Type', contentType] as const]),
        ...filled.filter((each) => each.in === 'header').map(({ name, value }) => [name, value] as const),
        ...(cookies.length === 0 ? [] : [['Cookie', cookies.join('; ')] as const]),
      ],
      body,
      copy,
      round,
      throttleExpected: step.throttle || frame.workflow.throttle,
      faultPlanted: this.faultPlanted,
      targetNow: this.targetNow(),
    };
  }

  private body(step: Step, round: number, scope: Scope): { body: Buffer | null; contentType: string | null } {
    const { body } = step;
    if (body === null || body.absent) return { body: null, contentType: null };
    const contentType = body.contentType ?? 'application/json';
    if (body.raw !== null) return { body: rawBytes(body.raw), contentType };
    let payload = fill(body.payload, scope);
    for (const { target, value } of body.replacements)
      payload = replaceAt(payload, parsePointer(target), fill(value, scope));
    if (round > 0)
      for (const { target, value } of step.repeat?.carry ?? [])
        payload = replaceAt(payload, parsePointer(target), fill(value, scope));
    return {
      body: Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload)),
      contentType,
    };
  }

  private judgeCriteria(step: Step, frame: Frame, exchange: Exchange | null, attempt: Attempt): void {
    if (exchange !== null && exchange.failure !== null) {
      if (!this.expectsNoAnswer(step))
        attempt.judgements.push(
          this.judgement(step, frame, 'answer', false, 'an answer', exchange.failure.message, [exchange]),
        );
      return;
    }
    // A step's own outputs can be used in what judges it.
    frame.steps[step.stepId] = this.outputs(step, frame, this.scope(frame, exchange));
    const scope = this.scope(frame, exchange);
    for (const criterion of step.criteria) {
      const { holds, expected, actual } = judgeCriterion(criterion, scope);
      if (!holds && exchange?.response?.status === 402 && this.host.sharesAccount(exchange.account))
        throw new Stop('inconclusive', 'the credits of the key ran out (402)');
      const seen = exchange === null ? [] : [exchange];
      const { clauses } = criterion;
      merge(
        attempt.judgements,
        this.judgement(step, frame, 'criterion', holds, expected, actual, seen, clauses),
      );
    }
  }

  private judgeAssumptions(step: Step, frame: Frame, exchange: Exchange | null): void {
    for (const { judged, reason, otherwise } of step.assumptions) {
      const { holds, actual } =
        'that' in judged
          ? this.judged(judged, step, frame, exchange)
          : judgeCriterion(judged, this.scope(frame, exchange));
      if (!holds) throw new Stop(otherwise, `${reason} (${actual})`);
    }
  }

  private judgeExpectation(expectation: Expectation, step: Step, frame: Frame, attempt: Attempt): void {
    const { that, because, clauses } = expectation;
    const expected = this.judged(expectation, step, frame, attempt.exchange);
    const { holds, exchanges, observation } = expected;
    attempt.judgements.push({
      ...this.judgement(
        step,
        frame,
        `predicate ${that}`,
        holds,
        expected.expected,
        expected.actual,
        [],
        clauses,
      ),
      exchanges,
      because,
    });
    if (observation !== undefined) this.observations.push({ ...observation, exchanges });
  }

  /** What its predicate says of an expectation; it fails where an argument needs a value that is missing. */
  private judged(
    { that, step: name, arguments: given }: Expectation,
    step: Step,
    frame: Frame,
    exchange: Exchange | null,
  ): Expected {
    const predicate = this.host.predicates[that];
    if (predicate === undefined) throw new Error(`there is no predicate "${that}"`);
    const scope = this.scope(frame, exchange);
    const context: PredicateContext = {
      contract: this.host.contract,
      scope,
      answers: (of) => {
        const found = frame.answers.get(of ?? step.stepId);
        if (found === undefined) throw new Error(`${that} looks at step "${of}", which was not sent`);
        return found;
      },
    };
    const answers = context.answers(name);
    const unfilled = unfilledOf(predicate);
    try {
      const args = Object.entries(given).map(([argument, value]) => [
        argument,
        unfilled.includes(argument) ? value : fill(value, scope),
      ]);
      return predicate.judge(Object.fromEntries(args) as Arguments, answers, context);
    } catch (error) {
      if (!(error instanceof MissingValue)) throw error;
      return said(false, that, error.message, answers);
    }
  }

  /** What a check names is what it is evidence on. Where it names nothing, a failure counts against the rest. */
  private judgement(
    step: Step,
    frame: Frame,
    by: Judge,
    holds: boolean,
    expected: string,
    actual: string,
    exchanges: readonly Exchange[],
    named: readonly string[] = [],
  ): Judgement {
    const own = named.length > 0 ? named : step.clauses;
    const blamed = this.whole.length > 0 ? this.whole : this.clauses;
    return {
      clauses: [...(own.length > 0 || holds ? own : blamed)],
      verdict: holds ? 'pass' : 'fail',
      by,
      scenario: this.host.scenario,
      step: `${frame.prefix}${step.stepId}`,
      exchanges: exchanges.map(({ id }) => id),
      expected,
      actual,
      because: null,
      known: null,
    };
  }

  /** Clauses that no part names hold when the whole scenario held. */
  judgeAsAWhole(): void {
    const last = this.judgements.at(-1);
    if (last === undefined || this.whole.length === 0) return;
    this.judgements.push({
      clauses: [...this.whole],
      verdict: 'pass',
      by: 'scenario',
      scenario: this.host.scenario,
      step: last.step,
      exchanges: [...new Set(this.judgements.flatMap(({ exchanges }) => exchanges))],
      expected: 'every check of the scenario holds',
      actual: `all ${this.judgements.length} held`,
      because: null,
      known: null,
    });
  }

  private scope(frame: Frame, exchange: Exchange | null): Scope {
    const { inputs, steps, workflows, outputs } = frame;
    const [round, copy] = [exchange?.round ?? 0, exchange?.copy ?? 0];
    return { inputs, steps, workflows, outputs, exchange, sources: this.sources, round, copy };
  }

  private targetNow(): number | null {
    const now = this.host.time.now();
    if (this.clock === null) return now + this.host.clockOffset;
    return timeBy(this.clock, now);
  }
}

/** The same question asked of several rounds or copies is one judgement: it holds when it always held. */
function merge(judgements: Judgement[], judgement: Judgement): void {
  const same = judgements.find(
    (each) =>
      each.expected === judgement.expected &&
      each.step === judgement.step &&
      each.verdict === 'pass' &&
      judgement.verdict === 'pass',
  );
  if (same === undefined) judgements.push(judgement);
  else same.exchanges.push(...judgement.exchanges);
}

function nextOf(action: Action | undefined): Next {
  if (action === undefined) return { go: 'on' };
  if (action.type === 'goto' && action.stepId !== null) return { go: 'step', stepId: action.stepId };
  if (action.type === 'goto' && action.workflowId !== null)
    return { go: 'workflow', workflowId: action.workflowId };
  return { go: 'end' };
}

function rawBytes(raw: RawBody): Buffer {
  if (typeof raw === 'string') return Buffer.from(raw);
  if ('base64' in raw) return Buffer.from(raw.base64, 'base64');
  return Buffer.from(`${raw.before ?? ''}${raw.repeat.repeat(raw.times)}${raw.after ?? ''}`);
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
