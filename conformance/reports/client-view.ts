/** The view of a report on a client, with rules and courses instead of clauses and scenarios. */
import { visible } from '../../common/visible.js';
import { loadClientRules } from '../../spec/clients.js';
import { namesIn, type CourseOutcome, type CourseReport } from '../clients/courses/report.js';
import { lossOf, outcomeOf, type ClientReport, type ClientRuleResult } from '../clients/report.js';
import { isAgainst } from '../clients/rules/rule.js';
import { RUN_VERDICT_WORDS } from '../judge/verdicts.js';
import type { ClientJudgement } from '../record/client-judgement.js';
import { storedPieces } from '../record/message.js';
import type { TrafficExchange } from '../record/traffic.js';
import { pick } from '../values/fields.js';
import { grouped } from '../values/grouped.js';
import { count, thousands } from '../values/text.js';
import { failuresIn, uncheckedFor } from './findings.js';
import { RULE_WORDS, shownRule, shownRuleJudgement } from './rules.js';
import {
  present,
  withVisibleTexts,
  type ExchangeBodies,
  type PageView,
  type ReportView,
  type ShownClause,
  type ShownExchange,
  type ShownScenario,
} from './view.js';

type Report = ClientReport | CourseReport;

const VERDICT_WORDS = {
  ...RUN_VERDICT_WORDS,
  error: 'No result of the client',
  'nothing-judged': 'Nothing was judged',
};

/** `docs` is the URL of a running mock, which serves the pages of the rules; without it, rules have no links. */
export function clientView(report: Report, docs?: string): ReportView {
  return {
    page: clientPage(report, docs),
    lineOf: (id) => visible(report.lines[id] ?? ''),
    bodies: (ids) => bodiesIn(report, ids),
    json: () => storedPieces(report, visible),
  };
}

function coursesOf(report: Report): readonly CourseOutcome[] {
  return 'courses' in report ? report.courses : [];
}

function clientPage(report: Report, docs: string | undefined): PageView {
  const shown = report.rules.flatMap(({ judgements }) =>
    judgements.filter(({ verdict }) => verdict !== 'unknown'),
  );
  const placesOf = (matches: (each: ClientJudgement) => boolean): number[] =>
    shown.flatMap((each, place) => (matches(each) ? [place] : []));
  const courses = coursesOf(report);
  const courseAt = new Map(courses.flatMap(({ name, exchanges }) => exchanges.map((id) => [id, name])));
  const page = {
    kit: report.kitVersion,
    target: 'client',
    startedAt: '',
    durationMs: null,
    terms: { clause: 'rule', scenario: 'course' },
    verdict: report.verdict,
    verdictWord: VERDICT_WORDS[report.verdict],
    headline: report.headline,
    facts: factsOf(report),
    tiles: tilesOf(report),
    words: RULE_WORDS,
    sections: loadClientRules().groups.map((group) => pick(group, 'id', 'title')),
    operations: [],
    clauses: report.rules.map((result) => {
      const evidence = placesOf(({ rule }) => rule === result.rule.id);
      return clauseOf(result, courses, evidence, docs);
    }),
    scenarios: courses.map((each) =>
      shownCourse(
        each,
        placesOf(({ course }) => course === each.name),
      ),
    ),
    judgements: shown.map(shownRuleJudgement),
    exchanges: report.exchanges.map((each) => shownExchange(each, courseAt.get(each.id) ?? '')),
    readings: [],
    unchecked: uncheckedOf(report),
    timeline: null,
    lists: listsOf(report),
  };
  return withVisibleTexts({ ...page, failures: failuresIn(page) });
}

function clauseOf(
  result: ClientRuleResult,
  courses: readonly CourseOutcome[],
  evidence: number[],
  docs: string | undefined,
): ShownClause {
  const { rule, judgements } = result;
  const seenIn = new Set(judgements.map(({ course }) => course));
  const judgedIn = courses.filter(({ name, rules }) => seenIn.has(name) || rules.includes(rule.id));
  const passes = judgements.filter(({ verdict }) => verdict === 'pass').length;
  const counted = { ...result, passes, failures: judgements.filter(isAgainst).length };
  return shownRule(counted, evidence, {
    ...(docs !== undefined && { docs }),
    scenarios: judgedIn.map(({ name }) => name),
  });
}

function shownCourse(course: CourseOutcome, judgements: number[]): ShownScenario {
  const { name, title, paid, ideal, remarks, verdict, notes } = course;
  const price = `Paid ${count(paid, 'credit')}; an ideal client pays ${ideal} at most.`;
  return {
    id: name,
    pack: 'courses',
    title,
    description: [price, ...remarks].join(' '),
    clauses: [...course.rules],
    requires: [],
    verdict,
    reason: course.reason ?? '',
    credits: paid,
    durationMs: course.seconds * 1_000,
    exchanges: course.exchanges,
    judgements,
    printed: verdict === 'error' ? endsOf(notes) : [],
  };
}

