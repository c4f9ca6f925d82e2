/** From what happened to the report: evidence dressed for readers, verdicts drawn, secrets struck out, bodies cut. */
import type { Clauses } from '../../spec/clauses.js';
import type { AccountFacts } from '../record/facts.js';
import type {
  BudgetReport,
  Clause,
  ClauseResult,
  Finding,
  OracleResult,
  ReadingResult,
  RunReport,
  ScenarioResult,
  Verdict,
} from './report.js';
import type { Exchange } from '../record/exchange.js';
import type { Observation } from '../record/judgement.js';
import type { Oracle, OracleContext } from './oracle.js';
import { messageOf } from '../values/text.js';
import type { ScenarioOutcome } from '../pack/run-scenario.js';
import { curlOf } from '../reports/reproduce.js';
import type { Scenario } from '../run/plan.js';
import type { Redactor } from '../wire/redact.js';
import { clauseVerdict, evidenceOf, runVerdict, scenarioVerdict } from './verdicts.js';
import { whyItMatters } from '../reports/why.js';

/** A failure that is known and does not count. */
export interface KnownFailure {
  clause: string;
  scenario: string | null;
  reason: string;
}

export interface ScenarioRecord {
  scenario: Scenario;
  outcome: ScenarioOutcome;
  startedAt: number;
  durationMs: number;
  creditsUsed: number;
}

export interface RunRecord {
  kitVersion: string;
  runId: string;
  seed: number;
  startedAt: number;
  finishedAt: number;
  command: string;
  target: RunReport['target'];
  clauses: Clauses;
  /** The clauses that were asked for; null for all. */
  only: ReadonlySet<string> | null;
  records: readonly ScenarioRecord[];
  history: readonly Exchange[];
  context: OracleContext;
  oracles: readonly Oracle[];
  budget: BudgetReport;
  baseline: readonly KnownFailure[] | null;
  notes: readonly string[];
}

const MOST_FAILURES = 50;
const MOST_PASSES = 5;
const KEPT_BODY = 256 * 1024;
const CUT_BODY = 2000;

export function makeReport(run: RunRecord, redactor: Redactor): RunReport {
  const byId = new Map(run.history.map((exchange) => [exchange.id, exchange]));
  const texts = new Map(run.clauses.clauses.map((clause) => [clause.id, clause]));
  const used = new Set<KnownFailure>();
  const dress = dresser(run, byId, texts, used);

  const findings: Finding[] = [];
  const observations: Observation[] = [];
  for (const { scenario, outcome } of run.records) {
    observations.push(...outcome.observations);
    for (const { step, because, ...evidence } of evidenceOf(scenario.clauses, scenario.named, outcome))
      findings.push(dress(evidence, { kind: 'scenario', id: scenario.id, step }, scenario.id, because));
  }
  const oracles = run.oracles.map((oracle): OracleResult => {
    try {
      const { judgements, observations: seen } = oracle.judge(run.history, run.context);
      observations.push(...seen);
      for (const judgement of judgements) {
        const scenario = run.context.scenarios.get(byId.get(judgement.exchanges.at(-1) ?? 0)?.scenario ?? '');
        findings.push(dress(judgement, { kind: 'oracle', id: oracle.id }, scenario?.id ?? null, null));
      }
      const failures = judgements.filter(({ verdict }) => verdict === 'fail').length;
      return { id: oracle.id, passes: judgements.length - failures, failures, error: null };
    } catch (error) {
      return { id: oracle.id, passes: 0, failures: 0, error: messageOf(error) };
    }
  });

  const scenarios = run.records.map((record) => scenarioResult(record, run, findings));
  const clauses = clauseResults(run, findings, scenarios, oracles);
  const { verdict, exitCode, headline } = runVerdict(clauses, scenarios, oracles);
  const shown = new Set(
    [...clauses.flatMap(({ evidence }) => evidence), ...scenarios.flatMap((each) => each.findings)]
      .filter((finding) => finding.verdict === 'fail')
      .flatMap(({ exchanges }) => exchanges),
  );
  const report: RunReport = {
    format: 'job-search-kit/conformance-report',
    version: 1,
    kitVersion: run.kitVersion,
    run: {
      id: run.runId,
      seed: run.seed,
      startedAt: new Date(run.startedAt).toISOString(),
      finishedAt: new Date(run.finishedAt).toISOString(),
      durationMs: run.finishedAt - run.startedAt,
      command: run.command,
    },
    target: run.target,
    verdict,
    exitCode,
    headline,
    counts: { clauses: counted(clauses), scenarios: counted(scenarios) },
    clauses,
    scenarios,
    readings: readingResults(run.clauses, observations),
    oracles,
    budget: run.budget,
    baseline:
      run.baseline === null
        ? null
        : {
            matched: run.baseline.filter((known) => used.has(known)).map(knownName),
            stale: run.baseline.filter((known) => !used.has(known)).map(knownName),
          },
    notes: [...run.notes],
    exchanges: run.history.map((exchange) => cut(exchange, shown.has(exchange.id) ? KEPT_BODY : CUT_BODY)),
  };
  return redactor.value(report);
}

