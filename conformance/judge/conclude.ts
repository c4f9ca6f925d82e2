/** The rules by which judgements become verdicts: of a scenario, a clause, a run. */
import { binds, counts, type Clause, type Clauses } from '../../spec/clauses.js';
import type { ScenarioOutcome } from '../record/facts.js';
import type { Judgement } from '../record/judgement.js';
import { grouped } from '../values/grouped.js';
import { count, listed } from '../values/text.js';
import type { OracleResult, PairResult, RunReport, ScenarioResult } from './report.js';
import { EXIT_CODES, VERDICTS, type RunVerdict, type Verdict } from './verdicts.js';

/** How a failure counts. Only `fail` counts against the target. */
function weightOf({ known }: Judgement, clause: Clause | undefined): 'fail' | 'known' | 'not-followed' {
  if (known !== null) return 'known';
  return clause === undefined || counts(clause) ? 'fail' : 'not-followed';
}

function heaviest<V extends Verdict>(verdicts: readonly V[]): V | null {
  return VERDICTS.find((verdict): verdict is V => (verdicts as readonly Verdict[]).includes(verdict)) ?? null;
}

type Reasoned = Pick<PairResult, 'verdict' | 'reason'>;

/** Verdict and reason of one scenario, from what happened to it and every failure on its exchanges. */
export function scenarioVerdict(
  { end, reason, judgements }: Pick<ScenarioOutcome, 'end' | 'reason' | 'judgements'>,
  failures: readonly Judgement[],
  clauses: ReadonlyMap<string, Clause>,
): Reasoned {
  if (end === 'error') return { verdict: 'error', reason };
  const weighed = failures.map((failure) => ({
    failure,
    weight: heaviest(failure.clauses.map((id) => weightOf(failure, clauses.get(id)))) ?? 'fail',
  }));
  const verdict = heaviest(weighed.map(({ weight }) => weight));
  const against = weighed.find(({ weight }) => weight === verdict)?.failure;
  if (against !== undefined && (verdict === 'fail' || end === 'completed' || end === 'failed'))
    return {
      verdict: verdict ?? 'fail',
      reason:
        verdict === 'known'
          ? `known, named in the baseline: ${against.known}`
          : `${against.clauses.join(', ')}: expected ${against.expected}; ${against.actual}`,
    };
  if (end === 'failed') return { verdict: 'fail', reason };
  if (end !== 'completed') return { verdict: end, reason };
  if (judgements.length === 0) return { verdict: 'inconclusive', reason: 'it judged nothing' };
  return { verdict: 'pass', reason: '' };
}

/** Verdicts in the order in which scenarios explain an unchecked pair: a stop explains more than a failure elsewhere. */
const URGENCY = ['error', 'inconclusive', 'fail', 'known', 'not-followed', 'pass', 'not-applicable'] as const;

/** Verdict and reason of a clause on one operation, from its evidence, else from its scenarios and oracles. */
export function pairVerdict(
  clause: Clause,
  evidence: readonly Judgement[],
  scenarios: readonly Pick<ScenarioResult, 'id' | 'verdict' | 'reason'>[],
  oracles: readonly OracleResult[],
): Reasoned {
  const failures = evidence.filter(({ verdict }) => verdict === 'fail');
  const verdict = heaviest(failures.map((failure) => weightOf(failure, clause)));
  if (verdict !== null) return { verdict, reason: verdict === 'known' ? 'known, named in the baseline' : '' };
  if (evidence.length > 0) return { verdict: 'pass', reason: '' };
  const broken = oracles.find(({ error }) => error !== null);
  if (broken !== undefined) return { verdict: 'error', reason: `oracle ${broken.id}: ${broken.error}` };
  const urgent = URGENCY.find((each) => scenarios.some((scenario) => scenario.verdict === each));
  const first = scenarios.find((each) => each.verdict === urgent);
  if (first !== undefined) {
    const ended = first.verdict === 'fail' ? 'a failure ended the scenario: ' : '';
    const reason = `${first.id}: ${ended}${first.reason || 'it ended before it reached this clause'}`;
    const isItself = first.verdict === 'error' || first.verdict === 'not-applicable';
    return { verdict: isItself ? first.verdict : 'inconclusive', reason };
  }
  if (clause.check === 'none')
    return { verdict: 'not-applicable', reason: `not checkable over HTTP: ${clause.why ?? 'hidden'}` };
  if (oracles.length > 0)
    return {
      verdict: 'inconclusive',
      reason: 'no scenario of this run checks it, and no exchange showed it',
    };
  return { verdict: 'inconclusive', reason: 'no scenario and no oracle of this run looks at it there' };
}

/** The verdict of a clause from its pairs, and its reason. Only an unchecked pair leaves the clause open. */
export function clauseVerdict(pairs: readonly Reasoned[]): Reasoned {
  const applying = pairs.filter(({ verdict }) => verdict !== 'not-applicable');
  const telling = applying.length > 0 ? applying : pairs;
  const verdict = heaviest(telling.map((each) => each.verdict)) ?? 'inconclusive';
  return { verdict, reason: telling.find((each) => each.verdict === verdict)?.reason ?? '' };
}

type Conclusion = Pick<RunReport, 'verdict' | 'exitCode' | 'headline'>;

