/** The view of a report on a client, with rules and courses instead of clauses and scenarios. */
import { visible } from '../../common/visible.js';
import { clientRulePath, loadClientRules } from '../../spec/clients.js';
import { namesIn, type CourseOutcome, type CourseReport } from '../clients/courses/report.js';
import { lossOf, outcomeOf, type ClientReport, type ClientRuleResult } from '../clients/report.js';
import { isAgainst } from '../clients/rules/rule.js';
import { RUN_VERDICT_WORDS } from '../judge/verdicts.js';
import type { ClientJudgement } from '../record/judgement.js';
import { storedPieces } from '../record/message.js';
import type { TrafficExchange } from '../record/traffic.js';
import { pick } from '../values/fields.js';
import { grouped } from '../values/grouped.js';
import { count, thousands } from '../values/text.js';
import { failuresIn, uncheckedFor } from './findings.js';
import { RULE_WORDS, shownRule, shownRuleJudgement } from './rules.js';
import {
  bodiesIn,
  present,
  withVisibleTexts,
  type PageView,
  type ReportView,
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
    // Includes responses that did not reach the client.
    bodies: (ids) =>
      bodiesIn(report.exchanges, ids, ({ response }) => (response ? null : 'There was no answer.')),
    json: () => storedPieces(report),
  };
}

function clientPage(report: Report, docs: string | undefined): PageView {
  const courses = 'courses' in report ? report.courses : [];
  const shown = report.rules.flatMap(({ judgements }) =>
    judgements.filter(({ verdict }) => verdict !== 'unknown'),
  );
  const placesOf = (matches: (each: ClientJudgement) => boolean): number[] =>
    shown.flatMap((each, place) => (matches(each) ? [place] : []));
  const courseAt = new Map(courses.flatMap(({ name, exchanges }) => exchanges.map((id) => [id, name])));
  const scenarios = courses.map((each) =>
    shownCourse(
      each,
      placesOf(({ course }) => course === each.name),
    ),
  );
  const page = {
    kit: report.kitVersion,
    target: 'client',
    startedAt: '',
    durationMs: null,
    terms: { clause: 'rule', scenario: 'course' },
    verdict: report.verdict,
    verdictWord: VERDICT_WORDS[report.verdict],
    headline: report.headline,
    facts: present(
      ['Judged', 'courses' in report ? 'a client in courses' : 'requests of clients to a running mock'],
      ['Older requests, no longer in the journal', report.dropped ? thousands(report.dropped) : null],
    ),
    tiles: tilesOf(report, courses),
    words: RULE_WORDS,
    sections: loadClientRules().groups.map((group) => pick(group, 'id', 'title')),
    operations: [],
    clauses: report.rules.map((result) => ({
      ...shownRule(
        countedIn(result),
        placesOf(({ rule }) => rule === result.rule.id),
      ),
      page: docs === undefined ? '' : `${docs}${clientRulePath(result.rule.id)}`,
      scenarios: namesOfCourses(result, courses),
    })),
    scenarios,
    judgements: shown.map(shownRuleJudgement),
    exchanges: report.exchanges.map((each) => shownExchange(each, courseAt.get(each.id) ?? '')),
    readings: [],
    unchecked: uncheckedOf(report, scenarios),
    timeline: null,
    lists: listsOf(courses),
  };
  return withVisibleTexts({ ...page, failures: failuresIn(page) });
}

function countedIn({ judgements, ...result }: ClientRuleResult) {
  const passes = judgements.filter(({ verdict }) => verdict === 'pass').length;
  return { ...result, passes, failures: judgements.filter(isAgainst).length };
}

/** The courses that are about a rule, or judged it. */
function namesOfCourses({ rule, judgements }: ClientRuleResult, courses: readonly CourseOutcome[]): string[] {
  const judgedIn = new Set(judgements.map(({ course }) => course));
  return courses
    .filter(({ name, rules }) => judgedIn.has(name) || rules.includes(rule.id))
    .map(({ name }) => name);
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

function tilesOf(report: Report, courses: readonly CourseOutcome[]): PageView['tiles'] {
  const of = (wanted: string): number => report.rules.filter(({ verdict }) => verdict === wanted).length;
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

const OPEN: Readonly<Record<string, string>> = {
  unknown: 'depends on requests that were not observed',
  'not-met': 'no request shows whether the client keeps the rule',
};

function uncheckedOf({ rules }: Report, courses: readonly ShownScenario[]): PageView['unchecked'] {
  const open = [
    ...courses.map((each) => ({ ...each, name: each.id })),
    ...rules.map(({ rule, verdict }) => ({ verdict, reason: OPEN[verdict] ?? '', name: rule.id })),
  ].filter(({ reason }) => reason !== '');
  return uncheckedFor(open, RULE_WORDS);
}

/** Remarks on the client, and its output on standard error, each with its courses. */
function listsOf(courses: readonly CourseOutcome[]): PageView['lists'] {
  const linesFor = (textsOf: (course: CourseOutcome) => readonly string[]): string[] => {
    const all = courses.flatMap((course) =>
      [...new Set(textsOf(course))].map((text) => ({ text: text.trim(), name: course.name })),
    );
    return [...grouped(all, ({ text }) => text)]
      .filter(([text]) => text !== '')
      .map(([text, own]) => `${text} (${namesIn(own.map(({ name }) => name))})`);
  };
  const lists = [
    { title: 'Remarks', lines: linesFor(({ remarks }) => remarks) },
    { title: 'Standard error of the client', lines: linesFor(({ notes }) => notes), isMinor: true },
  ];
  return lists.filter(({ lines }) => lines.length > 0);
}
