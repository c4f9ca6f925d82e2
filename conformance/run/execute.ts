/** Runs the scenarios of a plan: independent ones concurrently, the others one after the other. */
import { turnsSeen } from '../judge/ask-oracles.js';
import { accounts as accountsOracle } from '../judge/oracles/accounts/accounts.js';
import { isInFlight, type Exchange } from '../record/exchange.js';
import type { ScenarioOutcome, ScenarioRecord } from '../record/facts.js';
import { hostFor, type ScenarioContext } from './scenario/scenario-context.js';
import { MOST_ATTEMPTS, runScenario } from './scenario/run-scenario.js';
import { count, messageOf } from '../values/text.js';
import { AdminUnreachable } from '../wire/admin-client.js';
import { BudgetSpent, CEILING } from '../wire/budget.js';
import { laneOf } from '../wire/pacer.js';
import { createBalanceWatch } from './target/shared-accounts.js';
import { createCircuitBreaker } from './target/circuit-breaker.js';
import type { Done } from './progress.js';
import { recallFirstKeys } from './plan/first-keys.js';
import { stagesOf } from './plan/order.js';
import { locksOut, searchesOf, whyNot, type Plan } from './plan/plan.js';
import { likelyOf } from './plan/purchases.js';
import type { Scenario } from './plan/scenarios.js';
import { targetFacts, type Prepared } from './survey/index.js';
import type { Session } from './target/session.js';

export interface Execution {
  plan: Plan;
  readOnly: boolean;
  /** The most concurrent scenarios, if each has its own account or its own rate limit; else there is only one. Default: 8. */
  concurrency: number;
  /** 0, the default, for the order of the packs, else the seed of a random order. */
  seed: number;
  onProgress: (done: Done) => void;
}

export type Executed = Awaited<ReturnType<typeof execute>>;

