/** Runs the scenarios of a plan: independent ones concurrently, the others one after the other. */
import { counts } from '../../spec/clauses.js';
import type { Exchange } from '../record/exchange.js';
import type { ScenarioOutcome, ScenarioRecord, TargetFacts } from '../record/facts.js';
import { bindInput } from '../pack/language/inputs.js';
import { clockIn } from './scenario/account-clock.js';
import type { ScenarioContext } from './scenario/scenario-context.js';
import { MOST_ATTEMPTS, runScenario } from './scenario/run-scenario.js';
import { count, messageOf } from '../values/text.js';
import { AdminUnreachable } from '../wire/admin-client.js';
import { BudgetSpent, CEILING } from '../wire/budget.js';
import { laneOf } from '../wire/pacer.js';
import type { Asking } from './target/accounts.js';
import { createBalanceWatch } from './target/balance-watch.js';
import { createCircuitBreaker } from './target/circuit-breaker.js';
import { recallFirstKeys } from './plan/first-keys.js';
import { createCycle, type Cycle } from './target/cycle.js';
import { searchesOf, stagesOf } from './plan/order.js';
import { knownNames, locksOut, unmet, SPENDS, TAKEN_FOR_ALL, type Plan } from './plan/plan.js';
import { likelyOf } from './plan/purchases.js';
import type { Scenario } from './plan/scenarios.js';
import type { Session, TargetState } from './target/session.js';
import type { Surveyed } from './survey/index.js';

export interface Done {
  done: number;
  total: number;
  scenario: string;
  outcome: ScenarioOutcome;
}

export interface Execution {
  plan: Plan;
  readOnly: boolean;
  /** The most concurrent scenarios, if each has its own account or its own rate limit. */
  concurrency: number;
  /** 0 for the order of the packs, else the seed of a random order. */
  seed: number;
  onProgress: (done: Done) => void;
}

/** A session after the preflight and the survey. */
export interface Prepared extends Session {
  target: TargetState;
  survey: Surveyed;
}

export interface Executed {
  /** One for each scenario, in the order given. */
  records: ScenarioRecord[];
  notes: string[];
  /** The reason why some scenarios were not tried; null if all were. */
  stopped: string | null;
  /** Runs a scenario again with its `nth` set of fresh keys; `cost` is the most that it may spend. Never rejects. */
  tryAgain(scenario: Scenario, nth: number, cost: number): Promise<ScenarioOutcome>;
}

/** Values that scenarios pass on to later ones. */
interface LeftBehind {
  /** Credits that were announced for earlier scenarios and not spent. Further attempts may use them. */
  credits: number;
  /** Outputs of helpers that run only once on a shared key. */
  handedOn: NonNullable<ScenarioContext['handedOn']>;
  cycle: Cycle;
  makesKeysAgain: () => boolean;
}

