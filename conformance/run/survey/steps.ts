/** The steps of the survey: the facts that each finds, its most requests and credits, and how it finds the facts. */
import type { Contract, OperationId } from '../../../spec/contract.js';
import {
  DAYS,
  factOf,
  FACTS,
  SLICE_FACTS,
  type CompanyFacts,
  type FactName,
  type Facts,
  type SliceFact,
  type SliceName,
} from '../../pack/language/facts.js';
import { MOST_SOLD } from '../../judge/changes.js';
import { dateInput, shiftDay } from '../../values/dates.js';
import { isText } from '../../values/fields.js';
import { follow } from '../../values/pointers.js';
import { addressOf, type Job } from '../../values/postings.js';
import { pageIn, reader, Unfound, unlessUnfound, type Ask, type Read, type Window } from './ask.js';
import type { Profile } from '../target/profile.js';
import { findCompany, lookUp, MOST_LOOKUPS, mostSampled, namesIn, type Company } from './companies.js';
import { textAt } from './job-texts.js';
import {
  isListedOtherwise,
  locationFacts,
  LOCATION_TRIES,
  optionsIn,
  SPELLING_TRIES,
  textFacts,
  type Option,
} from './lookups.js';
import { costOfSlice, findPage, PAGE_PROBES, readSlice, type Slice } from './slice.js';
import type { Unknown } from './stored.js';
import { TOGETHER, togetherFacts } from './together.js';
import { costOfUnpaidDays, findUnpaidDays, type Wanted } from './unpaid-days.js';
import { apartFacts, dayFacts, valueFacts, type Beside } from './values.js';
import { inOtherCase, wordFacts } from './words.js';
import { count } from '../../values/text.js';

export type Sizes = Readonly<Record<SliceName, number>>;

/** The findings of earlier steps, and what the next step needs to send requests. */
export interface Context {
  /** Names of the facts that scenarios need. */
  needed: readonly string[];
  profile: Pick<Profile, 'companies' | 'absent' | 'earlier' | 'budget'>;
  contract: Contract;
  sizes: Sizes;
  /** The target's time, ms since 1970. */
  now: number;
  ask: Ask;
  spent: () => number;
  /** Addresses of the jobs that this survey bought, or found paid for. */
  bought: ReadonlySet<string | null>;
  /** The facts that are known so far, beginning with facts that the profile or the target names. */
  facts: Facts;
  /** Why facts are missing. A step may add a better reason than that the data shows none. */
  unknown: Record<string, Unknown>;
  slices: Partial<Record<SliceName, Slice>>;
  /** Windows whose jobs, except the first, are left to scenarios. */
  unpaid: Window[];
  boards: Option[];
  lookedUp: Company[];
}

/** The most requests to one operation, and the most jobs that they buy. */
export interface Use {
  operation: OperationId;
  requests: number;
  jobs: number;
  /** True if the step also works without the operation. */
  isOptional?: boolean;
}

export interface Step {
  name: string;
  /** The facts that the step finds. */
  finds: readonly string[];
  /** Names of the steps whose findings the step needs. */
  after: readonly string[];
  /** True if the findings of an earlier run are outdated: that run bought jobs. */
  isOfOneRun?: true;
  /** True if the step needs the results of an earlier run (`--against`). */
  isOfAnother?: true;
  uses(told: CompanyFacts, sizes: Sizes): readonly Use[];
  /** Adds its findings to the context. Throws Unfound. */
  find(context: Context): Promise<void>;
}

const use = (operation: OperationId, requests: number, jobs = requests): Use => ({
  operation,
  requests,
  jobs,
});

const LOOK_UP_SPELLING: Use = { ...use('listLocations', SPELLING_TRIES), isOptional: true };

const OF_JOBS = Object.keys(SLICE_FACTS) as SliceFact[];

const factsOf = (slice: SliceName): FactName[] =>
  OF_JOBS.map((fact) => factOf(slice, fact)).filter((fact) => !DAYS.includes(fact));

/** A limit that every search accepts. */
const PAGE_AT_LEAST = 10;
/** The most employers that are looked up to find two industries, an employer with many jobs and one with few. */
const EMPLOYERS = 6;
/** The smallest limit of the historical company search. */
const HISTORY = 10;
/** A few days after the oldest allowed day (six years ago), so that a stored survey stays valid. */
const OLDEST = 'yearsAgo6Plus17';
/**
 * Lengths in days of windows that start there; the longest ends where current searches begin. The end of each is 14 % farther
 * from the oldest allowed day, 17 days earlier, than that of the one before. The survey uses the first window with jobs, so
 * that it buys few jobs at double price.
 */
