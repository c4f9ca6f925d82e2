/** Checks a step: its request, criteria, expectations, outputs and repetitions. */
import type { Step } from '../model/pack.js';
import { checkAction } from './actions.js';
import type { CheckContext } from './context.js';
import { checkExpectation } from './expectation.js';
import { checkCited, checkParsed, checkCriteria, checkExpressions } from './expressions.js';
import { checkRequest, checkTarget } from './request.js';
import { MOST_REQUESTS } from '../model/reach.js';

export function checkStep(step: Step, context: CheckContext): void {
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
