/** Runs one scenario: its steps in order, their actions, and the workflows that they call. */
import type { ScenarioOutcome } from '../../record/facts.js';
import { messageOf } from '../../values/text.js';
import { BrokenPath } from '../../pack/language/patterns.js';
import { TookTooLong } from '../../values/time-limit.js';
import { BudgetSpent } from '../../wire/budget.js';
import { retryAfterMs } from '../../values/http.js';
import { fill, MissingValue } from '../../pack/language/expressions.js';
import type { Action, Step, Workflow } from '../../pack/model/pack.js';
import {
  keepWithinTheAnnounced,
  startState,
  startWorkflow,
  Stop,
  type Attempt,
  type ScenarioState,
  type Values,
  type WorkflowRun,
} from './scenario-state.js';
import type { ScenarioContext } from './scenario-context.js';
import { sendStep } from './send-step.js';
import {
  actionFor,
  contradictsLater,
  endsScenario,
  judgeCriteria,
  judgeWhole,
  scopeOf,
  valuesOf,
} from './step-judge.js';

const MOST_STEPS = 2000;
/** The most attempts at a scenario whose data changes, or whose answers are lost. */
export const MOST_ATTEMPTS = 3;
/** Waits before the attempts after lost answers, ms: the target may restart. */
const RESTART_MS = [1000, 4000];
/** The highest sum of waits before retries in a scenario. */
const MOST_WAIT_SECONDS = 3600;

/**
 * Runs a scenario, up to three times if the data changes or an answer is lost; then it is inconclusive. Rejects only if an
 * attempt cannot be prepared, or if the run is ending.
 */
export async function runScenario(workflow: Workflow, context: ScenarioContext): Promise<ScenarioOutcome> {
  const lacking = new Set<string | undefined>();
  for (let [attempt, lent] = [1, context]; ; attempt += 1) {
    const { outcome, unsteady, loss } = await attemptAt(workflow, startState(lent, workflow.clauses));
    // A target that hangs would take too long a third time.
    if (unsteady === null && (loss === null || (loss === 'timeout' && attempt > 1))) return outcome;
    lacking.add(outcome.missing);
    // All attempts lacked the same data, so changes of the data are not the cause.
    if (attempt === MOST_ATTEMPTS && lacking.size === 1 && outcome.missing !== undefined) return outcome;
    const next = attempt === MOST_ATTEMPTS ? `so it did ${attempt} times` : await lent.freshContext();
    if (typeof next === 'string') {
      if (unsteady === null) return outcome;
      const reason = `${unsteady} (${next}): ${outcome.reason}`;
      const judgements = outcome.judgements.filter(({ verdict }) => verdict === 'pass');
      return { ...outcome, end: 'inconclusive', reason, judgements };
    }
    if (loss !== null) await lent.time.sleep(RESTART_MS[attempt - 1]!);
    lent = next;
  }
}

/** Makes one attempt. `unsteady`: why its results do not count, if they depend on data or charges that changed; else null. */
async function attemptAt(workflow: Workflow, state: ScenarioState) {
  const { end, message, onData, missing } = await endOf(state, workflow);
  const { judgements, observations, dataChanges, loss } = state;
  const isJudged = end === 'failed' || end === 'completed';
  const mayHaveChanged = isJudged ? judgements.some((each) => each.kind === 'inference') : onData;
  const isMissing = end === 'not-applicable' && missing !== undefined;
  return {
    outcome: { end, reason: message, judgements, observations, ...(isMissing ? { missing } : {}) },
    unsteady: mayHaveChanged
      ? await dataChanges.cause(isJudged ? (later) => contradictsLater(state, later) : null)
      : null,
    loss,
  };
}

/** Runs the scenario and returns how it ended. Never rejects. */
async function endOf(state: ScenarioState, workflow: Workflow): Promise<Stop> {
  try {
    await runWorkflow(state, startWorkflow(workflow, {}, '', state.context));
    keepWithinTheAnnounced(state);
    if (state.unsettled !== null) return new Stop('inconclusive', state.unsettled, true);
    judgeWhole(state);
    return new Stop('completed', '');
  } catch (error) {
    if (error instanceof Stop) return error;
    if (error instanceof BudgetSpent) return new Stop('inconclusive', error.message);
    if (error instanceof MissingValue)
      return new Stop('inconclusive', `${error.message}, so the next request cannot be made`, true);
    return new Stop('error', `the interpreter threw an error: ${messageOf(error)}`);
  }
}

