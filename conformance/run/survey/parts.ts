/** The parts of the survey: what each finds out, what it asks for that, and the most that it can take. */
import type { Contract, OperationId } from '../../../spec/contract.js';
import {
  DAYS,
  factOf,
  FACTS,
  SLICE_FACTS,
  type FactName,
  type Facts,
  type SliceFact,
  type SliceName,
} from '../../pack/language/facts.js';
import type { CompanyFacts } from '../../pack/language/inputs.js';
import { dateInput, shiftDay } from '../../values/dates.js';
import type { Asked } from './asked.js';
import { NAME_OF, reader, Unfound, type Ask } from './ask.js';
import { COMPANY_FACTS, companyCost, findCompany, lookUp, namesIn, type Company } from './companies.js';
import { locationFacts, LOCATION_TRIES, optionsIn, textFacts, type Option } from './lookups.js';
import {
  costOfSlice,
  findPage,
  NotTaken,
  PAGE_PROBES,
  pageIn,
  PageTooLarge,
  readSlice,
  textAt,
  type Read,
  type Scope,
  type Slice,
  type Window,
} from './slice.js';
import { TOGETHER, togetherFacts } from './together.js';
import { apartFacts, valueFacts } from './values.js';
import { inOtherCase, wordFacts } from './words.js';

/** The most jobs that are read of each slice. */
export type Sizes = Readonly<Record<SliceName, number>>;

/** What parts have found so far, for those behind them. */
export interface Context {
  /** Names of the facts that are asked for. */
  needed: readonly string[];
  profile: Asked;
  contract: Contract;
  sizes: Sizes;
  /** The target's time, ms since 1970. */
  now: number;
  ask: Ask;
  companies: CompanyFacts;
  facts: Facts;
  /** Why a fact is missing, where a part knows better than that there was none. */
  why: Map<string, string>;
  /** What is missing by now. */
  unknown: Readonly<Record<string, { looked: boolean }>>;
  slices: Partial<Record<SliceName, Slice>>;
  boards: Option[];
  /** Companies that were looked up. */
  lookedUp: Company[];
}

export interface Part {
  /** What it looks at, as the report says it. */
  name: string;
  /** Facts, those about companies included. */
  provides: readonly string[];
  /** Parts without which it finds nothing. */
  after: readonly string[];
  asks(profile: Asked): readonly OperationId[];
  cost(
    profile: Asked,
    sizes: Sizes,
    price: (id: OperationId) => number,
  ): { credits: number; requests: number };
  /** Puts what it finds into the context. Throws Unfound. */
  find(context: Context): Promise<void>;
}

/** What the lookups of companies tell about a slice, and not its jobs. */
const INDUSTRIES: readonly SliceFact[] = ['Industry', 'IndustryOtherCase', 'OtherIndustry', 'ThirdIndustry'];

const free = (requests: number) => () => ({ credits: 0, requests });
const namesOf = (slice: SliceName, without: readonly SliceFact[] = []): FactName[] =>
  (Object.keys(SLICE_FACTS) as SliceFact[])
    .filter((fact) => !without.includes(fact))
    .map((fact) => factOf(slice, fact))
    .filter((fact) => !DAYS.includes(fact));

const boards: Part = {
  name: 'job boards',
  provides: ['boardText', 'boardTextOtherCase'],
  after: [],
  asks: () => ['listJobBoards'],
  cost: free(1),
  async find(context) {
    context.boards = optionsIn((await context.ask('listJobBoards', undefined)).body, 'job_boards');
    learn(context, textFacts('board', context.boards));
  },
};

const departments: Part = {
  name: 'departments',
  provides: ['departmentText', 'departmentTextOtherCase'],
  after: [],
  asks: () => ['listDepartments'],
  cost: free(1),
  async find(context) {
    const { body } = await context.ask('listDepartments', undefined);
    learn(context, textFacts('department', optionsIn(body, 'departments')));
  },
};

