/** Judges the answers of a step by its criteria, assumptions and expectations, and keeps the judgements of the scenario. */
import { PREDICATES } from '../../pack/predicates/index.js';
import type { Exchange } from '../../record/exchange.js';
import type { Judge, Judgement, Kind, Observation } from '../../record/judgement.js';
import { judgeCriterion, type Outcome } from '../../pack/language/conditions.js';
import { fill, MissingValue } from '../../pack/language/expressions.js';
import type { Expectation, Step } from '../../pack/model/pack.js';
import {
  said,
  unfilledOf,
  type Arguments,
  type Expected,
  type PredicateContext,
} from '../../pack/predicates/predicate.js';
import { outputsOf, scopeOf, type WorkflowRun } from './workflow-run.js';
import type { ScenarioContext } from './scenario-context.js';
import { Stop } from './stop.js';

/** A step that was sent once, with its rounds and copies. */
export interface Attempt {
  step: Step;
  run: WorkflowRun;
  judgements: Judgement[];
  /** The answer that expressions read: the first copy of the last round. */
  exchange: Exchange | null;
}

export function begun(step: Step, run: WorkflowRun): Attempt {
  return { step, run, judgements: [], exchange: null };
}

/** Checks of these clauses compare copies under one key, which share one stored answer. Changes of the data do not affect it. */
const OF_ONE_KEY: readonly string[] = ['IDEM-29'];

export class StepJudge {
  readonly judgements: Judgement[] = [];
  readonly observations: Observation[] = [];
  /** Why the scenario is inconclusive: an answer matches none of the choices of a reading. Null if there is no such answer. */
  unsettled: string | null = null;
  private readonly context: ScenarioContext;
  private readonly clauses: readonly string[];
  /** The clauses that no part of the scenario names. */
  private readonly whole: readonly string[];

  constructor(context: ScenarioContext, clauses: readonly string[]) {
    this.context = context;
    this.clauses = clauses;
    this.whole = clauses.filter((clause) => !context.named.has(clause));
  }

  expectsNoAnswer({ expectations }: Step): boolean {
    return expectations.some(({ that }) => PREDICATES[that]?.expectsNoAnswer === true);
  }

  asksForStatus({ step, run }: Attempt, exchange: Exchange, status: number): boolean {
    const named = step.expectations.some(
      ({ that, arguments: args }) => PREDICATES[that]?.expectsStatus?.(args, status) === true,
    );
    const scope = scopeOf(run, exchange);
    return (
      named || (step.criteria.length > 0 && step.criteria.every((each) => judgeCriterion(each, scope).holds))
    );
  }

  /** Judges one answer, or, with null, the outputs of a called workflow. */
  criteria(attempt: Attempt, exchange: Exchange | null): void {
    const { step, run, judgements } = attempt;
    if (exchange !== null && exchange.failure !== null) {
      const lost = { holds: false, expected: 'an answer', actual: exchange.failure.message };
      if (!this.expectsNoAnswer(step))
        judgements.push(this.judgement(attempt, 'answer', lost, [exchange.id]));
      return;
    }
    // The checks of a step can use its outputs.
    run.steps[step.stepId] = outputsOf(step, run, exchange, this.context.balancePointer);
    const scope = scopeOf(run, exchange);
    for (const criterion of step.criteria) {
      const outcome = judgeCriterion(criterion, scope);
      const seen = exchange === null ? [] : [exchange.id];
      merge(judgements, this.judgement(attempt, 'criterion', outcome, seen, criterion.clauses));
    }
  }

  /** Checks the assumptions of the step about the data. Throws Stop if one does not hold. */
  assumptions(attempt: Attempt): void {
    for (const { judged, reason, otherwise } of attempt.step.assumptions) {
      const { holds, actual } =
        'that' in judged
          ? this.expected(judged, attempt)
          : judgeCriterion(judged, scopeOf(attempt.run, attempt.exchange));
      if (!holds) throw new Stop(otherwise, `${reason} (${actual})`, true, reason);
    }
  }

  expectations(attempt: Attempt): void {
    const { step } = attempt;
    for (const expectation of step.expectations) {
      const { that, because, clauses } = expectation;
      const expected = this.expected(expectation, attempt);
      const { exchanges, observation, actual } = expected;
      if (observation !== undefined) this.observations.push({ ...observation, exchanges });
      if (observation?.choice === null) {
        this.unsettled ??= `${step.stepId}: none of the choices of the reading ${observation.reading}: ${actual}`;
        continue;
      }
      const judgement = this.judgement(attempt, `predicate ${that}`, expected, exchanges, clauses);
      attempt.judgements.push({ ...judgement, because });
    }
  }

