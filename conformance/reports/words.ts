/** Words and groupings that every report shares, so that no two of them call one thing by two names. */
import { loadClauses } from '../../spec/clauses.js';
import { operationIds, type OperationId } from '../../spec/contract.js';
import type { CallerResult, CallerVerdict } from '../judge/callers.js';
import type { ClauseResult, PairResult, RunReport } from '../judge/report.js';
import { unseenByName } from '../judge/unseen.js';
import { VERDICTS, type Verdict } from '../judge/verdicts.js';
import type { Exchange } from '../record/exchange.js';
import type { Judgement, Observation } from '../record/judgement.js';
import { grouped } from '../values/grouped.js';
import { count, shown, thousands } from '../values/text.js';

/** How many there are of each verdict, those of which there is one, in the order of interest. */
export function tally(verdicts: Iterable<Verdict>): [verdict: Verdict, count: number][] {
  const all = [...verdicts];
  return VERDICTS.map((verdict): [Verdict, number] => [
    verdict,
    all.filter((each) => each === verdict).length,
  ]).filter(([, n]) => n > 0);
}

export interface SectionGroup {
  section: string;
  title: string;
  clauses: ClauseResult[];
}

/** Clauses under the section of the source they come from, sections in its order, clauses in the catalogue's. */
export function groupBySection(clauses: readonly ClauseResult[]): SectionGroup[] {
  const titles = new Map(loadClauses().sections.map(({ id, title }) => [id, title]));
  const groups = new Map<string, SectionGroup>();
  for (const result of clauses) {
    const section = result.clause.section;
    const group = groups.get(section) ?? {
      section,
      title: titles.get(section) ?? '',
      clauses: [],
    };
    group.clauses.push(result);
    groups.set(section, group);
  }
  return [...groups.values()].sort((a, b) => compareSections(a.section, b.section));
}

