/** Which scenarios a run will execute, what each needs, and the most that all of them can spend. */
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Contract, OperationId } from '../../spec/contract.js';
import type { ScenarioFacts } from '../record/facts.js';
import { reachable, requirementsOf } from '../pack/check-pack.js';
import type { CompanyFacts } from '../pack/inputs.js';
import type { Pack, Step, Workflow } from '../pack/pack.js';
import { allFoundOut, priceOfDiscovery, type DiscoveryCost, type WhyUnknown } from './survey.js';
import { UsageError, type Profile } from './profile.js';

/** One workflow that cites clauses, ready to be run. */
export interface Scenario extends ScenarioFacts {
  source: Pack;
  workflow: Workflow;
  description: string;
  line: number;
  /** The most credits that it can spend. */
  cost: number;
  /** The most contract requests that it makes when nothing has to be sent again. */
  requests: number;
  /** Clauses that its parts name; the others get evidence from the scenario as a whole. */
  named: ReadonlySet<string>;
  /** Inputs that it or its helpers declare. */
  inputs: ReadonlySet<string>;
  serial: boolean;
}

/** Files of the packs that come with the kit, by name. */
function builtInPacks(): Map<string, string> {
  const folder = new URL('../packs/', import.meta.url);
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.yaml')) : [];
  return new Map(
    files.sort().map((file) => [file.replace(/\.yaml$/, ''), fileURLToPath(new URL(file, folder))]),
  );
}

/** Paths for `--pack` values: names of packs of the kit, or files. None: all packs of the kit. Throws UsageError. */
export function packPaths(wanted: readonly string[]): string[] {
  const known = builtInPacks();
  if (wanted.length === 0) return [...known.values()];
  return wanted.map((name) => {
    const path = known.get(name) ?? (existsSync(name) ? name : undefined);
    if (path === undefined)
      throw new UsageError(
        `--pack ${name} is neither a file nor a pack of the kit. The packs are ${[...known.keys()].join(', ') || 'none'}.`,
      );
    return path;
  });
}

/** Every scenario of the packs, in their order. */
export function scenariosOf(packs: readonly Pack[]): Scenario[] {
  return packs.flatMap((pack) => {
    const workflows = new Map(pack.workflows.map((each) => [each.workflowId, each]));
    return pack.workflows
      .filter(({ clauses }) => clauses.length > 0)
      .map((workflow): Scenario => {
        const parts = reachable(workflow, workflows);
        const steps = parts.flatMap((each) => each.steps);
        return {
          id: `${pack.name}/${workflow.workflowId}`,
          pack: pack.name,
          workflowId: workflow.workflowId,
          title: workflow.summary,
          description: workflow.description,
          clauses: workflow.clauses,
          requires: requirementsOf(workflow, workflows),
          disturbed: parts.some(({ throttle }) => throttle) || steps.some(isDisturbing),
          source: pack,
          workflow,
          line: pack.locate([...workflow.place, 'workflowId']).line,
          cost: workflow.cost ?? 0,
          requests: requestsOf(workflow, workflows),
          named: new Set(steps.flatMap(clausesNamed)),
          inputs: new Set(parts.flatMap((each) => Object.keys(each.inputs))),
          serial: workflow.serial,
        };
      });
  });
}

/**
 * The scenarios that `--only` asks for: clause ids, clause groups, scenario ids or workflow ids. A clause that no
 * scenario cites is spoken to by oracles, which look at all of them. Throws UsageError when one selects nothing.
 */
export function select(
  scenarios: readonly Scenario[],
  only: readonly string[],
  known: { clauses: readonly { id: string }[]; oracleClauses: readonly string[] },
): { scenarios: Scenario[]; clauses: Set<string> | null } {
  if (only.length === 0) return { scenarios: [...scenarios], clauses: null };
  const chosen = new Set<Scenario>();
  const clauses = new Set<string>();
  for (const token of only) {
    const exact = scenarios.filter(({ id, workflowId }) => token === id || token === workflowId);
    if (exact.length > 0) {
      for (const scenario of exact) {
        chosen.add(scenario);
        for (const clause of scenario.clauses) clauses.add(clause);
      }
      continue;
    }
    const ids = known.clauses
      .map(({ id }) => id)
      .filter((id) => id === token || id.replace(/-\d+$/, '') === token);
    if (ids.length === 0)
      throw new UsageError(`--only ${token} is no clause, group of clauses or scenario. See --list.`);
    for (const id of ids) {
      clauses.add(id);
      const citing = scenarios.filter((scenario) => scenario.clauses.includes(id));
      const speaking = citing.length === 0 && known.oracleClauses.includes(id) ? scenarios : citing;
      for (const scenario of speaking) chosen.add(scenario);
    }
  }
  return { scenarios: scenarios.filter((each) => chosen.has(each)), clauses };
}

/** What is known of the target before a run, or, once it was asked, in it. */
export interface TargetFacts {
  profile: Pick<Profile, 'keys' | 'absent' | 'readings' | 'adminUrl'>;
  /** Null while nobody asked the admin API: then what it can tell counts as there. */
  companies: CompanyFacts | null;
  why: WhyUnknown;
}