type Plain = Pick<Finding, 'clause' | 'verdict' | 'expected' | 'actual' | 'exchanges'>;

function dresser(
  run: RunRecord,
  byId: ReadonlyMap<number, Exchange>,
  clauses: ReadonlyMap<string, Clause>,
  used: Set<KnownFailure>,
): (plain: Plain, source: Finding['source'], scenario: string | null, because: string | null) => Finding {
  return (plain, source, scenario, because) => {
    const known =
      plain.verdict === 'fail'
        ? run.baseline?.find(
            (each) => each.clause === plain.clause && (each.scenario === null || each.scenario === scenario),
          )
        : undefined;
    if (known !== undefined) used.add(known);
    const description = run.context.scenarios.get(scenario ?? '')?.title ?? '';
    const curl =
      plain.verdict === 'pass'
        ? []
        : plain.exchanges
            .slice(-3)
            .map((id) => byId.get(id))
            .filter((exchange) => exchange !== undefined)
            .filter(({ channel }) => channel === 'contract')
            .map((exchange) =>
              curlOf(exchange, (each) => variableFor(run.context.accounts.get(each.account))),
            )
            .filter((line) => line !== null);
    return {
      clause: plain.clause,
      verdict: plain.verdict,
      source,
      scenario,
      requirement: clauses.get(plain.clause)?.text ?? description,
      expected: plain.expected,
      actual: because === null ? plain.actual : `${plain.actual} (${because})`,
      exchanges: [...plain.exchanges],
      why: whyItMatters(plain.clause),
      // What the runner saw on its own account it sees again in any run that has to ask the same.
      reproduce: { curl, only: scenario === null ? run.command : onlyCommand(run.command, scenario) },
      baselined: known !== undefined,
    };
  };
}

/** The variable that stands for an account's key in a curl line; keys of nobody are shown as they are. */
function variableFor(account: AccountFacts | undefined): string | null {
  if (account === undefined) return null;
  return account.role === 'active' || account.role === 'fresh'
    ? 'JOB_SEARCH_API_KEY'
    : `JOB_SEARCH_API_KEY_${account.role.toUpperCase()}`;
}

function onlyCommand(command: string, name: string): string {
  return `${command} --only ${name}`;
}

