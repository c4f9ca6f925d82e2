/** The parts that all checks of a workflow share: their input, and checks of ids, steps, clauses, expressions and criteria. */
import type { Documents } from '../model/documents.js';
import type { Pack, Step, Workflow, CheckedCriterion } from '../model/pack.js';
import type { Place } from '../model/source-file.js';
import { didYouMean } from '../../../common/nearest.js';
import { messageOf } from '../../values/text.js';
import type { Parsed } from '../language/conditions.js';
import { bareExpressionsIn, expressionsIn, type Expression } from '../language/expressions.js';
import { INPUTS, isBindable } from '../language/inputs.js';
import { strayMember } from '../model/answer-shapes.js';

export interface CheckContext {
  pack: Pack;
  workflow: Workflow;
  /** The step whose parts are checked; null for parts of the workflow itself. */
  step: Step | null;
  documents: Documents;
  report(place: Place, message: string): void;
}

/** Reports repeated ids. */
export function distinct<Id extends string>(
  id: Id,
  parts: readonly ({ place: Place } & Record<Id, string>)[],
  report: CheckContext['report'],
): void {
  const seen = new Set<string>();
  for (const { place, [id]: name } of parts) {
    if (seen.has(name)) report([...place, id], `"${name}" is used twice; ids must be unique`);
    seen.add(name);
  }
}

/** Reports an unknown step. */
export function checkStepId(stepId: string, place: Place, { workflow, report }: CheckContext): void {
  const known = workflow.steps.map((step) => step.stepId);
  if (!known.includes(stepId)) report(place, `there is no step "${stepId}".${didYouMean(stepId, known)}`);
}

export function checkExpressions(value: unknown, place: Place, context: CheckContext): void {
  try {
    for (const expression of expressionsIn(value)) checkExpression(expression, place, context);
    for (const { found, name } of bareExpressionsIn(value))
      context.report(place, `${found} would be sent as it is; inside a text, write {$${name}}`);
  } catch (error) {
    context.report(place, messageOf(error));
  }
}

export function checkCriteria(criteria: readonly CheckedCriterion[], context: CheckContext): void {
  for (const criterion of criteria) {
    checkParsed(criterion, criterion.place, context);
    checkCited(criterion.clauses, [...criterion.place, 'x-kit-clauses'], context);
  }
}

/** Checks a criterion, or a condition outside of criteria, such as `until`. */
export function checkParsed({ flaw, expressions }: Parsed, place: Place, context: CheckContext): void {
  if (flaw !== null) context.report([...place, 'condition'], flaw);
  for (const expression of expressions) checkExpression(expression, place, context);
}

/** Reports clauses of a part that are missing from its scenario's list, which `--list` shows. */
export function checkCited(
  clauses: readonly string[],
  place: Place,
  { workflow, documents, report }: CheckContext,
): void {
  const known = documents.clauses.clauses.map(({ id }) => id as string);
  for (const clause of clauses)
    if (known.includes(clause) && workflow.clauses.length > 0 && !workflow.clauses.includes(clause))
      report(place, `${clause} is missing from the x-kit-clauses of ${workflow.workflowId}`);
}

function checkExpression({ path, text, pointer }: Expression, place: Place, context: CheckContext): void {
  const { workflow, pack, report } = context;
  if (path[0] === 'response' && path[1] === 'body' && pointer !== null && context.step !== null)
    checkPointer(pointer, context.step, place, context);
  const [kind, name = '', , output = ''] = path;
  if (kind === 'inputs' && !Object.hasOwn(workflow.inputs, name))
    report(place, `${text}: the workflow declares no input "${name}"${undeclared(name)}`);
  if (kind === 'sourceDescriptions' && !pack.sources.some((source) => source.name === name))
    report(place, `${text}: there is no source description "${name}"`);
  if (kind === 'workflows' && !workflow.dependsOn.includes(name))
    report(place, `${text}: "${name}" is not in dependsOn`);
  if (kind === 'steps') {
    const step = workflow.steps.find(({ stepId }) => stepId === name);
    const steps = workflow.steps.map(({ stepId }) => stepId);
    if (step === undefined)
      return report(place, `${text}: there is no step "${name}".${didYouMean(name, steps)}`);
    const called = step.workflowId === null ? undefined : workflow.calls.get(step.workflowId);
    // Its operation or workflow is unknown, which was reported.
    if (step.operation === null && called === undefined) return;
    const id = step.operation?.id ?? '';
    const named = Object.keys({ ...step.outputs, ...called?.outputs });
    if (id === 'getCreditBalance') named.push('balance');
    if (named.includes(output)) return;
    // Searches also have the members of `data`, which `inferOutputs` declares if they are used.
    const data = id.startsWith('search') ? ['data', output] : [];
    const stray = strayMember(context.documents.contract.document, id, data);
    const outputs = [...new Set([...named, ...(stray?.known ?? [])])];
    const near = didYouMean(output, outputs) || ` Its outputs: ${outputs.join(', ') || 'none'}.`;
    report(place, `${text}: step "${name}" has no output "${output}".${near}`);
  }
}

/** Reports a pointer to a member that no response of the step's operation can have. */
export function checkPointer(
  parts: readonly string[],
  { operation, request }: Step,
  place: Place,
  { documents, report }: CheckContext,
): void {
  if (operation === null || request !== null) return;
  // The source does not specify the body of the balance.
  if (documents.contract.operations.some(({ id, kind }) => id === operation.id && kind === 'balance')) return;
  const stray = strayMember(documents[operation.source].document, operation.id, parts);
  if (stray === null) return;
  const near = didYouMean(stray.part, stray.known);
  report(
    place,
    `no response of ${operation.id} has ${parts.map((part) => `/${part}`).join('')}.` +
      (near ||
        ` Known here: ${[...new Set(stray.known)].join(', ') || 'none'}. To expect that a member is absent, use \`value\` with \`lacks\` on its parent.`),
  );
}

function undeclared(name: string): string {
  if (isBindable(name)) return '';
  const names = INPUTS.flatMap((each) =>
    typeof each.name === 'string' ? [each.name] : (each.shown ?? '').split(' '),
  );
  return `, and the runner provides none with this name.${didYouMean(name, names)}`;
}
