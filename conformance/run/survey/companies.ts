/**
 * Finds the companies that the profile does not name. Jobs of a direct search name companies; the legacy search by name
 * returns the profile URL of a company, its details and its number of jobs.
 */
import type { CompanyFacts } from '../../pack/language/facts.js';
import { dateInput } from '../../values/dates.js';
import { integer } from '../../values/fields.js';
import { follow } from '../../values/pointers.js';
import type { Job } from '../../values/postings.js';
import { search, successOf, Unfound } from './ask.js';
import { holdersOf, textAt, texts } from './job-texts.js';
import type { Slice } from './slice.js';
import type { Context } from './steps.js';

/** The jobs of one direct search, and the most companies among them that are looked up. */
const SAMPLE = 10;
const NAMES = 12;
/** If this many first companies all have too many jobs, assume that the others have, too. */
const TOO_LARGE_FIRST = 4;
/** The ends of samples, which are tried until a company is suitable. Jobs of today are left out, as in company searches. */
const SAMPLES_UNTIL = ['today', 'daysAgo14', 'daysAgo28'];

/** Scenarios need more jobs than a page of 100, and 30 days of them that fit on one page. */
const LEAST_JOBS = 101;
const MOST_JOBS = 400;
/** A page of 100 has to stay below the 4 MiB of a stored result (§8). */
const MOST_BYTES_PER_JOB = (4 * 1024 * 1024) / 100;

export function mostSampled(companies: CompanyFacts): { requests: number; jobs: number; names: number } {
  if (isNamed(companies)) return { requests: 0, jobs: 0, names: 1 };
  const requests = SAMPLES_UNTIL.length;
  return { requests, jobs: requests * SAMPLE, names: requests * NAMES };
}

/** Lookups in addition to those of names: of duplicates, the web site's domain, and eight forms of an unknown profile URL. */
export const MOST_LOOKUPS = { searchCompanyJobs: 1, searchCompanyJobsLegacy: 9 + TOO_LARGE_FIRST };

function isNamed({ companyUrl, companyName, companyDomain }: CompanyFacts): boolean {
  return [companyUrl, companyName, companyDomain].some((each) => each !== undefined);
}

export type Company = NonNullable<Awaited<ReturnType<typeof lookUp>>>;

/** The facts that the search for a company begins with. */
export type CompanySearch = Pick<Context, 'facts' | 'now' | 'ask'> & {
  profile: Pick<Context['profile'], 'absent'>;
  slices: { market?: Pick<Slice, 'jobs'> };
};

/**
 * Finds the facts about the company of the scenarios that the profile does not name. `all`: every company that was looked up and
 * has a profile URL, the chosen one first.
 */
export async function findCompany(context: CompanySearch) {
  const { facts: known, profile } = context;
  const isUrlKnown = known.companyUrl !== undefined || profile.absent.includes('searchCompanyJobs');
  const all = isNamed(known) ? [await namedCompany(context)] : await sampledCompanies(context);
  const company = all[0]!;
  const form = isUrlKnown ? company.url : await acceptedForm(company.url, context);
  const accepted = known.companyUrl ?? form;
  const networkUrl = known.networkUrl ?? accepted?.replace(/\/company\/.*$/i, '');
  const [told, name] = [company.url, accepted].map((url) => /[^/]+$/.exec(url ?? '')?.[0]);
  const isInLowerCase = name !== told && name === told?.toLowerCase();
  for (const each of all) {
    each.url = withNetwork(each.url, networkUrl);
    if (isInLowerCase) each.url = each.url && inLowerCase(each.url);
  }
  const { domain, why } = await domainOf(company, networkUrl, context);
  const facts = {
    networkUrl,
    companyUrl: known.companyUrl ?? company.url,
    companyName: known.companyName ?? company.name,
  };
  return { facts, all, domain, whyNoDomain: why };
}

/**
 * Returns the form of a profile URL that company searches accept. Details may contain it with `www.` or `http:`, without `www.`,
 * or with the name in another case. If no search accepts a form, returns the given one.
 */
