/** A report as every format reads it: texts are chosen and escaped here, and formats only lay them out. */
import type { Clause } from '../../spec/clauses.js';
import { visible } from '../../common/visible.js';
import type { RunVerdict, Verdict } from '../judge/verdicts.js';
import type { Message } from '../record/exchange.js';
import type { ScenarioFacts } from '../record/facts.js';
import type { Judgement } from '../record/judgement.js';
import { mapped } from '../values/fields.js';
import type { Reproduction } from './reproduce.js';

/** One finding. `marks` maps JSON pointers into the response body to the notes that a page shows there. */
export interface ShownJudgement extends Omit<Judgement, 'by' | 'step' | 'kind' | 'because'> {
  /** The judge, in words. */
  by: string;
  marks: Record<string, string>;
  /** The kind of a failure, and how often it occurred again: `proof, again each time, 3 of 3`. */
  kind?: string;
  /** Commands that reproduce a failure. */
  again?: Reproduction;
}

/** A clause of the service, or a rule for clients. */
export interface ShownClause extends Pick<Clause, 'title' | 'text' | 'level' | 'section'> {
  id: string;
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
  pairs: { operation: string; verdict: Verdict; reason: string; seenOnce?: true }[];
  scenarios: string[];
  oracles: string[];
  /** Indexes into `PageView.judgements`. */
  evidence: number[];
}

export interface ShownScenario extends Pick<
  ScenarioFacts,
  'id' | 'pack' | 'title' | 'description' | 'clauses' | 'requires'
> {
  verdict: string;
  reason: string;
  credits: number;
  durationMs: number;
  exchanges: number[];
  /** Indexes into `PageView.judgements`. */
  judgements: number[];
  /** The end of the output of a client without a result. */
  printed: string[];
}

/** An exchange without headers and bodies. */
export interface ShownExchange {
  id: number;
  scenario: string;
  /** Its step and other notes; empty for traffic. */
  note: string;
  operation: string | null;
  account: string;
  method: string;
  url: string;
  status: number | null;
  failure: string | null;
  /** Null if unknown. */
  ms: number | null;
}

export interface TitledLines {
  title: string;
  lines: string[];
  /** True for lists that a short report leaves out. */
  isMinor?: boolean;
}

/** A broken clause with its findings; findings that differ only in numbers and quoted texts are one. */
export interface BrokenClause {
  id: string;
  /** `place` is an index into `PageView.judgements`; `alike` says how many more there are, or is empty. */
  findings: { place: number; alike: string }[];
}

/** Broken clauses that probably have one cause. */
export interface Cause {
  /** The trait that sets the failures of the first clause apart: `151 times, all with status 422; held with status 403`. */
  common: string;
  /** The clause with most failures first; never empty. */
  broken: BrokenClause[];
}

/** Checks that were not made, all for the same reason. */
export interface Unchecked {
  verdict: string;
  reason: string;
  /** `FILT-13`, or `FILT-13 on searchJobs` if the clause was checked on its other operations. */
  pairs: string[];
  printed: string[];
}

/** The part of a view that HTML pages show: the workbench serves it, and an HTML report contains it. */
export interface PageView {
  kit: string;
  target: string;
  /** ISO 8601; empty if unknown. */
  startedAt: string;
  /** Null if unknown. */
  durationMs: number | null;
  /** The nouns: clause and scenario for a run, rule and course for a client. */
  terms: { clause: string; scenario: string };
  verdict: RunVerdict | 'nothing-judged';
  verdictWord: string;
  headline: string;
  facts: [name: string, value: string][];
  tiles: [number: string, what: string][];
  /** Verdicts, the most important first. */
  words: Readonly<Record<string, { word: string; mark: string }>>;
  sections: { id: string; title: string }[];
  operations: string[];
  clauses: ShownClause[];
  failures: { title: string; causes: Cause[] }[];
  scenarios: ShownScenario[];
  judgements: ShownJudgement[];
  exchanges: ShownExchange[];
  readings: {
    id: string;
    question: string;
    inconsistent: boolean;
    seen: { choice: string; text: string; exchanges: number[] }[];
  }[];
  unchecked: Unchecked[];
  /** In slices of equal length over the time of a run; null if times are unknown. `credits` is cumulative. */
  timeline: { sliceMs: number; requests: number[]; refused: number[]; credits: number[] } | null;
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

export interface ReportView {
  page: PageView;
  /** True if an incomplete run does not fail the build. */
  allowsIncomplete?: boolean;
  /** A request in one line, without its id; empty if the report does not contain it. */
  lineOf(id: number): string;
  /** The exchanges with these ids, by default all. */
  bodies(ids?: readonly number[]): Iterable<ExchangeBodies>;
  /** The JSON report, in pieces. */
  json(): Iterable<string>;
}

/** Yields one exchange at a time: all bodies together may not fit into memory. */
export function* bodiesIn<E extends { id: number; request: Message; response?: Message | null }>(
  exchanges: readonly E[],
  ids: readonly number[] | undefined,
  failureOf: (exchange: E) => string | null,
): Generator<ExchangeBodies> {
  for (const exchange of exchanges) {
    const { id, request, response } = exchange;
    if (ids?.includes(id) === false) continue;
    const answer = response ? shownMessage(response) : null;
    yield {
      id,
      request: shownMessage(request),
      response: answer && { ...answer, bodyText: answer.bodyText ?? '' },
      failure: failureOf(exchange),
    };
  }
}

function shownMessage({ headers = {}, bodyText, bodyBytes = 0, bodyCut }: Message) {
  const missing = bodyBytes > 0 ? `(${bodyBytes} bytes, not kept)` : null;
  return {
    headers: mapped(headers, (value) => value ?? '(not recorded)'),
    bodyText: bodyText === undefined ? missing : bodyText,
    ...(bodyCut !== undefined && { bodyCut }),
  };
}

/** Copies a JSON value, and escapes control characters and the like in every text. */
export function withVisibleTexts<T>(value: T): T {
  if (typeof value === 'string') return visible(value) as T;
  if (Array.isArray(value)) return value.map(withVisibleTexts) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [visible(name), withVisibleTexts(each)]),
  ) as T;
}

export function present(...rows: [name: string, value: string | null][]): [string, string][] {
  return rows.filter((row): row is [string, string] => row[1] !== null);
}

export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
