/**
 * What a run finds out about companies from the target itself, where the profile names none: jobs of a direct search
 * name companies, and the legacy search by name tells a company's profile URL, its details and how many jobs it has.
 */
import type { Contract, OperationId } from '../../spec/contract.js';
import type { RecordedResponse } from '../record/exchange.js';
import { dateInput } from '../values/dates.js';
import { type CompanyFacts } from '../pack/language/inputs.js';
import { follow } from '../values/pointers.js';
import { outwait } from '../wire/patience.js';
import type { Session, TargetState } from './session.js';
import type { Profile } from './profile.js';
import { BudgetSpent } from '../wire/budget.js';
import { ownRequest, PREFLIGHT } from '../wire/wire.js';

/** Jobs of one direct search, and how many of the companies that they name are looked up. */
const SAMPLE = 10;
const NAMES = 8;
/** A sample from further back, until a company suits; none of today, whose jobs company searches leave out. */
const SAMPLES_UNTIL = ['today', 'daysAgo14', 'daysAgo28'];

/** Packs ask for more jobs than a page of 100 holds, and for 30 days of them that fit on one. */
const LEAST_JOBS = 101;
const MOST_JOBS = 400;
/** A page of 100 has to stay below the 4 MiB of a stored result (§8). */
const MOST_BYTES_PER_JOB = (4 * 1024 * 1024) / 100;
/** What is longer is no name and no address. */
const LONGEST = 300;

/** The most that finding a company out can take. */
export interface DiscoveryCost {
  credits: number;
  requests: number;
}

/** Why a fact about a company is not known. */
export type WhyUnknown = Partial<Record<keyof CompanyFacts, string>>;

export interface Discovered {
  companies: CompanyFacts;
  why: WhyUnknown;
  /** For the report: what was found out, from where and at what cost, or why nothing was. */
  notes: string[];
}

const FACTS = ['companyUrl', 'networkUrl', 'companyName', 'companyDomain'] as const;

/** The facts as they would be, could all of them be found out. */
export function allFoundOut(companies: CompanyFacts): CompanyFacts {
  const hoped = { ...companies };
  for (const fact of FACTS) hoped[fact] ??= '';
  return hoped;
}

function whyAll(reason: string): WhyUnknown {
  return Object.fromEntries(FACTS.map((fact) => [fact, reason]));
}

/** What finding a company out can cost at most; null with the reason where it will not be tried. */
export function priceOfDiscovery(
  profile: Profile,
  contract: Contract,
  readOnly: boolean,
): { most: DiscoveryCost | null; why: WhyUnknown } {
  // A mock with its admin API tells what it holds, free of charge.
  if (profile.adminUrl !== null) return { most: null, why: {} };
  const not = (reason: string): ReturnType<typeof priceOfDiscovery> => ({ most: null, why: whyAll(reason) });
  const asked: OperationId[] = [
    ...(isNamed(profile.companies) ? [] : (['searchJobs'] as const)),
    profile.companies.companyUrl === null ? 'searchCompanyJobsLegacy' : 'searchCompanyJobs',
  ];
  const absent = asked.find((id) => profile.absent.includes(id));
  if (absent !== undefined) return not(`only ${absent} could tell it, which the profile declares absent`);
  const price = (id: OperationId): number => contract.operation(id).creditCost;
  const samples = isNamed(profile.companies) ? 0 : SAMPLES_UNTIL.length;
  // One for each name, and one for the domain of the web site.
  const lookups = (samples === 0 ? 1 : samples * NAMES) + 1;
  const most: DiscoveryCost = {
    credits: samples * SAMPLE * price('searchJobs') + lookups * price('searchCompanyJobsLegacy'),
    requests: samples + lookups,
  };
  const ceiling = profile.budget.credits;
  if (readOnly) return not(`finding it out can cost ${most.credits} credits, and the run is --read-only`);
  if (ceiling !== null && most.credits > ceiling)
    return not(`finding it out can cost ${most.credits} credits, and --max-credits is ${ceiling}`);
  return { most, why: {} };
}

function isNamed({ companyUrl, companyName, companyDomain }: CompanyFacts): boolean {
  return [companyUrl, companyName, companyDomain].some((each) => each !== null);
}

/** Ends the search for a company without blaming the target; the message says why. */
class Unfound extends Error {}

/** Throws Unfound where there is no answer to be had. */
type Ask = (operation: OperationId, body: unknown) => Promise<RecordedResponse>;

/** A company as one search told it. */
interface Company {
  /** By which it was found, else the one of its details. */
  name: string | null;
  url: string | null;
  details: unknown;
  jobs: number;
  bytes: number;
}