const OLD_WINDOWS = [
  ...Array.from({ length: 35 }, (_, i) => Math.round(20 * 1.14 ** i) - 17),
  6 * 365 - 17 - 214,
];
/** The most companies whose old jobs are searched for. */
const OLD_COMPANIES = 2;

/** The step that finds windows with jobs that the key has not paid for. */
function unpaidDays(
  { name, operation, slice }: { name: string; operation: OperationId; slice: SliceName },
  windows: Readonly<Record<string, Wanted>>,
): Step {
  const factsOfWindow = (window: string): FactName[] =>
    ['From', 'To'].map((end) => `${slice}${window}${end}` as FactName);
  return {
    name: `unpaid ${name}`,
    finds: Object.keys(windows).flatMap(factsOfWindow),
    after: [name],
    isOfOneRun: true,
    uses: () => [{ operation, ...costOfUnpaidDays(Object.keys(windows).length) }],
    async find(context) {
      const around = context.slices[slice];
      if (around === undefined) return;
      const payload = slice === 'market' ? {} : { company_network_url: companyIn(context) };
      const read = reader(context.ask, operation, payload);
      // Jobs of a company are also jobs of the market, so windows avoid the days of the other slice if possible.
      const slices = [Object.values(context.slices), [around]];
      const taken = slices.map((each) => [...each.map(({ window }) => window), ...context.unpaid]);
      const wanted = Object.values(windows);
      // Beside a job of a slice, other jobs are paid for, too.
      const inSlices = new Set(Object.values(context.slices).flatMap(({ jobs }) => jobs.map(addressOf)));
      const bought = new Set([...context.bought].filter((each) => each !== null && !inSlices.has(each)));
      const spent = context.spent();
      const found = await findUnpaidDays(read, around, taken, wanted, context.now, { spent, bought });
      context.unpaid.push(...found.filter((each) => each !== null));
      for (const [i, window] of Object.keys(windows).entries()) {
        const [from, to] = factsOfWindow(window);
        learn(
          context,
          { [from!]: found[i]?.published_after, [to!]: found[i]?.published_before },
          () => 'the days beside the slice have too few jobs, or jobs that were paid for before',
        );
      }
    },
  };
}

/** The step that reads a whole lookup, whose response is a list with this name. */
function lookup(kind: 'board' | 'department', name: string, operation: OperationId, list: string): Step {
  return {
    name,
    finds: [`${kind}Text`, `${kind}TextOtherCase`, `${kind}Names`, `${kind}Values`],
    after: [],
    uses: () => [use(operation, 1)],
    async find(context) {
      const options = optionsIn((await context.ask(operation, undefined)).body, list);
      if (kind === 'board') context.boards = options;
      learn(context, textFacts(kind, options));
    },
  };
}

/** The searches that accept operation keys and pages as small as those of earlier runs. */
const KEYED = ['searchJobs', 'searchCompanyJobs', 'searchJobsHistorical'] as const;

