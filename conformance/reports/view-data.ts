/**
 * A report as its pages show it: the workbench serves it, the HTML report holds it. Words are chosen here, so that
 * pages only lay them out; bodies stay apart (`exchangeBodies`), since a run holds many and a reader opens few.
 */
import { loadClauses } from '../../spec/clauses.js';
import type { RunReport } from '../judge/report.js';
import { RUN_VERDICT_WORDS, VERDICT_WORDS, type RunVerdict, type Verdict } from '../judge/verdicts.js';
import type { Exchange } from '../record/exchange.js';
import type { Judgement } from '../record/judgement.js';
import { visible } from '../../spec/visible.js';
import { thousands } from '../values/text.js';
import { reproductionOf, type Reproduction } from './reproduce.js';
import { whyItMatters } from './why.js';
import {
  actualOf,
  byWhom,
  callerWords,
  changeWords,
  choiceName,
  clauseSetName,
  duration,
  remarks,
  surveyWords,
  tally,
  trafficWords,
  unchecked,
} from './words.js';

/** One finding. `marks` are the places in the answer's body that it speaks of, with what to say there. */
export interface ShownJudgement {
  clauses: string[];
  verdict: 'pass' | 'fail';
  /** Who judged, in words. */
  by: string;
  scenario: string;
  step: string;
  exchanges: number[];
  expected: string;
  actual: string;
  known: string | null;
  marks: Record<string, string>;
  /** How to show a failure again. */
  again?: Reproduction;
}

export interface ShownClause {
  id: string;
  title: string;
  text: string;
  level: string;
  /** Section of the source. */
  section: string;
  /** Id of the section of the list that it stands in. */
  group: string;
  verdict: string;
  reason: string;
  passes: number;
  failures: number;
  why: string;
  /** What to do instead; empty where that is the target's own business. */
  instead: string;
  /** Address of a page about it; empty where there is none. */
  page: string;
  pairs: { operation: string; verdict: Verdict; reason: string }[];
  scenarios: string[];
  oracles: string[];
  /** Places in `judgements`. */
  evidence: number[];
}

export interface ShownScenario {
  id: string;
  pack: string;
  title: string;
  description: string;
  clauses: string[];
  requires: string[];
  verdict: string;
  reason: string;
  credits: number;
  durationMs: number;
  exchanges: number[];
  /** Places in `judgements`. */
  judgements: number[];
}

/** An exchange without headers and bodies. */
export interface ShownExchange {
  id: number;
  scenario: string;
  /** What else is to be said of it, such as its step. */
  note: string;
  operation: string | null;
  account: string;
  method: string;
  url: string;
  status: number | null;
  failure: string | null;
  ms: number;
}

export interface RunView {
  kit: string;
  target: string;
  /** ISO 8601; empty where nobody knows. */
  startedAt: string;
  /** What it speaks of: clauses and scenarios, or the rules and courses of a client. */
  terms: { clause: string; scenario: string };
  verdict: RunVerdict | 'nothing-judged';
  verdictWord: string;
  headline: string;
  facts: [name: string, value: string][];
  tiles: [number: string, what: string][];
  /** Of verdicts, in the order of interest. */
  words: Readonly<Record<string, { word: string; mark: string; meaning: string }>>;
  sections: { id: string; title: string }[];
  clauses: ShownClause[];
  scenarios: ShownScenario[];
  judgements: ShownJudgement[];
  exchanges: ShownExchange[];
  readings: {
    id: string;
    question: string;
    inconsistent: boolean;
    seen: { choice: string; text: string; exchanges: number[] }[];
  }[];
  callers: {
    id: string;
    title: string;
    text: string;
    word: string;
    advice: string;
    findings: { expected: string; actual: string; requests: string[] }[];
  }[];
  unchecked: { verdict: string; reason: string; pairs: string[] }[];
  /** Lists of sentences, each under a title. */
  lists: { title: string; lines: string[] }[];
}

/** Headers and bodies of one exchange. */
export interface ExchangeBodies {
  id: number;
  request: { headers: Record<string, string>; bodyText: string | null };
  response: { headers: Record<string, string>; bodyText: string; bodyCut?: number } | null;
  failure: string | null;
}