/** Asks the target for what the profile does not say. Whatever the target does, what it does not tell stays unknown. */
export async function discover(
  plan: { discovery: DiscoveryCost | null; why: WhyUnknown },
  session: Session,
  target: TargetState,
): Promise<Discovered> {
  const { profile, budget, time } = session;
  if (plan.discovery === null) return { companies: target.companies, why: plan.why, notes: [] };
  const requestsBefore = budget.requests;
  budget.reserve(PREFLIGHT, plan.discovery.credits);
  const targetNow = (): number => time.now() + target.clockOffset;
  const ask = asker(session, targetNow);
  const companies = { ...profile.companies };
  let why: WhyUnknown = {};
  try {
    const company = isNamed(companies)
      ? await namedCompany(companies, ask)
      : await sampledCompany(companies.networkUrl, targetNow(), ask);
    companies.companyUrl ??= company.url;
    companies.networkUrl ??= company.url?.replace(/\/company\/.*$/, '') ?? null;
    companies.companyName ??= company.name;
    if (companies.companyDomain === null) {
      const { domain, why: reason } = await domainOf(company, profile, ask);
      companies.companyDomain = domain;
      why = { companyDomain: reason };
    }
  } catch (error) {
    if (!(error instanceof Unfound)) throw error;
    why = whyAll(error.message);
  }
  budget.release(PREFLIGHT);
  const spent = `${budget.requests - requestsBefore} requests, ${budget.spentBy(PREFLIGHT)} credits`;
  return { companies, why, notes: [noteOf(profile.companies, companies, why, spent)] };
}

/** `companyUrl https://…, companyName Acme: found out …` */
function noteOf(before: CompanyFacts, after: CompanyFacts, why: WhyUnknown, spent: string): string {
  const found = FACTS.filter((fact) => before[fact] === null && after[fact] !== null);
  const missing = FACTS.filter((fact) => after[fact] === null);
  const because = missing.map((fact) => why[fact]).find((each) => each !== undefined) ?? '';
  const lacks = missing.length === 0 ? '' : ` Not ${missing.join(', ')}: ${because}.`;
  return found.length === 0
    ? `No company was found out from the target (${spent}): ${because}. Name one in the profile.`
    : `Found out from the target's own jobs and company details (${spent}): ${found
        .map((fact) => `${fact} ${after[fact]}`)
        .join(', ')}.${lacks} Set them in the profile to skip this lookup.`;
}

function asker({ documents, wire, budget, profile, patience }: Session, targetNow: () => number): Ask {
  const key = profile.keys.active ?? '';
  let asked = 0;
  return async (id, body) => {
    const name = NAME_OF[id] ?? id;
    asked += 1;
    const request = ownRequest(`company-${asked}`, documents.contract.operation(id), key, body, targetNow());
    try {
      const [first] = await wire.send([request]);
      if (first === undefined) throw new Unfound(`${name} was not sent`);
      const isRefusal = ({ response }: typeof first): boolean =>
        response?.status === 429 || response?.status === 503;
      const { exchange, gaveUp } = await outwait(first, request, isRefusal, patience);
      if (gaveUp !== null) throw new Unfound(`${name}: ${gaveUp}`);
      const overspent = budget.overspent(PREFLIGHT);
      if (overspent !== null) throw new Unfound(overspent);
      if (exchange.response === null) throw new Unfound(`${name}: ${exchange.failure?.message}`);
      return exchange.response;
    } catch (error) {
      throw error instanceof BudgetSpent ? new Unfound(error.message) : error;
    }
  };
}

const NAME_OF: Partial<Record<OperationId, string>> = {
  searchJobs: 'the direct search',
  searchCompanyJobs: 'the company search',
  searchCompanyJobsLegacy: 'the legacy search',
};

/** The rest of the company that the profile names by one of its facts. */
async function namedCompany(known: CompanyFacts, ask: Ask): Promise<Company> {
  const { companyUrl, companyName, companyDomain } = known;
  const company =
    companyUrl === null
      ? await lookUp(ask, 'searchCompanyJobsLegacy', {
          ...(companyName === null ? {} : { company_name: companyName }),
          ...(companyDomain === null ? {} : { company_domain: companyDomain }),
        })
      : await lookUp(ask, 'searchCompanyJobs', { company_network_url: companyUrl });
  if (companyUrl === null && !isProfileUrl(company?.url ?? null, known.networkUrl))
    throw new Unfound('the legacy search tells no profile URL for what the profile names');
  return company ?? { name: null, url: companyUrl, details: null, jobs: 0, bytes: 0 };
}