export async function execute(scenarios: readonly Scenario[], session: Prepared, execution: Execution) {
  const { budget, halt, profile, target, survey, time, wire } = session;
  const { plan, readOnly, onProgress } = execution;
  const records = new Map<string, ScenarioRecord>();
  const breaker = createCircuitBreaker(session);
  const watch = createBalanceWatch(session);
  const runOne = runnerOf(session);
  const known = new Set(Object.keys(survey.facts));
  const offer = { profile, readings: target.readings, known, why: survey.why, readOnly };
  const perform = async (scenario: Scenario): Promise<void> => {
    const { id, facts } = scenario;
    const startedAt = time.now();
    const sentBefore = wire.history.length;
    const own = (): Exchange[] => wire.history.slice(sentBefore).filter((each) => each.scenario === id);
    // The announcement does not include the spending of others.
    const cause =
      halt.reason ?? breaker.cause ?? (watch.isShared ? null : beyondAnnounced(scenario, session, plan));
    const lack = whyNot(scenario, offer) ?? (cause === null ? null : inconclusive(cause));
    const outcome =
      lack === null ? await breaker.after(await runOne(scenario), own()) : { ...NOTHING, ...lack };
    if (lack === null) await watch.after(outcome, own());
    const creditsUsed = budget.spentBy(id);
    records.set(id, { ...facts, outcome, creditsUsed, startedAt, durationMs: time.now() - startedAt });
    onProgress({ done: records.size, total: scenarios.length, scenario: id, outcome });
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
  const begun = new Set(wire.history.map((each) => each.scenario));
  const isLeftOut = ({ id }: Scenario): boolean => records.get(id)?.outcome.reason.includes(CEILING) === true;
  for (const scenario of scenarios.filter((each) => !begun.has(each.id) && isLeftOut(each))) {
    const room = budget.room ?? 0;
    if (room > 0 && likelyOf([scenario], session.documents.contract, scenarios) <= room)
      await perform({ ...scenario, cost: Math.min(scenario.cost, room) });
  }
  const done = scenarios.flatMap(({ id }) => records.get(id) ?? []);
  if (!readOnly && breaker.cause === null) {
    const completed = scenarios.filter(({ id }) => records.get(id)?.outcome.end === 'completed');
    await recallFirstKeys(completed, session, target.clockOffset);
  }
  const out = scenarios.filter(isLeftOut).length;
  const tooLow = `--max-credits ${profile.budget.credits} was too low for ${count(out, 'scenario')}: raise it to run more. Scenarios that check more clauses for their credits ran first.`;
  const notes = [...watch.notes, ...breaker.notes, ...(out === 0 ? [] : [tooLow])];
  const isWhole = done.every(({ outcome }) => outcome.end !== 'inconclusive');
  return {
    scenarios,
    /** One for each scenario, in the order given. */
    records: done,
    notes,
    /** The reason why some scenarios were not tried; null if all were. */
    stopped: isWhole ? null : (halt.reason ?? breaker.cause),
    /** Runs a scenario again with its `nth` set of fresh keys. Never rejects. */
    tryAgain: (scenario: Scenario, nth: number) => runOne(scenario, 1 + nth * MOST_ATTEMPTS),
  };
}

/** The reason not to send a search, once the target charged more than was announced for the whole run; else null. */
function beyondAnnounced(
  { facts }: Scenario,
  { admin, budget }: Session,
  { creditsAnnounced }: Plan,
): string | null {
  const asksToSearch = facts.requires.some((each) => each.startsWith('operation:search'));
  return admin === null && asksToSearch && budget.creditsUsed > creditsAnnounced
    ? `the target charged ${count(budget.creditsUsed, 'credit')} where ${creditsAnnounced} were announced for the whole run`
    : null;
}

/** Returns a function that returns true once the service has made one operation key for two searches (reading made-keys). */
function madeKeysWatch(history: readonly Exchange[]): () => boolean {
  const made = new Set<string>();
  let read = 0;
  let isAgain = false;
  return () => {
    for (; read < history.length && !isInFlight(history[read]!); read += 1) {
      const { account, request, response } = history[read]!;
      const key = response?.headers['idempotency-key'];
      if (key === undefined || request.headers['idempotency-key'] !== undefined) continue;
      isAgain ||= made.has(`${account} ${key}`);
      made.add(`${account} ${key}`);
    }
    return isAgain;
  };
}

/**
 * Returns a function that is true if the charges so far show the end of a billing cycle that it did not report yet. Jobs of the
 * old cycle then cost credits once more.
 */
function cycleWatch(session: Prepared): () => boolean {
  const known = new Map<string, number>();
  return () => {
    const { accounts, admin, documents, wire } = session;
    // With an admin API, the cycle of an account ends only if a scenario moves its clock.
    if (admin !== null) return false;
    const record = {
      exchanges: [...wire.history],
      accounts: [...accounts.byAlias.values()],
      target: targetFacts(session),
    };
    const turns = turnsSeen(record, { ...documents, oracles: [accountsOracle] });
    const isNew = [...turns].some(([account, { from }]) => known.get(account) !== from);
    for (const [account, { from }] of turns) known.set(account, from);
    return isNew;
  };
}

/** Waits until earlier requests no longer count against the rate limits of the scenario's searches. */
async function waitForLimits(scenario: Scenario, session: Session): Promise<void> {
  const { accounts, documents, pacer, limitOf } = session;
  for (const account of [...accounts.byAlias.values()].filter(({ fresh }) => !fresh))
    for (const id of searchesOf(scenario, documents.contract))
      await pacer.settle(laneOf(account.alias, id), limitOf(account, id));
}

const NOTHING = { judgements: [], observations: [] };

function inconclusive(reason: string): ScenarioOutcome {
  return { ...NOTHING, end: 'inconclusive', reason };
}

/**
 * Returns a function that runs a scenario, beginning with its `first` attempt. It never rejects: an error in the suite becomes the
 * outcome `error` of the scenario.
 */
function runnerOf(session: Prepared) {
  const { accounts, admin, budget, wire } = session;
  /** Credits that were announced for earlier scenarios and not spent. Further attempts may use them. */
  let spare = 0;
  /** Outputs of helpers that run only once on a shared key. */
  const handedOn: NonNullable<ScenarioContext['handedOn']> = new Map();
  const hasTurned = cycleWatch(session);
  const makesKeysAgain = madeKeysWatch(wire.history);
  return async (scenario: Scenario, first = 1): Promise<ScenarioOutcome> => {
    const { id, cost, facts, source } = scenario;
    const refusal = budget.reserve(id, cost);
    if (refusal !== null) return inconclusive(refusal);
    // Outputs of helpers may describe older data.
    if (first > 1) handedOn.clear();
    let spentBefore = 0;
    const isAboutKeys = facts.clauses.some((each) => each.startsWith('IDEM-'));
    const begin = async (attempt: number): Promise<ScenarioContext> => ({
      ...(await hostFor(scenario, attempt, session)),
      sources: Object.fromEntries(source.sources.map(({ name, url }) => [name, url])),
      needsKeys: () => !isAboutKeys && (attempt > 1 || makesKeysAgain()),
      handedOn: admin === null ? handedOn : null,
      hasTurned() {
        const isNew = hasTurned();
        // Purchases of helpers must be repeated.
        if (isNew) handedOn.clear();
        return isNew;
      },
      async freshContext() {
        const spent = budget.spentBy(id) - spentBefore;
        if (spent > spare) return 'another attempt could cost more than was announced';
        budget.release(id);
        const full = budget.reserve(id, cost);
        if (full !== null) return `another attempt ${full}`;
        spare -= spent;
        spentBefore += spent;
        return begin(attempt + 1);
      },
    });
    try {
      if (locksOut(scenario)) await waitForLimits(scenario, session);
      return await runScenario(scenario.workflow, await begin(first));
    } catch (error) {
      const isGone = error instanceof AdminUnreachable || error instanceof BudgetSpent;
      return { ...inconclusive(messageOf(error)), ...(isGone ? {} : { end: 'error' }) };
    } finally {
      spare += Math.max(0, cost - (budget.spentBy(id) - spentBefore));
      budget.release(id);
      await accounts.dispose(id);
    }
  };
}