/** Each step comes after the steps that it needs. */
export const STEPS: readonly Step[] = [
  {
    // First, since other steps buy jobs.
    name: 'billing period',
    finds: KEYED.map((id) => `${id}Earlier`),
    after: [],
    isOfOneRun: true,
    isOfAnother: true,
    uses: () => KEYED.map((id) => ({ ...use(id, 1, MOST_SOLD), isOptional: true })),
    async find({ ask, contract, facts, profile: { absent, earlier = {} } }) {
      for (const id of KEYED) {
        const search = earlier[id];
        if (search === undefined || absent.includes(id)) continue;
        // No earlier request had this body, so this one recovers no response.
        const response = await ask(id, { ...search.body, is_remote: null });
        const { jobs, credits } = pageIn(response);
        const isNew = credits === contract.operation(id).creditCost * jobs.length;
        if (response.status === 200 && jobs.length > 0 && isNew) facts[`${id}Earlier`] = search;
      }
    },
  },
  lookup('board', 'job boards', 'listJobBoards', 'job_boards'),
  lookup('department', 'departments', 'listDepartments', 'departments'),
  {
    name: 'jobs of all companies',
    // The next step looks for an absent country also if these jobs show none.
    finds: [
      ...factsOf('market').filter((fact) => fact !== 'marketAbsentCountry'),
      'historyTotal',
      ...TOGETHER.searchJobs,
    ],
    after: ['job boards'],
    uses: (_told, { market }) => [
      { operation: 'searchJobs', ...costOfSlice(market, true) },
      LOOK_UP_SPELLING,
      { ...use('searchJobsHistorical', 1, PAGE_AT_LEAST), isOptional: true },
    ],
    async find(context) {
      const slice = await findSlice('market', reader(context.ask, 'searchJobs', {}), context, true);
      const isTaken = await historyTakes(slice, context);
      learn(context, { marketScope: slice.scope, historyScope: isTaken ? slice.scope : null });
      const historyTotal = isTaken && slice.jobs.length >= slice.total ? slice.total : null;
      learn(context, { historyTotal }, () => 'the days of the slice hold more jobs than are read');
      learn(context, togetherFacts('searchJobs', {}, slice, context));
    },
  },
  {
    name: 'locations',
    finds: ['locationText', 'locationTextOtherCase', 'manyLocationsText', 'marketAbsentCountry'],
    after: ['jobs of all companies'],
    uses: () => [use('listLocations', LOCATION_TRIES)],
    async find(context) {
      const { jobs, total } = context.slices.market ?? { jobs: [], total: 0 };
      learn(context, await locationFacts(jobs, jobs.length >= total, context.ask));
    },
  },
  {
    name: 'companies',
    finds: [
      'companyUrl',
      'networkUrl',
      'companyName',
      'companyDomain',
      'companyIndustry',
      'companyIndustryOtherCase',
      'companyOtherIndustry',
      'companyThirdIndustry',
    ],
    after: [],
    uses(told) {
      const { requests, jobs, names } = mostSampled(told);
      const operation = told.companyUrl === undefined ? 'searchCompanyJobsLegacy' : 'searchCompanyJobs';
      return [
        ...(requests === 0 ? [] : [use('searchJobs', requests, jobs)]),
        use(operation, names + MOST_LOOKUPS[operation]),
      ];
    },
    async find(context) {
      const found = await findCompany(context);
      // The profile may name a domain that leads elsewhere.
      delete context.facts.companyDomain;
      learn(context, found.facts);
      learn(context, { companyDomain: found.domain }, () => found.whyNoDomain);
      context.lookedUp = found.all;
      const own = industryOf(found.all[0], context.contract);
      const others = own === undefined ? [] : context.contract.enums.industry.filter((each) => each !== own);
      learn(context, {
        companyIndustry: own,
        companyOtherIndustry: others[0],
        companyThirdIndustry: others.at(-1),
      });
    },
  },
  {
    name: 'employers',
    finds: [
      'fewJobsCompanyUrl',
      'manyJobsCompanyUrl',
      'marketIndustry',
      'marketIndustryOtherCase',
      'marketOtherIndustry',
    ],
    after: ['jobs of all companies', 'companies'],
    uses: () => [use('searchCompanyJobsLegacy', EMPLOYERS)],
    async find(context) {
      const { facts, lookedUp, slices, needed } = context;
      const names = namesIn(slices.market?.jobs ?? []).map(({ name }) => name.toLowerCase());
      // Jobs of the slice are paid for. How many other jobs a company has matters only for some facts.
      const isCounted = needed.some((name) => name.endsWith('JobsCompanyUrl'));
      const days = isCounted ? {} : (slices.market?.window ?? {});
      // Names with the fewest jobs come first, since a large employer is already known.
      const more = names
        .filter((name) => !lookedUp.some((each) => each.name?.toLowerCase() === name))
        .reverse()
        .slice(0, EMPLOYERS);
      for (;;) {
        learn(context, employerFacts(names, context));
        const isMissing = this.finds.some((each) => needed.includes(each) && !Object.hasOwn(facts, each));
        const name = more.shift();
        if (!isMissing || name === undefined) return;
        const found = await lookUp(context, 'searchCompanyJobsLegacy', { company_name: name, ...days });
        if (found !== null && found.url !== null) lookedUp.push(found);
      }
    },
  },
  {
    name: 'jobs of one company',
    finds: [
      ...factsOf('company'),
      ...TOGETHER.searchCompanyJobs,
      ...TOGETHER.searchCompanyJobsHistorical,
      ...TOGETHER.searchCompanyJobsLegacy,
    ],
    after: ['companies', 'job boards'],
    uses(_told, { company }) {
      const { requests, jobs } = costOfSlice(company);
      return [use('searchCompanyJobs', requests + PAGE_PROBES, jobs + PAGE_PROBES), LOOK_UP_SPELLING];
    },
    async find(context) {
      const payload = { company_network_url: companyIn(context) };
      const read = reader(context.ask, 'searchCompanyJobs', payload);
      const slice = await findSlice('company', read, context);
      const page = await findPage(read, slice, context.now);
      learn(context, { companyPageFrom: page?.published_after, companyPageTo: page?.published_before });
      const around = [slice.window, page].find((each) => each !== null && isAround(each, slice));
      learn(context, { companySince: around?.published_after, companyUntil: around?.published_before });
      learn(context, togetherFacts('searchCompanyJobs', payload, slice, context));
      // If the field is missing, the historical search may read it as true.
      const anySalary = { ...payload, salary_data_available: false };
      learn(context, togetherFacts('searchCompanyJobsHistorical', anySalary, slice, context));
      learn(context, togetherFacts('searchCompanyJobsLegacy', payload, slice, context));
    },
  },
  {
    name: 'agencies',
    finds: ['agencyUrl'],
    after: ['jobs of all companies'],
    uses: () => [use('searchJobs', 2), use('searchCompanyJobsLegacy', 1)],
    async find(context) {
      const { ask, slices } = context;
      if (slices.market === undefined) return;
      const { window, scope } = slices.market;
      for (const agencyScope of new Set([scope, null])) {
        const read = reader(ask, 'searchJobs', { is_agency: true });
        const { jobs } = await read(window, 1, null, agencyScope);
        const name = textAt(jobs[0], 'Company Name');
        if (name === null) continue;
        learn(context, { agencyScope });
        const found = await lookUp(context, 'searchCompanyJobsLegacy', { company_name: name });
        return learn(context, { agencyUrl: found?.url });
      }
    },
  },
  {
    name: 'history',
    finds: ['historyCompanyUrl', 'historyFrom', 'historyTo'],
    after: ['companies'],
    uses: () => [use('searchCompanyJobsHistorical', OLD_COMPANIES * OLD_WINDOWS.length, HISTORY)],
    async find(context) {
      const others = [...context.lookedUp].sort((a, b) => b.jobs - a.jobs).flatMap(({ url }) => url ?? []);
      const from = dateInput(OLDEST, context.now) ?? '';
      for (const url of [...new Set([companyIn(context), ...others])].slice(0, OLD_COMPANIES))
        for (const days of OLD_WINDOWS) {
          const payload = { company_network_url: url, salary_data_available: false };
          const window = { published_after: from, published_before: shiftDay(from, days) };
          const read = reader(context.ask, 'searchCompanyJobsHistorical', payload);
          if ((await read(window, HISTORY, null)).jobs.length === 0) continue;
          const historyTo = window.published_before;
          return learn(context, { historyCompanyUrl: url, historyFrom: from, historyTo });
        }
    },
  },
  // Last, since others buy jobs.
  unpaidDays(
    { name: 'jobs of all companies', operation: 'searchJobs', slice: 'market' },
    { UnpaidB: { jobs: 6 }, Unpaid: { jobs: 8 } },
  ),
  unpaidDays(
    { name: 'jobs of one company', operation: 'searchCompanyJobs', slice: 'company' },
    // The historical search reads the first two windows, at double price and with a limit of at least ten.
    { UnpaidB: { jobs: 3, most: 3 }, UnpaidC: { jobs: 2, most: 3 }, Unpaid: { jobs: 8 } },
  ),
];

