/**
 * The survey finds facts in the target's data that scenarios need. It finds them in jobs that it reads, never with the
 * filters that scenarios judge: a filter without effect must not look like data that lacks a value.
 */
import type { Contract } from '../../../spec/contract.js';
import { DAYS, FACTS, type Facts } from '../../pack/language/facts.js';
import type { CompanyFacts } from '../../pack/language/inputs.js';
import type { SurveyRecord } from '../../record/survey.js';
import { dateInput } from '../../values/dates.js';
import { addressOf } from '../../values/postings.js';
import { PREFLIGHT } from '../../wire/wire.js';
import { asker, pageIn, Unfound } from './ask.js';
import type { Asked, Means } from './asked.js';
import { widestWindow, type Slice } from './slice.js';
import { STEPS, type Context, type Sizes, type Step } from './steps.js';
import {
  isWithinReach,
  whyUnknown,
  type Kept,
  type StoredSurvey,
  type Unknown,
  type WhyUnknown,
} from './stored.js';

export interface SurveyPlan {
  /** Names of the facts that scenarios need and the profile does not name. */
  needed: readonly string[];
  steps: readonly Step[];
  sizes: Sizes;
  /** The most credits and requests of the steps. */
  credits: number;
  requests: number;
  /** Facts that will be missing, whatever the target answers. */
  why: WhyUnknown;
  /** The survey of an earlier run that replaces this one; null if there is none. */
  kept: StoredSurvey | null;
  /** Why the survey of an earlier run does not fit; null if it does, or if there is none. */
  anew: string | null;
}

/** Returns the survey of an earlier run for the needed facts; null if there is none. */
export type Recall = (needed: readonly string[]) => Kept | null;

/** The most jobs of the slices: the first row whose cost is allowed counts. A survey seldom spends half of its credits. */
const SIZES: readonly Sizes[] = [
  { market: 48, company: 40 },
  { market: 24, company: 20 },
  { market: 12, company: 10 },
];
/** If scenarios buy a page of the company's jobs, the survey reads nearly all of it. */
const MOST_OF_A_PAGE = 88;

/** The fact that a requirement of a scenario names; null for other requirements. */
export function factNamed(requirement: string): string | null {
  if (requirement === 'network') return 'networkUrl';
  if (requirement === 'company') return 'companyUrl';
  return requirement.startsWith('fact:') ? requirement.slice('fact:'.length) : null;
}

/** Chooses the steps for the needed facts that the profile does not name. */
export function planSurvey(
  needed: Iterable<string>,
  { companies, absent, earlier, budget: { credits: ceiling } }: Asked,
  contract: Contract,
  readOnly: boolean,
  recall: Recall = () => null,
): SurveyPlan {
  const unnamed = [...new Set(needed)].filter((name) => !isNamed(name, companies));
  const isKept = (name: string): boolean =>
    STEPS.some(({ finds, isOfOneRun }) => isOfOneRun !== true && finds.includes(name));
  const { survey: kept = null, anew = null } = recall(unnamed.filter(isKept)) ?? {};
  const wanted = stepsFor(unnamed, companies).filter(
    ({ isOfOneRun, isOfAnother }) => (kept === null || isOfOneRun) && (earlier !== undefined || !isOfAnother),
  );
  const buysPage = unnamed.includes('companyPageFrom');
  const allSizes = buysPage ? [{ ...SIZES[0]!, company: MOST_OF_A_PAGE }, ...SIZES] : SIZES;
  const creditsWith = (steps: readonly Step[], sizes: Sizes): number =>
    creditsOf(steps, companies, sizes, contract);
  const sizes =
    allSizes.find((each) => creditsWith(wanted, each) <= (ceiling ?? Infinity)) ?? allSizes.at(-1)!;

  const why: Record<string, Unknown> = kept === null ? {} : whyUnknown(kept);
  const steps = wanted.filter((step) => {
    const credits = creditsWith([step], sizes);
    const lost = step
      .uses(companies, sizes)
      .find(({ operation, isOptional }) => !isOptional && absent.includes(operation));
    const reason =
      lost !== undefined
        ? `only ${lost.operation} can show it, and the profile declares that absent`
        : credits > 0 && readOnly
          ? `finding it out can cost ${credits} credits, and the run is --read-only`
          : credits > (ceiling ?? Infinity)
            ? `finding it out can cost ${credits} credits, and --max-credits is ${ceiling}`
            : null;
    if (reason !== null) for (const name of step.finds) why[name] = { reason, looked: lost !== undefined };
    return reason === null;
  });
  const credits = Math.min(creditsWith(steps, sizes), ceiling ?? Infinity);
  const uses = steps.flatMap((step) => step.uses(companies, sizes));
  const requests = uses.reduce((sum, each) => sum + each.requests, 0);
  return { needed: unnamed, steps, sizes, credits, requests, why, kept, anew };
}