const market: Part = {
  name: 'jobs of all companies',
  provides: [...namesOf('market', [...INDUSTRIES, 'AbsentCountry']), 'historyTotal', ...TOGETHER.searchJobs],
  after: [boards.name],
  asks: () => ['searchJobs'],
  cost(_profile, sizes, price) {
    const { credits, requests } = costOfSlice(sizes.market, true);
    return { credits: credits + PAGE_AT_LEAST * price('searchJobsHistorical'), requests: requests + 1 };
  },
  async find(context) {
    const read = reader(context.ask, 'searchJobs', {});
    const within = (scope: Scope): Read => taken(context.ask, 'searchJobs', scope);
    const slice = await findSlice('market', read, context, within);
    const isTaken = slice.scope === null || (await takesInHistory(slice.scope, slice, context));
    learn(context, {
      marketScope: slice.scope,
      historyScope: isTaken ? slice.scope : null,
      historyTotal: isTaken && slice.jobs.length >= slice.total ? slice.total : null,
    });
    context.why.set('historyTotal', 'the days of the slice hold more jobs than are read');
    learn(context, togetherFacts('searchJobs', {}, slice, context));
  },
};

const locations: Part = {
  name: 'locations',
  provides: ['locationText', 'locationTextOtherCase', 'manyLocationsText', 'marketAbsentCountry'],
  after: [market.name],
  asks: () => ['listLocations'],
  cost: free(LOCATION_TRIES),
  async find(context) {
    const { jobs, total } = context.slices.market ?? { jobs: [], total: 0 };
    learn(context, await locationFacts(jobs, jobs.length >= total, context.ask));
  },
};

const company: Part = {
  name: 'companies',
  provides: [...COMPANY_FACTS, ...INDUSTRIES.map((fact) => factOf('company', fact))],
  after: [],
  asks: ({ companies }) => companyCost(companies).asks,
  cost({ companies }, _sizes, price) {
    const { samples, sampled, lookups } = companyCost(companies);
    return {
      credits: sampled * price('searchJobs') + lookups * price('searchCompanyJobsLegacy'),
      requests: samples + lookups,
    };
  },
  async find(context) {
    const { companies, profile, slices, now, ask, contract } = context;
    const read = slices.market?.jobs ?? [];
    const found = await findCompany(companies, profile.absent, read, now, ask);
    Object.assign(context.companies, found.companies);
    if (found.whyNoDomain !== '') context.why.set('companyDomain', found.whyNoDomain);
    context.lookedUp = found.all;
    const own = industryOf(found.all[0], contract);
    const others = own === undefined ? [] : contract.enums.industry.filter((each) => each !== own);
    learn(context, {
      companyIndustry: own,
      companyIndustryOtherCase: own === undefined ? null : inOtherCase(own),
      companyOtherIndustry: others[0],
      companyThirdIndustry: others.at(-1),
    });
  },
};

/** Employers that are looked up so that there are two of different industries, one with many jobs and one with few. */
const EMPLOYERS = 6;

const employers: Part = {
  name: 'employers',
  provides: [
    'fewJobsCompanyUrl',
    'manyJobsCompanyUrl',
    'marketIndustry',
    'marketIndustryOtherCase',
    'marketOtherIndustry',
  ],
  after: [market.name, company.name],
  asks: () => ['searchCompanyJobsLegacy'],
  cost: (_profile, _sizes, price) => ({
    credits: EMPLOYERS * price('searchCompanyJobsLegacy'),
    requests: EMPLOYERS,
  }),
  async find(context) {
    const { ask, lookedUp, contract, slices, needed } = context;
    const names = namesIn(slices.market?.jobs ?? []).map(({ name }) => name.toLowerCase());
    // Jobs of the slice are paid for; how many a company has besides is looked up only where it matters.
    const isCounted = needed.some((name) => name.endsWith('JobsCompanyUrl'));
    const days = isCounted ? {} : (slices.market?.window ?? {});
    const tell = (): boolean => {
      const inSlice = lookedUp.filter(({ name }) => name !== null && names.includes(name.toLowerCase()));
      const industries = inSlice.flatMap((each) => industryOf(each, contract) ?? []);
      const facts = {
        fewJobsCompanyUrl: lookedUp.find(({ jobs }) => jobs >= 1 && jobs <= 10)?.url,
        manyJobsCompanyUrl: lookedUp.find(({ jobs }) => jobs > 100)?.url,
        marketIndustry: industries[0],
        marketIndustryOtherCase: industries[0] === undefined ? undefined : inOtherCase(industries[0]),
        marketOtherIndustry: industries.find((each) => each !== industries[0]),
      };
      learn(context, facts);
      return Object.entries(facts).every(([name, each]) => each !== undefined || !needed.includes(name));
    };
    // Those that the fewest jobs name come first: of large employers one is known by now.
    const more = names
      .filter((name) => !lookedUp.some((each) => each.name?.toLowerCase() === name))
      .reverse();
    for (const name of more.slice(0, EMPLOYERS)) {
      if (tell()) return;
      const found = await lookUp(
        ask,
        'searchCompanyJobsLegacy',
        { company_name: name, ...days },
        context.companies.networkUrl,
      );
      if (found !== null && found.url !== null) lookedUp.push(found);
    }
    tell();
  },
};