/** The industry in the details of a company, as the contract spells it. */
function industryOf(company: Company | undefined, { enums }: Contract): string | undefined {
  return enums.industry.find((each) => each.toLowerCase() === company?.industry?.toLowerCase());
}

/** `names`: names of employers in the market slice, in lower case. */
function employerFacts(names: readonly string[], { lookedUp, contract }: Context): Facts {
  const inSlice = lookedUp.filter(({ name }) => name !== null && names.includes(name.toLowerCase()));
  const industries = inSlice.flatMap((each) => industryOf(each, contract) ?? []);
  const [first] = industries;
  return {
    fewJobsCompanyUrl: lookedUp.find(({ jobs }) => jobs >= 1 && jobs <= 10)?.url,
    manyJobsCompanyUrl: lookedUp.find(({ jobs }) => jobs > 100)?.url,
    marketIndustry: first,
    marketOtherIndustry: industries.find((each) => each !== first),
  };
}

function companyIn({ facts: { companyUrl }, unknown }: Context): string {
  if (companyUrl === undefined)
    throw new Unfound('no company is known', unknown['companyUrl']?.looked ?? false);
  return companyUrl;
}

/** True if the window has days before and after the two days that divide the jobs of the slice. */
function isAround({ published_after: from, published_before: to }: Window, { jobs, window }: Slice): boolean {
  const { Earlier, Later } = apartFacts(jobs, window);
  return from < Earlier && Later < to;
}

