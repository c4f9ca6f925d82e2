/** A whole run: packs checked, scenarios planned, the target asked, everything judged. */
import { randomBytes } from 'node:crypto';
import { loadAdminContract } from '../../spec/admin.js';
import { loadClauses } from '../../spec/clauses.js';
import { loadContract } from '../../spec/contract.js';
import { kitVersion } from '../../spec/kit-version.js';
import type { AccountFacts, ScenarioFacts } from '../record/facts.js';
import type { Oracle, OracleContext } from '../judge/oracle.js';
import type { RunReport } from '../judge/report.js';
import { loadPacks, type Documents } from '../pack/check-pack.js';
import { messageOf } from '../values/text.js';
import { bindInput, type Bindings } from '../pack/inputs.js';
import { PREDICATES, type Predicates } from '../pack/predicates.js';
import { clockIn, runScenario, timeBy, type ScenarioOutcome } from '../pack/run-scenario.js';
import { discover } from './survey.js';
import { packPaths, planOf, scenariosOf, select, SPENDS, unmet, type Plan, type Scenario } from './plan.js';
import { makeReport, type KnownFailure, type ScenarioRecord } from '../judge/make-report.js';
import { createAccounts, preflight } from './target.js';
import { adminHeaders, createAdminClient } from '../wire/admin-client.js';
import { createBudget } from '../wire/budget.js';
import { createPacer, laneOf, type Time } from '../wire/pacer.js';
import type { Patience } from '../wire/patience.js';
import { UsageError, type Profile } from './profile.js';
import { createRedactor, type Redactor } from '../wire/redact.js';
import { createWire } from '../wire/wire.js';

export interface RunOptions {
  profile: Profile;
  oracles: readonly Oracle[];
  /** Names of packs of the kit, or files; none means all of the kit. */
  packs?: readonly string[];
  /** Clauses, groups of clauses, or scenarios. */
  only?: readonly string[];
  readOnly?: boolean;
  /** Scenarios at a time; 8 where each has its own account, else 1. */
  concurrency?: number;
  /** Not 0: scenarios in an order drawn from it. */
  seed?: number;
  baseline?: readonly KnownFailure[] | null;
  /** The command that a reader can repeat, without `--only`. */
  command?: string;
  /** Told before the first request. */
  onPlan?: (plan: Plan) => void;
  onProgress?: (progress: Progress) => void;
  /** Keeps secrets out of what the caller prints; one is made when none is given. */
  redactor?: Redactor;
  time?: Time;
  /** The documents of the kit, where the caller has read them already. */
  documents?: Documents;
  /** Scenarios that the caller has read already, in place of what `packs` and `only` would select. */
  scenarios?: readonly Scenario[];
  /** What stands behind `x-kit-expect`; others than the kit's show what the suite is worth without one of them. */
  predicates?: Predicates;
}

export interface Progress {
  done: number;
  total: number;
  scenario: string;
  end: ScenarioOutcome['end'];
}

const MOST_BYTES = 16 * 1024 * 1024;
const LOST_IN_A_ROW = 3;

const realTime: Time = {
  now: () => Date.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms))),
};

/** The documents of the kit that packs are checked against. */
export function loadDocuments(): Documents {
  return { contract: loadContract(), admin: loadAdminContract(), clauses: loadClauses() };
}

/** Reads packs and selects from them. Throws PackError or UsageError. */
export function chooseScenarios(
  options: Pick<RunOptions, 'packs' | 'only' | 'oracles'>,
  documents: Documents,
): { scenarios: Scenario[]; clauses: Set<string> | null } {
  const packs = loadPacks(packPaths(options.packs ?? []), documents);
  const chosen = select(scenariosOf(packs), options.only ?? [], {
    clauses: documents.clauses.clauses,
    oracleClauses: options.oracles.flatMap(({ clauses }) => clauses),
  });
  if (chosen.scenarios.length === 0) throw new UsageError('No scenario is selected. See --list.');
  if (chosen.clauses === null && (options.packs ?? []).length > 0)
    chosen.clauses = new Set(chosen.scenarios.flatMap(({ clauses }) => clauses));
  return chosen;
}

function taken(scenarios: readonly Scenario[]): ReturnType<typeof chooseScenarios> {
  if (scenarios.length === 0) throw new UsageError('No scenario is selected.');
  return { scenarios: [...scenarios], clauses: new Set(scenarios.flatMap(({ clauses }) => clauses)) };
}

/**
 * Runs and judges. Throws PackError and UsageError before the first request (exit 2), TargetRefuses at the first
 * (exit 3); whatever a target does after that ends in the report.
 */