async function acceptedForm(url: string | null, context: CompanySearch): Promise<string | null> {
  if (url === null) return null;
  const all = [url, inLowerCase(url)].flatMap((each) => {
    const bare = each.replace(/^https?:\/\/(www\.)?/, '');
    return [each, each.replace('://www.', '://'), `https://www.${bare}`, `https://${bare}`];
  });
  const forms = new Set(all.filter((each) => each.startsWith(context.facts.networkUrl ?? '')));
  if (forms.size < 2) return url;
  let accepted: string | null = null;
  for (const form of forms) {
    const company = await lookUp(context, 'searchCompanyJobs', { company_network_url: form });
    if (company !== null && (company.jobs > 0 || company.details !== null)) return form;
    if (company !== null) accepted ??= form;
  }
  return accepted ?? url;
}

function inLowerCase(url: string): string {
  return url.replace(/[^/]+$/, (name) => name.toLowerCase());
}

/** Finds the other facts about the company that the profile names by one fact. */
async function namedCompany(context: CompanySearch): Promise<Company> {
  const { companyUrl: url, companyName, companyDomain, networkUrl } = context.facts;
  if (url !== undefined) {
    const found = await lookUp(context, 'searchCompanyJobs', { company_network_url: url });
    return found ?? { name: null, url, industry: null, details: null, jobs: 0, bytes: 0 };
  }
  const identity = { company_name: companyName, company_domain: companyDomain };
  const company = await lookUp(context, 'searchCompanyJobsLegacy', identity);
  if (company !== null && isProfileUrl(company.url, networkUrl)) return company;
  throw new Unfound('the legacy search returned no profile URL for the company in the profile', true);
}

/** Looks up companies among the target's jobs until one is suitable. Returns the best one first. */
async function sampledCompanies(context: CompanySearch): Promise<Company[]> {
  const { facts, slices, now, ask } = context;
  const { networkUrl } = facts;
  const tried = new Set<string>();
  const all: Company[] = [];
  const isFound = (): boolean => all.some((each) => scoreOf(each) >= SUITABLE);
  const tryNames = async (jobs: readonly Job[]): Promise<void> => {
    const names = namesIn(jobs).filter(({ name }) => !tried.has(name.toLowerCase()));
    const seen = { jobs: 0, of: 0 };
    for (let tries = 0; tries < NAMES && names.length > 0 && !isFound(); tries += 1) {
      const [named] = names.splice(likeliest(names, seen), 1);
      const { name } = named!;
      tried.add(name.toLowerCase());
      const company = await lookUp(context, 'searchCompanyJobsLegacy', { company_name: name });
      if (company === null || company.jobs === 0 || !isProfileUrl(company.url, networkUrl)) continue;
      if (scoreOf(company) >= SUITABLE) company.jobs = await jobsToBuy(company, name, context);
      seen.jobs += named!.jobs;
      seen.of += company.jobs;
      all.push(company);
      if (all.length === TOO_LARGE_FIRST && all.every((each) => each.jobs > MOST_JOBS)) break;
    }
  };
  try {
    // The jobs of the slice are paid for.
    await tryNames(slices.market?.jobs ?? []);
    for (const until of tried.size > 0 ? [] : SAMPLES_UNTIL) {
      const body = { published_before: dateInput(until, now), limit: SAMPLE };
      if (!isFound()) await tryNames((await search(ask, 'searchJobs', body)).jobs);
    }
  } catch (error) {
    if (all.length === 0 || !(error instanceof Unfound)) throw error;
  }
  const first = all.toSorted((a, b) => scoreOf(b) - scoreOf(a))[0];
  if (first !== undefined) return [first, ...all.filter((each) => each !== first)];
  throw new Unfound(
    tried.size === 0
      ? 'the jobs of a direct search name no company'
      : `the legacy search returned no profile URL for any of ${tried.size} names of companies with jobs`,
    true,
  );
}

/** The number of jobs of a company. If there are far too many with duplicates, which slices contain, returns that number. */
async function jobsToBuy({ jobs }: Company, name: string, context: CompanySearch): Promise<number> {
  const identity = { company_name: name, exclude_duplicates: false };
  const all = (await lookUp(context, 'searchCompanyJobsLegacy', identity))?.jobs ?? jobs;
  return all > 2 * MOST_JOBS ? all : jobs;
}

/** The index of the name that probably has a suitable number of jobs, estimated from the companies that were looked up so far. */
function likeliest(names: readonly Named[], { jobs, of }: { jobs: number; of: number }): number {
  if (jobs === 0) return 0;
  const offOf = (named: Named): number =>
    Math.abs(Math.log((named.jobs * of) / jobs / Math.sqrt(LEAST_JOBS * MOST_JOBS)));
  return names.indexOf(names.reduce((best, each) => (offOf(each) < offOf(best) ? each : best)));
}

