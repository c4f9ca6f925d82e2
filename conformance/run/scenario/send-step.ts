/** Sends the rounds and copies of a step, repeats requests after temporary failures, and lets the step's checks judge the answers. */
import { mostCreditsOfPage } from '../../../spec/contract.js';
import type { Exchange } from '../../record/exchange.js';
import { NOT_KEPT } from '../../record/kept-bodies.js';
import { passingFailure } from '../../record/passing.js';
import { isUnaffordable } from '../../record/withheld.js';
import { follow } from '../../values/pointers.js';
import { mayPass, outwait } from '../../wire/patience.js';
import type { Outgoing } from '../../wire/wire.js';
import { judgeCriterion } from '../../pack/language/conditions.js';
import type { Step } from '../../pack/model/pack.js';
import { MOST_REQUESTS } from '../../pack/model/reach.js';
import { actionFor } from './actions.js';
import { scopeOf, type WorkflowRun } from './workflow-run.js';
import type { ScenarioContext } from './scenario-context.js';
import { isLargePage } from './large-pages.js';
import { createDataChanges } from './data-changes.js';
import { requestOf, withKey } from './request.js';
import { refusedLimit } from './small-limits.js';
import { begun, type Attempt, type StepJudge } from './step-judge.js';
import { Stop } from './stop.js';
import { TargetChanges } from './target-changes.js';

export class StepSender {
  readonly dataChanges: ReturnType<typeof createDataChanges>;
  /** How an answer was lost that another attempt may get; null if none was lost. */
  loss: 'timeout' | 'connection' | 'aborted' | null = null;
  private readonly context: ScenarioContext;
  private readonly judge: StepJudge;
  private readonly changes: TargetChanges;
  private requests = 0;
  private keys = 0;

  constructor(context: ScenarioContext, judge: StepJudge) {
    this.context = context;
    this.judge = judge;
    this.changes = new TargetChanges(context);
    this.dataChanges = createDataChanges(context);
  }

  /** Sends all rounds until one fails, and judges them. Throws Stop and MissingValue. */
  async send(step: Step, run: WorkflowRun): Promise<Attempt> {
    const attempt = begun(step, run);
    const answers: Exchange[] = [];
    run.answers.set(step.stepId, answers);
    const rounds = step.repeat?.atMost ?? 1;
    const until = step.repeat?.until ?? null;
    let met = until === null;
    for (let round = 0; round < rounds; round += 1) {
      const sent = await this.sendRound(attempt, round);
      answers.push(...sent);
      attempt.exchange = sent[0] ?? null;
      for (const exchange of sent) this.judge.criteria(attempt, exchange);
      if (attempt.judgements.some((each) => this.judge.ends(each))) {
        // A step whose data is missing is not a failure of the target. Only a success shows the data.
        if (rounds === 1 && sent.every(isSuccess)) this.judge.assumptions(attempt);
        return attempt;
      }
      if (until === null) continue;
      const condition = { condition: until, context: null, type: 'simple' as const };
      met = judgeCriterion(condition, scopeOf(run, attempt.exchange)).holds;
      if (met) break;
    }
    if (until !== null && !met) {
      const reason = `${step.stepId}: ${rounds} rounds did not lead to ${until}`;
      const otherwise = step.repeat?.otherwise;
      if (otherwise === 'inconclusive' || otherwise === 'not-applicable')
        throw new Stop(otherwise, reason, true);
      if (otherwise === 'fail') this.judge.roundsRanOut(attempt, until, reason);
    }
    this.judge.assumptions(attempt);
    this.judge.expectations(attempt);
    return attempt;
  }

  /** Stops the scenario after a charge above its cost. Call it after judging the answer, which may prove a fault. */
  keepWithinTheAnnounced(): void {
    const overspent = this.context.overspent();
    if (overspent !== null) throw new Stop('inconclusive', overspent, true);
  }

  private async sendRound(attempt: Attempt, round: number): Promise<Exchange[]> {
    const { step, run, exchange: last } = attempt;
    if (step.operation?.source !== 'admin') this.keepWithinTheAnnounced();
    this.requests += step.parallel;
    if (this.requests > MOST_REQUESTS)
      throw new Stop(
        'error',
        `${run.workflow.where(step.place)}: more than ${MOST_REQUESTS} requests of one scenario`,
      );
    const requests = Array.from({ length: step.parallel }, (_, copy) =>
      this.keyed(requestOf(step, run, { round, copy, last }, this.context, this.changes)),
    );
    const sent = await this.context.wire.send(requests);
    for (const [i, exchange] of sent.entries()) {
      const request = requests[i]!;
      sent[i] = await this.unrefused(exchange, request, attempt);
      this.dataChanges.note(request, sent[i], exchange);
      await this.stopAtSmallLimit(sent[i], request, attempt);
      this.stopWithoutResult(sent[i], attempt);
    }
    for (const exchange of sent) this.takeIn(exchange, step);
    return sent;
  }