function scenarioResult(
  record: ScenarioRecord,
  run: RunRecord,
  findings: readonly Finding[],
): ScenarioResult {
  const { scenario, outcome } = record;
  const exchanges = run.history.filter((each) => each.scenario === scenario.id);
  // Of oracles only what went wrong here; their passes are the clauses' evidence.
  const mine = findings.filter(
    (each) => each.scenario === scenario.id && (each.source.kind === 'scenario' || each.verdict === 'fail'),
  );
  const { verdict, reason } = scenarioVerdict(outcome, mine);
  return {
    id: scenario.id,
    pack: scenario.pack,
    workflowId: scenario.workflowId,
    file: scenario.source.file,
    line: scenario.line,
    title: scenario.title,
    description: scenario.description,
    clauses: [...scenario.clauses],
    requires: [...scenario.requires],
    verdict,
    reason,
    findings: mine.slice(0, 200),
    exchanges: exchanges.map(({ id }) => id),
    requests: exchanges.filter(({ channel }) => channel === 'contract').length,
    creditsUsed: record.creditsUsed,
    creditsAnnounced: scenario.cost,
    startedAt: record.startedAt,
    durationMs: record.durationMs,
    only: onlyCommand(run.command, scenario.id),
  };
}

function clauseResults(
  run: RunRecord,
  findings: readonly Finding[],
  scenarios: readonly ScenarioResult[],
  oracles: readonly OracleResult[],
): ClauseResult[] {
  const evidence = groupByClause(findings);
  const asked = ({ id }: Clause): boolean =>
    run.only === null ||
    run.only.has(id) ||
    (evidence.get(id)?.some(({ verdict }) => verdict === 'fail') ?? false);
  return run.clauses.clauses.filter(asked).map((clause) => {
    const mine = evidence.get(clause.id) ?? [];
    const citing = scenarios.filter(({ clauses }) => clauses.includes(clause.id));
    const speaking = run.oracles.filter((oracle) => oracle.clauses.includes(clause.id)).map(({ id }) => id);
    const failures = mine.filter(({ verdict }) => verdict === 'fail');
    const passes = mine.filter(({ verdict }) => verdict === 'pass');
    return {
      clause,
      ...clauseVerdict(
        clause,
        mine,
        citing,
        oracles.filter(({ id }) => speaking.includes(id)),
      ),
      passes: passes.length,
      failures: failures.length,
      evidence: [...failures.slice(0, MOST_FAILURES), ...passes.slice(0, MOST_PASSES)],
      scenarios: citing.map(({ id }) => id),
      oracles: speaking,
    };
  });
}

function groupByClause(findings: readonly Finding[]): Map<string, Finding[]> {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const group = groups.get(finding.clause);
    if (group === undefined) groups.set(finding.clause, [finding]);
    else group.push(finding);
  }
  return groups;
}

function readingResults({ readings }: Clauses, observations: readonly Observation[]): ReadingResult[] {
  return readings.map((reading) => {
    const seen = new Map<string, number[]>();
    for (const each of observations)
      if (each.reading === reading.id)
        seen.set(each.choice, [...(seen.get(each.choice) ?? []), ...each.exchanges].slice(0, 5));
    return {
      reading,
      seen: [...seen].map(([choice, exchanges]) => ({ choice, exchanges })),
      inconsistent: seen.size > 1,
    };
  });
}

function counted(some: readonly { verdict: Verdict }[]): Record<Verdict, number> {
  const counts: Record<Verdict, number> = {
    pass: 0,
    fail: 0,
    'not-applicable': 0,
    inconclusive: 0,
    error: 0,
  };
  for (const { verdict } of some) counts[verdict] += 1;
  return counts;
}

function knownName({ clause, scenario, reason }: KnownFailure): string {
  return `${clause}${scenario === null ? '' : ` in ${scenario}`}: ${reason}`;
}

/** A copy whose bodies are short enough to keep; a report of a thousand pages of jobs helps nobody. */
function cut(exchange: Exchange, most: number): Exchange {
  const { request, response } = exchange;
  const shorter = (text: string): string =>
    text.length > most ? `${text.slice(0, most)}… (${text.length} characters in all)` : text;
  return {
    ...exchange,
    request: {
      ...request,
      bodyText: request.bodyText === null ? null : shorter(request.bodyText),
      body: (request.bodyText?.length ?? 0) > most ? undefined : request.body,
    },
    response: response && {
      ...response,
      bodyText: shorter(response.bodyText),
      body: response.bodyText.length > most ? undefined : response.body,
    },
  };
}