function creditsOf(steps: readonly Step[], told: CompanyFacts, sizes: Sizes, contract: Contract): number {
  return steps
    .flatMap((step) => step.uses(told, sizes))
    .reduce((sum, { operation, jobs }) => sum + jobs * contract.operation(operation).creditCost, 0);
}

function isNamed(name: string, companies: CompanyFacts): boolean {
  return Object.hasOwn(companies, name) && companies[name as keyof CompanyFacts] !== null;
}

/** The steps that find one of the facts, and the steps that they need, in order. */
function stepsFor(needed: readonly string[], { companyUrl }: CompanyFacts): Step[] {
  const wanted = new Set(STEPS.filter(({ finds }) => finds.some((name) => needed.includes(name))));
  // The loop also visits the steps that it adds.
  for (const { after } of wanted)
    for (const step of STEPS) {
      const isKnown = step.finds.includes('companyUrl') && companyUrl !== null;
      if (after.includes(step.name) && !isKnown) wanted.add(step);
    }
  return STEPS.filter((step) => wanted.has(step));
}

export interface Surveyed {
  companies: CompanyFacts;
  facts: Facts;
  why: WhyUnknown;
  /** For the report; null if there was nothing to find. */
  record: SurveyRecord | null;
}

/** Asks the target for the facts that the profile does not name. Facts that the target does not show stay unknown. */
export async function survey(
  plan: SurveyPlan,
  session: Means,
  target: { companies: CompanyFacts; clockOffset: number },
): Promise<Surveyed> {
  const targetNow = (): number => session.time.now() + target.clockOffset;
  const told = target.companies;
  const surveyed =
    plan.kept !== null && !isWithinReach(plan.kept, targetNow())
      ? outOfReach(told)
      : plan.steps.length === 0 && plan.kept === null
        ? { companies: told, facts: {}, why: plan.why, record: null }
        : await askedOf(plan, session, told, targetNow);
  return { ...surveyed, facts: { ...widestDays(targetNow()), ...surveyed.facts } };
}

/** The days for scenarios that need nothing else of a slice, up to the jobs of today. */
function widestDays(now: number): Facts {
  const { published_after: from } = widestWindow(now);
  const to = dateInput('tomorrow', now);
  return Object.fromEntries(DAYS.map((name) => [name, name.endsWith('From') ? from : to]));
}

