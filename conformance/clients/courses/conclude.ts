/** From courses to one verdict on a client, with its price. */
import type { ClientRule, ClientRuleId } from '../../../spec/clients.js';
import { adviceOnAttempts } from '../rules/advice.js';
import {
  headlineOf,
  lineOf,
  linesOf,
  resultOf,
  wasteOf,
  type ClientReport,
  type ClientRuleResult,
} from '../traffic-report.js';
import { EXIT_CODES, type RunVerdict } from '../../judge/verdicts.js';
import { count } from '../../values/text.js';
import type { ClientJudgement } from '../../record/client-judgement.js';
import type { TrafficExchange } from '../../record/traffic.js';
import type { CourseJudged, CourseVerdict } from './judge-course.js';
import { isSearchTask } from './model/course.js';
import type { CourseSeen } from './model/seen.js';

export interface CourseOutcome {
  name: string;
  title: string;
  rules: readonly ClientRuleId[];
  verdict: CourseVerdict;
  /** Why it is inconclusive, an error or not applicable; null else. */
  reason: string | null;
  /** Credits that were paid, and that an ideal client would have paid at most. */
  paid: number;
  ideal: number;
  seconds: number;
  /** What is unusual about runs that told a result and about requests, and the end of what each run wrote on standard error. */
  remarks: string[];
  notes: string[];
  /** Ids of its requests. */
  exchanges: number[];
}

export interface CourseReport extends Omit<ClientReport, 'verdict'> {
  /** `nothing-judged`: no course could be judged. */
  verdict: RunVerdict | 'nothing-judged';
  exitCode: number;
  courses: CourseOutcome[];
}

/** One course that was held and judged. */
export interface Judged extends CourseJudged {
  seen: CourseSeen;
  seconds: number;
}

interface Circumstances {
  kitVersion: string;
  isInterrupted: boolean;
  /** Requests that belong to no course, where none does. */
  strays?: readonly TrafficExchange[];
}

export function courseReport(
  held: readonly Judged[],
  rules: readonly ClientRule[],
  { kitVersion, isInterrupted, strays = [] }: Circumstances,
): CourseReport {
  const { judged, told } = toldOnce(withoutCopies(held, rules), strays);
  const judgements = withoutDoubt(
    judged.flatMap(({ judgements: own, seen }) => own.map((each) => ({ ...each, course: seen.course.name }))),
  );
  const outcomes = judged.map(outcomeOf);
  const waste = new Map<ClientRuleId, number>();
  for (const { judgements: own } of judged)
    for (const [rule, credits] of wasteOf(own)) waste.set(rule, (waste.get(rule) ?? 0) + credits);
  const results = rules.map((rule) => resultOf(rule, judgements, waste.get(rule.id) ?? 0));
  const sum = (of: (each: Judged) => number): number => judged.reduce((before, each) => before + of(each), 0);
  const price = { paid: sum(({ paid }) => paid), wasted: sum(({ wasted }) => wasted), isPriceOpen: false };
  const verdict = verdictOn(outcomes, results, isInterrupted);
  const exchanges = [...judged.flatMap(({ seen }) => seen.history.exchanges), ...strays];
  return {
    format: 'job-search-kit/client-report',
    version: 1,
    kitVersion,
    verdict,
    exitCode: verdict === 'nothing-judged' ? EXIT_CODES.incomplete : EXIT_CODES[verdict],
    headline: sentenceOf(outcomes, results, price, { isInterrupted, told }),
    ...price,
    requests: sum(({ seen }) => seen.attempts.length),
    dropped: sum(({ seen }) => seen.history.dropped ?? 0),
    rules: results,
    lines: linesOf(judgements, exchanges),
    exchanges,
    courses: outcomes,
  };
}

/**
 * A client that brings no plain search to its end has one fault, and not one for each course: it is told once, and nothing is
 * concluded from the way in which the other courses ended. `told` is null for any other client.
 */
function toldOnce(
  judged: readonly Judged[],
  strays: readonly TrafficExchange[],
): { judged: Judged[]; told: string | null } {
  const plain = judged.filter(
    ({ seen: { course } }) =>
      course.rules[0] === 'CLI-39' && course.ideal.says === 'done' && isSearchTask(course.task),
  );
  const first = plain.find(({ unfinished }) => unfinished.length > 0);
  if (first === undefined || plain.some(({ isUnfinished }) => !isUnfinished))
    return { judged: [...judged], told: null };
  const hadPage = judged.some(({ seen }) =>
    seen.attempts.some(({ isSearch, fate }) => isSearch && fate === 200),
  );
  const told = hadPage ? 'the client brings no plain search to its end' : 'the client never got a page';
  const last = first.seen.history.exchanges.at(-1) ?? strays.at(-1);
  const answer = last === undefined ? 'it sent nothing' : `the last was ${lineOf(last)}`;
  const ended = judged.filter(({ unfinished }) => unfinished.length > 0).length;
  const once: ClientJudgement = {
    ...first.unfinished[0]!,
    exchanges: last === undefined ? [] : [last.id],
    actual: `${first.unfinished[0]!.actual}; ${ended} of ${count(judged.length, 'course')} ended so`,
  };
  const others = { verdict: 'inconclusive', reason: told } as const;
  return {
    told: `${told}; ${answer}`,
    judged: judged.map((each): Judged => {
      const { unfinished, judgements } = each;
      if (unfinished.length === 0) return each;
      const kept = judgements.filter((own) => !unfinished.includes(own));
      if (each === first) return { ...each, judgements: [...kept, once] };
      return { ...each, judgements: kept, verdict: others.verdict, open: others };
    }),
  };
}