  roundsRanOut(attempt: Attempt, until: string, reason: string): void {
    const { step, run, judgements } = attempt;
    const ids = (run.answers.get(step.stepId) ?? []).map(({ id }) => id);
    const outcome = { holds: false, expected: until, actual: reason };
    judgements.push(this.judgement(attempt, 'rounds', outcome, ids));
  }

  /** True for a failure of a clause that is not a recommendation. It ends the scenario. */
  ends({ verdict, clauses }: Judgement): boolean {
    return verdict === 'fail' && !clauses.every((clause) => this.context.advised.has(clause));
  }

  /** Adds a pass for the clauses that no part names, if the whole scenario holds. */
  asAWhole(): void {
    const held = this.judgements.filter(({ verdict }) => verdict === 'pass');
    const failed = this.judgements.filter(({ verdict }) => verdict === 'fail');
    const clauses = this.whole.filter((clause) => !failed.some((each) => each.clauses.includes(clause)));
    const last = held.at(-1);
    if (last === undefined || clauses.length === 0) return;
    this.judgements.push({
      clauses,
      verdict: 'pass',
      by: 'scenario',
      scenario: this.context.scenario,
      step: last.step,
      exchanges: [...new Set(held.flatMap(({ exchanges }) => exchanges))],
      expected: 'every check of the scenario holds',
      actual:
        failed.length === 0 ? `all ${held.length} held` : `${held.length} held, all but what is recommended`,
      because: null,
      known: null,
    });
  }

  /** The outcome of an expectation; it fails if an argument needs a value that is missing. */
  private expected(
    { that, step: named, arguments: given }: Expectation,
    { step, run, exchange }: Attempt,
  ): Expected {
    const predicate = PREDICATES[that];
    if (predicate === undefined) throw new Error(`there is no predicate "${that}"`);
    const scope = scopeOf(run, exchange);
    const seen: PredicateContext = {
      contract: this.context.contract,
      scope,
      history: this.context.history,
      answers: (of) => {
        const found = run.answers.get(of ?? step.stepId);
        if (found === undefined) throw new Error(`${that} looks at step "${of}", which was not sent`);
        return found;
      },
    };
    const answers = seen.answers(named);
    const unfilled = unfilledOf(predicate);
    try {
      const args = Object.entries(given).map(([name, value]) => [
        name,
        unfilled.includes(name) ? value : fill(value, scope),
      ]);
      const outcome = predicate.judge(Object.fromEntries(args) as Arguments, answers, seen);
      return predicate.asked === undefined ? outcome : { ...outcome, expected: predicate.asked(given) };
    } catch (error) {
      if (!(error instanceof MissingValue)) throw error;
      return said(false, that, error.message, answers);
    }
  }

  /** An inference if new postings or a new cycle can cause the failure: of comparisons and counts, and after a 402 or 409. */
  private kindOf(
    by: Judge,
    expected: string,
    exchanges: readonly number[],
    clauses: readonly string[],
  ): Kind {
    if (clauses.some((each) => OF_ONE_KEY.includes(each))) return 'proof';
    const rests =
      by === 'rounds' ||
      // A refusal for lack of credits, or an expired operation key.
      this.context.history.some(
        ({ id, response }) => [402, 409].includes(response?.status ?? 0) && exchanges.includes(id),
      ) ||
      (by === 'criterion'
        ? /#\/data\/|\$steps\./.test(expected)
        : PREDICATES[by.replace('predicate ', '')]?.restsOnData === true);
    return rests ? 'inference' : 'proof';
  }

  /** A check is evidence on the clauses that it names. A failure without clauses counts against those of the whole scenario. */
  private judgement(
    { step, run }: Attempt,
    by: Judge,
    { holds, expected, actual }: Outcome,
    exchanges: readonly number[],
    named: readonly string[] = [],
  ): Judgement {
    const own = named.length > 0 ? named : step.clauses;
    const blamed = this.whole.length > 0 ? this.whole : this.clauses;
    return {
      clauses: [...(own.length > 0 || holds ? own : blamed)],
      verdict: holds ? 'pass' : 'fail',
      by,
      ...(holds ? {} : { kind: this.kindOf(by, expected, exchanges, own) }),
      scenario: this.context.scenario,
      step: `${run.prefix}${step.stepId}`,
      exchanges: [...exchanges],
      expected,
      actual,
      because: null,
      known: null,
    };
  }
}

/** Joins passed judgements of the same check on several rounds or copies. */
function merge(judgements: Judgement[], judgement: Judgement): void {
  const same = judgements.find(
    (each) =>
      each.expected === judgement.expected &&
      each.clauses.join() === judgement.clauses.join() &&
      each.step === judgement.step &&
      each.verdict === 'pass' &&
      judgement.verdict === 'pass',
  );
  if (same === undefined) judgements.push(judgement);
  else same.exchanges.push(...judgement.exchanges);
}