/** Looks up a company by members of the body. Returns null if the target refuses. */
export async function lookUp(
  { ask, facts: { networkUrl } }: Pick<Context, 'facts' | 'ask'>,
  operation: 'searchCompanyJobs' | 'searchCompanyJobsLegacy',
  identity: Readonly<Record<string, unknown>>,
) {
  const response = await ask(operation, { ...identity, limit: 1 });
  if (response.status === 400 || response.status === 422) return null;
  const { body, bodyText } = successOf(operation, response);
  const details = follow(body, ['data', 'company_details']);
  const [asked, returned] = [textAt(identity, 'company_name'), textAt(details, 'company_name')];
  return {
    /** The name in the search, else the name in the details. */
    name: asked?.toLowerCase() === returned?.toLowerCase() ? returned : (asked ?? returned),
    url: withNetwork(textAt(details, 'network_url'), networkUrl),
    industry: textAt(details, 'industry'),
    details,
    jobs: integer(follow(body, ['data', 'total_jobs_found'])) ?? 0,
    bytes: bodyText.length,
  };
}

const SUITABLE = 2 * LEAST_JOBS;

/** How well a company fits the needs of the scenarios. */
function scoreOf({ name, industry, details, jobs, bytes }: Company): number {
  // Companies with too many jobs count as much as those with few.
  const offered = bytes > MOST_BYTES_PER_JOB ? 0 : Math.min(jobs > MOST_JOBS ? 30 : jobs, LEAST_JOBS);
  const isWhole = textAt(details, 'website') !== null && industry !== null;
  // Scenarios look for jobs under the name of the details.
  const isNamedAlike = textAt(details, 'company_name') === name;
  return (isNamedAlike ? LEAST_JOBS : 0) + (isWhole ? offered : offered / 2);
}

/** The domain that the profile names, else that of the company's web site, if the legacy search finds the company by it. */
async function domainOf(
  { url, details }: Company,
  networkUrl: string | undefined,
  { ask, facts: { companyDomain }, profile }: CompanySearch,
): Promise<{ domain: string | null; why: string }> {
  const website = textAt(details, 'website') ?? '';
  const host = URL.canParse(website) ? new URL(website).hostname.replace(/^www\./, '') : '';
  const domain = companyDomain ?? host;
  if (domain === '') return { domain: null, why: 'its details name no web site' };
  if (profile.absent.includes('searchCompanyJobsLegacy')) return { domain, why: '' };
  const { status, body } = await ask('searchCompanyJobsLegacy', { company_domain: domain, limit: 1 });
  // A web site can have another domain than the company. Scenarios judge any other answer.
  const found = withNetwork(textAt(follow(body, ['data', 'company_details']), 'network_url'), networkUrl);
  if (status !== 200 || found?.toLowerCase() === url?.toLowerCase()) return { domain, why: '' };
  const source = companyDomain === undefined ? 'where its web site is' : 'as the profile says';
  return { domain: null, why: `a search by ${domain}, ${source}, leads elsewhere` };
}

/** A profile URL with the known prefix: a service may show it with `www.`, in another case, or with a slash at its end. */
function withNetwork(url: string | null, networkUrl: string | undefined): string | null {
  const bare = url?.replace(/\/+$/, '') ?? null;
  const [, before, identifier] = /^(.*)(\/company\/[^/]+)$/i.exec(bare ?? '') ?? [];
  if (networkUrl === undefined || before === undefined || identifier === undefined) return bare;
  const plain = (url: string): string => url.toLowerCase().replace(/^https?:\/\/(www\.)?/, '');
  return plain(before) === plain(networkUrl) ? networkUrl + identifier : bare;
}

function isProfileUrl(url: string | null, networkUrl: string | undefined): boolean {
  return url !== null && /^https?:\/\/[^/]+.*\/company\/[^/]/.test(url) && url.startsWith(networkUrl ?? '');
}

/** An employer that jobs name. */
type Named = ReturnType<typeof namesIn>[number];

/** Companies that jobs name, each once, the most frequent first. */
export function namesIn(jobs: readonly Job[]) {
  return holdersOf(jobs, texts('Company Name'), (name) => name.toLowerCase())
    .map(([name, own]) => ({ name, jobs: own.size }))
    .sort((a, b) => b.jobs - a.jobs);
}
