/** Judges the answers of a step by its criteria, assumptions and expectations. Finds its outputs and the action that follows it. */
import type { Exchange } from '../../record/exchange.js';
import type { Judge, Judgement, Kind } from '../../record/judgement.js';
import { balanceIn, isUncountable } from '../../values/balance.js';
import { mapped } from '../../values/fields.js';
import { evaluate, parseExpression, type Scope } from '../../pack/language/expressions.js';
import type { Action, Expectation, Step } from '../../pack/model/pack.js';
import { judgeExpectation } from '../../pack/predicates/index.js';
import { statusesIn, type Expected } from '../../pack/predicates/predicate.js';
import { clauseOfRefusedLimit } from './lawful-refusals.js';
import { Stop, type Attempt, type ScenarioState, type Values, type WorkflowRun } from './scenario-state.js';

/** Checks of these clauses compare copies under one key, which share one stored answer. Changes of the data do not affect it. */
const OF_ONE_KEY: readonly string[] = ['IDEM-29'];

const AMBIGUOUS_BALANCE =
  'the balance response contains an integer above 2^53, or several integers; name the balance in the profile (balancePointer)';

export function scopeOf(run: WorkflowRun, exchange: Exchange | null): Scope {
  return { ...run, exchange, round: exchange?.round ?? 0, copy: exchange?.copy ?? 0 };
}

/** The values of the outputs that a step or a workflow names. */
export function valuesOf(outputs: Readonly<Record<string, string>>, scope: Scope): Values {
  return mapped(outputs, (text) => evaluate(parseExpression(text), scope));
}

/** The outputs of a step: those of the workflow that it called, the balance that it read, and the outputs that it names. */
function outputsOf({ state, step, run }: Attempt, exchange: Exchange | null): Values {
  const values: Values = step.workflowId === null ? {} : { ...run.outputs };
  if (step.operation?.id === 'getCreditBalance') {
    const { status, body } = exchange?.response ?? {};
    const { balancePointer } = state.context;
    if (status === 200 && isUncountable(body, balancePointer))
      throw new Stop('inconclusive', `${step.stepId}: ${AMBIGUOUS_BALANCE}`);
    values['balance'] = balanceIn(body, balancePointer) ?? undefined;
  }
  return { ...values, ...valuesOf(step.outputs, scopeOf(run, exchange)) };
}

export function expectsNoAnswer({ expectations }: Step): boolean {
  return expectations.some(({ predicate }) => predicate.expectsNoAnswer === true);
}

/** True if the step asks for the status of this answer. */
export function asksForStatus({ step, run }: Attempt, exchange: Exchange): boolean {
  const { status } = exchange.response!;
  const scope = scopeOf(run, exchange);
  return (
    step.expectations.some((each) => statusesIn(each.predicate, each.arguments)?.includes(String(status))) ||
    (step.criteria.length > 0 && step.criteria.every((each) => each.judge(scope).holds))
  );
}

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
  return actions.find(({ criteria }) => criteria.every((each) => each.judge(scope).holds));
}

/**
 * Judges one answer or, with null, the outputs of a called workflow. If the answer is `attempt.exchange`, stores its outputs as those
 * of the step.
 */
export function judgeCriteria(attempt: Attempt, exchange: Exchange | null): void {
  const { step, run, judgements } = attempt;
  const exchanges = exchange === null ? [] : [exchange.id];
  const outputs = outputsOf(attempt, exchange);
  if (exchange === attempt.exchange) run.steps[step.stepId] = outputs;
  if (exchange !== null && exchange.failure !== null) {
    const lost = { holds: false, expected: 'an answer', actual: exchange.failure.message, exchanges };
    if (!expectsNoAnswer(step)) judgements.push(judgementOf(attempt, 'answer', lost));
    return;
  }
  // The checks of a step can use its outputs.
  const steps = { ...run.steps, [step.stepId]: outputs };
  const scope = scopeOf({ ...run, steps }, exchange);
  for (const criterion of step.criteria) {
    const outcome = { ...criterion.judge(scope), exchanges };
    const restsOnData = /#\/data\/|\$steps\./.test(outcome.expected);
    const cause =
      outcome.holds || exchange === null ? null : clauseOfRefusedLimit(exchange, attempt.state.context);
    const clauses = cause === null ? criterion.clauses : [cause];
    merge(judgements, judgementOf(attempt, 'criterion', outcome, clauses, restsOnData));
  }
}

