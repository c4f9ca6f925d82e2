/** The pairs of clause and operation for which a scenario provides evidence. */
import type { Clause } from '../../../spec/clauses.js';
import { operationIds, type OperationId } from '../../../spec/contract.js';
import type { Pairs } from '../../record/facts.js';
import type { Step, Workflow } from './pack.js';
import { reachable } from './reach.js';

/**
 * Returns operations by clause. A part provides evidence for its clauses on the operation of its step. A clause may not
 * apply to it (such as to the balance after a search), or be cited by no part. Then the evidence is for the other operations to
 * which the clause applies: those of the scenario's own steps or, if there are none, of its helpers. A list can be empty.
 */
export function pairsOf(workflow: Workflow, clauses: readonly Clause[]): Pairs {
  const speaksOf = new Map<string, readonly OperationId[]>(
    clauses.map(({ id, operations }) => [id, operations]),
  );
  const parts = reachable(workflow);
  const [own, all] = [[workflow], parts].map((some) => some.flatMap(({ steps }) => steps.map(operationOf)));
  const shown = new Map<string, Set<OperationId | null>>();
  for (const { steps } of parts)
    for (const step of steps)
      for (const { clauses: named, of } of citations(step, steps))
        for (const clause of named) shown.set(clause, (shown.get(clause) ?? new Set()).add(operationOf(of)));
  return Object.fromEntries(
    workflow.clauses.map((clause) => {
      const concerned = operationIds.filter((id) => speaksOf.get(clause)?.includes(id) === true);
      const on = (some: readonly (OperationId | null)[]): OperationId[] =>
        concerned.filter((id) => some.includes(id));
      const named = [...(shown.get(clause) ?? [null])];
      const isPlaced = named.every((each) => each !== null && concerned.includes(each));
      const found = isPlaced ? on(named) : on([...named, ...(own ?? [])]);
      return [clause, found.length > 0 ? found : on(all ?? [])];
    }),
  );
}

function operationOf({ operation }: Step): OperationId | null {
  return operation?.source === 'contract' ? (operation.id as OperationId) : null;
}

/** Returns the clauses of the parts of a step, with the step whose responses each part judges. */
export function citations(step: Step, steps: readonly Step[]): { clauses: readonly string[]; of: Step }[] {
  const lookedAt = (name: string | null): Step => steps.find(({ stepId }) => stepId === name) ?? step;
  return [
    { clauses: step.clauses, of: step },
    ...step.criteria.map(({ clauses }) => ({ clauses, of: step })),
    ...step.expectations.map(({ clauses, step: name }) => ({ clauses, of: lookedAt(name) })),
  ];
}
