/**
 * What a run finds out about companies, where the profile names none: jobs of a direct search name companies, and the
 * legacy search by name tells a company's profile URL, its details and how many jobs it has.
 */
import type { OperationId } from '../../../spec/contract.js';
import { dateInput } from '../../values/dates.js';
import type { CompanyFacts } from '../../pack/language/inputs.js';
import { follow } from '../../values/pointers.js';
import type { Job } from '../../values/postings.js';
import { NAME_OF, Unfound, type Ask } from './ask.js';
import { pageIn, textAt } from './slice.js';

/** Jobs of one direct search, and how many of the companies that they name are looked up. */
const SAMPLE = 10;
const NAMES = 12;
/** Where the first of them have too many jobs each, so have the others. */
const TOO_LARGE_FIRST = 4;
/** A sample from further back, until a company suits; none of today, whose jobs company searches leave out. */
const SAMPLES_UNTIL = ['today', 'daysAgo14', 'daysAgo28'];

/** Packs ask for more jobs than a page of 100 holds, and for 30 days of them that fit on one. */
const LEAST_JOBS = 101;
const MOST_JOBS = 400;
/** A page of 100 has to stay below the 4 MiB of a stored result (§8). */
const MOST_BYTES_PER_JOB = (4 * 1024 * 1024) / 100;

export const COMPANY_FACTS = ['companyUrl', 'networkUrl', 'companyName', 'companyDomain'] as const;

/** The operations that finding the company out needs, and the most that it can take. */
export function companyCost(companies: CompanyFacts): {
  asks: OperationId[];
  samples: number;
  lookups: number;
  sampled: number;
} {
  const samples = isNamed(companies) ? 0 : SAMPLES_UNTIL.length;
  return {
    asks: [
      ...(samples === 0 ? [] : (['searchJobs'] as const)),
      companies.companyUrl === null ? 'searchCompanyJobsLegacy' : 'searchCompanyJobs',
    ],
    samples,
    sampled: samples * SAMPLE,
    // One for each name, one for the domain of the web site, and four for the form of profile URLs.
    lookups: (samples === 0 ? 1 : samples * NAMES) + (companies.companyUrl === null ? 5 : 1),
  };
}

function isNamed({ companyUrl, companyName, companyDomain }: CompanyFacts): boolean {
  return [companyUrl, companyName, companyDomain].some((each) => each !== null);
}

/** A company as one search told it. */
export interface Company {
  /** By which it was found, else the one of its details. */
  name: string | null;
  url: string | null;
  industry: string | null;
  details: unknown;
  jobs: number;
  bytes: number;
}

export interface FoundCompany {
  companies: CompanyFacts;
  /** Every company that was looked up and has a profile URL, the one that was chosen first. */
  all: Company[];
  whyNoDomain: string;
}

/** The company that scenarios search, as far as it is not known. `jobs` were read before, and may name it. */
export async function findCompany(
  known: CompanyFacts,
  absent: readonly OperationId[],
  jobs: readonly Job[],
  now: number,
  ask: Ask,
): Promise<FoundCompany> {
  const companies = { ...known };
  const all: Company[] = [];
  const company = isNamed(companies)
    ? await namedCompany(companies, ask)
    : await sampledCompany(companies.networkUrl, jobs, all, now, ask);
  const isSettled = companies.companyUrl !== null || absent.includes('searchCompanyJobs');
  const taken = isSettled
    ? (companies.companyUrl ?? company.url)
    : await formTaken(company.url, companies.networkUrl, ask);
  companies.networkUrl ??= taken?.replace(/\/company\/.*$/i, '') ?? null;
  const [told, name] = [nameIn(company.url), nameIn(taken)];
  const isSmall = name !== told && name === told?.toLowerCase();
  for (const each of new Set([company, ...all])) {
    each.url = behind(each.url, companies.networkUrl);
    if (isSmall) each.url = each.url && inSmallLetters(each.url);
  }
  companies.companyUrl ??= company.url;
  companies.companyName ??= company.name;
  const { domain, why } =
    companies.companyDomain === null
      ? await domainOf(company, companies.networkUrl, absent, ask)
      : { domain: companies.companyDomain, why: '' };
  companies.companyDomain = domain;
  return { companies, all: [company, ...all.filter((each) => each !== company)], whyNoDomain: why };
}

/**
 * A profile URL as company searches take it: details may tell it with `www.`, or its name in another case, and searches know it
 * without. The one that was told where they know none of them.
 */
async function formTaken(url: string | null, networkUrl: string | null, ask: Ask): Promise<string | null> {
  if (url === null) return null;
  const all = [url, inSmallLetters(url)].flatMap((each) => [each, each.replace('://www.', '://')]);
  const forms = new Set(all.filter((each) => each.startsWith(networkUrl ?? '')));
  if (forms.size < 2) return url;
  let accepted: string | null = null;
  for (const form of forms) {
    const company = await lookUp(ask, 'searchCompanyJobs', { company_network_url: form });
    if (company !== null && (company.jobs > 0 || company.details !== null)) return form;
    if (company !== null) accepted ??= form;
  }
  return accepted ?? url;
}