/** `4.10` stands after `4.9`, as in the source. */
function compareSections(a: string, b: string): number {
  const left = a.split('.').map(Number);
  const right = b.split('.').map(Number);
  for (let i = 0; i < Math.max(left.length, right.length); i += 1) {
    const difference = (left[i] ?? -1) - (right[i] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}

export interface FailedClause {
  result: ClauseResult;
  /** Failures that count first, those named in the baseline after them. */
  failures: Judgement[];
}

/** Every clause that was seen to be broken, known ones of the baseline included; recommendations apart. */
export function failures(report: RunReport): FailedClause[] {
  return broken(report, ({ clause }) => clause.level !== 'should');
}

export function notFollowed(report: RunReport): FailedClause[] {
  return broken(report, ({ clause }) => clause.level === 'should');
}

function broken(report: RunReport, counts: (result: ClauseResult) => boolean): FailedClause[] {
  return report.clauses
    .filter(counts)
    .map((result) => ({
      result,
      failures: alike(
        report,
        result.evidence.filter(({ verdict }) => verdict === 'fail'),
      ).sort((a, b) => Number(a.known !== null) - Number(b.known !== null)),
    }))
    .filter((each) => each.failures.length > 0);
}

/** Traffic shows one fault again and again: of those that differ in numbers and texts alone, the first stands for all. */
function alike({ traffic, exchanges }: RunReport, failures: readonly Judgement[]): Judgement[] {
  if (traffic === undefined) return [...failures];
  const operations = new Map(exchanges.map(({ id, operation }) => [id, operation]));
  const groups = grouped(
    failures,
    (failure) => `${operations.get(failure.exchanges.at(-1) ?? -1)} ${failure.known} ${formOf(failure)}`,
  );
  return [...groups.values()].map((group) => {
    const [first, last] = [group[0]!, group.at(-1)!];
    if (group.length === 1) return first;
    const others = `and ${count(group.length - 1, 'more request')} like it, the last #${last.exchanges.at(-1)}`;
    return { ...first, actual: `${first.actual} (${others})` };
  });
}

export interface OperationGroup {
  operation: OperationId;
  verdicts: Verdict[];
}

/** The pairs of clause and operation under their operation, in the order of the source. */
export function groupByOperation(clauses: readonly ClauseResult[]): OperationGroup[] {
  const pairs = clauses.flatMap((each) => each.pairs);
  return operationIds
    .map((operation) => ({
      operation,
      verdicts: pairs.filter((pair) => pair.operation === operation).map(({ verdict }) => verdict),
    }))
    .filter(({ verdicts }) => verdicts.length > 0);
}

export interface Unchecked {
  verdict: Verdict;
  reason: string;
  /** `FILT-13`, or `FILT-13 on searchJobs` where the clause was checked on its other operations. */
  pairs: string[];
}

/** What was not checked, gathered by cause, since one cause (no admin API) often explains many clauses. */
export function unchecked(report: RunReport): Unchecked[] {
  const causes = new Map<string, Unchecked>();
  for (const { clause, pairs } of report.clauses) {
    const open = pairs.filter(({ verdict }) => ['inconclusive', 'not-applicable', 'error'].includes(verdict));
    const causeOf = ({ verdict, reason }: PairResult): string => `${verdict} ${reason}`;
    for (const cause of new Set(open.map(causeOf))) {
      const alike = open.filter((pair) => causeOf(pair) === cause);
      const { verdict, reason } = alike[0] as PairResult;
      const known = causes.get(cause) ?? { verdict, reason: reason || 'no reason given', pairs: [] };
      const isWhole = alike.length === pairs.length;
      const on = alike.map(({ operation }) => operation).join(', ');
      known.pairs.push(isWhole ? clause.id : `${clause.id} on ${on}`);
      causes.set(cause, known);
    }
  }
  return [...causes.values()].sort((a, b) => VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict));
}

/** Remarks of the runner, what more could be seen, oracles that broke, and what the baseline knew. */
export function remarks({ notes, oracles, baseline, unseen }: RunReport): string[] {
  return [
    ...notes,
    ...unseenByName(unseen),
    ...oracles.flatMap(({ id, error }) => (error === null ? [] : [`Oracle ${id} broke: ${error}`])),
    ...(baseline?.matched ?? []).map((entry) => `Known failure, in the baseline: ${entry}`),
    ...(baseline?.stale ?? []).map((entry) => `No longer failing, remove from the baseline: ${entry}`),
    ...(baseline?.notLookedAt ?? []).map(
      (entry) => `In the baseline, and not looked at by this run: ${entry}`,
    ),
  ];
}

/** What changed since an earlier run, under a title; null where the run is compared with none. */
export function changeWords({
  changes,
  target,
  clauseSet,
}: RunReport): { title: string; lines: string[] } | null {
  if (changes === undefined) return null;
  const { since, newlyFailing, newlyPassing, noLongerLookedAt } = changes;
  const named: [string, readonly string[]][] = [
    ['Newly failing', newlyFailing],
    ['Newly passing', newlyPassing],
    ['No longer looked at', noLongerLookedAt],
  ];
  const lines = named.flatMap(([what, clauses]) =>
    clauses.length === 0 ? [] : [`${what} (${clauses.length}): ${clauses.join('; ')}`],
  );
  return {
    title: `Changed since run ${since.id} of ${since.startedAt.slice(0, 10)}`,
    lines: [
      ...(lines.length === 0 ? ['Nothing'] : lines),
      ...(since.target === target.url ? [] : [`That run looked at another target: ${since.target}`]),
      ...(since.clauseSet === clauseSet.hash
        ? []
        : ['That run was judged by another set of clauses; they are compared by their ids']),
    ],
  };
}

/** What a reading's line says of a choice that was seen. */
export function choiceName(choice: Observation['choice']): string {
  return choice ?? 'none of its choices';
}

export interface SurveyWords {
  /** Which jobs were looked at, and what that took. */
  looked: string;
  /** Each fact with its value. */
  found: string[];
  /** What is not known, gathered by cause. */
  missing: string[];
}

/** What a run found out of the target's data; null where it had to know nothing of it. */
export function surveyWords({ survey }: RunReport): SurveyWords | null {
  if (survey === null) return null;
  const slices = survey.slices.map(
    ({ name, from, to, total, read }) => `${name} slice: ${read} of ${total} jobs from ${from} to ${to}`,
  );
  const causes = new Map<string, string[]>();
  for (const { name, reason, looked } of survey.unknown) {
    const cause = looked ? reason : `could not be looked at: ${reason}`;
    causes.set(cause, [...(causes.get(cause) ?? []), name]);
  }
  const spent =
    survey.recalled === undefined
      ? `${count(survey.requests, 'request')}, ${count(survey.credits, 'credit')}`
      : `as an earlier run found them out at ${survey.recalled}`;
  return {
    looked: [...slices, spent].join('; '),
    found: Object.entries(survey.facts).map(([name, value]) => `${name} ${shown(value)}`),
    missing: [...causes].map(([cause, names]) => `${names.join(', ')}: ${cause}`),
  };
}

export interface CallerWords {
  result: CallerResult;
  /** `fail`, `looks like a breach`, and the like. */
  word: string;
  /** Findings that are alike told once; under each the requests that it rests on. */
  findings: { expected: string; actual: string; requests: string[] }[];
}

const CALLER_WORDS: Record<CallerVerdict, string> = {
  fail: 'fail',
  known: 'known',
  'not-followed': 'not as recommended',
  warned: 'looks like a breach, and need not be one',
  pass: 'pass',
};

/** What traffic shows of its callers that somebody has to look at. */
export function callerWords(report: RunReport): CallerWords[] {
  const exchanges = exchangesById(report);
  return (report.callers ?? [])
    .filter(({ findings }) => findings.length > 0)
    .map((result) => {
      const findings = [...grouped(result.findings, formOf).values()].map((group) => {
        const { expected, actual, exchanges: ids } = group[0]!;
        const others = group.length === 1 ? '' : ` (and ${count(group.length - 1, 'more finding')} like it)`;
        const requests = ids.slice(-4).map((id) => {
          const exchange = exchanges.get(id);
          return exchange === undefined ? `#${id}` : `#${id} ${exchangeLine(exchange)}`;
        });
        return { expected, actual: `${actual}${others}`, requests };
      });
      return { result, word: CALLER_WORDS[result.verdict], findings };
    });
}

/** Texts and numbers aside, the same finding has the same form. */
function formOf({ expected, actual }: Pick<Judgement, 'expected' | 'actual'>): string {
  return `${expected} ${actual}`.replace(/"(?:[^"\\]|\\.)*"/g, '""').replace(/\d+/g, '0');
}

