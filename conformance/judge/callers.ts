/** Results on the callers of traffic: their judgements by rule, and the verdict of each rule. */
import { loadClientRules, type ClientRule } from '../../spec/clients.js';
import type { ClientJudgement } from '../record/judgement.js';
import type { RunRecord } from '../record/run-record.js';

/**
 * `warned`: the requests look like a breach, but those of a lawful caller may look the same. A rule has no result if it
 * was not observed, or if all observations are unknown.
 */
export type CallerVerdict = 'fail' | 'known' | 'not-followed' | 'warned' | 'pass';

export interface CallerResult {
  side: 'client';
  rule: ClientRule;
  verdict: CallerVerdict;
  /** Reason of the baseline entry that names the rule; null if its failures count. */
  known: string | null;
  passes: number;
  failures: number;
  warnings: number;
  /** Observed cost of the breaches in credits; null if none was observed. */
  credits: number | null;
  /** Failures and warnings. */
  findings: ClientJudgement[];
}

/** Returns a result for each observed rule, in the order of the rules. */
export function callerResults({ traffic, asked, knownFailures }: RunRecord): CallerResult[] {
  if (traffic === undefined) return [];
  return loadClientRules().rules.flatMap((rule): CallerResult[] => {
    const mine = traffic.callers.filter((each) => each.rule === rule.id && each.verdict !== 'unknown');
    if (mine.length === 0 || (asked !== null && asked[rule.id] === undefined)) return [];
    const of = (verdict: string): ClientJudgement[] => mine.filter((each) => each.verdict === verdict);
    const [failed, warned] = [of('fail'), of('warn')];
    const known = knownFailures?.find(({ clause }) => clause === rule.id)?.reason ?? null;
    const broken = known !== null ? 'known' : rule.level === 'should' ? 'not-followed' : 'fail';
    const costs = failed.flatMap(({ credits }) => credits ?? []);
    return [
      {
        side: 'client',
        rule,
        verdict: failed.length > 0 ? broken : warned.length > 0 ? 'warned' : 'pass',
        known: failed.length > 0 ? known : null,
        passes: of('pass').length,
        failures: failed.length,
        warnings: warned.length,
        credits: costs.length === 0 ? null : costs.reduce((sum, each) => sum + each, 0),
        findings: [...failed, ...warned],
      },
    ];
  });
}