async function askedOf(
  plan: SurveyPlan,
  session: Means,
  told: CompanyFacts,
  targetNow: () => number,
): Promise<Surveyed> {
  const { profile, budget, accounts, documents } = session;
  const kept = recalledFrom(plan.kept, told);
  const companies = { ...kept.companies };
  const requestsBefore = budget.requests;
  budget.reserve(PREFLIGHT, plan.credits);
  const why: Record<string, Unknown> = { ...plan.why };
  const ask = asker(session, plan.requests, targetNow);
  const bought = new Set<string | null>();
  const context: Context = {
    needed: plan.needed,
    unknown: why,
    profile,
    contract: documents.contract,
    sizes: plan.sizes,
    now: targetNow(),
    async ask(...request) {
      const response = await ask(...request);
      for (const job of pageIn(response).jobs) bought.add(addressOf(job));
      return response;
    },
    bought,
    spent: () => budget.spentBy(PREFLIGHT),
    companies,
    facts: { ...kept.facts },
    why: new Map(),
    slices: kept.slices,
    unpaid: [],
    boards: [],
    lookedUp: [],
  };
  for (const step of plan.steps) {
    const failure = await failureOf(step, context, budget.room);
    for (const name of step.finds) {
      delete why[name];
      if (Object.hasOwn(context.facts, name) || isNamed(name, companies)) continue;
      const reason = failure?.message ?? context.why.get(name) ?? `the data shows none: ${FACTS.get(name)}`;
      why[name] = { reason, looked: failure?.looked ?? true };
    }
  }
  budget.release(PREFLIGHT);
  await accounts.dispose(PREFLIGHT);
  return surveyedFrom(
    told,
    { companies, facts: context.facts, why },
    {
      slices:
        plan.kept?.slices ??
        Object.entries(context.slices).map(([name, { window, total, jobs }]) => ({
          name,
          from: window.published_after,
          to: window.published_before,
          total,
          read: jobs.length,
        })),
      requests: budget.requests - requestsBefore,
      credits: budget.spentBy(PREFLIGHT),
      ...(plan.kept !== null && { recalled: plan.kept.madeAt }),
    },
  );
}

/** Performs a step if its highest cost is covered by the remaining credits. Returns why its facts are unknown, else null. */
async function failureOf(step: Step, context: Context, room: number | null): Promise<Unfound | null> {
  const { profile, sizes, contract } = context;
  const credits = creditsOf([step], profile.companies, sizes, contract);
  if (credits > 0 && credits > (room ?? Infinity))
    return new Unfound(
      `finding it out can cost ${credits} credits, and ${room} of --max-credits ${profile.budget.credits} remain`,
      false,
    );
  try {
    await step.find(context);
    return null;
  } catch (error) {
    if (error instanceof Unfound) return error;
    throw error;
  }
}

/** The result without facts: by the target's clock, which is known only now, the days of the earlier survey are out of reach. */
function outOfReach(told: CompanyFacts): Surveyed {
  const reason = "by the target's clock its days are not within reach: remove the file of --survey";
  const lost = STEPS.flatMap(({ finds }) => finds).filter((name) => !isNamed(name, told));
  const why = Object.fromEntries(lost.map((name) => [name, { reason, looked: false }]));
  return { companies: told, facts: {}, why, record: null };
}

/** The findings of an earlier run that are still valid; companies that the profile or the target names have priority. */
function recalledFrom(
  kept: StoredSurvey | null,
  told: CompanyFacts,
): Pick<Context, 'companies' | 'facts' | 'slices'> {
  if (kept === null) return { companies: told, facts: {}, slices: {} };
  const named = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== null));
  const outdated = STEPS.filter(({ isOfOneRun }) => isOfOneRun).flatMap(({ finds }) => finds);
  const facts = Object.entries(kept.facts).filter(([name]) => !outdated.includes(name));
  // A slice that words narrow is part of a day.
  const scope: Slice['scope'] = kept.facts.marketScope === undefined ? null : { mode: 'and' };
  const slices = kept.slices.map(({ name, from, to, total }): [string, Slice] => [
    name,
    {
      window: { published_after: from, published_before: to },
      total,
      jobs: [],
      scope: name === 'market' ? scope : null,
      beside: [],
    },
  ]);
  return {
    companies: { ...kept.companies, ...named },
    facts: Object.fromEntries(facts),
    slices: Object.fromEntries(slices),
  };
}

/** Adds the record for the report, with all found facts. Facts about companies that were known before are left out. */
function surveyedFrom(
  told: CompanyFacts,
  found: Omit<Surveyed, 'record'>,
  rest: Omit<SurveyRecord, 'facts' | 'unknown'>,
): Surveyed {
  const companies = Object.entries(found.companies).filter(
    ([name, value]) => value !== null && !isNamed(name, told),
  );
  const unknown = Object.entries(found.why).map(([name, each]) => ({ name, ...each }));
  return {
    ...found,
    record: { facts: { ...Object.fromEntries(companies), ...found.facts }, unknown, ...rest },
  };
}
