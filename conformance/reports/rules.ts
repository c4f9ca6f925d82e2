/** Rules for clients as clauses of a report, whether courses or traffic judged them. */
import type { CallerResult } from '../judge/callers.js';
import type { ClientJudgement } from '../record/judgement.js';
import { pick } from '../values/fields.js';
import { count } from '../values/text.js';
import type { PageView, ShownClause, ShownJudgement } from './view.js';

/** Verdicts on rules and on courses, the most important first. */
export const RULE_WORDS = {
  fail: { word: 'broken', mark: '✗' },
  error: { word: 'no result', mark: '!' },
  warn: { word: 'perhaps broken', mark: '?' },
  inconclusive: { word: 'inconclusive', mark: '?' },
  'not-followed': { word: 'not as recommended', mark: '△' },
  unknown: { word: 'unknown', mark: '·' },
  'not-met': { word: 'did not come up', mark: '–' },
  'not-applicable': { word: 'not applicable', mark: '–' },
  pass: { word: 'kept', mark: '✓' },
} satisfies PageView['words'];

type RuleResult = Pick<CallerResult, 'rule' | 'passes' | 'failures' | 'credits'> & { verdict: string };

/** `evidence`: indexes into `PageView.judgements`. */
export function shownRule(
  { rule, verdict, passes, failures, credits }: RuleResult,
  evidence: number[],
): ShownClause {
  return {
    ...pick(rule, 'id', 'title', 'text', 'level', 'section', 'group'),
    verdict,
    reason: credits ? `It cost ${count(credits, 'credit')} that a correct client does not pay.` : '',
    passes,
    failures,
    ...pick(rule, 'why', 'instead'),
    page: '',
    pairs: [],
    scenarios: [],
    oracles: [],
    evidence,
  };
}

export function shownRuleJudgement(judgement: ClientJudgement): ShownJudgement {
  const { rule, verdict, course, actual, credits } = judgement;
  const price = verdict !== 'pass' && credits ? `, wasting ${count(credits, 'credit')}` : '';
  return {
    clauses: [rule],
    verdict: verdict === 'pass' ? 'pass' : 'fail',
    by: course === undefined ? 'the requests' : `course ${course}`,
    scenario: course ?? '',
    ...pick(judgement, 'exchanges', 'expected'),
    actual: `${actual}${price}`,
    known: null,
    marks: {},
  };
}
