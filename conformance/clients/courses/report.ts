/** Makes the report on a client after its courses. */
import { loadClientRules, type ClientRuleId } from '../../../spec/clients.js';
import type { Contract } from '../../../spec/contract.js';
import { kitVersion } from '../../../common/kit-version.js';
import { EXIT_CODES, type RunVerdict } from '../../judge/verdicts.js';
import type { ClientJudgement } from '../../record/judgement.js';
import type { TrafficExchange } from '../../record/traffic.js';
import { count, listed, titled } from '../../values/text.js';
import {
  headlineOf,
  isBreach,
  lineOf,
  linesOf,
  resultsOf,
  sumOf,
  wasteOf,
  type ClientReport,
  type ClientRuleResult,
} from '../report.js';
import { adviceOnAttempts } from '../rules/advice.js';
import { isSearchTask, type CourseSeen } from '../rules/situation.js';
import { judgeCourse, type CourseJudged, type CourseVerdict } from './judge-course.js';

export interface CourseOutcome {
  name: string;
  title: string;
  rules: readonly ClientRuleId[];
  verdict: CourseVerdict;
  /** Why the verdict is inconclusive, error or not applicable; null for other verdicts. */
  reason: string | null;
  /** Credits that were paid, and the most that an ideal client would pay. */
  paid: number;
  ideal: number;
  seconds: number;
  /** Unusual facts about requests and about runs with a result, and (`notes`) the end of each run's standard error. */
  remarks: string[];
  notes: string[];
  /** Ids of the course's requests. */
  exchanges: number[];
}

export interface CourseReport extends Omit<ClientReport, 'verdict'> {
  /** `nothing-judged`: no course has a verdict. */
  verdict: RunVerdict | 'nothing-judged';
  exitCode: number;
  courses: CourseOutcome[];
}

export interface Judged extends CourseJudged {
  seen: CourseSeen;
  seconds: number;
}

interface Circumstances {
  isInterrupted?: boolean | undefined;
  /** Whether breaking a recommended rule fails the client. */
  isStrict?: boolean;
  /** Requests with unknown keys, if no course has requests. */
  strays?: readonly TrafficExchange[];
}

export function courseReport(
  held: readonly Judged[],
  contract: Contract,
  circumstances: Circumstances = {},
): CourseReport {
  const { strays = [] } = circumstances;
  const { judged, commonFault } = withCommonFault(knowingCopies(held, contract), strays);
  const judgements = withoutDoubt(
    judged.flatMap(({ judgements: own, seen }) => own.map((each) => ({ ...each, course: seen.course.name }))),
  );
  const outcomes = judged.map(outcomeOf);
  const results = resultsOf(loadClientRules().rules, judgements, wasteOf(judgements));
  const price = {
    paid: sumOf(judged, ({ paid }) => paid),
    wasted: sumOf(judged, ({ wasted }) => wasted),
    isPriceOpen: false,
  };
  const { verdict, headline } = concluded(outcomes, results, price, commonFault, circumstances);
  const exchanges = [...judged.flatMap(({ seen }) => seen.history.exchanges), ...strays];
  return {
    format: 'job-search-kit/client-report',
    version: 1,
    kitVersion: kitVersion(),
    verdict,
    exitCode: verdict === 'nothing-judged' ? EXIT_CODES.incomplete : EXIT_CODES[verdict],
    headline,
    ...price,
    requests: sumOf(judged, ({ seen }) => seen.attempts.length),
    dropped: sumOf(judged, ({ seen }) => seen.history.dropped ?? 0),
    rules: results,
    lines: linesOf(judgements, exchanges),
    exchanges,
    courses: outcomes,
  };
}

/** If one course shows whether the client sends concurrent copies, judges all courses with that fact. */
function knowingCopies(judged: readonly Judged[], contract: Contract): readonly Judged[] {
  const areCopies = ({ rule, verdict, exchanges }: ClientJudgement): boolean =>
    rule === 'CLI-12' && verdict === 'pass' && exchanges.length > 1;
  const sendsCopies = judged.some(({ judgements }) => judgements.some(areCopies));
  if (!sendsCopies && !judged.some(({ seen }) => sendsNoCopy(seen))) return judged;
  return judged.map((each) => ({ ...each, ...judgeCourse(each.seen, contract, sendsCopies) }));
}

/** Whether a course with a slow response shows that the client waits for responses, and sends no copy of its request. */
function sendsNoCopy({ course, attempts, isMet }: CourseSeen): boolean {
  const identities = new Set(attempts.map(({ identity }) => identity));
  const isAnswered = attempts.every(({ isDelivered }) => isDelivered);
  return course.rules.includes('CLI-12') && isMet && isAnswered && identities.size === attempts.length;
}

/**
 * A client that completes no plain search has one fault, not one for each course. It is reported in one course, and others
 * that ended the same way are inconclusive. `commonFault` is null for any other client.
 */
