/** Chooses the action after a step. */
import type { Exchange } from '../../record/exchange.js';
import { judgeCriterion } from '../../pack/language/conditions.js';
import type { Action } from '../../pack/model/pack.js';
import type { Attempt } from './step-judge.js';
import { scopeOf } from './workflow-run.js';

/** The first action whose criteria all hold; the step's own actions come before those of its workflow. */
export function actionFor(
  kind: 'success' | 'failure',
  { step, run, exchange: last }: Attempt,
  exchange: Exchange | null = last,
): Action | undefined {
  const { workflow } = run;
  const scope = scopeOf(run, exchange);
  const actions =
    kind === 'success'
      ? [...step.onSuccess, ...workflow.successActions]
      : [...step.onFailure, ...workflow.failureActions];
  return actions.find(({ criteria }) => criteria.every((each) => judgeCriterion(each, scope).holds));
}
