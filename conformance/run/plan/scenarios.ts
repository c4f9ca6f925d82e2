/** The scenarios of a run: read from packs, selected, ordered. */
import type { AdminContract } from '../../../spec/admin.js';
import type { Clause } from '../../../spec/clauses.js';
import type { OperationId } from '../../../spec/contract.js';
import { didYouMean } from '../../../common/nearest.js';
import type { Oracle } from '../../judge/oracle.js';
import type { Documents } from '../../pack/model/documents.js';
import { loadPacks, packPaths } from '../../pack/load-packs.js';
import type { Pack, Step, Workflow } from '../../pack/model/pack.js';
import { pairsOf } from '../../pack/model/pairs.js';
import { reachable, requirementsOf, sumOf } from '../../pack/model/reach.js';
import type { Pairs, ScenarioFacts } from '../../record/facts.js';
import type { KnownFailure } from '../../record/run-record.js';
import { oncePerPair } from '../../values/once-per-pair.js';
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
    named: new Set(steps.flatMap(clausesNamed)),
    /** Inputs that the scenario or its helpers declare. */
    inputs: new Set(parts.flatMap((each) => Object.keys(each.inputs))),
    serial: workflow.serial,
  };
}

/** The scenarios that `--only` asks for: clause ids, clause groups, scenario ids or workflow ids. Throws UsageError for an unknown one. */
function select(
  scenarios: readonly Scenario[],
  only: readonly string[],
  known: { clauses: readonly Clause[]; oracleClauses: readonly string[] },
): Choice {
  if (only.length === 0) return { scenarios: [...scenarios], asked: null };
  const chosen = new Set<Scenario>();
  const asked: Pairs = {};
  for (const token of only) {
    const exact = scenarios.filter(({ id, facts }) => token === id || token === facts.workflowId);
    if (exact.length > 0) {
      for (const scenario of exact) {
        chosen.add(scenario);
        for (const [clause, operations] of Object.entries(scenario.facts.pairs))
          ask(asked, clause, operations);
      }
      continue;
    }
    const named = known.clauses.filter(({ id }) => id === token || groupOf(id) === token);
    if (named.length === 0) throw new UsageError(unknownSelection(token, scenarios, known.clauses));
    const citing = scenarios.filter(({ facts }) => named.some(({ id }) => facts.clauses.includes(id)));
    const speaking = citing.length > 0 ? citing : seenByOracles(named, scenarios, known.oracleClauses);
    for (const scenario of speaking) chosen.add(scenario);
    for (const { id, operations } of named) {
      const own = citing.filter(({ facts }) => facts.clauses.includes(id));
      for (const { facts } of own) ask(asked, id, facts.pairs[id]);
      if (own.length === 0) ask(asked, id, operations);
    }
  }
  return { scenarios: scenarios.filter((each) => chosen.has(each)), asked };
}

/** The scenarios that send an operation of these clauses. Oracles judge clauses that no scenario cites by such requests. */
function seenByOracles(
  clauses: readonly Clause[],
  scenarios: readonly Scenario[],
  oracleClauses: readonly string[],
): Scenario[] {
  const judged = clauses.filter(({ id }) => oracleClauses.includes(id));
  const requirements = new Set(judged.flatMap(({ operations }) => operations.map((id) => `operation:${id}`)));
  return scenarios.filter(({ facts }) => facts.requires.some((each) => requirements.has(each)));
}

function ask(asked: Pairs, clause: string, operations: readonly OperationId[] = []): void {
  asked[clause] = [...new Set([...(asked[clause] ?? []), ...operations])];
}

/** Whether a step plants faults or provokes refusals, so that the usual rules do not apply to the scenario. */
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

function clausesNamed(step: Step): string[] {
  return [
    ...step.clauses,
    ...step.criteria.flatMap(({ clauses }) => clauses),
    ...step.expectations.flatMap(({ clauses }) => clauses),
  ];
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

/** Reads packs and selects from them, or takes scenarios that were read before. Throws PackError or UsageError. */
export function chooseScenarios(
  {
    packs = [],
    only = [],
    oracles,
  }: { packs?: readonly string[]; only?: readonly string[]; oracles: readonly Oracle[] },
  documents: Documents,
  given?: readonly Scenario[],
): Choice {
  const choice =
    given === undefined
      ? select(scenariosOf(loadPacks(packPaths(packs), documents), documents), only, {
          clauses: documents.clauses.clauses,
          oracleClauses: oracles.flatMap(({ clauses }) => clauses),
        })
      : { scenarios: [...given], asked: null };
  if (choice.scenarios.length === 0) throw new UsageError('No scenario is selected. See --list.');
  const isWhole = given === undefined && packs.length === 0;
  if (isWhole || choice.asked !== null) return choice;
  const asked: Pairs = {};
  for (const { facts } of choice.scenarios)
    for (const [clause, operations] of Object.entries(facts.pairs)) ask(asked, clause, operations);
  return { ...choice, asked };
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

function unknownSelection(
  token: string,
  scenarios: readonly Scenario[],
  clauses: readonly { id: string }[],
): string {
  const names = [
    ...clauses.map(({ id }) => id),
    ...clauses.map(({ id }) => groupOf(id)),
    ...scenarios.flatMap(({ id, facts }) => [id, facts.workflowId]),
  ];
  return `--only ${token} names no clause, group of clauses or scenario.${didYouMean(token, names)} See --list.`;
}

/** `IDEM-3` belongs to `IDEM`. */
function groupOf(clause: string): string {
  return clause.replace(/-\d+$/, '');
}
