/** What a run will do: which scenarios the target can be asked, and the most that all of them can spend. */
import type { Contract, OperationId } from '../../spec/contract.js';
import type { CompanyFacts } from '../pack/language/inputs.js';
import { count } from '../values/text.js';
import type { Profile } from './profile.js';
import { firstAsked, lookedFor } from './recognize.js';
import type { Scenario } from './scenarios.js';
import { allFoundOut, priceOfDiscovery, type DiscoveryCost, type WhyUnknown } from './survey.js';

/** What is known of the target before a run, or, once it was asked, in it. */
export interface TargetFacts {
  profile: Pick<Profile, 'keys' | 'absent' | 'readings' | 'adminUrl'>;
  /** Null while nobody asked the admin API: then what it can tell counts as there. */
  companies: CompanyFacts | null;
  why: WhyUnknown;
}

/** Why the target cannot be asked this scenario; null when it can. */
export function unmet(scenario: { requires: readonly string[] }, facts: TargetFacts): string | null {
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
  /** Operations that the runnable ones ask. */
  operations: readonly OperationId[];
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
  const operations = contract.operations
    .map(({ id }) => id)
    .filter((id) => runnable.some(({ facts }) => facts.requires.includes(`operation:${id}`)));
  const sum = (pick: (scenario: Scenario) => number): number =>
    runnable.reduce((total, scenario) => total + pick(scenario), 0);
  return {
    scenarios,
    runnable: runnable.length,
    skipped: hoped,
    operations,
    discovery,
    why,
    creditsAnnounced: sum(({ cost }) => cost) + (discovery?.credits ?? 0),
    requestsAnnounced:
      sum(({ requests }) => requests) + (discovery?.requests ?? 0) + requestsOfPreflight(profile, operations),
  };
}

/** One to see whether it is this API and takes the key; without an admin API one for each operation, whether it is there. */
function requestsOfPreflight(
  { keys, adminUrl, absent }: Pick<Profile, 'keys' | 'adminUrl' | 'absent'>,
  operations: readonly OperationId[],
): number {
  const [first] = firstAsked(absent);
  if (keys.active === undefined || first === undefined) return 0;
  return adminUrl === null ? 1 + lookedFor(first, operations).length : 1;
}

function skipReason(scenario: Scenario, facts: TargetFacts, readOnly: boolean): string | null {
  // A mock says its readings when asked; until then a scenario that leans on one counts as run.
  const asks = scenario.facts.requires.filter(
    (each) => facts.profile.adminUrl === null || !each.startsWith('reading:'),
  );
  const reason = unmet({ requires: asks }, facts);
  return reason ?? (readOnly && scenario.cost > 0 ? SPENDS : null);
}

export const SPENDS = 'spends credits, and the run is --read-only';

/** What is said before the first request. */
export function announcementOf(plan: Plan, { target, budget }: Pick<Profile, 'target' | 'budget'>): string {
  const ceiling = budget.credits === null ? '' : `, and never beyond ${budget.credits}`;
  const finding =
    plan.discovery === null
      ? ''
      : ` Up to ${count(plan.discovery.credits, 'credit')} of that looks up what the profile does not say of a company.`;
  return (
    `${target}: ${plan.runnable} of ${plan.scenarios.length} scenarios, ` +
    `up to ${count(plan.requestsAnnounced, 'request')} and ${count(plan.creditsAnnounced, 'credit')}${ceiling}.${finding}\n`
  );
}
