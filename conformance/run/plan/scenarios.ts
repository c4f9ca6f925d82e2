/** The scenarios of a run: read from packs, selected, ordered. */
import type { AdminContract } from '../../../spec/admin.js';
import type { Clause } from '../../../spec/clauses.js';
import type { OperationId } from '../../../spec/contract.js';
import { didYouMean } from '../../../common/nearest.js';
import type { Oracle } from '../../judge/oracle.js';
import type { Documents } from '../../pack/model/documents.js';
import { loadPacks, packPaths } from '../../pack/load-packs.js';
import type { Pack, Step, Workflow } from '../../pack/model/pack.js';
import { citations, pairsOf } from '../../pack/model/pairs.js';
import { reachable, requirementsOf, sumOf } from '../../pack/model/reach.js';
import type { Pairs, ScenarioFacts } from '../../record/facts.js';
import type { KnownFailure } from '../../record/run-record.js';
import { oncePerPair } from '../../values/once.js';
import { inKnownCase } from '../../values/text.js';
import { UsageError } from '../../values/usage-error.js';

/** One workflow that cites clauses, ready to be run. */
export type Scenario = ReturnType<typeof scenarioOf>;

export function scenariosOf(packs: readonly Pack[], documents: Documents): Scenario[] {
  return packs.flatMap((pack) => scenariosOfPack(pack, documents));
}

const scenariosOfPack = oncePerPair((pack: Pack, documents: Documents) =>
  pack.workflows
    .filter(({ clauses }) => clauses.length > 0)
    .map((workflow) => scenarioOf(pack, workflow, documents)),
);

function scenarioOf(source: Pack, workflow: Workflow, { admin, clauses }: Documents) {
  const parts = reachable(workflow);
  const steps = parts.flatMap((each) => each.steps);
  const id = `${source.name}/${workflow.workflowId}`;
  const facts: ScenarioFacts = {
    id,
    pack: source.name,
    workflowId: workflow.workflowId,
    file: source.file,
    line: source.locate([...workflow.place, 'workflowId']).line,
    title: workflow.summary,
    description: workflow.description,
    clauses: [...workflow.clauses],
    pairs: pairsOf(workflow, clauses.clauses),
    requires: requirementsOf(workflow),
    disturbed: parts.some(({ throttle }) => throttle) || steps.some((step) => disturbs(step, admin)),
    creditsAnnounced: workflow.cost ?? 0,
  };
  return {
    id,
    facts,
    source,
    workflow,
    /** The most credits that the scenario can spend. */
    cost: workflow.cost ?? 0,
    /** The most contract requests that the scenario sends if none has to be repeated. */
    requests: requestsOf(workflow),
    /** Whether a target could treat an invalid body of the scenario as a search without filters. */
    canBeTakenForAll: steps.some(hasNoFilter),
    /** Clauses that its parts name; the others get evidence from the scenario as a whole. */
    named: new Set(steps.flatMap((step) => citations(step, steps)).flatMap((each) => each.clauses)),
    /** Inputs that the scenario or its helpers declare. */
    inputs: new Set(parts.flatMap((each) => Object.keys(each.inputs))),
    serial: workflow.serial,
  };
}

/** The scenarios that `--only` asks for: clause ids, clause groups, scenario ids or workflow ids. Throws UsageError for an unknown one. */
function select(scenarios: readonly Scenario[], selection: Selection, documents: Documents): Choice {
  const { only = [], oracles } = selection;
  const { clauses } = documents.clauses;
  const chosen = new Set<Scenario>();
  const asked: Pairs = {};
  const names = [
    ...clauses.flatMap(({ id, group }) => [id, group]),
    ...scenarios.flatMap(({ id, facts }) => [id, facts.workflowId]),
  ];
  for (const token of only.map((each) => inKnownCase(each, names))) {
    const exact = scenarios.filter(({ id, facts }) => token === id || token === facts.workflowId);
    const named = clauses.filter(({ id, group }) => exact.length === 0 && (id === token || group === token));
    if (exact.length + named.length === 0) throw new UsageError(unknownSelection(token, scenarios, names));
    const ids: readonly string[] = named.map(({ id }) => id);
    const citing = scenarios.filter(({ facts }) => facts.clauses.some((id) => ids.includes(id)));
    const found = [exact, citing, seenByOracles(named, scenarios, oracles)].find(({ length }) => length > 0);
    for (const scenario of found ?? []) chosen.add(scenario);
    addPairs(exact, asked);
    addPairs(citing, asked, ids);
    for (const { id, operations } of named)
      if (!citing.some(({ facts }) => facts.clauses.includes(id))) ask(asked, id, operations);
  }
  return { scenarios: scenarios.filter((each) => chosen.has(each)), asked };
}