/** What a run spent: jobs that were bought before in the cycle are free, which a ceiling cannot rely on. */
export function creditsSpent({ creditsUsed, creditsTold }: RunReport['budget']): string {
  return creditsTold === creditsUsed
    ? thousands(creditsUsed)
    : `${thousands(creditsTold)} as answers tell, ${thousands(creditsUsed)} at most,`;
}

/** What was looked at of traffic that the suite did not send; null for a run. */
export function trafficWords({ traffic, accounts, budget }: RunReport): string[] | null {
  if (traffic === undefined) return null;
  const { source, from, alone, requests, aside } = traffic;
  const others = Object.entries(aside).map(([why, n]) => `${thousands(n)} ${why}`);
  return [
    `${count(requests, 'request')} of ${count(accounts.length, 'caller')}, from ${SOURCES[source]} ${from}`,
    ...(others.length === 0 ? [] : [`not looked at: ${others.join(', ')}`]),
    `${count(budget.creditsUsed, 'credit')} paid, as far as answers tell`,
    alone
      ? 'nothing else used these accounts, as --alone says: money and operation keys were judged, too'
      : 'what may have happened unseen is unknown, money and used operation keys above all: with --alone they are judged, too, where nothing else used these accounts',
  ];
}

const SOURCES = { mock: 'the journal of a mock,', har: 'the HAR file', proxy: 'the proxy at', run: 'a run,' };

/** The set of clauses that a report was judged by. */
export function clauseSetName({ clauseSet: { kit, count: n, hash } }: RunReport): string {
  return `${n} of kit ${kit}, ${hash.slice(0, 8)}`;
}

/** `oracle ledger`, or `scenario billing/free, step again`, for a judgement. */
export function byWhom({ by, scenario, step }: Judgement): string {
  return by.startsWith('oracle ') ? by : `scenario ${scenario}, step ${step}`;
}

/** What came, with the reason why the author of the pack expected otherwise. */
export function actualOf({ actual, because }: Judgement): string {
  return because === null ? actual : `${actual} (${because})`;
}

/** `POST /api/v1/jobs-search/search → 200` */
export function exchangeLine(exchange: Exchange): string {
  const query = Object.keys(exchange.request.query).length > 0 ? '?…' : '';
  const outcome = exchange.response === null ? (exchange.failure?.kind ?? 'none') : exchange.response.status;
  return `${exchange.request.method} ${exchange.request.path}${query} → ${outcome}`;
}

export function exchangesById(report: RunReport): Map<number, Exchange> {
  return new Map(report.exchanges.map((exchange) => [exchange.id, exchange]));
}

export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
