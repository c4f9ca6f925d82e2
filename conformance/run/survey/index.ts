/**
 * The survey: what scenarios have to know of the target's data is found out from the target, on a mock as on a stranger.
 * Facts come from jobs that were read, never from the filters that scenarios will judge: a filter that does nothing
 * must not look like data that shows nothing.
 */
import type { Contract, OperationId } from '../../../spec/contract.js';
import { factOf, FACTS, SLICES, type Facts } from '../../pack/language/facts.js';
import type { CompanyFacts } from '../../pack/language/inputs.js';
import type { SurveyRecord } from '../../record/survey.js';
import { dateInput } from '../../values/dates.js';
import { PREFLIGHT } from '../../wire/wire.js';
import type { Asked, Means } from './asked.js';
import { asker, Unfound } from './ask.js';
import { PARTS, type Context, type Part, type Sizes } from './parts.js';
import { widestWindow } from './slice.js';
import {
  isWithinReach,
  whyUnknown,
  type Kept,
  type StoredSurvey,
  type Unknown,
  type WhyUnknown,
} from './stored.js';

export interface SurveyPlan {
  /** Names of the facts that are asked for. */
  needed: readonly string[];
  parts: readonly Part[];
  sizes: Sizes;
  /** The most that it can take. */
  credits: number;
  requests: number;
  /** Facts that will be missing, whatever the target says. */
  why: WhyUnknown;
  /** The survey of an earlier run, which is taken in place of one; null where none is. */
  kept: StoredSurvey | null;
  /** Why the survey of an earlier run is not taken; null where there is none, or it is. */
  anew: string | null;
}

/** Gives what an earlier run found, for the facts that are needed; null where nothing is kept. */
export type Recall = (needed: readonly string[]) => Kept | null;

/** What is read of the slices: as much as can fit into the credits that are allowed. It seldom takes half of that. */
const SIZES: readonly Sizes[] = [
  { market: 48, company: 40 },
  { market: 24, company: 20 },
  { market: 12, company: 10 },
];
/** Where a page of the company's jobs is bought anyway, nearly all of it. */
const MOST_OF_A_PAGE = 88;
/** Which facts a requirement of a scenario names; null for other requirements. */
export function factNamed(requirement: string): string | null {
  if (requirement === 'network') return 'networkUrl';
  if (requirement === 'company') return 'companyUrl';
  return requirement.startsWith('fact:') ? requirement.slice('fact:'.length) : null;
}

/** What has to be asked for the facts that are needed and not named in the profile. */
export function planSurvey(
  needed: Iterable<string>,
  profile: Asked,
  contract: Contract,
  readOnly: boolean,
  recall: Recall = () => null,
): SurveyPlan {
  const price = (id: OperationId): number => contract.operation(id).creditCost;
  const unnamed = [...new Set(needed)].filter((name) => !isNamed(name, profile.companies));
  const recalled = recall(unnamed.filter((name) => PARTS.some(({ provides }) => provides.includes(name))));
  const kept = recalled !== null && 'survey' in recalled ? recalled.survey : null;
  const wanted = kept === null ? partsFor(unnamed, profile) : [];
  const creditsWith = (sizes: Sizes): number =>
    wanted.reduce((sum, part) => sum + part.cost(profile, sizes, price).credits, 0);
  const ceiling = profile.budget.credits;
  const buysPage = unnamed.includes('companyPageFrom');
  const allSizes = buysPage ? [{ ...SIZES[0]!, company: MOST_OF_A_PAGE }, ...SIZES] : SIZES;
  const sizes = allSizes.find((each) => ceiling === null || creditsWith(each) <= ceiling) ?? allSizes.at(-1)!;

  const plan = {
    needed: unnamed,
    parts: [] as Part[],
    sizes,
    credits: 0,
    requests: 0,
    kept,
    anew: recalled !== null && 'anew' in recalled ? recalled.anew : null,
    why: kept === null ? ({} as Record<string, Unknown>) : whyUnknown(kept),
  };
  const leaveOut = (part: Part, reason: string, looked: boolean): void => {
    for (const name of part.provides) plan.why[name] = { reason, looked };
  };
  for (const part of wanted) {
    const { credits, requests } = part.cost(profile, sizes, price);
    const absent = part.asks(profile).find((id) => profile.absent.includes(id));
    if (absent !== undefined)
      leaveOut(part, `only ${absent} could tell it, which the profile declares absent`, true);
    else if (credits > 0 && readOnly)
      leaveOut(part, `finding it out can cost ${credits} credits, and the run is --read-only`, false);
    else if (ceiling !== null && credits > ceiling)
      leaveOut(part, `finding it out can cost ${credits} credits, and --max-credits is ${ceiling}`, false);
    else {
      plan.parts.push(part);
      plan.credits = Math.min(plan.credits + credits, ceiling ?? Infinity);
      plan.requests += requests;
    }
  }
  return plan;
}

function isNamed(name: string, companies: CompanyFacts): boolean {
  return Object.hasOwn(companies, name) && companies[name as keyof CompanyFacts] !== null;
}

/** The parts that tell one of the facts, and those that they lean on, in the order in which they go. */
function partsFor(needed: readonly string[], { companies }: Asked): Part[] {
  const wanted = new Set<string>();
  const want = (part: Part): void => {
    wanted.add(part.name);
    for (const each of PARTS) {
      const isKnown = each.provides.includes('companyUrl') && companies.companyUrl !== null;
      if (part.after.includes(each.name) && !isKnown) want(each);
    }
  };
  for (const part of PARTS) if (part.provides.some((name) => needed.includes(name))) want(part);
  return PARTS.filter(({ name }) => wanted.has(name));
}