/** Enough lines to show the message above the stack of an exception. */
const MOST_PRINTED = 12;

/** The last lines of each text; equal results appear once. */
function endsOf(notes: readonly string[]): string[] {
  const ends = notes.map((text) => text.split('\n').filter((line) => line.trim() !== ''));
  return [...new Set(ends.map((lines) => lines.slice(-MOST_PRINTED).join('\n')))].filter(Boolean);
}

function shownExchange(exchange: TrafficExchange, course: string): ShownExchange {
  const { id, operation, account, request, response, arrivedAt, endedAt } = exchange;
  const under = typeof request.key === 'string' ? [`with ${request.key}`] : [];
  const loss = lossOf(exchange);
  const lostStatus = loss !== '' && response ? [`the lost answer had status ${response.status}`] : [];
  return {
    id,
    scenario: course,
    note: [...under, ...lostStatus, ...outcomeOf(exchange)].join(', ') || 'without an operation key',
    operation,
    account: account ?? 'none',
    ...pick(request, 'method', 'url'),
    status: loss === '' ? (response?.status ?? null) : null,
    failure: loss || (response ? null : 'no answer'),
    ms: arrivedAt === undefined || endedAt === undefined ? 0 : Math.round(endedAt - arrivedAt),
  };
}

/** Includes responses that did not reach the client. */
function* bodiesIn({ exchanges }: Report, ids?: readonly number[]): Generator<ExchangeBodies> {
  for (const { id, request, response } of exchanges) {
    if (ids?.includes(id) === false) continue;
    yield {
      id,
      request: { headers: headersOf(request), bodyText: bodyOf(request) },
      response: response ? { headers: headersOf(response), bodyText: bodyOf(response) ?? '' } : null,
      failure: response ? null : 'There was no answer.',
    };
  }
}

type Message = Pick<TrafficExchange['request'], 'headers' | 'bodyText' | 'bodyBytes'>;

function headersOf({ headers = {} }: Message): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value ?? '(not recorded)']),
  );
}

function bodyOf({ bodyText, bodyBytes = 0 }: Message): string | null {
  return bodyText === undefined && bodyBytes > 0 ? `(${bodyBytes} bytes, not kept)` : (bodyText ?? null);
}

function factsOf(report: Report): PageView['facts'] {
  const courses = 'courses' in report;
  return present(
    ['Judged', courses ? 'a client in courses' : 'requests of clients to a running mock'],
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
    [`${least}${thousands(report.wasted)}`, 'of them wasted'],
    ...(courses.length === 0 ? [] : ofCourses),
    [thousands(of('not-followed')), 'not as recommended'],
    [thousands(report.requests), 'requests'],
  ];
}

function uncheckedOf(report: Report): PageView['unchecked'] {
  const reasons: Readonly<Record<string, string>> = {
    unknown: 'depends on requests that were not observed',
    'not-met': 'no request to which the rule applies',
  };
  const courses = coursesOf(report).map(({ name, verdict, reason, notes }) => ({
    verdict,
    reason,
    name,
    printed: verdict === 'error' ? endsOf(notes) : [],
  }));
  const rules = report.rules.map(({ rule, verdict }) => ({
    verdict,
    reason: reasons[verdict] ?? null,
    name: rule.id,
  }));
  const open = [...courses, ...rules].flatMap(({ reason, ...each }) =>
    reason === null ? [] : [{ ...each, reason }],
  );
  return uncheckedFor(open, RULE_WORDS);
}

/** Remarks on the client, and its output on standard error, each with its courses. */
function listsOf(report: Report): PageView['lists'] {
  const linesFor = (textsOf: (course: CourseOutcome) => readonly string[]): string[] => {
    const all = coursesOf(report).flatMap((course) =>
      [...new Set(textsOf(course))].map((text) => ({ text: text.trim(), name: course.name })),
    );
    const filled = all.filter(({ text }) => text !== '');
    return [...grouped(filled, ({ text }) => text)].map(
      ([text, courses]) => `${text} (${namesIn(courses.map(({ name }) => name))})`,
    );
  };
  const lists = [
    { title: 'Remarks', lines: linesFor(({ remarks }) => remarks) },
    { title: 'Standard error of the client', lines: linesFor(({ notes }) => notes), isMinor: true },
  ];
  return lists.filter(({ lines }) => lines.length > 0);
}
