/** Words and groupings that every report shares, so that no two of them call one thing by two names. */
import { loadClauses } from '../../spec/clauses.js';
import type { ClauseResult, Finding, RunReport, RunVerdict, ScenarioResult, Verdict } from '../judge/report.js';
import type { Exchange } from '../record/exchange.js';

/** As a report shows it: a broken recommendation or a known failure does not count, or CI would refuse what conforms. */
export type ShownVerdict = Verdict | 'known' | 'not-followed';

/** In the order of interest: what needs somebody comes first. */
export const VERDICTS: readonly ShownVerdict[] = [
  ...(['fail', 'error', 'inconclusive', 'known', 'not-followed', 'not-applicable', 'pass'] as const),
];

export const VERDICT_WORDS: Record<ShownVerdict, { word: string; mark: string; meaning: string }> = {
  pass: { word: 'pass', mark: '✓', meaning: 'seen to hold, and never seen to be broken' },
  fail: { word: 'fail', mark: '✗', meaning: 'seen to be broken' },
  known: { word: 'known', mark: '≈', meaning: 'seen to be broken, as the baseline says; does not count' },
  'not-followed': {
    word: 'not as recommended',
    mark: '△',
    meaning: 'recommended, and seen otherwise; does not count against the target',
  },
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

export function clauseShown({ clause, verdict, evidence }: ClauseResult): ShownVerdict {
  if (verdict !== 'fail') return verdict;
  if (clause.level === 'should') return 'not-followed';
  const against = evidence.filter((finding) => finding.verdict === 'fail');
  return against.length > 0 && against.every(({ baselined }) => baselined) ? 'known' : 'fail';
}

/** Scenarios as they are shown: one that fails by recommendations alone follows them not. */
export function scenariosShown(report: RunReport): Map<ScenarioResult, ShownVerdict> {
  const recommended = new Set<string>(
    report.clauses.filter(({ clause }) => clause.level === 'should').map(({ clause }) => clause.id),
  );
  return new Map(
    report.scenarios.map((scenario) => {
      const against = scenario.findings.filter(({ verdict, baselined }) => verdict === 'fail' && !baselined);
      const harmless = against.length > 0 && against.every(({ clause }) => recommended.has(clause));
      return [scenario, scenario.verdict === 'fail' && harmless ? 'not-followed' : scenario.verdict];
    }),
  );
}

/** How many there are of each verdict, those of which there is one, in the order of interest. */
export function tally(verdicts: Iterable<ShownVerdict>): [verdict: ShownVerdict, count: number][] {
  const all = [...verdicts];
  return VERDICTS.map((verdict): [ShownVerdict, number] => [
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
  findings: Finding[];
}

/** Every clause with a failing finding, known ones of the baseline included; recommendations apart. */
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

/** Remarks of the runner, oracles that broke, and what the baseline knew. */
export function remarks({ notes, oracles, baseline }: RunReport): string[] {
  return [
    ...notes,
    ...oracles.flatMap(({ id, error }) => (error === null ? [] : [`Oracle ${id} broke: ${error}`])),
    ...(baseline?.matched ?? []).map((entry) => `Known failure, in the baseline: ${entry}`),
    ...(baseline?.stale ?? []).map((entry) => `No longer failing, remove from the baseline: ${entry}`),
  ];
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
