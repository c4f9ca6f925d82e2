/** Checks expectations: their steps, expressions, readings and conditions. */
import { didYouMean } from '../../../common/nearest.js';
import { parsePointer } from '../../values/pointers.js';
import { parseCondition } from '../language/conditions.js';
import { MATCHERS } from '../language/matchers.js';
import type { Expectation } from '../model/pack.js';
import type { ArgumentsOf } from '../predicates/generated/predicates.js';
import type { Arguments, Predicate } from '../predicates/predicate.js';
import type { Place } from '../model/source-file.js';
import {
  type CheckContext,
  checkCited,
  checkExpressions,
  checkParsed,
  checkPointer,
  checkStepId,
} from './context.js';

/** Predicates that hold for any value if they have none of the conditions. */
const PASS_ALL = new Set(['every-job', 'every-item', 'value']);
const CONDITIONS = [...Object.keys(MATCHERS), 'any-of', 'all-of', 'none-of'];

export function checkExpectation(expectation: Expectation, context: CheckContext): void {
  const { place, step, clauses, arguments: args } = expectation;
  const { workflow, report } = context;
  checkCited(clauses, [...place, 'x-kit-clauses'], context);
  // The schema reports an unknown predicate, and the check goes on.
  const predicate = expectation.predicate as Predicate | undefined;
  if (predicate === undefined) return;
  if (PASS_ALL.has(expectation.that) && !CONDITIONS.some((name) => name in args))
    report(place, `"${expectation.that}" accepts everything here; add a condition, such as \`equals\``);
  if (step !== null) checkStepId(step, place, context);
  const own = step ?? context.step?.stepId;
  if (own !== undefined && [args['with']].flat().includes(own))
    report(place, `compares "${own}" with itself; name another step in \`with\``);
  for (const use of usesIn(predicate, args)) {
    if (use.step !== null) {
      checkStepId(use.step, place, context);
      checkOrder(use.step, place, context);
    }
    const stepId = use.step ?? step ?? context.step?.stepId;
    const found = workflow.steps.find((each) => each.stepId === stepId);
    if (found !== undefined && use.pointer?.startsWith('/') === true)
      checkPointer(parsePointer(use.pointer), found, place, context);
  }
  for (const [name, value] of Object.entries(args))
    if (predicate.arguments[name] === 'readingChoices')
      for (const { when } of value as ReadingChoices) checkParsed(parseCondition(when), place, context);
    else checkExpressions(value, [...place, name], context);
  const { reading, choices } = args as {
    reading?: string;
    choices?: ReadingChoices | Record<string, string>;
  };
  if (reading !== undefined && choices !== undefined) {
    const named = Array.isArray(choices) ? choices.map(({ choice }) => choice) : Object.values(choices);
    checkReading(reading, named, place, context);
  }
}

/** Reports a step that is sent after this check, unless jumps can change the order. */
function checkOrder(stepId: string, place: Place, { step, workflow, report }: CheckContext): void {
  const { steps } = workflow;
  const actions = [workflow.successActions, workflow.failureActions].concat(
    steps.flatMap(({ onSuccess, onFailure }) => [onSuccess, onFailure]),
  );
  if (step === null || actions.flat().some((each) => each.stepId !== null)) return;
  if (steps.slice(steps.indexOf(step) + 1).some((each) => each.stepId === stepId))
    report(place, `step "${stepId}" is sent after "${step.stepId}"; move the check to "${stepId}"`);
}

type ReadingChoices = ArgumentsOf['reading']['choices'];

/**
 * A step that an argument uses, and a pointer into its bodies. `step` is null for the step of the expectation; `pointer` is null
 * if the argument has none.
 */
interface Use {
  step: string | null;
  pointer: string | null;
}

/**
 * Returns the steps that the arguments use, with pointers into their bodies. Kinds of arguments show steps, operands and `pointers`;
 * names of arguments show the parts of lists.
 */
function usesIn({ arguments: kinds }: Predicate, args: Arguments): Use[] {
  const list = 'list' in kinds ? String(args['list']) : null;
  const inBody = (pointer: string): Use => ({ step: null, pointer });
  const uses = Object.entries(kinds).flatMap(([name, kind]): Use[] => {
    const value = args[name];
    if (kind === 'operand') return usesOfOperand(value);
    if (value === undefined) return [];
    if (kind === 'pointers') return (value as string[]).map(inBody);
    if (kind === 'steps') {
      const pointer = list && String(args['with-list'] ?? list);
      return [value].flat().map((step) => ({ step: String(step), pointer }));
    }
    if (name === 'list') return [inBody(list!)];
    return kind === 'pointer' && name === 'by' ? [inBody(`${list}/0${String(value)}`)] : [];
  });
  const { field } = args;
  if (list === null || typeof field !== 'string') return uses;
  return [...uses, inBody(`${list}/0${field.startsWith('/') ? '' : '/'}${field}`)];
}

function usesOfOperand(operand: unknown): Use[] {
  if (Array.isArray(operand)) return operand.flatMap(usesOfOperand);
  if (typeof operand !== 'object' || operand === null) return [];
  const { sum, count, step, ...parts } = operand as Record<string, unknown>;
  const pointer = [sum, count].find((each) => typeof each === 'string' && each.startsWith('/'));
  const own = { step: (step ?? null) as string | null, pointer: (pointer ?? null) as string | null };
  return [own, ...Object.values(parts).flatMap(usesOfOperand)];
}

/** Reports choices that the reading does not have. */
function checkReading(id: string, choices: readonly string[], place: Place, context: CheckContext): void {
  const reading = context.documents.clauses.readings.find((each) => each.id === id);
  const known: string[] | undefined = reading?.choices.map((choice) => choice.id);
  for (const choice of choices)
    if (known?.includes(choice) === false)
      context.report(
        place,
        `reading ${id} has no choice "${choice}"; it has ${known.join(', ')}.${didYouMean(choice, known)}`,
      );
}