/** True if the historical direct search finds as many jobs within the scope of the slice, if any, as the current one. */
async function historyTakes({ window, scope, total }: Slice, { ask, profile }: Context): Promise<boolean> {
  if (scope === null) return true;
  if (profile.absent.includes('searchJobsHistorical')) return false;
  const read = reader(ask, 'searchJobsHistorical', {});
  const page = await unlessUnfound(read(window, PAGE_AT_LEAST, null, scope));
  return page?.total === total;
}

async function findSlice(name: SliceName, read: Read, context: Context, mayNarrow = false): Promise<Slice> {
  const slice = await readSlice(read, context.sizes[name], context.now, mayNarrow);
  if (slice === null) throw new Unfound('no closed window of the last six months holds three jobs', true);
  context.slices[name] = slice;
  const { jobs, total, window } = slice;
  const isWhole = jobs.length >= total;
  const otherJobs = Object.values(context.slices).flatMap((each) => [...each.jobs, ...each.beside]);
  const found: Partial<Record<SliceFact, unknown>> = {
    From: window.published_after,
    To: window.published_before,
    Total: isWhole && total,
    Read: jobs.length,
    ...apartFacts(jobs, window),
    ...(isWhole && dayFacts(jobs)),
    ...wordFacts(jobs),
    ...(await valuesToTry(jobs, context, { boards: context.boards, otherJobs, isWhole })),
  };
  const where = `${isWhole ? '' : 'the first '}${count(jobs.length, 'job')} from ${window.published_after} to ${window.published_before}`;
  for (const fact of OF_JOBS)
    learn(context, { [factOf(name, fact)]: found[fact] }, (each) => `${where} show none: ${FACTS.get(each)}`);
  return slice;
}

/** Chooses values to filter by. Leaves out countries that the lookup of locations spells otherwise. */
async function valuesToTry(
  jobs: readonly Job[],
  { ask, contract }: Context,
  beside: Omit<Beside, 'listedOtherwise'>,
): Promise<ReturnType<typeof valueFacts>> {
  const [lookedUp, listedOtherwise] = [new Set<string>(), new Set<string>()];
  for (;;) {
    const found = valueFacts(jobs, contract, { ...beside, listedOtherwise });
    const countries = [found.Country, found.OtherCountry, follow(found.Place, ['country'])];
    const country = countries.filter(isText).find((each) => !lookedUp.has(each));
    if (country === undefined || lookedUp.size === SPELLING_TRIES) return found;
    lookedUp.add(country);
    if (await isListedOtherwise(country, jobs, ask)) listedOtherwise.add(country);
  }
}

/**
 * Adds facts. If a fact has a text in another case, adds that, too. `whyNot` returns why a fact that was not found is missing, if
 * there is more to say than that the data shows none.
 */
function learn(
  { facts, unknown }: Context,
  found: Partial<Record<keyof Facts, unknown>>,
  whyNot?: (name: string) => string,
): void {
  const all = Object.entries(found).flatMap(([name, value]) => {
    const other = `${name}OtherCase`;
    const named = [[name, value]] as const;
    return FACTS.has(other) ? [...named, [other, isText(value) ? inOtherCase(value) : null] as const] : named;
  });
  for (const [name, value] of all)
    if (value !== undefined && value !== null && value !== false) facts[name as FactName] = value;
    else if (whyNot !== undefined) unknown[name] ??= { reason: whyNot(name), looked: true };
}
