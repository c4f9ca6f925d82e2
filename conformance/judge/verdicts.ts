/** The rules by which evidence becomes verdicts; INTERPRETING.md says them in words. */
import type {
  Clause,
  ClauseResult,
  Finding,
  OracleResult,
  RunVerdict,
  ScenarioResult,
  Verdict,
} from './report.js';
import type { ScenarioOutcome } from '../pack/run-scenario.js';

export const EXIT_CODES = {
  conforms: 0,
  'does-not-conform': 1,
  usage: 2,
  unreachable: 3,
  error: 4,
  incomplete: 5,
} as const;

/** Evidence before it is dressed for a report. */
export interface Evidence {
  clause: string;
  verdict: 'pass' | 'fail';
  step: string;
  expected: string;
  actual: string;
  because: string | null;
  exchanges: number[];
}

/**
 * What a scenario is evidence for. A check with clauses of its own speaks for those alone. Clauses that no part of the
 * scenario names hold when the whole of it held, and suffer from checks that name none.
 */
export function evidenceOf(
  clauses: readonly string[],
  named: ReadonlySet<string>,
  outcome: ScenarioOutcome,
): Evidence[] {
  const evidence: Evidence[] = [];
  const whole = clauses.filter((clause) => !named.has(clause));
  for (const { clauses: own, holds, step, expected, actual, because, exchanges } of outcome.checks) {
    const blamed = own.length > 0 ? own : holds ? [] : whole.length > 0 ? whole : clauses;
    const verdict = holds ? 'pass' : 'fail';
    for (const clause of blamed)
      evidence.push({ clause, verdict, step, expected, actual, because, exchanges });
  }
  if (outcome.end === 'completed' && outcome.checks.length > 0) {
    const held = outcome.checks.length;
    const exchanges = [...new Set(outcome.checks.flatMap((check) => check.exchanges))];
    const step = outcome.checks.at(-1)?.step ?? '';
    for (const clause of whole)
      evidence.push({
        ...{ clause, verdict: 'pass', step, because: null, exchanges },
        expected: 'every check of the scenario holds',
        actual: `all ${held} held`,
      });
  }
  return evidence;
}

/** Verdict and reason of one scenario, from its outcome and all findings on its exchanges. */
export function scenarioVerdict(
  outcome: Pick<ScenarioOutcome, 'end' | 'reason' | 'checks'>,
  findings: readonly Finding[],
): { verdict: Verdict; reason: string } {
  if (outcome.end === 'error') return { verdict: 'error', reason: outcome.reason };
  const against = findings.find(({ verdict, baselined }) => verdict === 'fail' && !baselined);
  if (against !== undefined)
    return { verdict: 'fail', reason: `${against.clause}: expected ${against.expected}; ${against.actual}` };
  if (outcome.end === 'failed') return { verdict: 'fail', reason: outcome.reason };
  if (outcome.end !== 'completed') return { verdict: outcome.end, reason: outcome.reason };
  if (outcome.checks.length === 0) return { verdict: 'inconclusive', reason: 'it judged nothing' };
  return { verdict: 'pass', reason: '' };
}

/** Verdict and reason of one clause. */
export function clauseVerdict(
  clause: Clause,
  evidence: readonly Finding[],
  scenarios: readonly Pick<ScenarioResult, 'id' | 'verdict' | 'reason'>[],
  oracles: readonly OracleResult[],
): Pick<ClauseResult, 'verdict' | 'reason'> {
  const against = evidence.filter(({ verdict }) => verdict === 'fail');
  if (against.length > 0) {
    const reason = against.every(({ baselined }) => baselined) ? 'known, named in the baseline' : '';
    return { verdict: 'fail', reason };
  }
  if (evidence.length > 0) return { verdict: 'pass', reason: '' };
  const broken = oracles.find(({ error }) => error !== null);
  if (broken !== undefined) return { verdict: 'error', reason: `oracle ${broken.id}: ${broken.error}` };
  const worst = (['error', 'inconclusive', 'fail', 'pass', 'not-applicable'] as const)
    .map((verdict) => scenarios.filter((each) => each.verdict === verdict))
    .find((some) => some.length > 0);
  const [first] = worst ?? [];
  if (first !== undefined) {
    const reason = `${first.id}: ${first.reason || 'came to its end without reaching it'}`;
    if (first.verdict === 'error' || first.verdict === 'not-applicable')
      return { verdict: first.verdict, reason };
    return { verdict: 'inconclusive', reason };
  }
  if (clause.check === 'none')
    return {
      verdict: 'not-applicable',
      reason: `nobody can find out from outside: ${clause.why ?? 'hidden'}`,
    };
  if (oracles.length > 0) return { verdict: 'inconclusive', reason: 'no exchange of this run showed it' };
  return { verdict: 'inconclusive', reason: 'no scenario and no oracle of this run speaks to it' };
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
  const binding = clauses.filter(({ clause }) => clause.level !== 'should');
  const ids = (some: readonly ClauseResult[]): string => listed(some.map(({ clause }) => clause.id));
  const failed = binding.filter(
    ({ verdict, evidence }) =>
      verdict === 'fail' && evidence.some((each) => each.verdict === 'fail' && !each.baselined),
  );
  if (failed.length > 0)
    return say(
      'does-not-conform',
      `${counted(failed, 'clause')} of ${clauses.length} not kept: ${ids(failed)}.`,
    );
  const brokenOracles = oracles.filter(({ error }) => error !== null);
  const broken = [...scenarios.filter(({ verdict }) => verdict === 'error'), ...brokenOracles];
  if (broken.length > 0)
    return say('error', `The suite itself broke in ${listed(broken.map(({ id }) => id))}; see the reasons.`);
  const passed = binding.filter(({ verdict }) => verdict === 'pass');
  if (passed.length === 0) return say('incomplete', 'Nothing was verified.');
  const verified = clauses.filter(({ verdict }) => verdict === 'pass').length;
  const open = binding.filter(
    ({ clause, verdict }) => verdict === 'error' || (verdict === 'inconclusive' && clause.level === 'must'),
  );
  if (open.length > 0)
    return say(
      'incomplete',
      `${verified} of ${clauses.length} clauses verified, none broken, and ${counted(open, 'clause')} could not be checked: ${ids(open)}.`,
    );
  const aside = clauses.filter(({ verdict }) => verdict === 'not-applicable').length;
  const advised = clauses.filter(({ clause, verdict }) => clause.level === 'should' && verdict === 'fail');
  const rest = [
    ...(aside === 0 ? [] : [`; ${aside} not applicable`]),
    ...(advised.length === 0
      ? []
      : [`; ${counted(advised, 'recommendation')} not followed: ${ids(advised)}`]),
  ];
  return say('conforms', `${verified} of ${clauses.length} clauses verified, none broken${rest.join('')}.`);
}

function counted(some: readonly unknown[], noun: string): string {
  return `${some.length} ${noun}${some.length === 1 ? '' : 's'}`;
}

function listed(names: readonly string[]): string {
  return names.length <= 8
    ? names.join(', ')
    : `${names.slice(0, 8).join(', ')} and ${names.length - 8} more`;
}
