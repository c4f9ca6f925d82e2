/** What was found of a client as the pages of a run show it: rules and courses stand where a run has clauses and scenarios. */
import { clientRulePath, loadClientRules } from '../../spec/clients.js';
import type { CourseOutcome, CourseReport } from '../courses/conclude.js';
import { lossOf, outcomeOf, type ClientReport, type ClientRuleResult } from '../judge/clients/conclude.js';
import { isAgainst } from '../judge/clients/judge.js';
import { RUN_VERDICT_WORDS } from '../judge/verdicts.js';
import type { ClientJudgement } from '../record/client-judgement.js';
import type { TrafficExchange } from '../record/traffic.js';
import { count, thousands } from '../values/text.js';
import {
  withVisibleTexts,
  type ExchangeBodies,
  type RunView,
  type ShownClause,
  type ShownExchange,
  type ShownJudgement,
  type ShownScenario,
} from './view-data.js';

type Report = ClientReport | CourseReport;

/** Verdicts on rules and on courses, in the order of interest. */
const WORDS: RunView['words'] = {
  fail: { word: 'broken', mark: '✗', meaning: 'seen to be broken' },
  error: { word: 'no result', mark: '!', meaning: 'the client told no result before the situation arose' },
  warn: {
    word: 'perhaps broken',
    mark: '?',
    meaning: 'looks like a breach; a lawful client may look the same',
  },
  inconclusive: { word: 'inconclusive', mark: '?', meaning: 'the client was not brought into the situation' },
  'not-followed': { word: 'not as recommended', mark: '△', meaning: 'does not count against the client' },
  unknown: { word: 'unknown', mark: '·', meaning: 'not to be told from what was seen' },
  'not-met': { word: 'did not come up', mark: '–', meaning: 'the situation of the rule did not arise' },
  'not-applicable': { word: 'not applicable', mark: '–', meaning: 'the client does not do such tasks' },
  pass: { word: 'kept', mark: '✓', meaning: 'seen to be kept, and never seen to be broken' },
};

/** `docs` is the address of a mock, where the pages of the rules are. */
export function clientViewOf(report: Report, docs: string): RunView {
  // Once each, under their rules and in their courses.
  const shown = report.rules.flatMap(({ judgements }) =>
    judgements.filter(({ verdict }) => verdict !== 'unknown'),
  );
  const placesOf = (isMeant: (each: ClientJudgement) => boolean): number[] =>
    shown.flatMap((each, place) => (isMeant(each) ? [place] : []));
  const courses = coursesOf(report);
  const courseAt = new Map(courses.flatMap(({ name, exchanges }) => exchanges.map((id) => [id, name])));
  return withVisibleTexts({
    kit: report.kitVersion,
    target: 'client',
    startedAt: '',
    terms: { clause: 'rule', scenario: 'course' },
    verdict: report.verdict,
    verdictWord:
      report.verdict === 'nothing-judged' ? 'Nothing was judged' : RUN_VERDICT_WORDS[report.verdict],
    headline: report.headline,
    facts: factsOf(report),
    tiles: tilesOf(report),
    words: WORDS,
    sections: loadClientRules().groups.map(({ id, title }) => ({ id, title })),
    clauses: report.rules.map((result) =>
      shownRule(
        result,
        courses,
        placesOf(({ rule }) => rule === result.rule.id),
        docs,
      ),
    ),
    scenarios: courses.map((each) =>
      shownCourse(
        each,
        placesOf(({ course }) => course === each.name),
      ),
    ),
    judgements: shown.map(shownJudgement),
    exchanges: report.exchanges.map((each) => shownExchange(each, courseAt.get(each.id) ?? '')),
    readings: [],
    callers: [],
    unchecked: uncheckedOf(report),
    lists: listsOf(report),
  });
}

function coursesOf(report: Report): readonly CourseOutcome[] {
  return 'courses' in report ? report.courses : [];
}

function shownRule(
  { rule, verdict, judgements, credits }: ClientRuleResult,
  courses: readonly CourseOutcome[],
  evidence: number[],
  docs: string,
): ShownClause {
  const seenIn = new Set(judgements.flatMap(({ course }) => (course === undefined ? [] : [course])));
  return {
    id: rule.id,
    title: rule.title,
    text: rule.text,
    level: rule.level,
    section: rule.section,
    group: rule.group,
    verdict,
    reason: credits > 0 ? `It cost ${count(credits, 'credit')} that a right client does not pay.` : '',
    passes: judgements.filter((each) => each.verdict === 'pass').length,
    failures: judgements.filter(isAgainst).length,
    why: rule.why,
    instead: rule.instead,
    page: `${docs}${clientRulePath(rule.id)}`,
    pairs: [],
    scenarios: courses
      .filter(({ name, rules }) => seenIn.has(name) || rules.includes(rule.id))
      .map(({ name }) => name),
    oracles: [],
    evidence,
  };
}