export async function execute(
  scenarios: readonly Scenario[],
  session: Prepared,
  execution: Execution,
): Promise<Executed> {
  const records = new Map<string, ScenarioRecord>();
  const breaker = createCircuitBreaker(session);
  const watch = createBalanceWatch(session);
  const cycle = createCycle(
    session,
    targetFacts(session),
    scenarios.map(({ facts }) => facts),
  );
  const makesKeysAgain = madeKeysWatch(session.wire.history);
  const left: LeftBehind = { credits: 0, handedOn: new Map(), cycle, makesKeysAgain };
  const perform = async (scenario: Scenario): Promise<void> => {
    const { time, wire, budget } = session;
    const startedAt = time.now();
    const sentBefore = wire.history.length;
    const ownExchanges = (): Exchange[] =>
      wire.history.slice(sentBefore).filter((each) => each.scenario === scenario.id);
    // The announcement does not include the spending of others.
    const cause =
      session.halt.reason ??
      breaker.cause ??
      (watch.isShared ? null : beyondAnnounced(scenario, session, execution.plan));
    const aside = setAside(scenario, session, execution.readOnly, cause);
    const outcome = aside ?? (await breaker.after(await runOne(scenario, session, left), ownExchanges()));
    if (aside === null) await watch.after(outcome, ownExchanges());
    records.set(scenario.id, {
      ...scenario.facts,
      outcome,
      creditsUsed: budget.spentBy(scenario.id),
      startedAt,
      durationMs: time.now() - startedAt,
    });
    execution.onProgress({ done: records.size, total: scenarios.length, scenario: scenario.id, outcome });
  };

  for (const { take, width } of stagesOf(scenarios, session, execution)) {
    const worker = async (): Promise<void> => {
      for (let batch = take(); batch !== undefined; batch = take())
        for (const scenario of batch) await perform(scenario);
    };
    await Promise.all(Array.from({ length: width }, worker));
  }
  // The most that a scenario can cost may not fit although its likely cost does. The ceiling still holds for each request.
  // A scenario that has begun would use its operation keys twice.
  const begun = new Set(session.wire.history.map((each) => each.scenario));
  for (const scenario of scenarios) {
    const room = session.budget.room ?? 0;
    const isLeftOut =
      !begun.has(scenario.id) && records.get(scenario.id)?.outcome.reason.includes(CEILING) === true;
    if (isLeftOut && room > 0 && likelyOf([scenario], session.documents.contract) <= room)
      await perform({ ...scenario, cost: Math.min(scenario.cost, room) });
  }
  if (!execution.readOnly && breaker.cause === null)
    await recallFirstKeys(
      scenarios.filter(({ id }) => records.get(id)?.outcome.end === 'completed'),
      session,
      session.target.clockOffset,
    );
  const notes = [
    ...watch.notes,
    ...breaker.notes,
    ...leftOut([...records.values()], session.profile.budget.credits),
  ];
  const done = scenarios.flatMap(({ id }) => records.get(id) ?? []);
  const isWhole = done.every(({ outcome }) => outcome.end !== 'inconclusive');
  const stopped = isWhole ? null : (session.halt.reason ?? breaker.cause);
  const tryAgain: Executed['tryAgain'] = (scenario, nth, cost) => {
    // Outputs of helpers may describe older data.
    left.handedOn.clear();
    return runOne({ ...scenario, cost }, session, left, 1 + nth * MOST_ATTEMPTS);
  };
  return { records: done, notes, stopped, tryAgain };
}

/** The reason not to send a search, once the target charged more than was announced for the whole run; else null. */
function beyondAnnounced(
  { facts }: Scenario,
  { admin, budget }: Session,
  { creditsAnnounced }: Plan,
): string | null {
  const asksToSearch = facts.requires.some((each) => each.startsWith('operation:search'));
  return admin === null && asksToSearch && budget.creditsUsed > creditsAnnounced
    ? `the target charged ${budget.creditsUsed} credits where ${creditsAnnounced} were announced for the whole run`
    : null;
}

/** A note on scenarios that did not fit under the ceiling. */
function leftOut(records: readonly ScenarioRecord[], ceiling: number | null): string[] {
  const out = records.filter(({ outcome }) => outcome.reason.includes(CEILING)).length;
  if (out === 0 || ceiling === null) return [];
  return [
    `--max-credits ${ceiling} was too low for ${count(out, 'scenario')}: raise it to run more. Scenarios that check more clauses for their credits ran first.`,
  ];
}

/** Returns whether the service has made one operation key for two searches so far (reading made-keys). */
function madeKeysWatch(history: readonly Exchange[]): () => boolean {
  const seen = new Set<string>();
  let [looked, isRepeated] = [0, false];
  return () => {
    for (; looked < history.length && !isRepeated; looked += 1) {
      const { account, request, response } = history[looked]!;
      const key = response?.headers['idempotency-key'];
      if (key === undefined || request.headers['idempotency-key'] !== undefined) continue;
      isRepeated = seen.has(`${account} ${key}`);
      seen.add(`${account} ${key}`);
    }
    return isRepeated;
  };
}

/** Waits until earlier requests no longer count against the rate limits of the scenario's searches. */
async function waitForLimits(scenario: Scenario, session: Session): Promise<void> {
  const { accounts, documents, pacer, limitOf } = session;
  for (const account of [...accounts.byAlias.values()].filter(({ fresh }) => !fresh))
    for (const id of searchesOf(scenario, documents.contract))
      await pacer.settle(laneOf(account.alias, id), limitOf(account, id));
}

export function targetFacts({ admin, profile, target, survey }: Prepared): TargetFacts {
  return {
    url: profile.target,
    hasAdmin: admin !== null,
    server: target.server,
    keyRoles: Object.keys(profile.keys),
    networkUrl: survey.companies.networkUrl,
    companyUrl: survey.companies.companyUrl,
    balancePointer: profile.balancePointer,
    rateLimits: profile.rateLimits,
    absences: profile.absent,
  };
}

