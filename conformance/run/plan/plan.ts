/** The plan of a run: the possible scenarios, and the most credits that they can spend. */
import type { Contract, OperationId } from '../../../spec/contract.js';
import { DAYS, factOf, FACTS, lackOf, SLICES, type CompanyFacts } from '../../pack/language/facts.js';
import { INPUTS } from '../../pack/language/generated/inputs.js';
import type { ScenarioOutcome } from '../../record/facts.js';
import { grouped } from '../../values/grouped.js';
import { count, thousands } from '../../values/text.js';
import { requestsForFirstKeys } from './first-keys.js';
import type { Profile } from '../target/profile.js';
import { hasBothKeys, REQUESTS_FOR_BOTH_KEYS } from '../target/shared-accounts.js';
import { firstAsked, lookedFor } from '../target/recognize.js';
import type { Scenario } from './scenarios.js';
import { likelyOf, LIKELY_OF_SURVEY } from './purchases.js';
import { factNamed, planSurvey } from '../survey/index.js';
import type { WhyUnknown } from '../survey/stored.js';

/** The target and the run, as far as they decide which scenarios run: assumed before the survey, known after it. */
export interface Offer {
  profile: Pick<Profile, 'keys' | 'absent' | 'adminUrl' | 'allowThrottling'>;
  /** The choices that the target is known to make; null until a mock states them. */
  readings: Readonly<Record<string, string>> | null;
  /** Facts about the target's data that are known, or that the survey will probably find. */
  known: ReadonlySet<string>;
  why: WhyUnknown;
  readOnly: boolean;
}

/** Why a scenario cannot run, and what that means for its clauses. */
type Lack = Pick<ScenarioOutcome, 'end' | 'reason' | 'lacks' | 'missing'>;

/** Why this scenario does not run on the target; null if it does. */
export function whyNot({ facts, cost, canBeTakenForAll }: Scenario, offer: Offer): Lack | null {
  const unknown: Lack[] = [];
  const unmet: { name: string; reason: string }[] = [];
  for (const name of facts.requires) {
    const fact = factNamed(name);
    const reason = fact === null ? lacks(name, offer) : null;
    if (reason !== null) unmet.push({ name, reason });
    if (fact !== null && !offer.known.has(fact)) unknown.push(unknownFact(fact, offer));
  }
  const notInTheData = unknown.find((each) => each.end === 'not-applicable' && each.lacks === undefined);
  if (unmet.length > 0) {
    // The user cannot enable the scenario if the target or its data lacks another requirement.
    const isBeyond = notInTheData !== undefined || unmet.some(({ name }) => !CAN_BE_GIVEN.test(name));
    const given = [...unmet.map(({ name }) => name), ...unknown.flatMap((each) => each.lacks ?? [])];
    return { end: 'not-applicable', reason: unmet[0]!.reason, ...(isBeyond ? {} : { lacks: given }) };
  }
  if (unknown.length > 0) return notInTheData ?? unknown[0]!;
  if (!offer.readOnly || (cost === 0 && !canBeTakenForAll)) return null;
  const does =
    cost > 0 ? 'spends credits' : 'sends a body that a target may take for a search for everything';
  return { end: 'inconclusive', reason: `${does}, and the run is --read-only` };
}

const CAN_BE_GIVEN = /^(admin|throttling|key:.*)$/;

/** Facts that the data lacks make a scenario not applicable. Facts that could not be surveyed make it inconclusive. */
function unknownFact(name: string, { why }: Offer): Lack {
  const { reason, looked } = why[name] ?? { reason: null, looked: true };
  const isSurveyed = FACTS.has(name);
  const need = isSurveyed
    ? `the survey finds ${lackOf(name)}`
    : `needs ${INPUTS[name as keyof CompanyFacts].says}: name ${name} in the profile`;
  const words = reason === null ? need : `${need}${isSurveyed ? ': ' : ', since '}${reason}`;
  if (!looked) return { end: 'inconclusive', reason: words };
  // No survey finds these facts, but the profile can name them.
  const isNamed = reason === null && !isSurveyed;
  return {
    end: 'not-applicable',
    reason: words,
    ...(isNamed ? { lacks: [`fact:${name}`] } : { missing: lackOf(name) }),
  };
}