/** Checks the assumptions of the step about the data. Throws Stop if one does not hold. */
export function checkAssumptions(attempt: Attempt): void {
  for (const { judged, reason, otherwise } of attempt.step.assumptions) {
    const { holds, actual } =
      'that' in judged ? outcomeOf(judged, attempt) : judged.judge(scopeOf(attempt.run, attempt.exchange));
    if (!holds) throw new Stop(otherwise, `${reason} (${actual})`, true, reason);
  }
}

export function judgeExpectations(attempt: Attempt): void {
  const { state, step, judgements } = attempt;
  for (const expectation of step.expectations) {
    const { that, because, clauses, predicate } = expectation;
    const outcome = outcomeOf(expectation, attempt);
    const { exchanges, observation, actual } = outcome;
    if (observation !== undefined) state.observations.push({ ...observation, exchanges });
    if (observation?.choice === null)
      state.unsettled ??= `${step.stepId}: none of the choices of the reading ${observation.reading}: ${actual}`;
    else {
      const by = `predicate ${that}` as const;
      const judgement = judgementOf(attempt, by, outcome, clauses, predicate.restsOnData);
      judgements.push({ ...judgement, because });
      if (that === 'total-found' && !outcome.holds)
        state.failedTotals.set(judgements.at(-1)!, (later) => failsAlso(expectation, attempt, later));
    }
  }
}

/** Adds a failure because no round had the result that ends the rounds. */
export function failRounds(attempt: Attempt, expected: string, actual: string): void {
  const exchanges = attempt.run.answers.get(attempt.step.stepId)!.map(({ id }) => id);
  const outcome = { holds: false, expected, actual, exchanges };
  attempt.judgements.push(judgementOf(attempt, 'rounds', outcome, [], true));
}

function outcomeOf(expectation: Expectation, { state, step, run, exchange }: Attempt): Expected {
  const { contract, wire } = state.context;
  return judgeExpectation(expectation, {
    contract,
    history: wire.history,
    scope: scopeOf(run, exchange),
    answers: (of) => {
      const found = run.answers.get(of ?? step.stepId);
      if (found === undefined)
        throw new Stop('inconclusive', `${expectation.that} looks at step "${of}", which was not sent`);
      return found;
    },
  });
}

/**
 * True if each failure that depends on data contradicts later answers, too. A total below both the total before and the total
 * after it, or above both, was wrong at its own time, although the data changes. `later` has the later answers by the ids of
 * the earlier ones.
 */
export function contradictsLater({ judgements, failedTotals }: ScenarioState, later: Answers): boolean {
  return judgements
    .filter(({ kind }) => kind === 'inference')
    .every((each) => failedTotals.get(each)?.(later) === true);
}

type Answers = ReadonlyMap<number, Exchange>;

/** True if the comparison of totals fails in the same way if later answers replace the earlier ones. */
function failsAlso(expectation: Expectation, attempt: Attempt, later: Answers): boolean {
  const { step: named, arguments: given } = expectation;
  if (given['is'] === '!=') return false;
  const { step, run } = attempt;
  const lastOf = (of: string): number => run.answers.get(of)?.at(-1)?.id ?? Infinity;
  const own = lastOf(named ?? step.stepId);
  const others = [given['with']].flat().map((of) => lastOf(String(of)));
  const isFirst = others.every((id) => own < id);
  const replaced = isFirst ? [own] : others;
  if ((!isFirst && others.some((id) => id > own)) || !replaced.every((id) => later.has(id))) return false;
  const answers = new Map(
    Array.from(run.answers, ([of, each]) => [
      of,
      each.map((one) => (replaced.includes(one.id) ? later.get(one.id)! : one)),
    ]),
  );
  const then = { ...attempt, run: { ...run, answers } };
  const is = given['is'] === '==' ? ['<=', '>='] : [given['is']];
  return is.some((each) => {
    const one = { ...expectation, arguments: { ...given, is: each } };
    return !outcomeOf(one, attempt).holds && !outcomeOf(one, then).holds;
  });
}

