/** Runs the scenarios of a plan: those that can stand side by side together, the others one after the other. */
import type { ScenarioOutcome, ScenarioRecord } from '../record/facts.js';
import { bindInput } from '../pack/language/inputs.js';
import type { Predicates } from '../pack/predicates/predicate.js';
import { clockIn, timeBy } from '../pack/scenario/account-clock.js';
import { runScenario } from '../pack/scenario/run-scenario.js';
import { messageOf } from '../values/text.js';
import { unmet, SPENDS } from './plan.js';
import type { Scenario } from './scenarios.js';
import type { Session, TargetState } from './session.js';
import type { WhyUnknown } from './survey.js';

export interface Progress {
  done: number;
  total: number;
  scenario: string;
  end: ScenarioOutcome['end'];
}

export interface Execution {
  readOnly: boolean;
  /** Scenarios at a time, where each has its own account. */
  concurrency: number;
  predicates: Predicates;
  onProgress: (progress: Progress) => void;
}

/** What scenarios are told of the target. */
export interface Known {
  target: TargetState;
  /** Why facts about companies are not known. */
  why: WhyUnknown;
}

export interface Executed {
  /** One for each scenario, in the order given. */
  records: ScenarioRecord[];
  notes: string[];
}

const LOST_IN_A_ROW = 3;

export async function execute(
  scenarios: readonly Scenario[],
  session: Session,
  known: Known,
  execution: Execution,
): Promise<Executed> {
  const records = new Map<string, ScenarioRecord>();
  const brake = createBrake(session);
  const perform = async (scenario: Scenario): Promise<void> => {
    const { time, wire, budget } = session;
    const startedAt = time.now();
    const sentBefore = wire.history.length;
    const outcome =
      setAside(scenario, session, known, execution.readOnly, brake.cause()) ??
      (await runOne(scenario, session, known, execution));
    brake.note(scenario, outcome, sentBefore);
    records.set(scenario.id, {
      ...scenario.facts,
      outcome,
      creditsUsed: budget.spentBy(scenario.id),
      startedAt,
      durationMs: time.now() - startedAt,
    });
    const { end } = outcome;
    execution.onProgress({ done: records.size, total: scenarios.length, scenario: scenario.id, end });
  };

  const queue = scenarios.filter(({ serial }) => !serial);
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await perform(next);
  };
  const width = session.admin === null ? 1 : Math.max(1, execution.concurrency);
  await Promise.all(Array.from({ length: width }, worker));
  for (const scenario of scenarios.filter(({ serial }) => serial)) await perform(scenario);
  return {
    records: scenarios.flatMap(({ id }) => records.get(id) ?? []),
    notes: brake.notes,
  };
}

/** The outcome of a scenario that is not begun, null where it is. */
function setAside(
  scenario: Scenario,
  { profile, admin, wire }: Session,
  { target, why }: Known,
  readOnly: boolean,
  cause: string | null,
): ScenarioOutcome | null {
  const aside = (end: 'not-applicable' | 'inconclusive', reason: string): ScenarioOutcome => ({
    end,
    reason,
    judgements: [],
    observations: [],
  });
  const facts = { profile: { ...profile, readings: target.readings }, companies: target.companies, why };
  const lacking = unmet(scenario.facts, facts);
  if (lacking !== null) return aside('not-applicable', lacking);
  if (readOnly && scenario.cost > 0) return aside('inconclusive', SPENDS);
  if (cause !== null) return aside('inconclusive', cause);
  const balance = admin === null ? wire.balanceOf('active') : null;
  if (balance !== null && scenario.cost > Math.max(0, balance))
    return aside(
      'inconclusive',
      `the credits of the key ran out: ${balance} left, and it needs up to ${scenario.cost}`,
    );
  return null;
}

/** Never rejects: what breaks on this side ends as an error of the scenario. */
async function runOne(
  scenario: Scenario,
  session: Session,
  { target }: Known,
  { predicates }: Execution,
): Promise<ScenarioOutcome> {
  const { accounts, budget, documents, patience, profile, runId, time, wire } = session;
  const none = { judgements: [], observations: [] };
  const refusal = budget.reserve(scenario.id, scenario.cost);
  if (refusal !== null) return { end: 'inconclusive', reason: refusal, ...none };
  try {
    const { clock: said, ...made } = await accounts.prepare(scenario);
    const clock = clockIn(said, time.now());
    const now = clock === null ? time.now() + target.clockOffset : timeBy(clock, time.now());
    const bindings = { ...made, companies: target.companies, now, runId, scenario: scenario.id };
    return await runScenario(scenario.source, scenario.workflow, {
      ...patience,
      wire,
      contract: documents.contract,
      admin: documents.admin,
      predicates,
      scenario: scenario.id,
      named: scenario.named,
      bind: (name) => bindInput(name, bindings),
      balancePointer: profile.balancePointer,
      sharesAccount: (alias) => accounts.all.get(alias)?.fresh === false && alias === 'active',
      overspent: () => budget.overspent(scenario.id),
      adopt: (account) => accounts.adopt(scenario.id, account),
      clockOffset: target.clockOffset,
      clock,
    });
  } catch (error) {
    return { end: 'error', reason: messageOf(error), ...none };
  } finally {
    budget.release(scenario.id);
    await accounts.dispose(scenario.id);
  }
}

interface Brake {
  /** Why nothing more is tried; null while the target answers. */
  cause(): string | null;
  /** Takes in what became of a scenario whose exchanges begin behind `sentBefore`. */
  note(scenario: Scenario, outcome: ScenarioOutcome, sentBefore: number): void;
  notes: string[];
}

/** A target that stopped answering is not asked hundreds of times more. */
function createBrake({ wire }: Session): Brake {
  let inARow = 0;
  let cause: string | null = null;
  const notes: string[] = [];
  return {
    notes,
    cause: () => cause,
    note({ id }, outcome, sentBefore) {
      const sent = wire.history.slice(sentBefore);
      if (sent.length === 0) return;
      const lost = sent.some(
        ({ scenario, failure, faultPlanted }) =>
          scenario === id && !faultPlanted && (failure?.kind === 'connection' || failure?.kind === 'timeout'),
      );
      inARow = lost && outcome.end === 'inconclusive' ? inARow + 1 : 0;
      if (inARow < LOST_IN_A_ROW || cause !== null) return;
      cause = `the target stopped answering (${outcome.reason})`;
      notes.push(`After ${LOST_IN_A_ROW} scenarios in a row without an answer the rest was not tried.`);
    },
  };
}