const conclude = (verdict: RunVerdict, headline: string): Conclusion => ({
  verdict,
  exitCode: EXIT_CODES[verdict],
  headline,
});

export type Concluded = Pick<RunReport, 'clauses' | 'scenarios' | 'oracles' | 'unseen'> & {
  run: Pick<RunReport['run'], 'strict' | 'stopped'>;
};

/** The verdict of a run, from the list of clauses and never from the absence of failures. */
export function runVerdict({ clauses, scenarios, oracles, unseen, run }: Concluded): Conclusion {
  const { strict = false, stopped = null } = run;
  const those = (verdict: Verdict): string[] =>
    clauses.filter((each) => each.verdict === verdict).map(({ clause }) => clause.id);
  const of = count(clauses.length, 'clause');
  const failed = those('fail');
  if (failed.length > 0)
    return conclude('does-not-conform', `${failed.length} of ${of} broken: ${firstOf(failed)}.`);
  const broken = [
    ...scenarios.flatMap(({ id, verdict, reason }) => (verdict === 'error' ? [`${id} (${reason})`] : [])),
    ...oracles.flatMap(({ id, error }) => (error === null ? [] : [id])),
  ];
  if (broken.length > 0) return conclude('error', `The suite itself broke in ${firstOf(broken)}.`);
  const pairs = clauses.flatMap(({ clause, pairs: all }) => all.map((pair) => ({ ...pair, clause })));
  if (!pairs.some(({ clause, verdict }) => verdict === 'pass' && counts(clause)))
    return conclude('incomplete', `Nothing was verified.${stopped === null ? firstReason(clauses) : ''}`);
  const known = those('known').length;
  const checked = those('pass').length + known + those('not-followed').length;
  const beside = known === 0 ? '' : ` but ${count(known, 'known failure')}`;
  const unbroken = `${checked} of ${of} checked, none broken${beside}`;
  // Every pair of a binding clause must be checked, or must not apply, because one operation proves nothing about
  // another.
  const blocking = pairs.filter(
    ({ clause, verdict }) =>
      (verdict === 'error' && counts(clause)) || (verdict === 'inconclusive' && binds(clause)),
  );
  const listing = (words: string, isSeenOnce: boolean): string => {
    const some = blocking.filter(({ seenOnce }) => (seenOnce === true) === isSeenOnce);
    const names = [...grouped(some, ({ clause }) => clause.id)].map(
      ([id, on]) => `${id} on ${on.length > 1 ? count(on.length, 'operation') : on[0]!.operation}`,
    );
    return names.length === 0 ? '' : `; ${words}: ${firstOf(names)}`;
  };
  // The headline of a stopped run already says why the rest was not checked.
  const open = listing('seen once', true) + (stopped === null ? listing('not checked', false) : '');
  if (blocking.length > 0) return conclude('incomplete', `${unbroken}${open}.`);
  const more = unseen.flatMap((each) => each.clauses);
  if (strict && more.length > 0)
    return conclude('incomplete', `${unbroken}; --strict asks for ${more.length} more: ${firstOf(more)}.`);
  return conclude('conforms', `${unbroken}.`);
}

function firstReason(clauses: Concluded['clauses']): string {
  const explained = clauses.filter(({ reason }) => reason !== '');
  const open = explained.find(({ verdict }) => verdict === 'inconclusive') ?? explained[0];
  return open === undefined ? '' : ` ${open.clause.id}: ${open.reason}.`;
}

const firstOf = (names: readonly string[]): string => listed(names, 8);

type Ended = Concluded & Pick<RunReport, 'asked' | 'traffic' | 'callers'>;

/** The verdict of a record. If it ended early, the headline gives the reason, and never says that the target conforms. */
export function concluded(record: Ended, { clauses: all }: Clauses): Conclusion {
  const { asked, traffic } = record;
  const { stopped: why = null } = record.run;
  const ofRun = runVerdict(record);
  const of = all.filter(({ id }) => asked === null || asked[id] !== undefined).length;
  const isOfRun = traffic === undefined || ofRun.verdict === 'error';
  const conclusion = isOfRun ? ofRun : ofTraffic(record, of);
  if (why === null) return conclusion;
  const verdict = conclusion.verdict === 'conforms' ? 'incomplete' : conclusion.verdict;
  return conclude(verdict, `Ended early: ${why}. ${conclusion.headline}`);
}

/** The verdict on traffic. Traffic never shows everything, so the verdict covers only what it shows. */
function ofTraffic({ clauses: shown, callers = [] }: Ended, asked: number): Conclusion {
  const broken = callers.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule.id);
  const failed = shown.filter(({ verdict }) => verdict === 'fail').map(({ clause }) => clause.id);
  const seen = shown.length + callers.filter(({ verdict }) => verdict !== 'warned').length;
  if (failed.length + broken.length + seen === 0) return conclude('incomplete', 'Nothing was verified.');
  const brokenIn = (names: readonly string[]): string =>
    names.length === 0 ? 'none broken' : `${names.length} broken: ${firstOf(names)}`;
  const headline = `This traffic shows ${shown.length} of ${asked} clauses, ${brokenIn(failed)}; and ${count(callers.length, 'rule')} for clients, ${brokenIn(broken)}.`;
  return conclude(failed.length + broken.length > 0 ? 'does-not-conform' : 'conforms', headline);
}
