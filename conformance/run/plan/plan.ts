/** The plan of a run: the possible scenarios, and the most credits that they can spend. */
import type { Contract, OperationId } from '../../../spec/contract.js';
import { DAYS, FACTS, lackOf, type Facts } from '../../pack/language/facts.js';
import type { CompanyFacts } from '../../pack/language/inputs.js';
import { count, thousands } from '../../values/text.js';
import { requestsForFirstKeys } from './first-keys.js';
import type { Profile } from '../target/profile.js';
import { firstAsked, lookedFor } from '../target/recognize.js';
import type { Scenario } from './scenarios.js';
import { likelyOf, LIKELY_OF_SURVEY } from './purchases.js';
import { factNamed, planSurvey, type Recall, type SurveyPlan } from '../survey/index.js';
import type { WhyUnknown } from '../survey/stored.js';

/** Facts that the target offers to scenarios: assumed before the survey, known after it. */
export interface Offer {
  profile: Pick<Profile, 'keys' | 'absent' | 'readings' | 'adminUrl' | 'allowThrottling'>;
  /** Facts about the target's data that are known, or that the survey will probably find. */
  known: ReadonlySet<string>;
  why: WhyUnknown;
}

export function knownNames(companies: CompanyFacts, facts: Facts): Set<string> {
  const named = Object.entries(companies).filter(([, value]) => value !== null);
  return new Set([...named.map(([name]) => name), ...Object.keys(facts)]);
}

/** Why a scenario cannot run, and what that means for its clauses. */
export interface Lack {
  end: 'not-applicable' | 'inconclusive';
  reason: string;
  /** The requirements that the user of the suite could meet; empty if something else also prevents the scenario. */
  lacks: string[];
  /** As in the outcome of a scenario. */
  missing?: string;
}

/** Why this scenario cannot run on the target; null if it can. */
export function unmet(scenario: { requires: readonly string[] }, offer: Offer): Lack | null {
  const unknown = scenario.requires.flatMap((each): Lack[] => {
    const fact = factNamed(each);
    return fact === null || offer.known.has(fact) ? [] : [unknownFact(fact, offer)];
  });
  const lacking = scenario.requires.flatMap((each): [string, string][] => {
    const reason = factNamed(each) === null ? lacks(each, offer) : null;
    return reason === null ? [] : [[each, reason]];
  });
  const notInTheData = unknown.find(
    ({ end, lacks: given }) => end === 'not-applicable' && given.length === 0,
  );
  const first = lacking[0];
  if (first === undefined) return notInTheData ?? unknown[0] ?? null;
  // The user cannot enable the scenario if the target or its data lacks another requirement.
  const isBeyond = notInTheData !== undefined || lacking.some(([each]) => !CAN_BE_GIVEN.test(each));
  const given = [...lacking.map(([each]) => each), ...unknown.flatMap((each) => each.lacks)];
  return { end: 'not-applicable', reason: first[1], lacks: isBeyond ? [] : given };
}

const CAN_BE_GIVEN = /^(admin|throttling|key:.*)$/;

/** Facts that the data lacks make a scenario not applicable. Facts that could not be surveyed make it inconclusive. */
function unknownFact(name: string, { why }: Offer): Lack {
  const { reason, looked } = why[name] ?? { reason: null, looked: true };
  const remedy = FACTS.has(name) ? '' : ': name it in the profile';
  const because = reason === null ? '' : `${FACTS.has(name) ? ': ' : ', since '}${reason}`;
  const words = `needs ${name}${remedy}${because}`;
  if (!looked) return { end: 'inconclusive', reason: words, lacks: [] };
  // No survey finds these facts, but the profile can name them.
  if (why[name] === undefined && !FACTS.has(name))
    return { end: 'not-applicable', reason: words, lacks: [`fact:${name}`] };
  return { end: 'not-applicable', reason: words, lacks: [], missing: lackOf(name) };
}

function lacks(requirement: string, { profile }: Offer): string | null {
  const hasAdmin = profile.adminUrl !== null;
  const [kind = '', rest = ''] = requirement.split(/:(.*)/s);
  if (kind === 'admin') return hasAdmin ? null : 'needs the admin API of a mock';
  if (kind === 'throttling') return profile.allowThrottling ? null : 'needs --allow-throttling';
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
  return null;
}

export interface Plan {
  scenarios: readonly Scenario[];
  /** Scenarios that will run, and the reasons why others will not. */
  runnable: number;
  skipped: ReadonlyMap<string, string>;
  /** Operations that the runnable scenarios use. */
  operations: readonly OperationId[];
  creditsAnnounced: number;
  /** The usual cost: most jobs are delivered several times, and are paid for once. */
  creditsLikely: number;
  requestsAnnounced: number;
  /** Scenarios that reach the rate limits of keys which other scenarios use; `requests` is part of `requestsAnnounced`. */
  throttling: { scenarios: number; requests: number; minutes: number };
  /** The survey, which finds facts in the target's data for the scenarios. The totals above include its cost. */
  survey: SurveyPlan;
}