export async function run(options: RunOptions): Promise<RunReport> {
  const { profile } = options;
  const time = options.time ?? realTime;
  const redactor = options.redactor ?? createRedactor();
  const documents = options.documents ?? loadDocuments();
  const chosen =
    options.scenarios === undefined ? chooseScenarios(options, documents) : taken(options.scenarios);
  const scenarios = options.seed ? shuffled(chosen.scenarios, options.seed) : chosen.scenarios;
  const plan = planOf(scenarios, profile, documents.contract, options.readOnly ?? false);
  if (profile.keys.active === undefined && profile.adminUrl === null)
    throw new UsageError('No key. Pass --api-key KEY, or name keys.active in the profile.');
  options.onPlan?.(plan);

  const startedAt = time.now();
  const version = kitVersion();
  const limits = { timeoutMs: profile.timeoutMs, maxBytes: MOST_BYTES };
  const admin =
    profile.adminUrl === null
      ? null
      : createAdminClient(profile.adminUrl, profile.adminToken, limits, () => time.now());
  if (profile.adminToken !== null) redactor.add(profile.adminToken, 'admin token');
  const accounts = createAccounts(profile, admin, redactor);
  const budget = createBudget(profile.budget);
  const pacer = createPacer(time);
  const wire = createWire({
    target: profile.target,
    adminUrl: profile.adminUrl,
    adminHeaders: adminHeaders(profile.adminToken),
    userAgent: `job-search-conformance/${version}`,
    limits,
    pacer,
    budget,
    time,
    accountOf: (key) => accounts.behind(key),
    limitOf: (account, operation) =>
      account.rateLimits?.[operation] ??
      profile.rateLimits[operation] ??
      documents.contract.operation(operation).rateLimit,
  });
  const state = await preflight(profile, documents.contract, wire, admin, () => time.now());
  const runId = randomBytes(5).toString('hex');
  const notes: string[] = [];
  const records = new Map<string, ScenarioRecord>();
  const patience = {
    wire,
    time,
    maxWaitMs: profile.maxWaitMs,
    holdBack: ({ account, operation }, ms) => {
      if (operation !== null) pacer.holdBack(laneOf(account, operation), ms);
    },
  } satisfies Patience;
  let { why } = plan;
  if (plan.discovery !== null) {
    const found = await discover(profile, plan.discovery, {
      ...{ ...patience, budget, contract: documents.contract, key: profile.keys.active ?? '' },
      targetNow: () => time.now() + state.clockOffset,
    });
    ({ companies: state.companies, why } = found);
    notes.push(found.note);
  }
  let brake: string | null = null;
  let lostInARow = 0;

  const outcomeOf = async (scenario: Scenario): Promise<ScenarioOutcome> => {
    const aside = (end: 'not-applicable' | 'inconclusive', reason: string): ScenarioOutcome => ({
      ...{ end, reason, checks: [], observations: [] },
    });
    const lacking = unmet(scenario, {
      profile: { ...profile, readings: { ...state.readings } },
      ...{ companies: state.companies, why },
    });
    if (lacking !== null) return aside('not-applicable', lacking);
    if (options.readOnly === true && scenario.cost > 0) return aside('inconclusive', SPENDS);
    if (brake !== null) return aside('inconclusive', brake);
    const balance = admin === null ? wire.balanceOf('active') : null;
    if (balance !== null && scenario.cost > Math.max(0, balance))
      return aside(
        'inconclusive',
        `the credits of the key ran out: ${balance} left, and it can cost ${scenario.cost}`,
      );
    const refusal = budget.reserve(scenario.id, scenario.cost);
    if (refusal !== null) return aside('inconclusive', refusal);
    try {
      const { clock: said, ...made } = await accounts.prepare(scenario);
      const clock = clockIn(said, time.now());
      const bindings: Bindings = {
        ...made,
        companies: state.companies,
        now: clock === null ? time.now() + state.clockOffset : timeBy(clock, time.now()),
        runId,
        scenario: scenario.id,
      };
      return await runScenario(scenario.source, scenario.workflow, {
        contract: documents.contract,
        admin: documents.admin,
        predicates: options.predicates ?? PREDICATES,
        scenario: scenario.id,
        bind: (name) => bindInput(name, bindings),
        balancePointer: profile.balancePointer,
        ...patience,
        sharesAccount: (alias) => accounts.all.get(alias)?.fresh === false && alias === 'active',
        overspent: () => budget.overspent(scenario.id),
        adopt: (account) => accounts.adopt(scenario.id, account),
        clockOffset: state.clockOffset,
        clock,
      });
    } catch (error) {
      return { end: 'error', reason: messageOf(error), checks: [], observations: [] };
    } finally {
      budget.release(scenario.id);
      await accounts.dispose(scenario.id);
    }
  };

  const execute = async (scenario: Scenario): Promise<void> => {
    const begun = time.now();
    const before = wire.history.length;
    const outcome = await outcomeOf(scenario);
    const lost = wire.history
      .slice(before)
      .filter(({ scenario: id }) => id === scenario.id)
      .some(
        ({ failure, faultPlanted }) =>
          !faultPlanted && (failure?.kind === 'connection' || failure?.kind === 'timeout'),
      );
    if (wire.history.length > before)
      lostInARow = lost && outcome.end === 'inconclusive' ? lostInARow + 1 : 0;
    if (lostInARow >= LOST_IN_A_ROW && brake === null) {
      brake = `the target stopped answering (${outcome.reason})`;
      notes.push(`After ${LOST_IN_A_ROW} scenarios in a row without an answer the rest was not tried.`);
    }
    records.set(scenario.id, {
      scenario,
      outcome,
      startedAt: begun,
      durationMs: time.now() - begun,
      creditsUsed: budget.spentBy(scenario.id),
    });
    options.onProgress?.({
      ...{ done: records.size, total: scenarios.length, scenario: scenario.id, end: outcome.end },
    });
  };

  const together = scenarios.filter(({ serial }) => !serial);
  const width = Math.max(1, admin === null ? 1 : (options.concurrency ?? 8));
  const queue = [...together];
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await execute(next);
  };
  await Promise.all(Array.from({ length: width }, worker));
  for (const scenario of scenarios.filter(({ serial }) => serial)) await execute(scenario);

  const facts: ScenarioFacts[] = scenarios.map(
    ({ id, pack, workflowId, title, clauses, requires, disturbed }) => ({
      ...{ id, pack, workflowId, title, clauses, requires, disturbed },
    }),
  );
  const context: OracleContext = {
    contract: documents.contract,
    clauses: documents.clauses.clauses,
    readings: documents.clauses.readings,
    profile: {
      url: profile.target,
      hasAdmin: admin !== null,
      keyRoles: Object.keys(profile.keys),
      networkUrl: state.companies.networkUrl,
      companyUrl: state.companies.companyUrl,
      balancePointer: profile.balancePointer,
      rateLimits: profile.rateLimits,
      absences: profile.absent,
    },
    scenarios: new Map(facts.map((each) => [each.id, each])),
    accounts: new Map<string, AccountFacts>(accounts.all),
  };
  const throttled = wire.history.filter(
    ({ response, channel }) => channel === 'contract' && response?.status === 429,
  );
  const unexpected = throttled.filter(
    ({ throttleExpected, faultPlanted }) => !throttleExpected && !faultPlanted,
  );
  return makeReport(
    {
      kitVersion: version,
      runId,
      seed: options.seed ?? 0,
      startedAt,
      finishedAt: time.now(),
      command: options.command ?? `job-search-conformance --target ${profile.target}`,
      target: {
        url: profile.target,
        hasAdmin: admin !== null,
        server: state.server,
        keyRoles: Object.keys(profile.keys),
        absences: profile.absent,
      },
      clauses: documents.clauses,
      only: chosen.clauses,
      records: chosen.scenarios.map(({ id }) => records.get(id)).filter((each) => each !== undefined),
      history: wire.history,
      context,
      oracles: options.oracles,
      budget: {
        creditsAnnounced: plan.creditsAnnounced,
        creditsUsed: budget.creditsUsed,
        creditsCeiling: profile.budget.credits,
        requestsAnnounced: plan.requestsAnnounced,
        requests: budget.requests,
        requestsCeiling: profile.budget.requests,
        throttledExpected: throttled.length - unexpected.length,
        throttledUnexpected: unexpected.length,
        pacedMs: Math.round(pacer.waitedMs),
      },
      baseline: options.baseline ?? null,
      notes,
    },
    redactor,
  );
}

/** The same seed gives the same order; a run that fails only in one order is so found again. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  const copy = [...items];
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  for (let i = copy.length - 1; i > 0; i -= 1) {
    const j = Math.floor(next() * (i + 1));
    const [a, b] = [copy[i], copy[j]];
    if (a !== undefined && b !== undefined) [copy[i], copy[j]] = [b, a];
  }
  return copy;
}