/** True for a failure of a clause that is not a recommendation. It ends the scenario. */
export function endsScenario({ context }: ScenarioState, { verdict, clauses }: Judgement): boolean {
  return verdict === 'fail' && !clauses.every((clause) => context.advised.has(clause));
}

/** Adds a pass for the clauses that no part names, if the whole scenario holds. */
export function judgeWhole(state: ScenarioState): void {
  const { judgements, context } = state;
  const held = judgements.filter(({ verdict }) => verdict === 'pass');
  const failed = judgements.filter(({ verdict }) => verdict === 'fail');
  const clauses = unnamedIn(state).filter((clause) => !failed.some((each) => each.clauses.includes(clause)));
  const last = held.at(-1);
  if (last === undefined || clauses.length === 0) return;
  judgements.push({
    clauses,
    verdict: 'pass',
    by: 'scenario',
    scenario: context.scenario,
    step: last.step,
    exchanges: [...new Set(held.flatMap(({ exchanges }) => exchanges))],
    expected: 'every check of the scenario holds',
    actual:
      failed.length === 0 ? `all ${held.length} held` : `${held.length} held, all but what is recommended`,
    because: null,
    known: null,
  });
}

/** The clauses that no part of the scenario names. */
function unnamedIn({ context, clauses }: ScenarioState): string[] {
  return clauses.filter((clause) => !context.named.has(clause));
}

/** An inference if new postings or a new cycle can cause the failure: of comparisons and counts, and after a 402 or 409. */
function kindOf(
  { context }: ScenarioState,
  exchanges: readonly number[],
  clauses: readonly string[],
  restsOnData: boolean,
): Kind {
  if (clauses.some((each) => OF_ONE_KEY.includes(each))) return 'proof';
  // A refusal for lack of credits, or an expired operation key.
  const isRefused = context.wire.history.some(
    ({ id, response }) => [402, 409].includes(response?.status ?? 0) && exchanges.includes(id),
  );
  return restsOnData || isRefused ? 'inference' : 'proof';
}

/** A check is evidence on the clauses that it names. A failure without clauses counts against those of the whole scenario. */
function judgementOf(
  { state, step, run }: Attempt,
  by: Judge,
  { holds, expected, actual, exchanges }: Expected,
  named: readonly string[] = [],
  restsOnData = false,
): Judgement {
  const own = named.length > 0 ? named : step.clauses;
  const whole = unnamedIn(state);
  const blamed = whole.length > 0 ? whole : state.clauses;
  return {
    clauses: [...(own.length > 0 || holds ? own : blamed)],
    verdict: holds ? 'pass' : 'fail',
    by,
    ...(holds ? {} : { kind: kindOf(state, exchanges, own, restsOnData) }),
    scenario: state.context.scenario,
    step: `${run.prefix}${step.stepId}`,
    exchanges: [...exchanges],
    expected,
    actual,
    because: null,
    known: null,
  };
}

/** Joins passed judgements of the same check on several rounds or copies. */
function merge(judgements: Judgement[], judgement: Judgement): void {
  const same = judgements.find(
    ({ expected, clauses, verdict }) =>
      verdict === 'pass' &&
      judgement.verdict === 'pass' &&
      expected === judgement.expected &&
      clauses.join() === judgement.clauses.join(),
  );
  if (same === undefined) judgements.push(judgement);
  else same.exchanges.push(...judgement.exchanges);
}
