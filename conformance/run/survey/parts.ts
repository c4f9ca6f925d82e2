/** The parts of the survey: what each finds out, what it asks for that, and the most that it can take. */
import type { Contract, OperationId } from '../../../spec/contract.js';
import {
  factOf,
  FACTS,
  SLICE_FACTS,
  type FactName,
  type Facts,
  type SliceFact,
  type SliceName,
} from '../../pack/language/facts.js';
import type { CompanyFacts } from '../../pack/language/inputs.js';
import type { Asked } from './asked.js';
import { NAME_OF, reader, Unfound, type Ask } from './ask.js';
import { COMPANY_FACTS, companyCost, findCompany, lookUp, namesIn, type Company } from './companies.js';
import { locationFacts, LOCATION_TRIES, optionsIn, textFacts, type Option } from './lookups.js';
import { costOfSlice, pageIn, readSlice, textAt, type Slice } from './slice.js';
import { apartFacts, valueFacts } from './values.js';
import { inOtherCase, wordFacts } from './words.js';

/** The most jobs that are read of each slice. */
export type Sizes = Readonly<Record<SliceName, number>>;

/** What parts have found so far, for those behind them. */
export interface Context {
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
    .map((fact) => factOf(slice, fact));

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
  provides: namesOf('market', [...INDUSTRIES, 'AbsentCountry']),
  after: [boards.name],
  asks: () => ['searchJobs'],
  cost: (_profile, sizes) => costOfSlice(sizes.market),
  find: (context) => findSlice('market', reader(context.ask, 'searchJobs', {}), context),
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
    const { ask, lookedUp, contract, slices } = context;
    const names = namesIn(slices.market?.jobs ?? []).map((name) => name.toLowerCase());
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
      return Object.values(facts).every((each) => each !== undefined);
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
        { company_name: name },
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
  provides: namesOf('company', INDUSTRIES),
  after: [company.name, boards.name],
  asks: () => ['searchCompanyJobs'],
  cost: (_profile, sizes) => costOfSlice(sizes.company),
  find(context) {
    const payload = { company_network_url: companyIn(context) };
    return findSlice('company', reader(context.ask, 'searchCompanyJobs', payload), context);
  },
};

const agency: Part = {
  name: 'agencies',
  provides: ['agencyName', 'agencyUrl'],
  after: [market.name],
  asks: () => ['searchJobs', 'searchCompanyJobsLegacy'],
  cost: (_profile, _sizes, price) => ({
    credits: price('searchJobs') + price('searchCompanyJobsLegacy'),
    requests: 2,
  }),
  async find(context) {
    const { ask, slices } = context;
    if (slices.market === undefined) return;
    const answer = await reader(ask, 'searchJobs', { is_agency: true })(slices.market.window, 1, null);
    const name = textAt(answer.jobs[0], 'Company Name');
    if (name === null) return;
    const found = await lookUp(
      ask,
      'searchCompanyJobsLegacy',
      { company_name: name },
      context.companies.networkUrl,
    );
    learn(context, { agencyName: name, agencyUrl: found?.url });
  },
};

/** The historical company search takes no smaller limit. */
const HISTORY = 10;
/** Older than the current searches reach. */
const OLD = 214;
/** Days before that, up to four years: the first window that holds jobs is kept, so that few are bought at double price. */
const OLD_WINDOWS = [3, 9, 27, 81, 243, 4 * 365 - OLD];

const history: Part = {
  name: 'history',
  provides: ['historyCompanyUrl', 'historyFrom', 'historyTo'],
  after: [company.name],
  asks: () => ['searchCompanyJobsHistorical'],
  cost: (_profile, _sizes, price) => ({
    credits: HISTORY * price('searchCompanyJobsHistorical'),
    requests: OLD_WINDOWS.length,
  }),
  async find(context) {
    const url = companyIn(context);
    const to = daysBefore(context.now, OLD);
    for (const days of OLD_WINDOWS) {
      const from = daysBefore(context.now, OLD + days);
      const answer = await context.ask('searchCompanyJobsHistorical', {
        company_network_url: url,
        salary_data_available: false,
        published_after: from,
        published_before: to,
        limit: HISTORY,
      });
      if (answer.status !== 200)
        throw new Unfound(`${NAME_OF.searchCompanyJobsHistorical} answered ${answer.status}`, false);
      if (pageIn(answer).jobs.length === 0) continue;
      return learn(context, { historyCompanyUrl: url, historyFrom: from, historyTo: to });
    }
  },
};

function daysBefore(now: number, days: number): string {
  return new Date(now - days * 86_400_000).toISOString().slice(0, 10);
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

async function findSlice(name: SliceName, read: ReturnType<typeof reader>, context: Context): Promise<void> {
  const slice = await readSlice(read, context.sizes[name], context.now);
  if (slice === null) throw new Unfound('no closed window of the last six months holds three jobs', true);
  context.slices[name] = slice;
  const { jobs, total, window } = slice;
  const isWhole = jobs.length >= total;
  const otherJobs = Object.values(context.slices).flatMap((each) => each.jobs);
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
}

function learn({ facts }: Context, found: Facts): void {
  for (const [name, value] of Object.entries(found))
    if (value !== undefined && value !== null) facts[name as FactName] = value;
}