/** The industry in the details of a company, as the contract spells it. */
function industryOf(company: Company | undefined, { enums }: Contract): string | undefined {
  return enums.industry.find((each) => each.toLowerCase() === company?.industry?.toLowerCase());
}

const companySlice: Part = {
  name: 'jobs of one company',
  provides: [
    ...namesOf('company', INDUSTRIES),
    ...TOGETHER.searchCompanyJobs,
    ...TOGETHER.searchCompanyJobsHistorical,
    ...TOGETHER.searchCompanyJobsLegacy,
  ],
  after: [company.name, boards.name],
  asks: () => ['searchCompanyJobs'],
  cost(_profile, sizes) {
    const { credits, requests } = costOfSlice(sizes.company);
    return { credits: credits + PAGE_PROBES, requests: requests + PAGE_PROBES };
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
    // Unsaid, it may stand for true there.
    const anySalary = { ...payload, salary_data_available: false };
    learn(context, togetherFacts('searchCompanyJobsHistorical', anySalary, slice, context));
    learn(context, togetherFacts('searchCompanyJobsLegacy', payload, slice, context));
  },
};

const agency: Part = {
  name: 'agencies',
  provides: ['agencyUrl'],
  after: [market.name],
  asks: () => ['searchJobs', 'searchCompanyJobsLegacy'],
  cost: (_profile, _sizes, price) => ({
    credits: 2 * price('searchJobs') + price('searchCompanyJobsLegacy'),
    requests: 3,
  }),
  async find(context) {
    const { ask, slices } = context;
    if (slices.market === undefined) return;
    const { window, scope } = slices.market;
    let name: string | null = null;
    for (const narrowed of scope === null ? [null] : [scope, null]) {
      const groups = narrowed === null ? {} : { advanced_job_keywords: [narrowed] };
      const answer = await reader(ask, 'searchJobs', { is_agency: true, ...groups })(window, 1, null);
      name = textAt(answer.jobs[0], 'Company Name');
      if (name === null) continue;
      learn(context, { agencyScope: narrowed });
      break;
    }
    if (name === null) return;
    const found = await lookUp(
      ask,
      'searchCompanyJobsLegacy',
      { company_name: name },
      context.companies.networkUrl,
    );
    learn(context, { agencyUrl: found?.url });
  },
};

/** The historical company search takes no smaller limit. */
const HISTORY = 10;
/** The oldest day that a survey can speak of, some days within the six years, so that one that is kept can, too. */
const OLDEST = 'yearsAgo6Plus17';
/** Days from there, up to where the current searches reach: the first window that holds jobs is kept, so that few are bought at double price. */
const OLD_WINDOWS = [3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987, 1597, 6 * 365 - 17 - 214];
/** Companies that are looked at for them. */
const OLD_COMPANIES = 2;

const history: Part = {
  name: 'history',
  provides: ['historyCompanyUrl', 'historyFrom', 'historyTo'],
  after: [company.name],
  asks: () => ['searchCompanyJobsHistorical'],
  cost: (_profile, _sizes, price) => ({
    credits: HISTORY * price('searchCompanyJobsHistorical'),
    requests: OLD_COMPANIES * OLD_WINDOWS.length,
  }),
  async find(context) {
    const others = [...context.lookedUp].sort((a, b) => b.jobs - a.jobs).flatMap(({ url }) => url ?? []);
    const from = dateInput(OLDEST, context.now) ?? '';
    for (const url of [...new Set([companyIn(context), ...others])].slice(0, OLD_COMPANIES)) {
      const to = await oldestEnd(url, from, context.ask);
      if (to !== null) return learn(context, { historyCompanyUrl: url, historyFrom: from, historyTo: to });
    }
  },
};