function withCommonFault(
  judged: readonly Judged[],
  strays: readonly TrafficExchange[],
): { judged: readonly Judged[]; commonFault: string | null } {
  const plain = judged.filter(
    ({ seen: { course } }) =>
      course.rules[0] === 'CLI-39' && course.ideal.says === 'done' && isSearchTask(course.task),
  );
  const first = plain.find(({ unfinished }) => unfinished.length > 0);
  if (first === undefined || plain.some(({ isUnfinished }) => !isUnfinished))
    return { judged, commonFault: null };
  const hadPage = judged.some(({ seen }) =>
    seen.attempts.some(({ isSearch, isDelivered }) => isSearch && isDelivered),
  );
  const reason = hadPage ? 'the client completes no plain search' : 'the client never got a page';
  const last = first.seen.history.exchanges.at(-1) ?? strays.at(-1);
  const answer = last === undefined ? 'it sent nothing' : `the last was ${lineOf(last)}`;
  const ended = judged.filter(({ unfinished }) => unfinished.length > 0).length;
  const [fault] = first.unfinished as [ClientJudgement];
  const once: ClientJudgement = {
    ...fault,
    exchanges: last === undefined ? [] : [last.id],
    actual: `${fault.actual}; ${ended} of ${count(judged.length, 'course')} ended this way`,
  };
  const open = { verdict: 'inconclusive', reason } as const;
  return {
    commonFault: `${reason}; ${answer}`,
    judged: judged.map((each): Judged => {
      const { unfinished, judgements } = each;
      if (unfinished.length === 0) return each;
      const kept = judgements.filter((own) => !unfinished.includes(own));
      if (each === first) return { ...each, judgements: [...kept, once] };
      return { ...each, judgements: kept, verdict: open.verdict, open };
    }),
  };
}

/** Waits with much jitter do not always grow (CLI-24). If they do in one course, failures in the others do not count. */
function withoutDoubt(judgements: readonly ClientJudgement[]): readonly ClientJudgement[] {
  const growth = judgements.filter(({ rule }) => rule === 'CLI-24');
  if (!growth.some(({ verdict }) => verdict === 'pass')) return judgements;
  return judgements.filter((each) => !growth.includes(each) || each.verdict !== 'fail');
}

function outcomeOf({ seen, verdict, open, paid, seconds }: Judged): CourseOutcome {
  const { course, runs, attempts } = seen;
  const reason =
    verdict === 'not-applicable' ? 'the client does not support the task' : (open?.reason ?? null);
  return {
    name: course.name,
    title: course.title,
    rules: course.rules,
    verdict,
    paid,
    seconds,
    reason: verdict === 'pass' || verdict === 'fail' ? null : reason,
    ideal: course.ideal.credits,
    // If a run has no result, its remark is already the reason or the evidence.
    remarks: [
      ...runs.flatMap(({ result, remark }) => (result === null || remark === null ? [] : [remark])),
      ...adviceOnAttempts(attempts),
    ],
    notes: runs.map(({ notes }) => notes),
    exchanges: seen.history.exchanges.map(({ id }) => id),
  };
}

/** The verdict on a client, and the sentence that explains it. */
function concluded(
  outcomes: readonly CourseOutcome[],
  results: readonly ClientRuleResult[],
  price: Pick<ClientReport, 'paid' | 'wasted' | 'isPriceOpen'>,
  commonFault: string | null,
  { isInterrupted = false, isStrict = false }: Circumstances,
) {
  const namesOf = (wanted: CourseVerdict): string[] =>
    outcomes.filter(({ verdict }) => verdict === wanted).map(({ name }) => name);
  const [passed, open, failed, others] = (['pass', 'inconclusive', 'error', 'not-applicable'] as const).map(
    namesOf,
  ) as [string[], string[], string[], string[]];
  const verdictOf = (): CourseReport['verdict'] => {
    if (results.some((result) => isBreach(result, isStrict))) return 'does-not-conform';
    if (failed.length > 0) return 'error';
    if (open.length > 0 || isInterrupted) return 'incomplete';
    return passed.length > 0 ? 'conforms' : 'nothing-judged';
  };
  const verdict = verdictOf();
  if (outcomes.length > 0 && others.length === outcomes.length)
    return { verdict, headline: 'The client supports none of the tasks (it exits with 127).' };
  const parts = [
    ...(commonFault === null ? [] : [commonFault]),
    `${count(passed.length, 'course')} of ${outcomes.length - others.length} passed`,
    ...(failed.length === 0 ? [] : [`no result in ${namesIn(failed)}`]),
    ...(open.length === 0 ? [] : [`inconclusive in ${namesIn(open)}`]),
    ...(isInterrupted ? ['interrupted'] : []),
  ];
  return { verdict, headline: `${parts.join('; ')}. ${titled(headlineOf(results, price))}` };
}

/** Lists only the first five names, because the report has all courses with their reasons. */
export const namesIn = (names: readonly string[]): string => listed(names, 5);