/**
 * Rules on what may not follow an answer. On a loaded machine, a client that sends copies of a search under its key may have
 * sent one before it read the answer to another, on a connection of its own.
 */
const AFTER_ANSWERS: readonly ClientRuleId[] = ['CLI-13', 'CLI-14', 'CLI-16', 'CLI-19', 'CLI-20', 'CLI-21'];

/** How long after the end of an answer a copy may still arrive that was sent before the answer was read, ms. */
const LATEST_COPY = 250;

function withoutCopies(judged: readonly Judged[], rules: readonly ClientRule[]): Judged[] {
  const areCopies = ({ rule, verdict, exchanges }: ClientJudgement): boolean =>
    rule === 'CLI-12' && verdict === 'pass' && exchanges.length > 1;
  if (!judged.some(({ judgements }) => judgements.some(areCopies))) return [...judged];
  const musts = rules.filter(({ level }) => level === 'must').map(({ id }) => id);
  return judged.map((each) => {
    const { exchanges: all } = each.seen.history;
    const mayBeCopy = ({ rule, exchanges }: ClientJudgement): boolean => {
      const [first, last] = [exchanges[0], exchanges.at(-1)].map((id) => all.find((one) => one.id === id));
      if (!AFTER_ANSWERS.includes(rule) || first?.connection === last?.connection) return false;
      return last!.arrivedAt! - first!.endedAt! <= LATEST_COPY;
    };
    const kept = each.judgements.filter((found) => found.verdict !== 'fail' || !mayBeCopy(found));
    const isBroken = kept.some(({ rule, verdict }) => verdict === 'fail' && musts.includes(rule));
    const isCleared = each.verdict === 'fail' && !isBroken;
    const verdict = isCleared ? (each.open?.verdict ?? 'pass') : each.verdict;
    return { ...each, judgements: kept, verdict };
  });
}

/** Waits with much jitter do not always grow (CLI-24): one course in which they do says more than another in which they do not. */
function withoutDoubt(judgements: readonly ClientJudgement[]): ClientJudgement[] {
  const isGrowth = ({ rule }: ClientJudgement): boolean => rule === 'CLI-24';
  const grew = judgements.some(
    (each) => isGrowth(each) && each.verdict === 'pass' && each.exchanges.length > 1,
  );
  return judgements.filter((each) => !(grew && isGrowth(each) && each.verdict === 'fail'));
}

function outcomeOf({ seen, verdict, open, paid, seconds }: Judged): CourseOutcome {
  const { course, runs, attempts } = seen;
  const reason = verdict === 'not-applicable' ? 'the client does not do such tasks' : (open?.reason ?? null);
  return {
    name: course.name,
    title: course.title,
    rules: course.rules,
    verdict,
    paid,
    seconds,
    reason: verdict === 'pass' || verdict === 'fail' ? null : reason,
    ideal: course.ideal.credits,
    // Without a result, the remark says why there is none, and stands where that is told.
    remarks: [
      ...runs.flatMap(({ result, remark }) => (result === null || remark === null ? [] : [remark])),
      ...adviceOnAttempts(attempts),
    ],
    notes: runs.map(({ notes }) => notes),
    exchanges: seen.history.exchanges.map(({ id }) => id),
  };
}

function verdictOn(
  outcomes: readonly CourseOutcome[],
  results: readonly ClientRuleResult[],
  isInterrupted: boolean,
): CourseReport['verdict'] {
  const some = (wanted: CourseOutcome['verdict']): boolean =>
    outcomes.some(({ verdict }) => verdict === wanted);
  if (results.some(({ verdict }) => verdict === 'fail')) return 'does-not-conform';
  if (some('error')) return 'error';
  if (some('inconclusive') || isInterrupted) return 'incomplete';
  return some('pass') ? 'conforms' : 'nothing-judged';
}

function sentenceOf(
  outcomes: readonly CourseOutcome[],
  results: readonly ClientRuleResult[],
  price: Pick<ClientReport, 'paid' | 'wasted' | 'isPriceOpen'>,
  { isInterrupted, told }: { isInterrupted: boolean; told: string | null },
): string {
  const of = (wanted: CourseOutcome['verdict']): CourseOutcome[] =>
    outcomes.filter(({ verdict }) => verdict === wanted);
  const named = (found: readonly CourseOutcome[], words: string): string[] =>
    found.length === 0 ? [] : [`${words} ${namesIn(found.map(({ name }) => name))}`];
  const judgedOnes = outcomes.length - of('not-applicable').length;
  if (outcomes.length > 0 && judgedOnes === 0)
    return 'Nothing was judged: the client does none of the tasks (it ends with 127).';
  const parts = [
    ...(told === null ? [] : [told]),
    `${count(of('pass').length, 'course')} of ${judgedOnes} passed`,
    ...named(of('error'), 'no result in'),
    ...named(of('inconclusive'), 'not to be told in'),
    ...(isInterrupted ? ['interrupted'] : []),
  ];
  return `${parts.join('; ')}. ${headlineOf(results, price)}`;
}

/** How many courses are named; the report has each with its reason. */
const MOST_NAMES = 5;

export function namesIn(names: readonly string[]): string {
  const first = names.slice(0, MOST_NAMES).join(', ');
  const more = names.length - MOST_NAMES;
  return more > 0 ? `${first} and ${more} more` : first;
}
