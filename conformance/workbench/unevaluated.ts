/** Finds the checks that a run did not evaluate, because their scenario ended before them. */
import type { RunReport, ScenarioResult } from '../judge/report.js';
import type { Workflow } from '../pack/model/pack.js';
import type { Scenario } from '../run/plan/scenarios.js';
import { words } from './catalogue.js';

export interface Unevaluated {
  step: string;
  checks: string[];
}

/** Unevaluated checks by id of the scenario. Leaves out scenarios that were completed, or sent nothing. */
export function unevaluatedIn(
  report: RunReport,
  scenarios: readonly Scenario[],
): Record<string, Unevaluated[]> {
  const results = new Map(report.scenarios.map((each) => [each.id, each]));
  return Object.fromEntries(
    scenarios.flatMap(({ id, workflow }): [string, Unevaluated[]][] => {
      const result = results.get(id);
      if (result === undefined || result.outcome.end === 'completed' || result.exchanges.length === 0)
        return [];
      return [[id, leftOf(workflow, '', result)]];
    }),
  );
}

function leftOf({ steps, calls }: Workflow, prefix: string, result: ScenarioResult): Unevaluated[] {
  return steps.flatMap((step): Unevaluated[] => {
    const name = `${prefix}${step.stepId}`;
    const judges = result.outcome.judgements.filter((each) => each.step === name).map(({ by }) => by);
    const called = step.workflowId === null ? undefined : calls.get(step.workflowId);
    const inner = called === undefined ? [] : leftOf(called, `${name}/`, result);
    const checks = [
      ...(judges.includes('criterion') ? [] : step.criteria),
      ...(judges.some((by) => by.startsWith('predicate ')) ? [] : step.expectations),
    ];
    return checks.length === 0 ? inner : [...inner, { step: name, checks: checks.map(words) }];
  });
}
