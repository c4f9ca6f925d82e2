/** Runs one scenario: its steps in order, their actions, and the workflows that they call. */
import type { ScenarioOutcome } from '../../record/facts.js';
import { messageOf } from '../../values/text.js';
import { BrokenPath } from '../../pack/language/paths.js';
import { TookTooLong } from '../../values/time-limit.js';
import { BudgetSpent } from '../../wire/budget.js';
import { retryAfterMs } from '../../wire/pacer.js';
import { evaluate, fill, MissingValue, parseExpression } from '../../pack/language/expressions.js';
import type { Action, Pack, Step, Workflow } from '../../pack/model/pack.js';
import { actionFor } from './actions.js';
import { startWorkflow, outputsOf, scopeOf, type WorkflowRun } from './workflow-run.js';
import type { ScenarioContext } from './scenario-context.js';
import { StepSender } from './send-step.js';
import { begun, StepJudge, type Attempt } from './step-judge.js';
import { Stop } from './stop.js';

const MOST_STEPS = 2000;
/** The most attempts at a scenario whose data changes, or whose answers are lost. */
export const MOST_ATTEMPTS = 3;
/** The highest sum of waits before retries in a scenario. */
const MOST_WAIT_SECONDS = 3600;

type Outputs = Record<string, unknown>;

/**
 * Runs a scenario, up to three times if the data changes or an answer is lost; then it is inconclusive. Rejects only if an
 * attempt cannot be prepared.
 */
export async function runScenario(
  pack: Pack,
  workflow: Workflow,
  context: ScenarioContext,
): Promise<ScenarioOutcome> {
  const lacking = new Set<string | undefined>();
  for (let [attempt, lent] = [1, context]; ; attempt += 1) {
    const { outcome, unsteady, loss } = await attemptAt(pack, workflow, lent);
    // A target that hangs would take too long a third time.
    if (unsteady === null && (loss === null || (loss === 'timeout' && attempt > 1))) return outcome;
    lacking.add(outcome.missing);
    // All attempts lacked the same data, so changes of the data are not the cause.
    if (attempt === MOST_ATTEMPTS && lacking.size === 1 && outcome.missing !== undefined) return outcome;
    const next = attempt === MOST_ATTEMPTS ? `so it did ${attempt} times` : await lent.anew();
    if (typeof next === 'string') {
      if (unsteady === null) return outcome;
      const reason = `${unsteady} (${next}): ${outcome.reason}`;
      const judgements = outcome.judgements.filter(({ verdict }) => verdict === 'pass');
      return { ...outcome, end: 'inconclusive', reason, judgements };
    }
    lent = next;
  }
}

/** Makes one attempt. `unsteady`: why its results do not count, if they depend on data or charges that changed; else null. */
async function attemptAt(pack: Pack, workflow: Workflow, context: ScenarioContext) {
  const judge = new StepJudge(context, workflow.clauses);
  const sender = new StepSender(context, judge);
  const { end, message, onData, missing } = await new ScenarioRun(pack, context, judge, sender).toItsEnd(
    workflow,
  );
  const isJudged = end === 'failed' || end === 'completed';
  const mayHaveChanged = isJudged ? judge.judgements.some((each) => each.kind === 'inference') : onData;
  const { judgements, observations } = judge;
  const isMissing = end === 'not-applicable' && missing !== undefined;
  return {
    outcome: { end, reason: message, judgements, observations, ...(isMissing ? { missing } : {}) },
    unsteady: mayHaveChanged ? await sender.dataChanges.cause(isJudged) : null,
    loss: sender.loss,
  };
}

class ScenarioRun {
  private readonly sources: WorkflowRun['sources'];
  private readonly context: ScenarioContext;
  private readonly judge: StepJudge;
  private readonly sender: StepSender;
  private stepsRun = 0;
  private waitedSeconds = 0;

  constructor(pack: Pack, context: ScenarioContext, judge: StepJudge, sender: StepSender) {
    this.sources = Object.fromEntries(pack.sources.map(({ name, url }) => [name, url]));
    this.context = context;
    this.judge = judge;
    this.sender = sender;
  }

  /** Runs the scenario and returns how it ended. Never rejects. */
  async toItsEnd(workflow: Workflow): Promise<Stop> {
    try {
      await this.workflow(workflow, {}, '');
      this.sender.keepWithinTheAnnounced();
      if (this.judge.unsettled !== null) return new Stop('inconclusive', this.judge.unsettled, true);
      this.judge.asAWhole();
      return new Stop('completed', '');
    } catch (error) {
      if (error instanceof Stop) return error;
      if (error instanceof BudgetSpent) return new Stop('inconclusive', error.message);
      if (error instanceof MissingValue)
        return new Stop('inconclusive', `${error.message}, so the next request cannot be made`, true);
      return new Stop('error', `the interpreter threw an error: ${messageOf(error)}`);
    }
  }

  private async workflow(workflow: Workflow, given: Readonly<Outputs>, prefix: string): Promise<Outputs> {
    const run = startWorkflow(workflow, given, prefix, this.sources, this.context);
    for (const name of workflow.dependsOn)
      run.workflows[name] = { inputs: {}, outputs: await this.call(name, run, {}, name) };
    for (let at = 0; at < workflow.steps.length;) {
      const action = await this.step(workflow.steps[at]!, run);
      if (action !== undefined && action.type !== 'goto') break;
      if (action !== undefined && action.workflowId !== null) {
        await this.call(action.workflowId, run, {}, action.workflowId);
        break;
      }
      at = action === undefined ? at + 1 : workflow.steps.findIndex(({ stepId }) => stepId === action.stepId);
    }
    const scope = scopeOf(run, null);
    return Object.fromEntries(
      Object.entries(workflow.outputs).map(([name, text]) => [name, evaluate(parseExpression(text), scope)]),
    );
  }

