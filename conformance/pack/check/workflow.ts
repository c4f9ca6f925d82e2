/** Checks a workflow and its steps: requests, criteria, expectations, outputs, repetitions, actions and jumps. */
import { didYouMean } from '../../../common/nearest.js';
import { isBindable } from '../language/inputs.js';
import type { Step, Workflow, Action, CheckedCriterion } from '../model/pack.js';
import { pairsOf } from '../model/pairs.js';
import { callsOf, MOST_REQUESTS, reachable, type Call } from '../model/reach.js';
import {
  distinct,
  type CheckContext,
  checkCited,
  checkCriteria,
  checkExpressions,
  checkParsed,
  checkStepId,
} from './context.js';
import { checkExpectation } from './expectation.js';
import { checkRequest, checkTarget } from './request.js';

/** Functions that follow a longer chain of calls, such as `sumOf`, exceed the stack. */
const MOST_CALLED = 1000;

export function checkWorkflow(context: CheckContext): void {
  const { workflow, report } = context;
  const { place, steps, clauses } = workflow;
  distinct('stepId', steps, report);
  for (const [name, schema] of Object.entries(workflow.inputs))
    if (clauses.length > 0 && needsValue(name, schema))
      report(
        [...place, 'inputs', 'properties', name],
        `the runner provides no input "${name}"; add a default or use an input of INTERPRETING.md`,
      );
  const hasScenarios = context.pack.workflows.some((each) => each.clauses.length > 0);
  const isCalled = context.pack.workflows.some((each) => [...each.calls.values()].includes(workflow));
  if (hasScenarios && clauses.length === 0 && !isCalled)
    report(
      [...place, 'workflowId'],
      `no workflow calls "${workflow.workflowId}": add x-kit-clauses to make it a scenario, or remove it`,
    );
  if (workflow.once && (clauses.length > 0 || Object.keys(workflow.inputs).some((name) => !isBindable(name))))
    report(
      [...place, 'x-kit-once'],
      'x-kit-once requires a helper without clauses and inputs; remove these or x-kit-once',
    );
  for (const call of callsOf(workflow)) checkCall(call, context);
  if (reachable(workflow).length > MOST_CALLED)
    report([...place, 'workflowId'], `calls more than ${MOST_CALLED} other workflows`);
  checkEnd(context);
  for (const step of steps) checkStep(step, { ...context, step });
  checkPairs(context);
  for (const action of [...workflow.successActions, ...workflow.failureActions]) checkAction(action, context);
  for (const [name, expression] of Object.entries(workflow.outputs))
    checkExpressions(expression, [...place, 'outputs', name], context);
}

function checkStep(step: Step, context: CheckContext): void {
  const { place } = step;
  checkCited(step.clauses, [...place, 'x-kit-clauses'], context);
  if (step.operation !== null) checkRequest(step, context);
  if (step.operation?.source === 'contract' && step.criteria.length + step.expectations.length === 0)
    context.report(place, 'checks nothing: add successCriteria or x-kit-expect');
  checkCriteria(step.criteria, context);
  for (const { judged } of step.assumptions)
    if ('that' in judged) checkExpectation(judged, context);
    else checkCriteria([judged], context);
  for (const expectation of step.expectations) checkExpectation(expectation, context);
  for (const action of [...step.onSuccess, ...step.onFailure]) checkAction(action, context);
  for (const [name, expression] of Object.entries(step.outputs))
    checkExpressions(expression, [...place, 'outputs', name], context);
  for (const parameter of step.parameters)
    if (!parameter.absent) checkExpressions(parameter.value, [...parameter.place, 'value'], context);
  const times = (step.repeat?.atMost ?? 1) * step.parallel;
  if (times > MOST_REQUESTS)
    context.report(place, `sends ${times} requests; a scenario sends at most ${MOST_REQUESTS}`);
  const { until, carry } = step.repeat ?? { until: null, carry: [] };
  if (until !== null) checkParsed(until, [...place, 'x-kit-repeat', 'until'], context);
  for (const { target, value } of carry) {
    checkExpressions(value, [...place, 'x-kit-repeat', 'carry'], context);
    checkTarget(target, [...place, 'x-kit-repeat', 'carry'], context);
  }
}