/** All texts of it can be shown as they are: what would act or hide on a page is written out, whoever said it. */
export function viewOf(report: RunReport): RunView {
  const judgements = new JudgementTable(report);
  return withVisibleTexts({
    kit: report.kitVersion,
    target: report.target.url,
    startedAt: report.run.startedAt,
    terms: { clause: 'clause', scenario: 'scenario' },
    verdict: report.verdict,
    verdictWord: RUN_VERDICT_WORDS[report.verdict],
    headline: report.headline,
    facts: factsOf(report),
    tiles: tilesOf(report),
    words: VERDICT_WORDS,
    sections: loadClauses().sections.map(({ id, title }) => ({ id, title: `${id} ${title}` })),
    clauses: report.clauses.map(({ clause, pairs, evidence, ...rest }) => ({
      id: clause.id,
      title: clause.title,
      text: clause.text,
      level: clause.level,
      section: clause.section,
      group: clause.section,
      verdict: rest.verdict,
      reason: rest.reason,
      passes: rest.passes,
      failures: rest.failures,
      why: whyItMatters(clause.id),
      instead: '',
      page: '',
      pairs: pairs.map(({ operation, verdict, reason }) => ({ operation, verdict, reason })),
      scenarios: rest.scenarios,
      oracles: rest.oracles,
      evidence: evidence.map((each) => judgements.place(each)),
    })),
    scenarios: report.scenarios.map((each) => ({
      id: each.id,
      pack: each.pack,
      title: each.title,
      description: each.description,
      clauses: each.clauses,
      requires: each.requires,
      verdict: each.verdict,
      reason: each.reason,
      credits: each.creditsUsed,
      durationMs: each.durationMs,
      exchanges: each.exchanges,
      judgements: [...each.outcome.judgements, ...each.against].map((found) => judgements.place(found)),
    })),
    // Filled by what stands above.
    judgements: judgements.all,
    exchanges: report.exchanges.map(shownExchange),
    readings: readingsOf(report),
    callers: callerWords(report).map(({ result: { rule }, word, findings }) => ({
      id: rule.id,
      title: rule.title,
      text: rule.text,
      word,
      advice: `${rule.why} ${rule.instead}`,
      findings: findings.map(({ expected, actual, requests }) => ({
        expected,
        actual,
        requests: [...requests],
      })),
    })),
    unchecked: unchecked(report),
    lists: listsOf(report),
  });
}

export function withVisibleTexts<T>(value: T): T {
  if (typeof value === 'string') return visible(value) as T;
  if (Array.isArray(value)) return value.map(withVisibleTexts) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [visible(name), withVisibleTexts(each)]),
  ) as T;
}

/** The same finding is evidence on a clause and a check of a scenario; it is told once. */
class JudgementTable {
  readonly all: ShownJudgement[] = [];
  readonly #places = new Map<string, number>();
  readonly #report: RunReport;

  constructor(report: RunReport) {
    this.#report = report;
  }