function lacks(requirement: string, { profile, readings }: Offer): string | null {
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
  if (kind !== 'reading' || readings === null) return null;
  const [id = '', choice = ''] = rest.split('=');
  const declared = readings[id];
  if (declared === choice) return null;
  return `asks only targets that read ${id} as ${choice}; this one ${declared === undefined ? 'does not say' : `reads it as ${declared}`}`;
}

export type Plan = ReturnType<typeof planOf>;

export function planOf(
  scenarios: readonly Scenario[],
  profile: Profile,
  contract: Contract,
  readOnly: boolean,
  stored: Parameters<typeof planSurvey>[4] = null,
) {
  const offer = { profile, readings: profile.adminUrl === null ? profile.readings : null };
  const everything = new Set(scenarios.flatMap(factsFor));
  const needed = scenarios
    .filter((each) => whyNot(each, { ...offer, known: everything, why: {}, readOnly: false }) === null)
    .flatMap((each) => [...factsFor(each), ...each.inputs]);
  const survey = planSurvey(needed, profile, contract, readOnly, stored);
  // The admin API of a mock names these at no cost.
  const named = profile.adminUrl === null ? [] : ['emptyCompanyUrl', 'hugeCompanyUrl'];
  const known = new Set([
    ...Object.keys(profile.companies),
    ...survey.steps.flatMap(({ finds }) => finds),
    ...Object.keys(survey.kept?.facts ?? {}),
    ...named,
    ...DAYS,
  ]);
  const skipped = new Map(
    scenarios.flatMap((each): [string, string][] => {
      const lack = whyNot(each, { ...offer, known, why: survey.why, readOnly });
      return lack === null ? [] : [[each.id, lack.reason]];
    }),
  );
  const runnable = scenarios.filter(({ id }) => !skipped.has(id));
  const unread = SLICES.filter((slice) => !known.has(factOf(slice, 'Read')));
  const operations = contract.operations
    .map(({ id }) => id)
    .filter((id) => runnable.some((each) => asks(each, id)));
  const throttling = runnable.filter(locksOut);
  const sum = (some: readonly Scenario[], member: 'cost' | 'requests'): number =>
    some.reduce((total, scenario) => total + scenario[member], 0);
  return {
    scenarios,
    /** Scenarios that will run, and the reasons why others will not. */
    runnable: runnable.length,
    skipped,
    /** Operations that the runnable scenarios use. */
    operations,
    /** The survey, which finds facts in the target's data for the scenarios. The totals below include its cost. */
    survey,
    /** Scenarios that reach the rate limits of keys which other scenarios use; `requests` is part of `requestsAnnounced`. */
    throttling: {
      scenarios: throttling.length,
      requests: sum(throttling, 'requests'),
      minutes: minutesOfThrottling(throttling, contract),
    },
    creditsAnnounced: sum(runnable, 'cost') + survey.credits,
    /** The usual cost: most jobs are delivered several times, and are paid for once. */
    creditsLikely:
      likelyOf(runnable, contract, runnable, unread) + Math.round(survey.credits * LIKELY_OF_SURVEY),
    requestsAnnounced:
      sum(runnable, 'requests') +
      survey.requests +
      requestsOfPreflight(profile, operations) +
      (readOnly ? 0 : requestsForFirstKeys(runnable, profile.adminUrl !== null)),
  };
}

/** True for a scenario that reaches the rate limits of a key that others use, too. */
export function locksOut({ facts }: Pick<Scenario, 'facts'>): boolean {
  return facts.requires.includes('throttling');
}

/**
 * One request that checks the API and the key. Without an admin API, also one for each operation that may be missing, and
 * requests that check whether two keys belong to one account.
 */
function requestsOfPreflight(profile: Profile, operations: readonly OperationId[]): number {
  const [first] = firstAsked(profile.absent);
  if (profile.keys.active === undefined || first === undefined) return 0;
  const forBothKeys = hasBothKeys(profile) ? REQUESTS_FOR_BOTH_KEYS : 0;
  return profile.adminUrl === null ? 1 + lookedFor(first, operations).length + forBothKeys : 1;
}