/** The end of the first window from that day on in which the company has jobs; null for none. */
async function oldestEnd(url: string, from: string, ask: Ask): Promise<string | null> {
  for (const days of OLD_WINDOWS) {
    const to = shiftDay(from, days);
    const answer = await ask('searchCompanyJobsHistorical', {
      company_network_url: url,
      salary_data_available: false,
      published_after: from,
      published_before: to,
      exclude_duplicates: false,
      limit: HISTORY,
    });
    if (answer.status !== 200)
      throw new Unfound(`${NAME_OF.searchCompanyJobsHistorical} answered ${answer.status}`, false);
    if (pageIn(answer).jobs.length > 0) return to;
  }
  return null;
}

/** Every part, each behind those that it leans on. */
export const PARTS: readonly Part[] = [
  boards,
  departments,
  market,
  locations,
  company,
  employers,
  companySlice,
  agency,
  history,
];

function companyIn({ companies, unknown }: Context): string {
  if (companies.companyUrl === null)
    throw new Unfound('no company is known', unknown['companyUrl']?.looked ?? false);
  return companies.companyUrl;
}

/** Whether the window has days before and behind those that part the jobs of the slice. */
function isAround({ published_after: from, published_before: to }: Window, { jobs, window }: Slice): boolean {
  const { Earlier, Later } = apartFacts(jobs, window);
  return from < Earlier && Later < to;
}

/** A page of so many jobs every search takes. */
const PAGE_AT_LEAST = 10;

/** Whether the historical direct search finds what the current one found within the scope. */
async function takesInHistory(
  scope: Scope,
  { window, total }: Slice,
  { ask, profile }: Context,
): Promise<boolean> {
  if (profile.absent.includes('searchJobsHistorical')) return false;
  try {
    const page = await taken(ask, 'searchJobsHistorical', scope)(window, PAGE_AT_LEAST, null);
    return page.total === total;
  } catch (error) {
    if (error instanceof NotTaken || error instanceof PageTooLarge) return false;
    throw error;
  }
}

/** Reads a direct search within a scope, where the target takes one. */
function taken(ask: Ask, operation: OperationId, scope: Scope): Read {
  const read = reader(ask, operation, { advanced_job_keywords: [scope] });
  return async (...asked) => {
    try {
      return await read(...asked);
    } catch (error) {
      throw error instanceof Unfound ? new NotTaken() : error;
    }
  };
}

async function findSlice(
  name: SliceName,
  read: Read,
  context: Context,
  within: ((scope: Scope) => Read) | null = null,
): Promise<Slice> {
  const slice = await readSlice(read, context.sizes[name], context.now, within);
  if (slice === null) throw new Unfound('no closed window of the last six months holds three jobs', true);
  context.slices[name] = slice;
  const { jobs, total, window } = slice;
  const isWhole = jobs.length >= total;
  const otherJobs = Object.values(context.slices).flatMap((each) => [...each.jobs, ...each.beside]);
  const found = {
    From: window.published_after,
    To: window.published_before,
    Total: isWhole ? total : null,
    Read: jobs.length,
    ...apartFacts(jobs, window),
    ...wordFacts(jobs),
    ...valueFacts(jobs, context.contract, { boards: context.boards, otherJobs, isWhole }),
  };
  const where = `${isWhole ? '' : 'the first '}${jobs.length} jobs from ${window.published_after} to ${window.published_before}`;
  for (const [fact, value] of Object.entries(found) as [SliceFact, unknown][]) {
    learn(context, { [factOf(name, fact)]: value });
    context.why.set(factOf(name, fact), `${where} show none: ${FACTS.get(factOf(name, fact))}`);
  }
  return slice;
}

function learn({ facts }: Context, found: Facts): void {
  for (const [name, value] of Object.entries(found))
    if (value !== undefined && value !== null) facts[name as FactName] = value;
}