export interface Surveyed {
  companies: CompanyFacts;
  facts: Facts;
  why: WhyUnknown;
  /** For the report; null where nothing had to be found out. */
  record: SurveyRecord | null;
}

/** Asks the target for what the profile does not say. Whatever the target does, what it does not tell stays unknown. */
export async function survey(
  plan: SurveyPlan,
  session: Means,
  target: { companies: CompanyFacts; clockOffset: number },
): Promise<Surveyed> {
  const surveyed = await askOrRecall(plan, session, target);
  const facts = { ...widestDays(session.time.now() + target.clockOffset), ...surveyed.facts };
  return { ...surveyed, facts };
}

/** Scenarios that need nothing of a slice but its days can run without one, up to what was posted today. */
function widestDays(now: number): Facts {
  const { published_after: from } = widestWindow(now);
  const to = dateInput('tomorrow', now) ?? '';
  return Object.fromEntries(
    SLICES.flatMap((slice) => [
      [factOf(slice, 'From'), from],
      [factOf(slice, 'To'), to],
    ]),
  );
}

async function askOrRecall(
  plan: SurveyPlan,
  session: Means,
  target: { companies: CompanyFacts; clockOffset: number },
): Promise<Surveyed> {
  const { profile, budget, time, accounts, documents } = session;
  const companies = { ...target.companies };
  if (plan.kept !== null) return recalledFrom(plan.kept, companies, session.time.now() + target.clockOffset);
  if (plan.parts.length === 0) return { companies, facts: {}, why: plan.why, record: null };
  const requestsBefore = budget.requests;
  budget.reserve(PREFLIGHT, plan.credits);
  const targetNow = (): number => time.now() + target.clockOffset;
  const why: Record<string, Unknown> = { ...plan.why };
  const context: Context = {
    needed: plan.needed,
    unknown: why,
    profile,
    contract: documents.contract,
    sizes: plan.sizes,
    now: targetNow(),
    ask: asker(session, plan.requests, targetNow),
    companies,
    facts: {},
    why: new Map(),
    slices: {},
    boards: [],
    lookedUp: [],
  };
  for (const part of plan.parts) Object.assign(why, await performedWithin(budget.room, part, context));
  budget.release(PREFLIGHT);
  await accounts.dispose(PREFLIGHT);
  return {
    companies,
    facts: context.facts,
    why,
    record: {
      facts: { ...foundCompanies(target.companies, companies), ...context.facts },
      slices: Object.entries(context.slices).map(([name, { window, total, jobs }]) => ({
        name,
        from: window.published_after,
        to: window.published_before,
        total,
        read: jobs.length,
      })),
      unknown: Object.entries(why).map(([name, unknown]) => ({ name, ...unknown })),
      requests: budget.requests - requestsBefore,
      credits: budget.spentBy(PREFLIGHT),
    },
  };
}

/** What an earlier run found, where the profile and the target say nothing themselves. */
function recalledFrom(kept: StoredSurvey, told: CompanyFacts, targetNow: number): Surveyed {
  // Only now is it known what time it is there.
  if (!isWithinReach(kept, targetNow)) {
    const reason = "by the target's clock its days are not within reach: remove the file of --survey";
    const lost = PARTS.flatMap(({ provides }) => provides).filter((name) => !isNamed(name, told));
    const why = Object.fromEntries(lost.map((name) => [name, { reason, looked: false }]));
    return { companies: told, facts: {}, why, record: null };
  }
  const companies = {
    ...kept.companies,
    ...Object.fromEntries(Object.entries(told).filter(([, value]) => value !== null)),
  };
  const why = whyUnknown(kept);
  return {
    companies,
    facts: kept.facts,
    why,
    record: {
      facts: { ...foundCompanies(told, companies), ...kept.facts },
      slices: kept.slices,
      unknown: Object.entries(why).map(([name, unknown]) => ({ name, ...unknown })),
      requests: 0,
      credits: 0,
      recalled: kept.madeAt,
    },
  };
}

/** What was found out about companies, as inputs name it. */
function foundCompanies(before: CompanyFacts, after: CompanyFacts): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => value !== null && !isNamed(name, before)),
  );
}

/** Performs a part where there is room for the most that it can cost: those before it may have cost less than that. */
async function performedWithin(room: number | null, part: Part, context: Context): Promise<WhyUnknown> {
  const { profile, sizes, contract } = context;
  const { credits } = part.cost(profile, sizes, (id) => contract.operation(id).creditCost);
  if (room === null || credits === 0 || credits <= room) return performed(part, context);
  const reason = `finding it out can cost ${credits} credits, and ${room} of --max-credits ${profile.budget.credits} remain`;
  return Object.fromEntries(part.provides.map((name) => [name, { reason, looked: false }]));
}

/** Performs a part, and says why which of its facts are missing. */
async function performed(part: Part, context: Context): Promise<WhyUnknown> {
  let failure: Unfound | null = null;
  try {
    await part.find(context);
  } catch (error) {
    if (!(error instanceof Unfound)) throw error;
    failure = error;
  }
  const missing = part.provides.filter(
    (name) => !Object.hasOwn(context.facts, name) && !isNamed(name, context.companies),
  );
  return Object.fromEntries(
    missing.map((name) => [
      name,
      {
        reason: failure?.message ?? context.why.get(name) ?? `the data shows none: ${FACTS.get(name)}`,
        looked: failure?.looked ?? true,
      },
    ]),
  );
}
