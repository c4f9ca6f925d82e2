/** Finds the postings of a search by testing each posting. */
import type { Endpoint } from './endpoints.js';
import { PROFILES, type Company, type Posting } from './postings.js';
import type { Block, Body, Group, Keywords, Location, Window } from './read-search.js';
import { invalid, Refusal } from './refusal.js';
import type { Service } from './service.js';

const plain = (text: string): string => text.normalize('NFC').toLowerCase();
const same = (a: string | null, b: string): boolean => (a ?? '').toLowerCase() === b.toLowerCase();
const wordsIn = (text: string): string[] => plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Cache: the words of texts. */
const known = new Map<string, string[]>();

function knownWordsIn(text: string): string[] {
  const words = known.get(text) ?? wordsIn(text);
  known.set(text, words);
  return words;
}

/** Returns postings in the order of results. `company` is the company of the request, if it exists. */
export function find(
  body: Body,
  endpoint: Endpoint,
  { company, window }: { company: Company | null; window: Window },
  service: Service,
): readonly Posting[] {
  const { market, habits } = service;
  const isOf = endpoint.ofCompany ? employerTest(body, company) : () => true;
  const tests = [
    ...placeTests(body),
    ...valueTests(body, endpoint, service),
    ...boardTests(body),
    ...keywordTests(body, endpoint, service),
  ];
  const postings = market.postings.filter(
    (posting) =>
      posting.at >= window.after &&
      posting.at < window.before &&
      !market.isGone(posting) &&
      isOf(posting) &&
      tests.every((test) => test(posting)),
  );
  // With short pages, `pageOf` leaves out the duplicates.
  return body.exclude_duplicates === false || habits.pages === 'short'
    ? postings
    : withoutCopies(postings, service);
}

