/** A report as every format reads it: texts are chosen and escaped here, and formats only lay them out. */
import { visible } from '../../common/visible.js';
import type { CourseOutcome } from '../clients/courses/conclude.js';
import type { CallerResult } from '../judge/callers.js';
import type { ClientRuleResult } from '../clients/traffic-report.js';
import type { RunReport } from '../judge/report.js';
import type { RunVerdict, Verdict } from '../judge/verdicts.js';
import type { Reproduction } from './reproduce.js';

/** One finding. `marks` maps JSON pointers into the response body to the notes that a page shows there. */
export interface ShownJudgement {
  clauses: string[];
  verdict: 'pass' | 'fail';
  /** The judge, in words. */
  by: string;
  scenario: string;
  step: string;
  exchanges: number[];
  expected: string;
  actual: string;
  known: string | null;
  marks: Record<string, string>;
  /** Commands that reproduce a failure. */
  again?: Reproduction;
}

export interface ShownClause {
  id: string;
  title: string;
  text: string;
  level: string;
  /** Section of the source. */
  section: string;
  /** Id of its section in `PageView.sections`. */
  group: string;
  verdict: string;
  reason: string;
  passes: number;
  failures: number;
  why: string;
  /** Advice for a client; empty for clauses of the service. */
  instead: string;
  /** URL of its documentation; empty for none. */
  page: string;
  pairs: { operation: string; verdict: Verdict; reason: string }[];
  scenarios: string[];
  oracles: string[];
  /** Indexes into `PageView.judgements`. */
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
  /** Indexes into `PageView.judgements`. */
  judgements: number[];
}

/** An exchange without headers and bodies. */
export interface ShownExchange {
  id: number;
  scenario: string;
  /** Its step, and anything else worth saying. */
  note: string;
  operation: string | null;
  account: string;
  method: string;
  url: string;
  status: number | null;
  failure: string | null;
  ms: number;
}

export interface TitledLines {
  title: string;
  lines: string[];
}

/** The part of a view that HTML pages show: the workbench serves it, and an HTML report contains it. */
export interface PageView {
  kit: string;
  target: string;
  /** ISO 8601; empty if unknown. */
  startedAt: string;
  /** The nouns: clause and scenario for a run, rule and course for a client. */
  terms: { clause: string; scenario: string };
  verdict: RunVerdict | 'nothing-judged';
  verdictWord: string;
  headline: string;
  facts: [name: string, value: string][];
  tiles: [number: string, what: string][];
  /** Verdicts, the most important first. */
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
  lists: TitledLines[];
}

/** Headers and bodies of one exchange. They are not part of `PageView`: a run has many, and a reader opens few. */
export interface ExchangeBodies {
  id: number;
  request: { headers: Record<string, string>; bodyText: string | null };
  /** `bodyCut` is the full length in bytes of a truncated body. */
  response: { headers: Record<string, string>; bodyText: string; bodyCut?: number } | null;
  failure: string | null;
}

interface Source {
  page: PageView;
  /** A request in one line, without its id; empty if the report does not contain it. */
  lineOf(id: number): string;
  /** Of the exchanges with these ids, or of all. */
  bodies(ids?: readonly number[]): Iterable<ExchangeBodies>;
  /** The JSON report, in pieces. */
  json(): Iterable<string>;
}

export interface BrokenClause {
  clause: ShownClause;
  /** Failures that count come before known failures of the baseline. */
  findings: ShownJudgement[];
}

/** A run, or traffic that others sent, with what only text formats show. */
export interface RunView extends Source, Pick<RunReport, 'run' | 'target' | 'budget'> {
  clauseSet: string;
  broken: BrokenClause[];
  notFollowed: BrokenClause[];
  notes: string[];
  survey: { looked: string; found: string[]; missing: string[] } | null;
  changes: TitledLines | null;
  /** Null for a run. */
  traffic: string[] | null;
  /** Also those without findings; null for a run. */
  callers: CallerResult[] | null;
}

/** A client, with what only text formats show. */
export interface ClientView extends Source {
  rules: readonly ClientRuleResult[];
  /** Empty for traffic. */
  courses: readonly CourseOutcome[];
  /** Number of older requests that the journal no longer has. */
  dropped: number;
}

export type ReportView = RunView | ClientView;

export function isRunView(view: ReportView): view is RunView {
  return 'run' in view;
}

/** A copy of a value of JSON in which control characters and the like are escaped in every text. */
export function withVisibleTexts<T>(value: T): T {
  if (typeof value === 'string') return visible(value) as T;
  if (Array.isArray(value)) return value.map(withVisibleTexts) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [visible(name), withVisibleTexts(each)]),
  ) as T;
}

export function pick<T, K extends keyof T>(value: T, ...names: K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, value[name]])) as Pick<T, K>;
}

/** The rows that have a value. */
export function present(...rows: [name: string, value: string | null][]): [string, string][] {
  return rows.filter((row): row is [string, string] => row[1] !== null);
}
