/** Checks expectations: their steps, expressions, readings and conditions. */
import type { Clauses } from '../../../spec/clauses.js';
import { didYouMean } from '../../../common/nearest.js';
import { parsePointer } from '../../values/pointers.js';
import { parseCondition } from '../language/conditions.js';
import type { Expectation } from '../model/pack.js';
import { stepsNamed, unfilledOf, type Predicate } from '../predicates/predicate.js';
import type { Place } from '../model/source-file.js';
import { checkStepId } from './actions.js';
import type { CheckContext } from './context.js';
import { checkCited, checkExpressions, checkParsed, checkPointer } from './expressions.js';

export function checkExpectation(expectation: Expectation, context: CheckContext): void {
  const { place, step, clauses, arguments: args } = expectation;
  const { workflow, documents, report } = context;
  checkCited(clauses, [...place, 'x-kit-clauses'], context);
  // The schema reports an unknown predicate, and the check goes on.
  const predicate = expectation.predicate as Predicate | undefined;
  if (predicate === undefined) return;
  for (const name of [...stepsNamed(predicate, args), ...(step === null ? [] : [step])])
    checkStepId(name, place, workflow, report);
  const unfilled = unfilledOf(predicate);
  for (const [name, value] of Object.entries(args))
    if (!unfilled.includes(name)) checkExpressions(value, [...place, name], context);
  for (const { pointer, steps } of predicate.pointers?.(args) ?? [])
    for (const stepId of steps ?? [step ?? context.step?.stepId]) {
      const found = workflow.steps.find((each) => each.stepId === stepId);
      if (found !== undefined && pointer.startsWith('/'))
        checkPointer(parsePointer(pointer), found, place, context);
    }
  for (const { reading, choices } of predicate.readings?.(args) ?? [])
    checkReading(reading, choices, place, documents.clauses, report);
  for (const condition of predicate.conditions?.(args) ?? [])
    checkParsed(parseCondition(condition), place, context);
}

/** Reports choices that the reading does not have. */
export function checkReading(
  id: string,
  choices: readonly string[],
  place: Place,
  { readings }: Clauses,
  report: CheckContext['report'],
): void {
  const known: string[] | undefined = readings
    .find((each) => each.id === id)
    ?.choices.map((choice) => choice.id);
  if (known === undefined) return;
  for (const choice of choices)
    if (!known.includes(choice))
      report(
        place,
        `reading ${id} has no choice "${choice}"; it has ${known.join(', ')}.${didYouMean(choice, known)}`,
      );
}