  /** Adds an operation key if each search must have one. */
  private keyed(request: Outgoing): Outgoing {
    const hasKey = request.headers.some(([name]) => name.toLowerCase() === 'idempotency-key');
    if (hasKey || !this.context.needsKeys()) return request;
    this.keys += 1;
    return withKey(request, `operationKeyOwn${this.keys}`, this.context);
  }

  /** Waits and repeats the request while it meets a temporary refusal or failure that the step does not ask for. */
  private async unrefused(first: Exchange, request: Outgoing, attempt: Attempt): Promise<Exchange> {
    const isUnwanted = (exchange: Exchange): boolean => this.isUnwanted(exchange, attempt);
    const { exchange, gaveUp } = await outwait(first, request, isUnwanted, this.context);
    if (gaveUp !== null && isRefusal(exchange))
      throw new Stop('inconclusive', `${attempt.step.stepId}: ${gaveUp}`);
    return exchange;
  }

  private isUnwanted(exchange: Exchange, attempt: Attempt): boolean {
    const { channel, faultPlanted, response, throttleExpected } = exchange;
    if (channel === 'admin' || faultPlanted || response === null || !mayPass(exchange)) return false;
    // No step asks for an answer of a gateway, nor, without a planted fault, for a search that fails temporarily.
    if (!isRefusal(exchange) && response.status !== 500) return true;
    if (response.status === 429 && throttleExpected) return false;
    if (isLargePage(exchange, this.context)) return false;
    if (actionFor('failure', attempt, exchange) !== undefined) return false;
    return !this.judge.asksForStatus(attempt, exchange, response.status);
  }

  private async stopAtSmallLimit(exchange: Exchange, request: Outgoing, attempt: Attempt): Promise<void> {
    if (exchange.response?.status !== 422 || this.judge.asksForStatus(attempt, exchange, 422)) return;
    const least = await refusedLimit(exchange, request, this.context);
    const reason = `the target takes no \`limit\` below ${least}, which is left open`;
    if (least !== null) throw new Stop('not-applicable', reason, true);
  }

  /** Stops if the key cannot pay for a result, or the target cannot store its page, and the step asks for neither. */
  private stopWithoutResult(exchange: Exchange, attempt: Attempt): void {
    const { account, channel, faultPlanted, response } = exchange;
    if (channel === 'admin' || faultPlanted || response === null) return;
    const isPoor = this.context.sharesAccount(account) && isUnaffordable(exchange) && !this.canPay(exchange);
    const isLarge = !isPoor && isLargePage(exchange, this.context);
    if (!(isPoor || isLarge) || this.judge.asksForStatus(attempt, exchange, response.status)) return;
    if (isPoor) throw new Stop('inconclusive', `the credits of the key ran out (${response.status})`);
    const lacking = 'pages that can be stored, at the size of its jobs';
    throw new Stop(
      'not-applicable',
      `${attempt.step.stepId}: the page comes to more than 4 MiB`,
      true,
      lacking,
    );
  }

  /** True if the last known balance covers the most that the search can cost. A 402 is then judged. */
  private canPay({ account, operation, request }: Exchange): boolean {
    const balance = this.context.balanceOf(account);
    if (balance === null || operation === null) return false;
    return (
      balance >=
      mostCreditsOfPage(this.context.contract.operation(operation), follow(request.body, ['limit']))
    );
  }

  /** Applies the rules that hold for every answer, beside the step's own criteria. */
  private takeIn(exchange: Exchange, step: Step): void {
    const { failure, response } = exchange;
    if (response?.bodyCut !== undefined)
      throw new Stop(
        'inconclusive',
        `${step.stepId}: an answer of ${response.bodyCut} bytes was not kept: ${NOT_KEPT}`,
      );
    if (exchange.channel === 'admin') {
      if (response === null)
        throw new Stop('error', `${step.stepId}: the admin API: ${failure?.message ?? 'no answer'}`);
      const refused = step.criteria.length === 0 && (response.status < 200 || response.status > 299);
      const words = `the admin API answered ${response.status} ${response.bodyText.slice(0, 200)}`;
      if (refused) throw new Stop('error', `${step.stepId}: ${words}`);
      if (this.changes.note(exchange)) this.dataChanges.forget();
      return;
    }
    if (failure === null || this.judge.expectsNoAnswer(step)) return;
    // These two are bad answers, which the step's judgement reports.
    if (failure.kind === 'too-large' || failure.kind === 'garbled') return;
    this.loss = failure.kind;
    throw new Stop('inconclusive', `${step.stepId}: ${failure.message}`);
  }
}

function isSuccess({ response }: Exchange): boolean {
  return response !== null && response.status >= 200 && response.status <= 299;
}

/** True for a status that the contract lists for temporary refusals: 429 or 503. */
function isRefusal({ response }: Exchange): boolean {
  return response?.status === 429 || passingFailure(response) === 'unavailable';
}