function shownCourse(
  { name, title, rules, verdict, reason, paid, ideal, seconds, remarks, exchanges }: CourseOutcome,
  judgements: number[],
): ShownScenario {
  const price = `Paid ${count(paid, 'credit')}; an ideal client pays ${ideal} at most.`;
  return {
    id: name,
    pack: 'courses',
    title,
    description: [price, ...remarks].join(' '),
    clauses: [...rules],
    requires: [],
    verdict,
    reason: reason ?? '',
    credits: paid,
    durationMs: seconds * 1_000,
    exchanges,
    judgements,
  };
}

function shownJudgement({
  rule,
  verdict,
  course,
  exchanges,
  expected,
  actual,
  credits,
}: ClientJudgement): ShownJudgement {
  const by = course === undefined ? 'what was sent' : `course ${course}`;
  const price = verdict !== 'pass' && credits ? `, ${count(credits, 'credit')}` : '';
  return {
    clauses: [rule],
    verdict: verdict === 'pass' ? 'pass' : 'fail',
    by,
    scenario: course ?? '',
    step: '',
    exchanges: [...exchanges],
    expected,
    actual: `${actual}${price}`,
    known: null,
    marks: {},
  };
}

function shownExchange(exchange: TrafficExchange, course: string): ShownExchange {
  const { id, operation, account, request, response, arrivedAt, endedAt } = exchange;
  const under = typeof request.key === 'string' ? [`with ${request.key}`] : [];
  const loss = lossOf(exchange);
  const madeAnyway = loss !== '' && response ? [`${response.status} was made`] : [];
  return {
    id,
    scenario: course,
    note: [...under, ...madeAnyway, ...outcomeOf(exchange)].join(', ') || 'without an operation key',
    operation,
    account: account ?? 'none',
    method: request.method,
    url: request.url,
    status: loss === '' ? (response?.status ?? null) : null,
    failure: loss || (response ? null : 'no answer'),
    ms: arrivedAt === undefined || endedAt === undefined ? 0 : Math.round(endedAt - arrivedAt),
  };
}

/** Headers and bodies of the requests and of their answers, those that were lost, too. */
export function* clientBodies({ exchanges }: Report): Generator<ExchangeBodies> {
  for (const { id, request, response } of exchanges)
    yield {
      id,
      request: { headers: headersOf(request), bodyText: bodyOf(request) },
      response: response ? { headers: headersOf(response), bodyText: bodyOf(response) ?? '' } : null,
      failure: response ? null : 'No answer was made.',
    };
}

function headersOf({
  headers = {},
}: TrafficExchange['request'] | NonNullable<TrafficExchange['response']>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value ?? '(not told)']));
}

function bodyOf({
  bodyText,
  bodyBytes,
}: TrafficExchange['request'] | NonNullable<TrafficExchange['response']>): string | null {
  return bodyText === undefined && bodyBytes !== undefined && bodyBytes > 0
    ? `(${bodyBytes} bytes, not kept)`
    : (bodyText ?? null);
}

function factsOf(report: Report): [string, string][] {
  return [
    [
      'Judged',
      'courses' in report
        ? 'a client that was sent through courses'
        : 'what clients did against a running mock',
    ],
    ...(report.dropped
      ? ([['Older requests, no longer in the journal', thousands(report.dropped)]] as [string, string][])
      : []),
  ];
}

function tilesOf(report: Report): [string, string][] {
  const of = (wanted: string): number => report.rules.filter(({ verdict }) => verdict === wanted).length;
  const courses = coursesOf(report);
  const passed = courses.filter(({ verdict }) => verdict === 'pass').length;
  const least = report.isPriceOpen ? 'at least ' : '';
  return [
    [thousands(of('fail')), of('fail') === 1 ? 'rule broken' : 'rules broken'],
    [thousands(of('pass')), 'kept'],
    [`${least}${thousands(report.paid)}`, 'credits paid'],
    [`${least}${thousands(report.wasted)}`, 'of them too much'],
    ...(courses.length === 0
      ? []
      : ([[`${passed} of ${courses.length}`, 'courses passed']] as [string, string][])),
    [thousands(of('not-followed')), 'not as recommended'],
    [thousands(report.requests), 'requests'],
  ];
}

function uncheckedOf(report: Report): RunView['unchecked'] {
  const open = coursesOf(report).filter(({ reason }) => reason !== null);
  const rulesThat = (wanted: 'unknown' | 'not-met', reason: string): RunView['unchecked'] => {
    const pairs = report.rules.filter(({ verdict }) => verdict === wanted).map(({ rule }) => rule.id);
    return pairs.length === 0 ? [] : [{ verdict: wanted, reason, pairs }];
  };
  return [
    ...open.map(({ name, verdict, reason }) => ({ verdict, reason: reason ?? '', pairs: [name] })),
    ...rulesThat('unknown', 'rests on what was not seen'),
    ...rulesThat('not-met', 'no request that the rule speaks of'),
  ];
}

function listsOf(report: Report): RunView['lists'] {
  const printed = coursesOf(report).flatMap(({ name, notes }) =>
    notes.filter((text) => text.trim() !== '').map((text) => `${name}: ${text.trim()}`),
  );
  return printed.length === 0 ? [] : [{ title: 'What the client wrote on standard error', lines: printed }];
}