/** The last part of a profile URL. */
function nameIn(url: string | null): string | null {
  return /[^/]+$/.exec(url ?? '')?.[0] ?? null;
}

function inSmallLetters(url: string): string {
  return url.replace(/[^/]+$/, (name) => name.toLowerCase());
}

/** The rest of the company that the profile names by one of its facts. */
async function namedCompany(known: CompanyFacts, ask: Ask): Promise<Company> {
  const { companyUrl, companyName, companyDomain } = known;
  const company =
    companyUrl === null
      ? await lookUp(
          ask,
          'searchCompanyJobsLegacy',
          {
            ...(companyName === null ? {} : { company_name: companyName }),
            ...(companyDomain === null ? {} : { company_domain: companyDomain }),
          },
          known.networkUrl,
        )
      : await lookUp(ask, 'searchCompanyJobs', { company_network_url: companyUrl }, known.networkUrl);
  if (companyUrl === null && !isProfileUrl(company?.url ?? null, known.networkUrl))
    throw new Unfound('the legacy search tells no profile URL for what the profile names', true);
  return company ?? { name: null, url: companyUrl, industry: null, details: null, jobs: 0, bytes: 0 };
}

/** A company that suits, else the best of those that jobs of the target name. */
async function sampledCompany(
  networkUrl: string | null,
  read: readonly Job[],
  all: Company[],
  now: number,
  ask: Ask,
): Promise<Company> {
  const tried = new Set<string>();
  let best: Company | null = null;
  const tryNames = async (jobs: readonly Job[]): Promise<Company | null> => {
    const names = namesIn(jobs).filter(({ name }) => !tried.has(name.toLowerCase()));
    const seen = { jobs: 0, of: 0 };
    for (let tries = 0; tries < NAMES && names.length > 0; tries += 1) {
      const [named] = names.splice(likeliest(names, seen), 1);
      const { name } = named!;
      tried.add(name.toLowerCase());
      const company = await lookUp(ask, 'searchCompanyJobsLegacy', { company_name: name }, networkUrl);
      if (company === null || company.jobs === 0 || !isProfileUrl(company.url, networkUrl)) continue;
      seen.jobs += named!.jobs;
      seen.of += company.jobs;
      all.push(company);
      if (best === null || worthOf(company) > worthOf(best)) best = company;
      if (worthOf(best) >= SUITABLE) return best;
      if (all.length === TOO_LARGE_FIRST && all.every((each) => each.jobs > MOST_JOBS)) break;
    }
    return null;
  };
  try {
    // What was read already names companies for nothing.
    const found = read.length > 0 ? await tryNames(read) : null;
    if (found !== null) return found;
    for (const until of tried.size > 0 ? [] : SAMPLES_UNTIL) {
      const sampled = await tryNames(await sample(until, now, ask));
      if (sampled !== null) return sampled;
    }
  } catch (error) {
    if (best === null || !(error instanceof Unfound)) throw error;
  }
  if (best !== null) return best;
  throw new Unfound(
    tried.size === 0
      ? 'the jobs of a direct search name no company'
      : `the legacy search tells no company profile URL for any of ${tried.size} names of companies with jobs`,
    true,
  );
}

/** The name that is likely to have about as many jobs as suit, by those that companies with so many named jobs had so far. */
function likeliest(names: readonly Named[], { jobs, of }: { jobs: number; of: number }): number {
  if (jobs === 0) return 0;
  const offOf = (named: Named): number =>
    Math.abs(Math.log((named.jobs * of) / jobs / Math.sqrt(LEAST_JOBS * MOST_JOBS)));
  const usual = names.filter(({ isSparse }) => !isSparse);
  const among = usual.length > 0 ? usual : names;
  return names.indexOf(among.reduce((best, each) => (offOf(each) < offOf(best) ? each : best)));
}

async function sample(until: string, now: number, ask: Ask): Promise<Job[]> {
  const answer = await ask('searchJobs', { published_before: dateInput(until, now), limit: SAMPLE });
  if (answer.status !== 200) throw new Unfound(`the direct search answered ${answer.status}`, false);
  return pageIn(answer).jobs;
}