/** Reports clauses that apply to none of the scenario's operations, because evidence is always about an operation. */
function checkPairs({ workflow, documents, report }: CheckContext): void {
  const { clauses } = documents.clauses;
  const steps = reachable(workflow).flatMap((each) => each.steps);
  // Unknown operations were reported.
  if (steps.some(({ operation, workflowId }) => operation === null && workflowId === null)) return;
  if (!documents.contract.operations.some(({ id }) => steps.some(({ operation }) => operation?.id === id)))
    return;
  for (const [clause, operations] of Object.entries(pairsOf(workflow, clauses)))
    if (operations?.length === 0 && clauses.some(({ id }) => id === clause))
      report(
        [...workflow.place, 'x-kit-clauses'],
        `this scenario calls no operation of ${clause}, which covers ${clauses.find(({ id }) => id === clause)!.operations.join(', ')}`,
      );
}

/** True for an input without a value from the runner or a default. */
function needsValue(name: string, schema: Workflow['inputs'][string]): boolean {
  return !isBindable(name) && !(typeof schema === 'object' && 'default' in schema);
}

function checkCall({ name, place, given }: Call, { workflow, report }: CheckContext): void {
  const found = workflow.calls.get(name);
  if (found === undefined) return;
  const inputs = Object.keys(found.inputs);
  for (const parameter of given)
    if (!inputs.includes(parameter.name))
      report(
        [...parameter.place, 'name'],
        `"${name}" has no input "${parameter.name}".${didYouMean(parameter.name, inputs) || ` It has ${inputs.join(', ') || 'none'}.`}`,
      );
  for (const [input, schema] of Object.entries(found.inputs))
    if (needsValue(input, schema) && !given.some((parameter) => parameter.name === input))
      report(place, `"${name}" requires the input "${input}": add it to the parameters of the step`);
  if (found.clauses.length > 0)
    report(place, `"${name}" is a scenario; only helpers (no x-kit-clauses) can be called`);
  if (reachable(found).includes(workflow)) report(place, `"${name}" calls this workflow again`);
}

function checkAction(action: Action, context: CheckContext): void {
  const { place, stepId, workflowId } = action;
  if (action.type === 'goto' && (stepId === null) === (workflowId === null))
    context.report(place, 'goto needs a stepId or a workflowId');
  if (stepId !== null) checkStepId(stepId, [...place, 'stepId'], context);
  checkCriteria(action.criteria, context);
}

/** Reports a jump back from which only a failed check leads to the end. */
function checkEnd({ workflow, report }: CheckContext): void {
  const { steps, successActions } = workflow;
  const endless = new Set(steps);
  for (let size = -1; size !== endless.size;) {
    size = endless.size;
    for (const step of steps.toReversed())
      if (nextSteps(step, workflow).some((next) => next === undefined || !endless.has(next)))
        endless.delete(step);
  }
  const jumps = [...endless].flatMap(({ onSuccess }) => [...onSuccess, ...successActions]);
  const jump = jumps.findLast(({ stepId }) => stepId !== null);
  if (jump !== undefined)
    report(jump.place, `repeats "${jump.stepId}" forever; add criteria that end the loop`);
}

/** Returns the steps that can follow a step unless a check fails, with `undefined` for the end of the workflow. */
function nextSteps(step: Step, { steps, successActions, failureActions }: Workflow): (Step | undefined)[] {
  const success = [...step.onSuccess, ...successActions];
  const certain = success.findIndex(({ criteria }) => criteria.every((each) => isRequired(each, step)));
  const actions = certain === -1 ? success : success.slice(0, certain + 1);
  actions.push(...[...step.onFailure, ...failureActions].filter(({ type }) => type !== 'retry'));
  const next = actions.map(({ stepId }) => steps.find((each) => each.stepId === stepId));
  return certain === -1 ? [...next, steps[steps.indexOf(step) + 1]] : next;
}

/** Whether a step cannot succeed without the criterion. */
function isRequired({ condition, context }: CheckedCriterion, { criteria }: Step): boolean {
  return criteria.some((each) => each.condition === condition && each.context === context);
}