  /** Runs a workflow that another workflow calls. In the history, its steps have the prefix `as`. */
  private async call(
    name: string,
    { workflow, prefix }: WorkflowRun,
    given: Outputs,
    as: string,
  ): Promise<Outputs> {
    const called = workflow.calls.get(name);
    if (called === undefined) throw new Error(`there is no workflow "${name}"`);
    const { handedOn } = this.context;
    const before = called.once ? handedOn?.get(called) : undefined;
    if (before !== undefined) return { ...before };
    const outputs = await this.workflow(called, given, `${prefix}${as}/`);
    if (called.once) handedOn?.set(called, outputs);
    return outputs;
  }

  /** Runs a step with its retries. Returns the next action. Throws Stop if a binding check fails and no action handles it. */
  private async step(step: Step, run: WorkflowRun): Promise<Action | undefined> {
    for (let tries = 0; ; tries += 1) {
      this.stepsRun += 1;
      if (this.stepsRun > MOST_STEPS)
        throw this.stopped(step, run, `more than ${MOST_STEPS} steps: the actions form a loop`);
      const { attempt, failure, action } = await this.tryOnce(step, run);
      if (failure === undefined || action?.type === 'goto') {
        // A failure that an action handles by `goto` is not a finding.
        if (failure === undefined) this.judge.judgements.push(...attempt.judgements);
        run.steps[step.stepId] = outputsOf(step, run, attempt.exchange, this.context.balancePointer);
        return action;
      }
      if (action?.type === 'retry' && tries < action.retryLimit) {
        await this.beforeRetry(action, attempt);
        continue;
      }
      this.judge.judgements.push(...attempt.judgements);
      if (attempt.judgements.some((each) => this.judge.ends(each)))
        throw new Stop(
          'failed',
          `${run.prefix}${step.stepId}: expected ${failure.expected}; ${failure.actual}`,
        );
      // A failure of a recommended clause is a finding, and the scenario continues.
      run.steps[step.stepId] = outputsOf(step, run, attempt.exchange, this.context.balancePointer);
      return action ?? actionFor('success', attempt);
    }
  }

  /** Sends a step, or runs the workflow that it calls, and chooses the action that follows. */
  private async tryOnce(step: Step, run: WorkflowRun) {
    try {
      const attempt =
        step.workflowId === null
          ? await this.sender.send(step, run)
          : await this.callOf(step, step.workflowId, run);
      const failures = attempt.judgements.filter(({ verdict }) => verdict === 'fail');
      const failure = failures.find((each) => this.judge.ends(each)) ?? failures[0];
      const action = actionFor(failure === undefined ? 'success' : 'failure', attempt);
      return { attempt, failure, action };
    } catch (error) {
      if (error instanceof TookTooLong || error instanceof BrokenPath)
        throw this.stopped(step, run, error.message);
      throw error;
    }
  }

  private stopped({ place }: Step, { workflow }: WorkflowRun, why: string): Stop {
    return new Stop('error', `${workflow.where(place)}: ${why}`);
  }

  /** Runs the workflow of a step, and judges its outputs. */
  private async callOf(step: Step, workflowId: string, run: WorkflowRun): Promise<Attempt> {
    const scope = scopeOf(run, null);
    const given = step.parameters.map(({ name, value }) => [name, fill(value, scope)]);
    run.outputs = await this.call(workflowId, run, Object.fromEntries(given) as Outputs, step.stepId);
    const attempt = begun(step, run);
    this.judge.criteria(attempt, null);
    return attempt;
  }

  /** Waits, and runs the workflow or step that the action names, before the next try. */
  private async beforeRetry(action: Action, attempt: Attempt): Promise<void> {
    const { step, run } = attempt;
    const seconds = this.secondsBefore(action, attempt);
    this.waitedSeconds += seconds;
    if (this.waitedSeconds > MOST_WAIT_SECONDS)
      throw this.stopped(step, run, `more than ${MOST_WAIT_SECONDS} s of waiting before retries`);
    await this.context.time.sleep(seconds * 1000);
    if (action.workflowId !== null) await this.call(action.workflowId, run, {}, action.workflowId);
    const before = run.workflow.steps.find(({ stepId }) => stepId === action.stepId);
    if (before !== undefined && before !== step) await this.step(before, run);
  }

  /** Never sooner than a `Retry-After` of the answer allows (Arazzo 1.0.1, Failure Action Object). */
  private secondsBefore({ retryAfter }: Action, { step: { stepId }, exchange }: Attempt): number {
    const { maxWaitMs } = this.context;
    const asked = retryAfterMs(exchange?.response?.headers ?? {}, exchange?.receivedAt ?? 0);
    if (asked !== null && asked > maxWaitMs)
      throw new Stop('inconclusive', `${stepId}: the target asks to wait ${Math.ceil(asked / 1000)} s`);
    return Math.max(retryAfter, (asked ?? 0) / 1000);
  }
}