/** Why the target cannot be asked this scenario; null when it can. */
export function unmet(scenario: Pick<Scenario, 'requires'>, facts: TargetFacts): string | null {
  for (const requirement of scenario.requires) {
    const reason = lacks(requirement, facts);
    if (reason !== null) return reason;
  }
  return null;
}

function lacks(requirement: string, { profile, companies, why }: TargetFacts): string | null {
  const hasAdmin = profile.adminUrl !== null;
  const [kind = '', rest = ''] = requirement.split(/:(.*)/s);
  if (kind === 'admin') return hasAdmin ? null : 'needs the admin API of a mock';
  if (kind === 'key') {
    const known = hasAdmin || Object.hasOwn(profile.keys, rest);
    return known ? null : `needs a key of the role "${rest}": name it in the profile (keys.${rest})`;
  }
  if (kind === 'operation')
    return profile.absent.includes(rest as OperationId) ? `the profile declares ${rest} absent` : null;
  if (kind === 'reading') {
    const [id = '', choice = ''] = rest.split('=');
    const declared = profile.readings[id];
    if (declared === choice) return null;
    return `asks only targets that read ${id} as ${choice}; this one ${declared === undefined ? 'does not say' : `reads it as ${declared}`}`;
  }
  const name = kind === 'fact' ? rest : kind === 'network' ? 'networkUrl' : 'companyUrl';
  const fact = name as keyof CompanyFacts;
  if (companies === null || companies[fact] !== null) return null;
  return `needs ${fact}: name it in the profile${why[fact] === undefined ? '' : `, since ${why[fact]}`}`;
}

/** What can be said of a run before anything is sent. */
export interface Plan {
  scenarios: readonly Scenario[];
  /** Scenarios that will run, and the reasons of those that will not. */
  runnable: number;
  skipped: ReadonlyMap<string, string>;
  creditsAnnounced: number;
  requestsAnnounced: number;
  /** The part of it for finding out a company from the target; null where no scenario waits for that, or it is not tried. */
  discovery: DiscoveryCost | null;
  /** Why facts about companies, where they are missing, will not be found out. */
  why: WhyUnknown;
}

export function planOf(
  scenarios: readonly Scenario[],
  profile: Profile,
  contract: Contract,
  readOnly: boolean,
): Plan {
  const { most, why } = priceOfDiscovery(profile, contract, readOnly);
  const skippedWith = (companies: CompanyFacts | null): Map<string, string> =>
    new Map(
      scenarios.flatMap((scenario): [string, string][] => {
        const reason = skipReason(scenario, { profile, companies, why }, readOnly);
        return reason === null ? [] : [[scenario.id, reason]];
      }),
    );
  const known = skippedWith(profile.adminUrl === null ? profile.companies : null);
  const hoped = most === null ? known : skippedWith(allFoundOut(profile.companies));
  const discovery = hoped.size < known.size ? most : null;
  const runnable = scenarios.filter(({ id }) => !hoped.has(id));
  const sum = (pick: (scenario: Scenario) => number): number =>
    runnable.reduce((total, scenario) => total + pick(scenario), 0);
  return {
    ...{ scenarios, runnable: runnable.length, skipped: hoped, discovery, why },
    creditsAnnounced: sum(({ cost }) => cost) + (discovery?.credits ?? 0),
    // One more to see whether the target takes the key.
    requestsAnnounced:
      sum(({ requests }) => requests) +
      (discovery?.requests ?? 0) +
      (profile.keys.active === undefined ? 0 : 1),
  };
}

function skipReason(scenario: Scenario, facts: TargetFacts, readOnly: boolean): string | null {
  // A mock says its readings when asked; until then a scenario that leans on one counts as run.
  const asks = scenario.requires.filter(
    (each) => facts.profile.adminUrl === null || !each.startsWith('reading:'),
  );
  const reason = unmet({ requires: asks }, facts);
  return reason ?? (readOnly && scenario.cost > 0 ? SPENDS : null);
}

export const SPENDS = 'spends credits, and the run is --read-only';

/** Scenarios that leave the target in a state where plain rules do not hold: faults planted, refusals provoked. */
function isDisturbing(step: Step): boolean {
  return step.throttle || (step.operation?.source === 'admin' && /fault/i.test(step.operation.id));
}

function clausesNamed(step: Step): string[] {
  return [
    ...step.clauses,
    ...step.criteria.flatMap(({ clauses }) => clauses),
    ...step.expectations.flatMap(({ clauses }) => clauses),
  ];
}

function requestsOf(workflow: Workflow, all: ReadonlyMap<string, Workflow>): number {
  const called = (name: string | null): number => {
    const found = name === null ? undefined : all.get(name);
    return found === undefined ? 0 : requestsOf(found, all);
  };
  const steps = workflow.steps.map((step) =>
    step.workflowId !== null
      ? called(step.workflowId)
      : step.operation?.source === 'contract'
        ? step.parallel * (step.repeat?.atMost ?? 1)
        : 0,
  );
  return [...steps, ...workflow.dependsOn.map(called)].reduce((sum, each) => sum + each, 0);
}