/** The scenarios that send an operation of these clauses. Oracles judge clauses that no scenario cites by such requests. */
function seenByOracles(
  clauses: readonly Clause[],
  scenarios: readonly Scenario[],
  oracles: readonly Oracle[],
): Scenario[] {
  const judged = clauses.filter(({ id }) => oracles.some((oracle) => oracle.clauses.includes(id)));
  const requirements = new Set(judged.flatMap(({ operations }) => operations.map((id) => `operation:${id}`)));
  return scenarios.filter(({ facts }) => facts.requires.some((each) => requirements.has(each)));
}

/** Adds the pairs of scenarios to the asked ones, by default those of all their clauses. */
function addPairs(scenarios: readonly Scenario[], asked: Pairs, only?: readonly string[]): void {
  for (const { facts } of scenarios)
    for (const [clause, operations] of Object.entries(facts.pairs))
      if (only?.includes(clause) !== false) ask(asked, clause, operations);
}

function ask(asked: Pairs, clause: string, operations: readonly OperationId[] = []): void {
  asked[clause] = [...new Set([...(asked[clause] ?? []), ...operations])];
}

/** Whether a step adds faults or provokes refusals, so that the usual rules do not apply to the scenario. */
function disturbs({ throttle, operation }: Step, admin: AdminContract): boolean {
  if (throttle || operation?.source !== 'admin') return throttle;
  return admin.operations.some(({ id, effect }) => id === operation.id && effect.does === 'plant-fault');
}

function hasNoFilter({ operation, body, parameters }: Step): boolean {
  if (operation?.source !== 'contract' || !operation.id.startsWith('search') || body === null) return false;
  // Without a credential, no account can be charged.
  if (parameters.some(({ name, absent }) => absent && name === 'Authorization')) return false;
  const { raw, absent, payload } = body;
  const hasWord = typeof raw === 'string' && raw.includes('keywords');
  return (
    absent ||
    (raw !== null && !hasWord) ||
    (raw === null && (typeof payload !== 'object' || payload === null))
  );
}

function requestsOf(workflow: Workflow): number {
  return sumOf(workflow, ({ workflowId, operation, parallel, repeat }) =>
    workflowId === null && operation?.source === 'contract' ? parallel * (repeat?.atMost ?? 1) : 0,
  );
}

/** The selection of a run. */
export interface Choice {
  scenarios: readonly Scenario[];
  /** The selected pairs; null for all. */
  asked: Pairs | null;
}

/** How a user selects scenarios. */
export interface Selection {
  oracles: readonly Oracle[];
  /** Names of packs of the kit, or files. Default: all packs of the kit. */
  packs?: readonly string[];
  /** Selected clauses, groups of clauses, or scenarios. Default: all. */
  only?: readonly string[];
}

/** Reads packs and selects from them, or takes scenarios that were read before. Throws PackError or UsageError. */
export function chooseScenarios(
  selection: Selection,
  documents: Documents,
  given?: readonly Scenario[],
): Choice {
  const { packs = [], only = [] } = selection;
  const scenarios = given ?? scenariosOf(loadPacks(packPaths(packs), documents), documents);
  const isSelected = given === undefined && only.length > 0;
  const choice = isSelected ? select(scenarios, selection, documents) : { scenarios, asked: null };
  if (choice.scenarios.length === 0)
    throw new UsageError(
      scenarios.length === 0
        ? 'The packs have no scenario: a workflow without x-kit-clauses is only a helper.'
        : `No scenario of these packs checks --only ${only.join(', ')}. See --list.`,
    );
  if (isSelected || (given === undefined && packs.length === 0)) return choice;
  const asked: Pairs = {};
  addPairs(scenarios, asked);
  return { scenarios, asked };
}

/** Throws UsageError if an entry names a clause or a scenario that does not exist, since it could never match. */
export function checkKnownFailures(
  baseline: readonly KnownFailure[],
  documents: Documents,
  known: readonly string[],
): void {
  const clauses = documents.clauses.clauses.map(({ id }) => id as string);
  const ids = new Set(known);
  for (const { clause, scenario } of baseline) {
    if (!clauses.includes(clause))
      throw new UsageError(
        `The baseline names the clause ${clause}, which does not exist.${didYouMean(clause, clauses)}`,
      );
    if (scenario === null || ids.has(scenario)) continue;
    // A baseline is written for whole runs, but this run may be a part.
    for (const { id } of scenariosOf(loadPacks(packPaths([]), documents), documents)) ids.add(id);
    if (!ids.has(scenario))
      throw new UsageError(
        `The baseline names the scenario ${scenario}, which does not exist.${didYouMean(scenario, [...ids])}`,
      );
  }
}

function unknownSelection(token: string, scenarios: readonly Scenario[], names: readonly string[]): string {
  const hint = scenarios.some(({ facts }) => facts.pack === token)
    ? ` For a pack, write --pack ${token}.`
    : didYouMean(token, names);
  return `--only ${token} names no clause, group of clauses or scenario.${hint} See --list.`;
}
