/** Words and groupings that every report shares, so that no two of them call one thing by two names. */
import { loadClauses } from '../../spec/clauses.js';
import type { ClauseResult, Exchange, Finding, RunReport, RunVerdict, Verdict } from '../history.js';

/** In the order of interest: what needs somebody comes first. */
export const VERDICTS: readonly Verdict[] = ['fail', 'error', 'inconclusive', 'not-applicable', 'pass'];

export const VERDICT_WORDS: Record<Verdict, { word: string; mark: string; meaning: string }> = {
  pass: { word: 'pass', mark: '✓', meaning: 'seen to hold, and never seen to be broken' },
  fail: { word: 'fail', mark: '✗', meaning: 'seen to be broken' },
  'not-applicable': {
    word: 'not applicable',
    mark: '–',
    meaning: 'needs something that this target does not offer',
  },
  inconclusive: { word: 'inconclusive', mark: '?', meaning: 'should have been checked and was not' },
  error: { word: 'error', mark: '!', meaning: 'the suite itself broke; says nothing about the target' },
};

export const RUN_VERDICT_WORDS: Record<RunVerdict, string> = {
  conforms: 'Conforms',
  'does-not-conform': 'Does not conform',
  incomplete: 'Incomplete',
  error: 'Error of the suite',
};

export interface SectionGroup {
  section: string;
  title: string;
  clauses: ClauseResult[];
  /** How many clauses have each verdict. */
  counts: Record<Verdict, number>;
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
      counts: { pass: 0, fail: 0, 'not-applicable': 0, inconclusive: 0, error: 0 },
    };
    group.clauses.push(result);
    group.counts[result.verdict] += 1;
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
  findings: Finding[];
}

/** Every clause with a failing finding, known ones of the baseline included. */
export function failures(report: RunReport): FailedClause[] {
  return report.clauses
    .map((result) => ({
      result,
      findings: result.evidence
        .filter((finding) => finding.verdict === 'fail')
        .sort((a, b) => Number(a.baselined) - Number(b.baselined)),
    }))
    .filter(({ findings, result }) => findings.length > 0 || result.verdict === 'fail');
}

export interface Unchecked {
  verdict: Verdict;
  reason: string;
  clauses: ClauseResult[];
}

/** What was not checked, gathered by cause, since one cause (no admin API) often explains many clauses. */
export function unchecked(report: RunReport): Unchecked[] {
  const causes = new Map<string, Unchecked>();
  for (const result of report.clauses) {
    if (result.verdict === 'pass' || result.verdict === 'fail') continue;
    const cause = causes.get(`${result.verdict} ${result.reason}`) ?? {
      verdict: result.verdict,
      reason: result.reason || 'no reason given',
      clauses: [],
    };
    cause.clauses.push(result);
    causes.set(`${result.verdict} ${result.reason}`, cause);
  }
  return [...causes.values()].sort((a, b) => VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict));
}

export function sourceOf(finding: Finding): string {
  return finding.source.kind === 'oracle'
    ? `oracle ${finding.source.id}`
    : `scenario ${finding.source.id}, step ${finding.source.step}`;
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
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

/** `3 clauses`, `1 clause` */
export function count(n: number, noun: string): string {
  return `${thousands(n)} ${noun}${n === 1 ? '' : 's'}`;
}

/** Digits in groups of three, the same on every machine whatever its locale. */
export function thousands(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}
