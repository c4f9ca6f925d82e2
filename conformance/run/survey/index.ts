/**
 * The survey finds facts in the target's data that scenarios need. It finds them in jobs that it reads, never with the
 * filters that scenarios judge: a filter without effect must not look like data that lacks a value.
 */
import type { Contract } from '../../../spec/contract.js';
import { DAYS, FACTS, type CompanyFacts, type Facts } from '../../pack/language/facts.js';
import type { TargetFacts } from '../../record/facts.js';
import type { SurveyRecord } from '../../record/run-record.js';
import { dateInput } from '../../values/dates.js';
import { addressOf } from '../../values/postings.js';
import { PREFLIGHT } from '../../wire/wire.js';
import { asker, pageIn, Unfound } from './ask.js';
import type { Profile } from '../target/profile.js';
import type { TargetState } from '../target/preflight.js';
import type { Session } from '../target/session.js';
import { widestWindow, type Slice } from './slice.js';
import { STEPS, type Context, type Sizes, type Step } from './steps.js';
import { isWithinReach, whyOutdated, type StoredSurvey, type Unknown, type WhyUnknown } from './stored.js';
import { count } from '../../values/text.js';

export type SurveyPlan = ReturnType<typeof planSurvey>;

/** The most jobs of the slices: the first row whose cost is allowed counts. A survey seldom spends half of its credits. */
const SIZES: readonly Sizes[] = [
  { market: 48, company: 40 },
  { market: 24, company: 20 },
  { market: 12, company: 10 },
];
/** If scenarios buy a page of the company's jobs, the survey reads nearly all of it. */
const MOST_OF_A_PAGE = 88;

/** Facts that only one run can use, since it buys jobs, and facts that later runs can use. */
const [OUTDATED, LASTING] = [true, false].map((isOfOne) =>
  STEPS.filter(({ isOfOneRun }) => (isOfOneRun === true) === isOfOne).flatMap(({ finds }) => finds),
) as [string[], string[]];

/** The fact that a requirement of a scenario names; null for other requirements. */
export function factNamed(requirement: string): string | null {
  if (requirement === 'network') return 'networkUrl';
  if (requirement === 'company') return 'companyUrl';
  return requirement.startsWith('fact:') ? requirement.slice('fact:'.length) : null;
}

/** Chooses the steps for the needed facts that the profile does not name. `stored`: the survey of an earlier run. */
export function planSurvey(
  needed: Iterable<string>,
  profile: Pick<Profile, 'companies' | 'absent' | 'earlier' | 'budget'>,
  contract: Contract,
  readOnly: boolean,
  stored: { survey: StoredSurvey; now: number } | null = null,
) {
  const { companies, absent, earlier } = profile;
  const ceiling = profile.budget.credits ?? Infinity;
  const unnamed = [...new Set(needed)].filter((name) => !Object.hasOwn(companies, name));
  const lasting = unnamed.filter((name) => LASTING.includes(name));
  const whyRepeated = stored && whyOutdated(stored.survey, lasting, profile, stored.now);
  const kept = whyRepeated === null ? (stored?.survey ?? null) : null;
  const wanted = stepsFor(unnamed, companies).filter(
    ({ isOfOneRun, isOfAnother }) => (kept === null || isOfOneRun) && (earlier !== undefined || !isOfAnother),
  );
  const costWith = (steps: readonly Step[], sizes: Sizes) => costOf(steps, companies, sizes, contract);
  const buysPage = unnamed.includes('companyPageFrom');
  const allSizes = buysPage ? [{ ...SIZES[0]!, company: MOST_OF_A_PAGE }, ...SIZES] : SIZES;
  const sizes = allSizes.find((each) => costWith(wanted, each).credits <= ceiling) ?? allSizes.at(-1)!;
  const whyLeftOut = (step: Step): Unknown | null => {
    const uses = step.uses(companies, sizes);
    const lost = uses.find(({ operation, isOptional }) => !isOptional && absent.includes(operation));
    if (lost !== undefined)
      return {
        reason: `only ${lost.operation} can show it, and the profile declares that absent`,
        looked: true,
      };
    const { credits } = costWith([step], sizes);
    if (credits > 0 && readOnly) return tooDear(credits, 'the run is --read-only');
    return credits > ceiling ? tooDear(credits, `--max-credits is ${ceiling}`) : null;
  };
  const why: Record<string, Unknown> = {};
  for (const [name, reason] of Object.entries(kept?.unknown ?? {})) why[name] = { reason, looked: true };
  const steps = wanted.filter((step) => {
    const left = whyLeftOut(step);
    if (left !== null) for (const name of step.finds) why[name] = left;
    return left === null;
  });
  const { credits, requests } = costWith(steps, sizes);
  return {
    /** Names of the facts that scenarios need and the profile does not name. */
    needed: unnamed,
    steps,
    sizes,
    /** The most credits and requests of the steps. */
    credits: Math.min(credits, ceiling),
    requests,
    /** Facts that will be missing, whatever the target answers. */
    why,
    /** The survey of an earlier run that replaces this one; null if there is none. */
    kept,
    /** Why the survey of an earlier run does not fit; null if it does, or if there is none. */
    whyRepeated,
  };
}