/** Null for a company that the target refuses to look up. */
export async function lookUp(
  ask: Ask,
  operation: 'searchCompanyJobs' | 'searchCompanyJobsLegacy',
  identity: {
    company_name?: string;
    company_domain?: string;
    company_network_url?: string;
    published_after?: string;
    published_before?: string;
  },
  networkUrl: string | null = null,
): Promise<Company | null> {
  const { status, body, bodyText } = await ask(operation, { ...identity, limit: 1 });
  if (status === 400 || status === 422) return null;
  if (status !== 200) throw new Unfound(`${NAME_OF[operation]} answered ${status}`, false);
  const details = follow(body, ['data', 'company_details']);
  const jobs = follow(body, ['data', 'total_jobs_found']);
  const [asked, told] = [identity.company_name ?? null, textAt(details, 'company_name')];
  return {
    name: asked?.toLowerCase() === told?.toLowerCase() ? told : (asked ?? told),
    url: profileUrlIn(details, networkUrl),
    industry: textAt(details, 'industry'),
    details,
    jobs: Number.isSafeInteger(jobs) ? (jobs as number) : 0,
    bytes: bodyText.length,
  };
}

const SUITABLE = 2 * LEAST_JOBS;

/** How much of what packs ask for the company can offer. */
function worthOf({ name, industry, details, jobs, bytes }: Company): number {
  // Those with too many are worth as much as those with few.
  const offered = bytes > MOST_BYTES_PER_JOB ? 0 : Math.min(jobs > MOST_JOBS ? 30 : jobs, LEAST_JOBS);
  const isWhole = textAt(details, 'website') !== null && industry !== null;
  // Scenarios look for jobs under the name of the details.
  const isNamedAlike = textAt(details, 'company_name') === name;
  return (isNamedAlike ? LEAST_JOBS : 0) + (isWhole ? offered : offered / 2);
}

/** The domain of its web site, where the legacy search finds the company by it. */
async function domainOf(
  company: Company,
  networkUrl: string | null,
  absent: readonly OperationId[],
  ask: Ask,
): Promise<{ domain: string | null; why: string }> {
  const domain = domainIn(company.details);
  if (domain === null) return { domain, why: 'its details name no web site' };
  if (absent.includes('searchCompanyJobsLegacy')) return { domain, why: '' };
  const { status, body } = await ask('searchCompanyJobsLegacy', { company_domain: domain, limit: 1 });
  // Web sites can stand elsewhere than what a company is known by; any other answer is for the scenarios to judge.
  const url = profileUrlIn(follow(body, ['data', 'company_details']), networkUrl);
  return status === 200 && url?.toLowerCase() !== company.url?.toLowerCase()
    ? { domain: null, why: `a search by ${domain}, where its web site is, leads elsewhere` }
    : { domain, why: '' };
}

/** The domain of the web site in company details. */
function domainIn(details: unknown): string | null {
  const website = textAt(details, 'website');
  if (website === null || !URL.canParse(website)) return null;
  return new URL(website).hostname.replace(/^www\./, '') || null;
}

/**
 * The profile URL in company details, behind the prefix that is known: a service may tell it with `www.`, in another case,
 * or with a slash at its end.
 */
function profileUrlIn(details: unknown, networkUrl: string | null): string | null {
  return behind(textAt(details, 'network_url'), networkUrl);
}

function behind(url: string | null, networkUrl: string | null): string | null {
  const told = url?.replace(/\/+$/, '') ?? null;
  const [, before, identifier] = /^(.*)(\/company\/[^/]+)$/i.exec(told ?? '') ?? [];
  if (networkUrl === null || before === undefined || identifier === undefined) return told;
  const plain = (url: string): string => url.toLowerCase().replace(/^https?:\/\/(www\.)?/, '');
  return plain(before) === plain(networkUrl) ? networkUrl + identifier : told;
}

function isBlank(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

function isProfileUrl(url: string | null, networkUrl: string | null): boolean {
  return url !== null && /^https?:\/\/[^/]+.*\/company\/[^/]/.test(url) && url.startsWith(networkUrl ?? '');
}

/** An employer that jobs name. */
export interface Named {
  name: string;
  /** How many of the jobs name it. */
  jobs: number;
  /** Whether a field that filters speak of is missing in all of them. */
  isSparse: boolean;
}

/** What most employers tell of some of their jobs; one that has none of it shows little. */
const USUAL_FIELDS = ['Job Board', 'Country', 'Job Description'];

/** Companies that jobs name, each once, the most frequent first, those that show little last. */
export function namesIn(jobs: readonly Job[]): Named[] {
  const names = new Map<string, { name: string; own: Job[] }>();
  for (const job of jobs) {
    const name = textAt(job, 'Company Name');
    if (name === null) continue;
    const known = names.get(name.toLowerCase()) ?? { name, own: [] };
    known.own.push(job);
    names.set(name.toLowerCase(), known);
  }
  return [...names.values()]
    .map(({ name, own }) => ({
      name,
      jobs: own.length,
      isSparse: own.length > 1 && USUAL_FIELDS.some((field) => own.every((job) => isBlank(job[field]))),
    }))
    .sort((a, b) => Number(a.isSparse) - Number(b.isSparse) || b.jobs - a.jobs);
}