/** Returns the outputs of the workflow. */
async function runWorkflow(state: ScenarioState, run: WorkflowRun): Promise<Values> {
  const { steps, dependsOn, outputs } = run.workflow;
  for (const name of dependsOn) run.workflows[name] = { inputs: {}, outputs: await call(state, run, name) };
  for (let at = 0; at < steps.length;) {
    const action = await runStep(state, steps[at]!, run);
    if (action?.type === 'goto' && action.workflowId !== null) await call(state, run, action.workflowId);
    if (action !== undefined && (action.type !== 'goto' || action.workflowId !== null)) break;
    at = action === undefined ? at + 1 : steps.findIndex(({ stepId }) => stepId === action.stepId);
  }
  return valuesOf(outputs, scopeOf(run, null));
}

/** Runs a workflow that another workflow calls. In the history, its steps have the prefix `as`. */
async function call(
  state: ScenarioState,
  { workflow, prefix }: WorkflowRun,
  name: string,
  given: Values = {},
  as = name,
): Promise<Values> {
  const called = workflow.calls.get(name)!;
  const { context } = state;
  const before = called.once ? context.handedOn?.get(called) : undefined;
  if (before !== undefined) return { ...before };
  const outputs = await runWorkflow(state, startWorkflow(called, given, `${prefix}${as}/`, context));
  if (called.once) context.handedOn?.set(called, outputs);
  return outputs;
}

/** Runs a step with its retries. Returns the next action. Throws Stop if a binding check fails and no action handles it. */
async function runStep(state: ScenarioState, step: Step, run: WorkflowRun): Promise<Action | undefined> {
  try {
    return await withRetries(state, step, run);
  } catch (error) {
    if (error instanceof TookTooLong || error instanceof BrokenPath) throw stopped(step, run, error.message);
    throw error;
  }
}

async function withRetries(state: ScenarioState, step: Step, run: WorkflowRun): Promise<Action | undefined> {
  for (let tries = 0; ; tries += 1) {
    state.used.steps += 1;
    if (state.used.steps > MOST_STEPS)
      throw stopped(step, run, `more than ${MOST_STEPS} steps: the actions form a loop`);
    const attempt: Attempt = { state, step, run, judgements: [], exchange: null };
    if (step.workflowId === null) await sendStep(attempt);
    else {
      const scope = scopeOf(run, null);
      const given = step.parameters.map(({ name, value }) => [name, fill(value, scope)]);
      run.outputs = await call(state, run, step.workflowId, Object.fromEntries(given) as Values, step.stepId);
      judgeCriteria(attempt, null);
    }
    const failures = attempt.judgements.filter(({ verdict }) => verdict === 'fail');
    const action = failures.length === 0 ? undefined : actionFor('failure', attempt);
    if (action?.type === 'retry' && tries < action.retryLimit) {
      await beforeRetry(action, attempt);
      continue;
    }
    // A failure that an action handles by `goto` is not a finding.
    if (action?.type === 'goto') return action;
    state.judgements.push(...attempt.judgements);
    const failure = failures.find((each) => endsScenario(state, each));
    if (failure !== undefined)
      throw new Stop(
        'failed',
        `${run.prefix}${step.stepId}: expected ${failure.expected}; ${failure.actual}`,
      );
    // A failure of a recommended clause is a finding, and the scenario continues.
    return action ?? actionFor('success', attempt);
  }
}

function stopped({ place }: Step, { workflow }: WorkflowRun, why: string): Stop {
  return new Stop('error', `${workflow.where(place)}: ${why}`);
}

/** Waits, and runs the workflow or step that the action names, before the next try. */
async function beforeRetry(action: Action, { state, step, run, exchange }: Attempt): Promise<void> {
  const { context, used } = state;
  const asked = retryAfterMs(exchange?.response?.headers ?? {}, exchange?.receivedAt ?? 0) ?? 0;
  if (asked > context.maxWaitMs)
    throw new Stop('inconclusive', `${step.stepId}: the target asks to wait ${Math.ceil(asked / 1000)} s`);
  // Never sooner than a `Retry-After` of the answer allows (Arazzo 1.0.1, Failure Action Object).
  const seconds = Math.max(action.retryAfter, asked / 1000);
  used.seconds += seconds;
  if (used.seconds > MOST_WAIT_SECONDS)
    throw stopped(step, run, `more than ${MOST_WAIT_SECONDS} s of waiting before retries`);
  await context.time.sleep(seconds * 1000);
  if (action.workflowId !== null) await call(state, run, action.workflowId);
  const before = run.workflow.steps.find(({ stepId }) => stepId === action.stepId);
  if (before !== undefined && before !== step) await runStep(state, before, run);
}