/** Keeps only the first of several equal listings. */
export function withoutCopies(postings: readonly Posting[], { habits }: Service): Posting[] {
  const seen = new Set<string>();
  return postings.filter(({ company: { number }, title, job }) => {
    const place = habits.duplicates === 'title' ? '' : `${job['City']} ${job['State']}`;
    const key = `${number} ${title.toLowerCase()} ${place}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** Returns the company of the request, or null if it does not exist. Throws Refusal if the body names none. */
export function companyOf(body: Body, { isLegacy }: Endpoint, { market, habits }: Service): Company | null {
  const { company_network_url: url, company_domain: domain, company_name: name } = body;
  const among = (test: (company: Company) => boolean): Company | null => market.companies.find(test) ?? null;
  if (typeof url === 'string') {
    const slug = url.startsWith(PROFILES) ? /^[^/?#]+/.exec(url.slice(PROFILES.length))?.[0] : undefined;
    if (slug !== undefined) return among((each) => each.slug === slug.toLowerCase());
    if (isLegacy || habits.profileUrlShape === 400)
      throw new Refusal(400, `company_network_url must start with ${PROFILES}`);
    throw invalid(['company_network_url'], `must start with ${PROFILES}`, 'value_error');
  }
  if (domain) return among(({ slug }) => domain.toLowerCase().includes(`${slug}.example`));
  if (name) return among((each) => plain(each.name) === plain(name));
  if (habits.legacyIdentity === 400) throw new Refusal(400, 'Say which company.');
  throw invalid([], 'Say which company.', 'value_error');
}

type Test = (posting: Posting) => boolean;

function employerTest(
  { company_name: name, company_broad_search: isBroad }: Body,
  company: Company | null,
): Test {
  const asked = name ? plain(name) : null;
  const start = company === null ? null : plain(company.name).split(' ').slice(0, 2).join(' ');
  return ({ company: employer }) => {
    if (employer === company) return true;
    const own = plain(employer.name);
    if (asked !== null && (own === asked || (isBroad === true && asked.length > 2 && own.includes(asked))))
      return true;
    return isBroad === true && start !== null && own.startsWith(start);
  };
}

function placeTests(body: Body): Test[] {
  const {
    jobs_locations: wanted = [],
    exclude_jobs_locations: unwanted = [],
    is_remote,
    country_exists,
  } = body;
  const isIn = ({ places }: Posting, { country, state, city }: Location): boolean =>
    places.some(
      ([c, s, t]) => (!country || same(c, country)) && (!state || same(s, state)) && (!city || same(t, city)),
    );
  const named = unwanted.filter(({ country, state, city }) => country || state || city);
  const tests: Test[] = [];
  if (wanted.length > 0) tests.push((posting) => wanted.some((place) => isIn(posting, place)));
  tests.push((posting) => !named.some((place) => isIn(posting, place)));
  if (typeof is_remote === 'boolean') tests.push(({ job }) => job['Is Remote'] === is_remote);
  if (country_exists === true) tests.push(({ job }) => job['Country'] !== null);
  return tests;
}

function valueTests(body: Body, { id, ofCompany }: Endpoint, { habits }: Service): Test[] {
  const {
    department = [],
    job_type: types = [],
    seniority_level: levels = [],
    industry = [],
    is_agency,
  } = body;
  const tests: Test[] = [];
  if (department.length > 0)
    tests.push(({ departments }) =>
      department[habits.departments === 'all of' ? 'every' : 'some']((each) => departments.includes(each)),
    );
  if (types.length > 0) tests.push(({ type }) => type !== null && types.includes(type));
  if (levels.length > 0) tests.push(({ level }) => level !== null && levels.includes(level));
  if (industry.length > 0)
    tests.push(({ company }) => industry.some((each) => company.industries.some((own) => same(own, each))));
  const isDefault = id === 'company history' && body.salary_data_available === undefined;
  if (isDefault ? habits.historySalaryDefault : body.salary_data_available === true)
    tests.push(({ job }) => job['Salary From'] !== null);
  if (is_agency === false) tests.push(({ company }) => company.isAgency !== true);
  if (is_agency === true && !ofCompany) tests.push(({ company }) => company.isAgency === true);
  return tests;
}

function boardTests({ job_boards, include_job_boards = [], exclude_job_boards = [] }: Body): Test[] {
  const [within, without] = [include_job_boards, exclude_job_boards].map(
    (values) => new Set(values.map((value) => value.toLowerCase())),
  );
  const tests: Test[] = [({ board }) => board === null || !without!.has(board.toLowerCase())];
  if (typeof job_boards === 'boolean') tests.push(({ board }) => (board !== null) === job_boards);
  if (within!.size > 0) tests.push(({ board }) => board !== null && within!.has(board.toLowerCase()));
  return tests;
}

function keywordTests(body: Body, { id, isLegacy }: Endpoint, service: Service): Test[] {
  const { habits } = service;
  const { job_keywords: wanted, exclude_job_keywords: unwanted } = body;
  const mode = (given: 'and' | 'or' | undefined): 'every' | 'some' => (given === 'or' ? 'some' : 'every');
  const block = (text: string | null, { mode: given, terms = [] }: Block): boolean | null =>
    terms.length === 0 ? null : terms[mode(given)]((term) => holds(text, term, service));
  const group = (
    posting: Posting,
    { mode: given, title = {}, description = {}, groups = [] }: Group,
  ): boolean | null => {
    const parts = [
      block(posting.title, title),
      block(posting.text, description),
      ...groups.map((each) => group(posting, each)),
    ].filter((part) => part !== null);
    return parts.length === 0 ? null : parts[mode(given)](Boolean);
  };
  const asGroup = ({ title = [], description = [], mode: given }: Keywords, within: 'and' | 'or'): Group => ({
    mode: given,
    title: { mode: within, terms: title },
    description: { mode: within, terms: description },
  });
  // On the legacy search, `and` excludes only postings that contain all terms.
  const isAll = isLegacy && mode(unwanted?.mode) === 'every';
  const include = wanted && asGroup(wanted, 'or');
  const exclude = unwanted && asGroup(unwanted, isAll ? 'and' : 'or');
  const tests: Test[] = [];
  if (include) tests.push((posting) => group(posting, include) !== false);
  if (exclude) tests.push((posting) => group(posting, exclude) !== true);
  if (id === 'company history' && !habits.historyAdvanced) return tests;
  const { advanced_job_keywords: within = [], advanced_exclude_job_keywords: without = [] } = body;
  if (within.length > 0) tests.push((posting) => within.every((each) => group(posting, each) !== false));
  tests.push((posting) => !without.some((each) => group(posting, each) === true));
  return tests;
}

function holds(text: string | null, term: string, { habits }: Service): boolean {
  if (text === null) return false;
  // Japanese is written without spaces.
  if (habits.keywords === 'substring' || habits.language === 'ja')
    return plain(text).includes(plain(term).trim());
  const [words, sought] = [knownWordsIn(text), knownWordsIn(term)];
  return words.some((_, i) => sought.every((word, j) => words[i + j] === word));
}