/** The outcome of a scenario that does not start; null if it starts. */
function setAside(
  scenario: Scenario,
  { profile, target, survey }: Prepared,
  readOnly: boolean,
  cause: string | null,
): ScenarioOutcome | null {
  const none = { judgements: [], observations: [] };
  const aside = (reason: string): ScenarioOutcome => ({ end: 'inconclusive', reason, ...none });
  const { companies, facts, why } = survey;
  const known = knownNames(companies, facts);
  const lacking = unmet(scenario.facts, { profile: { ...profile, readings: target.readings }, known, why });
  if (lacking !== null) {
    const { lacks, ...rest } = lacking;
    return { ...rest, ...(lacks.length === 0 ? {} : { lacks }), ...none };
  }
  if (readOnly && scenario.cost > 0) return aside(SPENDS);
  if (readOnly && scenario.canBeTakenForAll) return aside(TAKEN_FOR_ALL);
  return cause === null ? null : aside(cause);
}

/** Never rejects: an error in the suite becomes the outcome `error` of the scenario. */
async function runOne(
  scenario: Scenario,
  session: Prepared,
  left: LeftBehind,
  first = 1,
): Promise<ScenarioOutcome> {
  const { accounts, budget } = session;
  const none = { judgements: [], observations: [] };
  const refusal = budget.reserve(scenario.id, scenario.cost);
  if (refusal !== null) return { end: 'inconclusive', reason: refusal, ...none };
  let spentBefore = 0;
  const isAboutKeys = scenario.facts.clauses.some((id) => id.startsWith('IDEM-'));
  const begin = async (attempt: number): Promise<ScenarioContext> => ({
    ...(await hostFor(scenario, attempt, session)),
    needsKeys: () => !isAboutKeys && (attempt > 1 || left.makesKeysAgain()),
    handedOn: session.admin === null ? left.handedOn : null,
    hasTurned() {
      const isNew = left.cycle.hasTurned();
      // Purchases of helpers must be repeated.
      if (isNew) left.handedOn.clear();
      return isNew;
    },
    async anew() {
      const spent = budget.spentBy(scenario.id) - spentBefore;
      if (spent > left.credits) return 'another attempt could cost more than was announced';
      budget.release(scenario.id);
      const full = budget.reserve(scenario.id, scenario.cost);
      if (full !== null) return `another attempt ${full}`;
      left.credits -= spent;
      spentBefore += spent;
      return begin(attempt + 1);
    },
  });
  try {
    if (locksOut(scenario)) await waitForLimits(scenario, session);
    return await runScenario(scenario.source, scenario.workflow, await begin(first));
  } catch (error) {
    const isGone = error instanceof AdminUnreachable || error instanceof BudgetSpent;
    return { end: isGone ? 'inconclusive' : 'error', reason: messageOf(error), ...none };
  } finally {
    left.credits += Math.max(0, scenario.cost - (budget.spentBy(scenario.id) - spentBefore));
    budget.release(scenario.id);
    await accounts.dispose(scenario.id);
  }
}

/** The part of the context that is new in each attempt. */
export type Host = Omit<ScenarioContext, 'anew' | 'handedOn' | 'hasTurned' | 'needsKeys'>;

/** Resources of one attempt: accounts, if the runner can make them, and its own operation keys. */
export async function hostFor(
  scenario: Asking & Pick<Scenario, 'named'>,
  attempt: number,
  session: Prepared,
): Promise<Host> {
  const { accounts, budget, documents, patience, profile, runId, survey, target, time, wire } = session;
  const { clock: said, ...made } = await accounts.prepare(scenario, attempt);
  const at = time.now();
  const clock = clockIn(said, at) ?? { now: at + target.clockOffset, at, frozen: false };
  const bindings = {
    ...made,
    companies: survey.companies,
    facts: survey.facts,
    now: clock.now,
    runId,
    scenario: attempt === 1 ? scenario.id : `${scenario.id} ${attempt}`,
  };
  return {
    ...patience,
    wire,
    history: wire.history,
    contract: documents.contract,
    admin: documents.admin,
    scenario: scenario.id,
    named: scenario.named,
    advised: new Set(documents.clauses.clauses.filter((clause) => !counts(clause)).map(({ id }) => id)),
    bind: (name) => bindInput(name, bindings),
    balancePointer: profile.balancePointer,
    sharesAccount: (alias) => alias === 'active',
    balanceOf: (alias) => wire.balanceOf(alias),
    overspent: () => budget.overspent(scenario.id),
    adopt: (account) => accounts.adopt(scenario.id, account),
    clock,
  };
}