function factsFor({ facts }: Scenario): string[] {
  return facts.requires.flatMap((each) => factNamed(each) ?? []);
}

/** Each scenario pauses its search for a minute, then waits for the minute of the limit. Different searches run concurrently. */
function minutesOfThrottling(scenarios: readonly Scenario[], contract: Contract): number {
  return Math.max(0, ...[...bySearches(scenarios, contract).values()].map(({ length }) => length)) * 2;
}

/** Groups scenarios by the searches that they use. */
export function bySearches(scenarios: readonly Scenario[], contract: Contract): Map<string, Scenario[]> {
  return grouped(scenarios, (each) => searchesOf(each, contract).join(' '));
}

export function asks({ facts }: Scenario, operation: OperationId): boolean {
  return facts.requires.includes(`operation:${operation}`);
}

export function searchesOf(scenario: Scenario, { operations }: Contract): OperationId[] {
  const searches = operations.filter(({ kind }) => kind === 'search').map(({ id }) => id);
  return searches.filter((id) => asks(scenario, id));
}

export function announcementOf(plan: Plan, { target, budget }: Pick<Profile, 'target' | 'budget'>): string {
  const { creditsAnnounced, creditsLikely, requestsAnnounced, survey, throttling } = plan;
  const ceiling = budget.credits ?? Infinity;
  const likely =
    creditsAnnounced === 0 ? '' : `, likely about ${thousands(Math.min(creditsLikely, ceiling))}`;
  const order = '; scenarios that check the most clauses for their credits run first';
  const most =
    ceiling === Infinity ? '' : `, and never more than ${ceiling}${creditsAnnounced > ceiling ? order : ''}`;
  const sentences = [
    `${target}: ${plan.runnable} of ${count(plan.scenarios.length, 'scenario')}, up to ${count(requestsAnnounced, 'request')} and ${count(creditsAnnounced, 'credit')}${likely}${most}.`,
    survey.steps.length > 0 &&
      `The survey of the target's data takes up to ${count(survey.requests, 'request')} and ${count(survey.credits, 'credit')} of these.`,
    throttling.scenarios > 0 &&
      `At the end, up to ${count(throttling.requests, 'request')} reach the rate limits. The target then refuses the key for about ${throttling.minutes} minutes.`,
    'Failures that may be temporary, or caused by changed data, are tried again.',
  ];
  return `${sentences.filter(Boolean).join(' ')}\n`;
}

/**
 * The text of `--list`: scenarios with their clauses, requirements and highest costs. `skipped`: by id, why a scenario cannot run on
 * the target.
 */
export function listingOf(scenarios: readonly Scenario[], skipped: ReadonlyMap<string, string>): string {
  const lines: string[] = [];
  let pack = '';
  for (const { id, facts, source, cost } of scenarios) {
    if (facts.pack !== pack) {
      pack = facts.pack;
      lines.push('', `${pack}: ${source.title}${source.summary === '' ? '' : `. ${source.summary}`}`);
    }
    const needs = facts.requires.filter((each) => !each.startsWith('operation:'));
    const reason = skipped.get(id);
    const parts = [
      facts.clauses.join(' '),
      cost === 0 ? 'free' : `up to ${count(cost, 'credit')}`,
      ...(needs.length === 0 ? [] : [`needs ${needs.join(', ')}`]),
      ...(reason === undefined ? [] : [`skipped: ${reason}`]),
    ];
    lines.push(`  ${facts.workflowId}`, `      ${facts.title}`, `      ${parts.join(' · ')}`);
  }
  const cited = new Set(scenarios.flatMap(({ facts }) => facts.clauses)).size;
  const cost = scenarios.reduce((sum, each) => sum + each.cost, 0);
  const total = [
    count(scenarios.length, 'scenario'),
    count(cited, 'clause'),
    `up to ${count(cost, 'credit')}`,
  ];
  return `${[...lines, '', `${total.join(', ')}.`].join('\n').trimStart()}\n`;
}
