/** The view of a client: rules and courses take the place of clauses and scenarios. */
import { visible } from '../../common/visible.js';
import { clientRulePath, loadClientRules } from '../../spec/clients.js';
import type { CourseOutcome, CourseReport } from '../clients/courses/conclude.js';
import { lossOf, outcomeOf, type ClientReport, type ClientRuleResult } from '../clients/traffic-report.js';
import { isAgainst } from '../clients/rules/judge.js';
import { RUN_VERDICT_WORDS } from '../judge/verdicts.js';
import type { ClientJudgement } from '../record/client-judgement.js';
import { storedPieces } from '../record/message.js';
import type { TrafficExchange } from '../record/traffic.js';
import { count, thousands } from '../values/text.js';
import {
  pick,
  present,
  withVisibleTexts,
  type ClientView,
  type ExchangeBodies,
  type PageView,
  type ShownClause,
  type ShownExchange,
  type ShownJudgement,
  type ShownScenario,
} from './view.js';

type Report = ClientReport | CourseReport;

/** Verdicts on rules and on courses, the most important first. */
export const CLIENT_WORDS: PageView['words'] = {
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

/** `docs` is the URL of a mock, which serves the pages of the rules. */
export function clientView(report: Report, docs: string): ClientView {
  return {
    page: clientPage(report, docs),
    ...withVisibleTexts({ rules: report.rules, courses: coursesOf(report), dropped: report.dropped ?? 0 }),
    lineOf: (id) => visible(report.lines[id] ?? ''),
    bodies: () => bodiesIn(report),
    json: () => storedPieces(report, visible),
  };
}

function coursesOf(report: Report): readonly CourseOutcome[] {
  return 'courses' in report ? report.courses : [];
}

function clientPage(report: Report, docs: string): PageView {
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
    words: CLIENT_WORDS,
    sections: loadClientRules().groups.map((group) => pick(group, 'id', 'title')),
    clauses: report.rules.map((result) => {
      const evidence = placesOf(({ rule }) => rule === result.rule.id);
      return shownRule(result, courses, evidence, docs);
    }),
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

function shownRule(
  { rule, verdict, judgements, credits }: ClientRuleResult,
  courses: readonly CourseOutcome[],
  evidence: number[],
  docs: string,
): ShownClause {
  const seenIn = new Set(judgements.map(({ course }) => course));
  return {
    ...pick(rule, 'id', 'title', 'text', 'level', 'section', 'group'),
    verdict,
    reason: credits > 0 ? `It cost ${count(credits, 'credit')} that a right client does not pay.` : '',
    passes: judgements.filter((each) => each.verdict === 'pass').length,
    failures: judgements.filter(isAgainst).length,
    ...pick(rule, 'why', 'instead'),
    page: `${docs}${clientRulePath(rule.id)}`,
    pairs: [],
    scenarios: courses
      .filter(({ name, rules }) => seenIn.has(name) || rules.includes(rule.id))
      .map(({ name }) => name),
    oracles: [],
    evidence,
  };
}

function shownCourse(course: CourseOutcome, judgements: number[]): ShownScenario {
  const { name, paid, ideal, remarks } = course;
  const price = `Paid ${count(paid, 'credit')}; an ideal client pays ${ideal} at most.`;
  return {
    id: name,
    pack: 'courses',
    title: course.title,
    description: [price, ...remarks].join(' '),
    clauses: [...course.rules],
    requires: [],
    verdict: course.verdict,
    reason: course.reason ?? '',
    credits: paid,
    durationMs: course.seconds * 1_000,
    exchanges: course.exchanges,
    judgements,
  };
}

function shownJudgement(judgement: ClientJudgement): ShownJudgement {
  const { rule, verdict, course, actual, credits } = judgement;
  const price = verdict !== 'pass' && credits ? `, ${count(credits, 'credit')}` : '';
  return {
    clauses: [rule],
    verdict: verdict === 'pass' ? 'pass' : 'fail',
    by: course === undefined ? 'what was sent' : `course ${course}`,
    scenario: course ?? '',
    step: '',
    ...pick(judgement, 'exchanges', 'expected'),
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
    ...pick(request, 'method', 'url'),
    status: loss === '' ? (response?.status ?? null) : null,
    failure: loss || (response ? null : 'no answer'),
    ms: arrivedAt === undefined || endedAt === undefined ? 0 : Math.round(endedAt - arrivedAt),
  };
}

/** Includes responses that did not reach the client. */
function* bodiesIn({ exchanges }: Report): Generator<ExchangeBodies> {
  for (const { id, request, response } of exchanges)
    yield {
      id,
      request: { headers: headersOf(request), bodyText: bodyOf(request) },
      response: response ? { headers: headersOf(response), bodyText: bodyOf(response) ?? '' } : null,
      failure: response ? null : 'No answer was made.',
    };
}

type Message = Pick<TrafficExchange['request'], 'headers' | 'bodyText' | 'bodyBytes'>;

function headersOf({ headers = {} }: Message): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value ?? '(not told)']));
}

function bodyOf({ bodyText, bodyBytes = 0 }: Message): string | null {
  return bodyText === undefined && bodyBytes > 0 ? `(${bodyBytes} bytes, not kept)` : (bodyText ?? null);
}

function factsOf(report: Report): PageView['facts'] {
  const courses = 'courses' in report;
  return present(
    [
      'Judged',
      courses ? 'a client that was sent through courses' : 'what clients did against a running mock',
    ],
    ['Older requests, no longer in the journal', report.dropped ? thousands(report.dropped) : null],
  );
}

function tilesOf(report: Report): PageView['tiles'] {
  const of = (wanted: string): number => report.rules.filter(({ verdict }) => verdict === wanted).length;
  const courses = coursesOf(report);
  const passed = courses.filter(({ verdict }) => verdict === 'pass').length;
  const least = report.isPriceOpen ? 'at least ' : '';
  const ofCourses: PageView['tiles'] = [[`${passed} of ${courses.length}`, 'courses passed']];
  return [
    [thousands(of('fail')), of('fail') === 1 ? 'rule broken' : 'rules broken'],
    [thousands(of('pass')), 'kept'],
    [`${least}${thousands(report.paid)}`, 'credits paid'],
    [`${least}${thousands(report.wasted)}`, 'of them too much'],
    ...(courses.length === 0 ? [] : ofCourses),
    [thousands(of('not-followed')), 'not as recommended'],
    [thousands(report.requests), 'requests'],
  ];
}

function uncheckedOf(report: Report): PageView['unchecked'] {
  const rulesThat = (verdict: string, reason: string): PageView['unchecked'] => {
    const pairs = report.rules.filter((each) => each.verdict === verdict).map(({ rule }) => rule.id);
    return pairs.length === 0 ? [] : [{ verdict, reason, pairs }];
  };
  return [
    ...coursesOf(report).flatMap(({ name, verdict, reason }) =>
      reason === null ? [] : [{ verdict, reason, pairs: [name] }],
    ),
    ...rulesThat('unknown', 'rests on what was not seen'),
    ...rulesThat('not-met', 'no request that the rule speaks of'),
  ];
}

function listsOf(report: Report): PageView['lists'] {
  const printed = coursesOf(report).flatMap(({ name, notes }) =>
    notes.filter((text) => text.trim() !== '').map((text) => `${name}: ${text.trim()}`),
  );
  return printed.length === 0 ? [] : [{ title: 'What the client wrote on standard error', lines: printed }];
}