/** A company that suits, else the best of those that jobs of the target name. */
async function sampledCompany(networkUrl: string | null, now: number, ask: Ask): Promise<Company> {
  const tried = new Set<string>();
  let best: Company | null = null;
  try {
    for (const until of SAMPLES_UNTIL) {
      const sample = await ask('searchJobs', { published_before: dateInput(until, now), limit: SAMPLE });
      if (sample.status !== 200) throw new Unfound(`the direct search answered ${sample.status}`);
      const names = namesIn(sample.body).filter((name) => !tried.has(name.toLowerCase()));
      for (const name of names.slice(0, NAMES)) {
        tried.add(name.toLowerCase());
        const company = await lookUp(ask, 'searchCompanyJobsLegacy', { company_name: name });
        if (company === null || company.jobs === 0 || !isProfileUrl(company.url, networkUrl)) continue;
        if (best === null || worthOf(company) > worthOf(best)) best = company;
        if (worthOf(best) >= SUITABLE) return best;
      }
    }
  } catch (error) {
    if (best === null || !(error instanceof Unfound)) throw error;
  }
  if (best !== null) return best;
  throw new Unfound(
    tried.size === 0
      ? 'the jobs of a direct search name no company'
      : `the legacy search tells no company profile URL for any of ${tried.size} names of companies with jobs`,
  );
}

/** Null for a company that the target refuses to look up. */
async function lookUp(
  ask: Ask,
  operation: 'searchCompanyJobs' | 'searchCompanyJobsLegacy',
  identity: { company_name?: string; company_domain?: string; company_network_url?: string },
): Promise<Company | null> {
  const { status, body, bodyText } = await ask(operation, { ...identity, limit: 1 });
  if (status === 400 || status === 422) return null;
  if (status !== 200) throw new Unfound(`${NAME_OF[operation]} answered ${status}`);
  const details = follow(body, ['data', 'company_details']);
  const jobs = follow(body, ['data', 'total_jobs_found']);
  const [asked, told] = [identity.company_name ?? null, textAt(details, 'company_name')];
  return {
    name: asked?.toLowerCase() === told?.toLowerCase() ? told : (asked ?? told),
    url: textAt(details, 'network_url'),
    details,
    jobs: Number.isSafeInteger(jobs) ? (jobs as number) : 0,
    bytes: bodyText.length,
  };
}

const SUITABLE = 2 * LEAST_JOBS;

/** How much of what packs ask for the company can offer. */
function worthOf({ name, details, jobs, bytes }: Company): number {
  // Those with too many are worth as much as those with few.
  const offered = bytes > MOST_BYTES_PER_JOB ? 0 : Math.min(jobs > MOST_JOBS ? 30 : jobs, LEAST_JOBS);
  const isWhole = textAt(details, 'website') !== null && textAt(details, 'industry') !== null;
  // Scenarios look for jobs under the name of the details.
  const isNamedAlike = textAt(details, 'company_name') === name;
  return (isNamedAlike ? LEAST_JOBS : 0) + (isWhole ? offered : offered / 2);
}

/** The domain of its web site, where the legacy search finds the company by it. */
async function domainOf(
  company: Company,
  profile: Profile,
  ask: Ask,
): Promise<{ domain: string | null; why: string }> {
  const domain = domainIn(company.details);
  if (domain === null) return { domain, why: 'its details name no web site' };
  if (profile.absent.includes('searchCompanyJobsLegacy')) return { domain, why: '' };
  const { status, body } = await ask('searchCompanyJobsLegacy', { company_domain: domain, limit: 1 });
  // Web sites can stand elsewhere than what a company is known by; any other answer is for the scenarios to judge.
  const url = textAt(follow(body, ['data', 'company_details']), 'network_url');
  return status === 200 && url !== company.url
    ? { domain: null, why: `a search by ${domain}, where its web site is, leads elsewhere` }
    : { domain, why: '' };
}

/** The domain of the web site in company details. */
export function domainIn(details: unknown): string | null {
  const website = textAt(details, 'website');
  if (website === null || !URL.canParse(website)) return null;
  return new URL(website).hostname.replace(/^www\./, '') || null;
}

function isProfileUrl(url: string | null, networkUrl: string | null): boolean {
  return url !== null && /^https?:\/\/[^/]+.*\/company\/[^/]/.test(url) && url.startsWith(networkUrl ?? '');
}

/** Names of companies in a page of jobs, each once. */
function namesIn(body: unknown): string[] {
  const jobs = follow(body, ['data', 'jobs']);
  const names = new Map<string, string>();
  for (const job of Array.isArray(jobs) ? jobs : []) {
    const name = textAt(job, 'Company Name');
    if (name !== null && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
  }
  return [...names.values()];
}

/** A text of reasonable length that is not blank. */
function textAt(value: unknown, member: string): string | null {
  const text = follow(value, [member]);
  return typeof text === 'string' && text.trim() !== '' && text.length <= LONGEST ? text : null;
}