/** The most credits and requests of these steps. */
function costOf(steps: readonly Step[], told: CompanyFacts, sizes: Sizes, contract: Contract) {
  const sum = { credits: 0, requests: 0 };
  for (const { operation, jobs, requests } of steps.flatMap((step) => step.uses(told, sizes))) {
    sum.credits += jobs * contract.operation(operation).creditCost;
    sum.requests += requests;
  }
  return sum;
}

function tooDear(credits: number, limit: string): Unknown {
  return { reason: `finding it out can cost ${count(credits, 'credit')}, and ${limit}`, looked: false };
}

/** The steps that find one of the facts, and the steps that they need, in order. */
function stepsFor(needed: readonly string[], { companyUrl }: CompanyFacts): Step[] {
  const wanted = new Set(STEPS.filter(({ finds }) => finds.some((name) => needed.includes(name))));
  // The loop also visits the steps that it adds.
  for (const { after } of wanted)
    for (const step of STEPS) {
      const isKnown = step.finds.includes('companyUrl') && companyUrl !== undefined;
      if (after.includes(step.name) && !isKnown) wanted.add(step);
    }
  return STEPS.filter((step) => wanted.has(step));
}

export interface Surveyed {
  /** All known facts, including facts that the profile or the target names. */
  facts: Facts;
  why: WhyUnknown;
  /** For the report; null if there was nothing to find. */
  record: SurveyRecord | null;
}

/** A session after the preflight and the survey. */
export interface Prepared extends Session {
  target: TargetState;
  survey: Surveyed;
}

export function targetFacts({ admin, profile, target, survey }: Prepared): TargetFacts {
  return {
    url: profile.target,
    hasAdmin: admin !== null,
    server: target.server,
    keyRoles: Object.keys(profile.keys),
    networkUrl: survey.facts.networkUrl ?? null,
    companyUrl: survey.facts.companyUrl ?? null,
    balancePointer: profile.balancePointer,
    rateLimits: profile.rateLimits,
    absences: profile.absent,
  };
}