  place(judgement: Judgement): number {
    const { clauses, verdict, by, scenario, step, exchanges, expected, actual } = judgement;
    const key = JSON.stringify([clauses, verdict, by, scenario, step, exchanges, expected, actual]);
    let place = this.#places.get(key);
    if (place === undefined) {
      place = this.all.push(this.#shown(judgement)) - 1;
      this.#places.set(key, place);
    }
    return place;
  }

  #shown(judgement: Judgement): ShownJudgement {
    const { clauses, verdict, scenario, step, exchanges, expected, known } = judgement;
    const actual = actualOf(judgement);
    const by = byWhom(judgement);
    const shown = { clauses, verdict, by, scenario, step, exchanges, expected, actual, known };
    if (verdict === 'pass') return { ...shown, marks: marksOf(expected, `✓ ${expected}`) };
    return {
      ...shown,
      marks: marksOf(`${expected} ${actual}`, `expected ${expected}; actual ${actual}`),
      again: reproductionOf(this.#report, judgement),
    };
  }
}

/**
 * Places in the answer's body that a finding names: pointers such as `$response.body#/data/total` or `/data/jobs/3/Title`, and
 * members of the envelope such as `credits_used`, but for outputs of other steps. What speaks of jobs alone means the list.
 */
function marksOf(text: string, note: string): Record<string, string> {
  const pointers = [...text.matchAll(/(?:\$response\.body#|(?<![\w:/.]))((?:\/[A-Za-z_][\w %~-]*|\/\d+)+)/g)]
    .map(([, pointer = '']) => decoded(pointer.trimEnd()))
    .filter((pointer) => !/^\/(?:api|docs)\b/.test(pointer));
  const members = [...text.matchAll(/(?<!(?:out|in)puts\.)\b[a-z]+(?:_[a-z]+)+\b/g)].map(
    ([name]) => `/data/${name}`,
  );
  const jobs = /\bjobs?\b/.test(text) ? ['/data/jobs'] : [];
  const named = pointers.length + members.length > 0 ? [...pointers, ...members] : jobs;
  const shortened = note.length > 300 ? `${note.slice(0, 300)}…` : note;
  return Object.fromEntries(named.map((pointer) => [pointer, shortened]));
}

function decoded(pointer: string): string {
  try {
    return decodeURIComponent(pointer);
  } catch {
    return pointer;
  }
}

function shownExchange(exchange: Exchange): ShownExchange {
  const { id, scenario, step, operation, adminOperation, account, request, response, failure } = exchange;
  return {
    id,
    scenario,
    note: `step ${step}`,
    operation: operation ?? adminOperation,
    account,
    method: request.method,
    url: request.url,
    status: response?.status ?? null,
    failure: failure?.kind ?? null,
    ms: exchange.receivedAt - exchange.sentAt,
  };
}

/** Headers and bodies of exchanges, by a predicate on them; one after the other, since all texts at once may be more than the memory holds. */
export function* exchangeBodies(
  report: RunReport,
  isMeant: (exchange: Exchange) => boolean = () => true,
): Generator<ExchangeBodies> {
  for (const { id, request, response, failure } of report.exchanges.filter(isMeant))
    yield {
      id,
      request: { headers: request.headers, bodyText: request.bodyText },
      response:
        response === null
          ? null
          : {
              headers: response.headers,
              bodyText: response.bodyText,
              ...(response.bodyCut === undefined ? {} : { bodyCut: response.bodyCut }),
            },
      failure: failure === null ? null : `${failure.kind}: ${failure.message}`,
    };
}

function factsOf(report: RunReport): [string, string][] {
  const { run, target, traffic } = report;
  return [
    ['Target', target.url],
    ...(traffic === undefined
      ? ([
          ['Admin API', target.hasAdmin ? 'yes' : 'no'],
          ['Keys', target.keyRoles.join(', ') || 'none'],
          ['Run', `${run.id}, seed ${run.seed}`],
        ] as [string, string][])
      : []),
    ['Started', run.startedAt],
    ['Took', duration(run.durationMs)],
    ['Clauses', clauseSetName(report)],
    ...(target.server === null ? [] : ([['Server', target.server]] as [string, string][])),
    ...(target.absences.length === 0
      ? []
      : ([['Declared absent', target.absences.join(', ')]] as [string, string][])),
  ];
}

function tilesOf({ clauses, counts, budget, traffic }: RunReport): [string, string][] {
  const pairs = clauses.reduce((sum, each) => sum + each.pairs.length, 0);
  const verdicts = new Map(tally(clauses.map(({ verdict }) => verdict)));
  const failed = verdicts.get('fail') ?? 0;
  const [known, advised] = [verdicts.get('known'), verdicts.get('not-followed')];
  const open = counts.clauses['not-applicable'] + counts.clauses.inconclusive + counts.clauses.error;
  return [
    [`${thousands(counts.clauses.pass)} of ${thousands(clauses.length)}`, 'clauses pass'],
    [`${thousands(counts.pairs.pass)} of ${thousands(pairs)}`, 'pairs of clause and operation pass'],
    [thousands(failed), failed === 1 ? 'clause fails' : 'clauses fail'],
    ...(known === undefined
      ? []
      : ([[thousands(known), known === 1 ? 'known failure' : 'known failures']] as [string, string][])),
    ...(advised === undefined
      ? []
      : ([
          [
            thousands(advised),
            advised === 1 ? 'recommendation not followed' : 'recommendations not followed',
          ],
        ] as [string, string][])),
    [thousands(open), 'clauses not checked'],
    [thousands(budget.requests), 'requests'],
    [
      thousands(budget.creditsUsed),
      traffic === undefined
        ? `credits used of ${thousands(budget.creditsAnnounced)} announced`
        : 'credits paid, as far as answers tell',
    ],
  ];
}

function readingsOf({ readings }: RunReport): RunView['readings'] {
  return readings.map(({ reading, seen, inconsistent }) => ({
    id: reading.id,
    question: reading.question,
    inconsistent,
    seen: seen.map(({ choice, exchanges }) => ({
      choice: choiceName(choice),
      text: reading.choices.find(({ id }) => id === choice)?.text ?? '',
      exchanges: [...new Set(exchanges)].slice(0, 3),
    })),
  }));
}

function listsOf(report: RunReport): RunView['lists'] {
  const { budget, traffic } = report;
  const survey = surveyWords(report);
  const changes = changeWords(report);
  const spending = [
    `${thousands(budget.requests)} requests of ${thousands(budget.requestsAnnounced)} announced`,
    `${thousands(budget.creditsUsed)} credits at most, ${thousands(budget.creditsTold)} as answers tell, of ${thousands(budget.creditsAnnounced)} announced`,
    `refusals with 429: ${thousands(budget.throttledExpected)} that scenarios provoked, ${thousands(budget.throttledUnexpected)} others`,
    `${duration(budget.pacedMs)} spent waiting so as to keep below the limits`,
  ];
  return [
    ...(changes === null ? [] : [changes]),
    { title: 'Notes', lines: remarks(report) },
    traffic === undefined
      ? { title: 'Budget', lines: spending }
      : { title: 'Traffic', lines: trafficWords(report) ?? [] },
    ...(survey === null
      ? []
      : [{ title: 'Survey of the data', lines: [survey.looked, ...survey.found, ...survey.missing] }]),
  ].filter(({ lines }) => lines.length > 0);
}
