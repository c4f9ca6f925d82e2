/** Rules for clients as clauses of a report, whether courses or traffic judged them. */
import type { CallerResult } from '../judge/callers.js';
import type { ClientJudgement } from '../record/client-judgement.js';
import { pick } from '../values/fields.js';
import { count } from '../values/text.js';
import type { PageView, ShownClause, ShownJudgement } from './view.js';

/** Verdicts on rules and on courses, the most important first. */
export const RULE_WORDS = {
  fail: { word: 'broken', mark: '✗', meaning: 'observed to be broken' },
  error: { word: 'no result', mark: '!', meaning: 'the client printed no result before the situation arose' },
  warn: {
    word: 'perhaps broken',
    mark: '?',
    meaning: 'looks like a breach; a lawful client may look the same',
  },
  inconclusive: { word: 'inconclusive', mark: '?', meaning: 'the course did not show the tested behavior' },
  'not-followed': { word: 'not as recommended', mark: '△', meaning: 'does not count against the client' },
  unknown: { word: 'unknown', mark: '·', meaning: 'cannot be decided from the observed requests' },
  'not-met': { word: 'did not come up', mark: '–', meaning: 'the situation of the rule did not arise' },
  'not-applicable': { word: 'not applicable', mark: '–', meaning: 'the client does not support the task' },
  pass: { word: 'kept', mark: '✓', meaning: 'observed to be kept, and never to be broken' },
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
  const price = verdict !== 'pass' && credits ? `, ${count(credits, 'credit')}` : '';
  return {
    clauses: [rule],
    verdict: verdict === 'pass' ? 'pass' : 'fail',
    by: course === undefined ? 'the requests' : `course ${course}`,
    scenario: course ?? '',
    step: '',
    ...pick(judgement, 'exchanges', 'expected'),
    actual: `${actual}${price}`,
    known: null,
    marks: {},
  };
}
