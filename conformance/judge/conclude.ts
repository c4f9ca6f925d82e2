/** The rules by which judgements become verdicts: of a scenario, a clause, a run. */
import type { Clause } from '../../spec/clauses.js';
import type { ScenarioOutcome } from '../record/facts.js';
import type { Judgement } from '../record/judgement.js';
import type { ClauseResult, OracleResult, ScenarioResult } from './report.js';
import { EXIT_CODES, VERDICTS, type RunVerdict, type Verdict } from './verdicts.js';

/** Whether a failure counts against the target: only `fail` does. */
export function weightOf(
  { known }: Judgement,
  clause: Clause | undefined,
): 'fail' | 'known' | 'not-followed' {
  if (known !== null) return 'known';
  return clause?.level === 'should' ? 'not-followed' : 'fail';
}

/** The heaviest of some verdicts; null for none. */
export function heaviest<V extends Verdict>(verdicts: readonly V[]): V | null {
  return VERDICTS.find((verdict): verdict is V => (verdicts as readonly Verdict[]).includes(verdict)) ?? null;
}

/** Verdict and reason of one scenario, from what happened to it and every failure on its exchanges. */
export function scenarioVerdict(
  { end, reason, judgements }: Pick<ScenarioOutcome, 'end' | 'reason' | 'judgements'>,
  failures: readonly Judgement[],
  clauses: ReadonlyMap<string, Clause>,
): { verdict: Verdict; reason: string } {
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

/** Verdict and reason of one clause, from the evidence on it and, where there is none, from those who could have given it. */
export function clauseVerdict(
  clause: Clause,
  evidence: readonly Judgement[],
  scenarios: readonly Pick<ScenarioResult, 'id' | 'verdict' | 'reason'>[],
  oracles: readonly OracleResult[],
): { verdict: Verdict; reason: string } {
  const failures = evidence.filter(({ verdict }) => verdict === 'fail');
  const verdict = heaviest(failures.map((failure) => weightOf(failure, clause)));
  if (verdict !== null) return { verdict, reason: verdict === 'known' ? 'known, named in the baseline' : '' };
  if (evidence.length > 0) return { verdict: 'pass', reason: '' };
  const broken = oracles.find(({ error }) => error !== null);
  if (broken !== undefined) return { verdict: 'error', reason: `oracle ${broken.id}: ${broken.error}` };
  const first = scenarios.find((each) => each.verdict === heaviestScenario(scenarios));
  if (first !== undefined) {
    const reason = `${first.id}: ${first.reason || 'it ended before it reached this clause'}`;
    const isItself = first.verdict === 'error' || first.verdict === 'not-applicable';
    return { verdict: isItself ? first.verdict : 'inconclusive', reason };
  }
  if (clause.check === 'none')
    return { verdict: 'not-applicable', reason: `not checkable over HTTP: ${clause.why ?? 'hidden'}` };
  if (oracles.length > 0) return { verdict: 'inconclusive', reason: 'no exchange of this run showed it' };
  return { verdict: 'inconclusive', reason: 'no scenario and no oracle of this run covers it' };
}

/** What keeps a clause open, most urgent first: a scenario that stopped says more than one that failed elsewhere. */
function heaviestScenario(scenarios: readonly Pick<ScenarioResult, 'verdict'>[]): Verdict | undefined {
  const order = ['error', 'inconclusive', 'fail', 'known', 'not-followed', 'pass', 'not-applicable'] as const;
  return order.find((verdict) => scenarios.some((each) => each.verdict === verdict));
}

/** The run's verdict, from the list of clauses and never from the absence of failures. */
export function runVerdict(
  clauses: readonly ClauseResult[],
  scenarios: readonly ScenarioResult[],
  oracles: readonly OracleResult[],
): { verdict: RunVerdict; exitCode: number; headline: string } {
  const say = (verdict: RunVerdict, headline: string): ReturnType<typeof runVerdict> => ({
    verdict,
    exitCode: EXIT_CODES[verdict],
    headline,
  });
  const those = (verdict: Verdict): ClauseResult[] => clauses.filter((each) => each.verdict === verdict);
  const failed = those('fail');
  if (failed.length > 0)
    return say(
      'does-not-conform',
      `${counted(failed, 'clause')} of ${clauses.length} not kept: ${ids(failed)}.`,
    );
  const broken = [
    ...scenarios.filter(({ verdict }) => verdict === 'error'),
    ...oracles.filter(({ error }) => error !== null),
  ];
  if (broken.length > 0)
    return say('error', `The suite itself broke in ${listed(broken.map(({ id }) => id))}; see the reasons.`);
  const binding = clauses.filter(({ clause }) => clause.level !== 'should');
  const verified = those('pass');
  if (!verified.some((each) => binding.includes(each))) return say('incomplete', 'Nothing was verified.');
  const open = binding.filter(
    ({ clause, verdict }) => verdict === 'error' || (verdict === 'inconclusive' && clause.level === 'must'),
  );
  if (open.length > 0)
    return say(
      'incomplete',
      `${verified.length} of ${clauses.length} clauses verified, none broken, and ${counted(open, 'clause')} could not be checked: ${ids(open)}.`,
    );
  const [aside, advised, known] = [those('not-applicable'), those('not-followed'), those('known')];
  const rest = [
    ...(aside.length === 0 ? [] : [`; ${aside.length} not applicable`]),
    ...(known.length === 0 ? [] : [`; ${counted(known, 'known failure')}: ${ids(known)}`]),
    ...(advised.length === 0
      ? []
      : [`; ${counted(advised, 'recommendation')} not followed: ${ids(advised)}`]),
  ];
  return say(
    'conforms',
    `${verified.length} of ${clauses.length} clauses verified, none broken${rest.join('')}.`,
  );
}

/** What a run that ended early came to: it says why in its headline, and never that the target conforms. */
export function endedEarly(
  concluded: ReturnType<typeof runVerdict>,
  why: string | null,
): ReturnType<typeof runVerdict> {
  if (why === null) return concluded;
  const verdict = concluded.verdict === 'conforms' ? 'incomplete' : concluded.verdict;
  return {
    verdict,
    exitCode: EXIT_CODES[verdict],
    headline: `Ended early: ${why}. ${concluded.headline}`,
  };
}

function ids(some: readonly ClauseResult[]): string {
  return listed(some.map(({ clause }) => clause.id));
}

function counted(some: readonly unknown[], noun: string): string {
  return `${some.length} ${noun}${some.length === 1 ? '' : 's'}`;
}

function listed(names: readonly string[]): string {
  return names.length <= 8
    ? names.join(', ')
    : `${names.slice(0, 8).join(', ')} and ${names.length - 8} more`;
}