/** Asks the target for the facts that the profile does not name. Facts that the target does not show stay unknown. */
export async function survey(
  plan: SurveyPlan,
  session: Session,
  { told, clockOffset }: Pick<TargetState, 'told' | 'clockOffset'>,
): Promise<Surveyed> {
  const { profile, budget, accounts, documents, time } = session;
  const targetNow = (): number => time.now() + clockOffset;
  const now = targetNow();
  const { kept } = plan;
  const days = widestDays(now);
  const nothing = { facts: { ...told, ...days }, record: null };
  // The target's clock is known only now.
  if (kept !== null && !isWithinReach(kept, now)) return { ...nothing, why: whyOutOfReach(told) };
  if (plan.steps.length === 0 && kept === null) return { ...nothing, why: plan.why };
  const requestsBefore = budget.requests;
  budget.reserve(PREFLIGHT, plan.credits);
  const why: Record<string, Unknown> = { ...plan.why };
  const ask = asker(session, plan.requests, targetNow);
  const bought = new Set<string | null>();
  const context: Context = {
    ...recalledFrom(kept, told),
    needed: plan.needed,
    unknown: why,
    profile,
    contract: documents.contract,
    sizes: plan.sizes,
    now,
    async ask(...request) {
      const response = await ask(...request);
      for (const job of pageIn(response).jobs) bought.add(addressOf(job));
      return response;
    },
    bought,
    spent: () => budget.spentBy(PREFLIGHT),
    unpaid: [],
    boards: [],
    lookedUp: [],
  };
  const { facts } = context;
  const asked = plan.steps.flatMap(({ finds }) => finds);
  for (const name of asked) delete why[name];
  for (const step of plan.steps) {
    const failure = await failureOf(step, context, budget.room ?? Infinity);
    for (const name of step.finds)
      if (Object.hasOwn(facts, name)) delete why[name];
      else if (failure !== null) why[name] = failure;
      else why[name] ??= { reason: `the data shows none: ${FACTS.get(name) ?? name}`, looked: true };
  }
  // A step may miss a fact that another step finds, which a later run with this survey must not take for unknown.
  for (const name of Object.keys(why))
    if (!asked.includes(name) && !Object.hasOwn(plan.why, name)) delete why[name];
  budget.release(PREFLIGHT);
  await accounts.dispose(PREFLIGHT);
  const found = Object.entries(facts).filter(([name]) => !Object.hasOwn(told, name));
  const record: SurveyRecord = {
    facts: Object.fromEntries(found),
    unknown: Object.entries(why).map(([name, each]) => ({ name, ...each })),
    slices: kept?.slices ?? Object.entries(context.slices).map(sliceRecord),
    requests: budget.requests - requestsBefore,
    credits: budget.spentBy(PREFLIGHT),
    ...(kept !== null && { recalled: kept.madeAt }),
  };
  return { facts: { ...days, ...facts }, why, record };
}

/** The days for scenarios that need nothing else of a slice, up to the jobs of today. */
function widestDays(now: number): Facts {
  const { published_after: from } = widestWindow(now);
  const to = dateInput('tomorrow', now);
  return Object.fromEntries(DAYS.map((name) => [name, name.endsWith('From') ? from : to]));
}

function sliceRecord([name, { window, total, jobs }]: [string, Slice]): SurveyRecord['slices'][number] {
  return { name, from: window.published_after, to: window.published_before, total, read: jobs.length };
}

/** Performs a step if its highest cost is covered by the remaining credits. Returns why its facts are unknown, else null. */
async function failureOf(step: Step, context: Context, room: number): Promise<Unknown | null> {
  const { profile, sizes, contract } = context;
  const { credits } = costOf([step], profile.companies, sizes, contract);
  if (credits > 0 && credits > room)
    return tooDear(credits, `${room} of --max-credits ${profile.budget.credits} remain`);
  try {
    await step.find(context);
    return null;
  } catch (error) {
    if (error instanceof Unfound) return { reason: error.message, looked: error.looked };
    throw error;
  }
}

function whyOutOfReach(told: CompanyFacts): WhyUnknown {
  const reason = "by the target's clock its days are not within reach: remove the file of --survey";
  const lost = STEPS.flatMap(({ finds }) => finds).filter((name) => !Object.hasOwn(told, name));
  return Object.fromEntries(lost.map((name) => [name, { reason, looked: false }]));
}

/** The findings of an earlier run that are still valid; facts that the profile or the target names have priority. */
function recalledFrom(kept: StoredSurvey | null, told: CompanyFacts): Pick<Context, 'facts' | 'slices'> {
  if (kept === null) return { facts: { ...told }, slices: {} };
  const facts = Object.entries(kept.facts).filter(([name]) => !OUTDATED.includes(name));
  const slices = kept.slices.map(({ name, from, to, total }): [string, Slice] => {
    // A slice that words narrow is part of a day.
    const isNarrowed = name === 'market' && kept.facts.marketScope !== undefined;
    const window = { published_after: from, published_before: to };
    return [name, { window, total, jobs: [], scope: isNarrowed ? { mode: 'and' } : null, beside: [] }];
  });
  return { facts: { ...Object.fromEntries(facts), ...told }, slices: Object.fromEntries(slices) };
}