export function planOf(
  scenarios: readonly Scenario[],
  profile: Profile,
  contract: Contract,
  readOnly: boolean,
  recall?: Recall,
): Plan {
  const everything = new Set(scenarios.flatMap(factsFor));
  const needed = scenarios
    .filter((each) => skipReason(each, { profile, known: everything, why: {} }, false) === null)
    .flatMap((each) => [...factsFor(each), ...each.inputs]);
  const survey = planSurvey(needed, profile, contract, readOnly, recall);
  // The admin API of a mock names these at no cost.
  const named = profile.adminUrl === null ? [] : ['emptyCompanyUrl', 'hugeCompanyUrl'];
  const known = new Set([
    ...knownNames(profile.companies, {}),
    ...survey.steps.flatMap(({ finds }) => finds),
    ...(survey.kept === null ? [] : knownNames(survey.kept.companies, survey.kept.facts)),
    ...named,
    ...DAYS,
  ]);
  const skipped = new Map(
    scenarios.flatMap((each): [string, string][] => {
      const reason = skipReason(each, { profile, known, why: survey.why }, readOnly);
      return reason === null ? [] : [[each.id, reason]];
    }),
  );
  const runnable = scenarios.filter(({ id }) => !skipped.has(id));
  const operations = contract.operations
    .map(({ id }) => id)
    .filter((id) => runnable.some(({ facts }) => facts.requires.includes(`operation:${id}`)));
  const likely = likelyOf(runnable, contract) + Math.round(survey.credits * LIKELY_OF_SURVEY);
  const sum = (pick: (scenario: Scenario) => number): number =>
    runnable.reduce((total, scenario) => total + pick(scenario), 0);
  return {
    scenarios,
    runnable: runnable.length,
    skipped,
    operations,
    survey,
    throttling: {
      scenarios: runnable.filter(locksOut).length,
      requests: sum((each) => (locksOut(each) ? each.requests : 0)),
      minutes: minutesOfThrottling(runnable.filter(locksOut)),
    },
    creditsAnnounced: sum(({ cost }) => cost) + survey.credits,
    creditsLikely: likely,
    requestsAnnounced:
      sum(({ requests }) => requests) +
      survey.requests +
      requestsOfPreflight(profile, operations) +
      (readOnly ? 0 : requestsForFirstKeys(runnable, profile.adminUrl !== null)),
  };
}

/** True for a scenario that reaches the rate limits of a key that others use, too. */
export function locksOut({ facts }: Pick<Scenario, 'facts'>): boolean {
  return facts.requires.includes('throttling');
}

/** One request that checks the API and the key. Without an admin API, also one for each operation that may be missing. */
function requestsOfPreflight(
  { keys, adminUrl, absent }: Pick<Profile, 'keys' | 'adminUrl' | 'absent'>,
  operations: readonly OperationId[],
): number {
  const [first] = firstAsked(absent);
  if (keys.active === undefined || first === undefined) return 0;
  return adminUrl === null ? 1 + lookedFor(first, operations).length : 1;
}

function factsFor({ facts }: Scenario): string[] {
  return facts.requires.flatMap((each) => factNamed(each) ?? []);
}

function skipReason(scenario: Scenario, offer: Offer, readOnly: boolean): string | null {
  // A mock states its readings later; until then, scenarios that require one count as runnable.
  const asks = scenario.facts.requires.filter(
    (each) => offer.profile.adminUrl === null || !each.startsWith('reading:'),
  );
  const lacking = unmet({ requires: asks }, offer)?.reason ?? null;
  if (lacking !== null || !readOnly) return lacking;
  if (scenario.cost > 0) return SPENDS;
  return scenario.canBeTakenForAll ? TAKEN_FOR_ALL : null;
}

/** Each scenario pauses its search for a minute, then waits for the minute of the limit. Different searches run concurrently. */
function minutesOfThrottling(scenarios: readonly Scenario[]): number {
  const lanes = new Map<string, number>();
  for (const { facts } of scenarios) {
    const lane = facts.requires.filter((each) => each.startsWith('operation:search')).join(' ');
    lanes.set(lane, (lanes.get(lane) ?? 0) + 1);
  }
  return Math.max(0, ...lanes.values()) * 2;
}

export const TAKEN_FOR_ALL =
  'sends a body that a target may take for a search for everything, and the run is --read-only';

export const SPENDS = 'spends credits, and the run is --read-only';

export function announcementOf(plan: Plan, { target, budget }: Pick<Profile, 'target' | 'budget'>): string {
  const about = Math.min(plan.creditsLikely, budget.credits ?? Infinity);
  const likely = plan.creditsAnnounced === 0 ? '' : `, likely about ${thousands(about)}`;
  const isShort = budget.credits !== null && plan.creditsAnnounced > budget.credits;
  const ceiling =
    budget.credits === null
      ? likely
      : `${likely}, and never more than ${budget.credits}${isShort ? '; scenarios that check the most clauses for their credits run first' : ''}`;
  const { steps, requests, credits } = plan.survey;
  const finding =
    steps.length === 0
      ? ''
      : ` Of that, the survey of the target's data takes up to ${count(requests, 'request')} and ${count(credits, 'credit')}.`;
  const { throttling } = plan;
  const lockingOut =
    throttling.scenarios === 0
      ? ''
      : ` At the end, up to ${count(throttling.requests, 'request')} reach the rate limits. The target then refuses the key for about ${throttling.minutes} minutes.`;
  return (
    `${target}: ${plan.runnable} of ${plan.scenarios.length} scenarios, ` +
    `up to ${count(plan.requestsAnnounced, 'request')} and ${count(plan.creditsAnnounced, 'credit')}${ceiling}.${finding}${lockingOut} ` +
    'Failures that may be temporary, or caused by changed data, are tried again.\n'
  );
}
