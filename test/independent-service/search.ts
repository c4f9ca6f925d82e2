/** Finds the postings of a search by testing each posting. */
import type { Account } from './accounts.js';
import { invalid, Refusal, type Endpoint, type Service } from './service.js';
import { PROFILES, type Company, type Posting } from './postings.js';
import type { Block, Body, Group, Keywords, Location, Window } from './read-search.js';

export const plain = (text: string): string => text.normalize('NFC').toLowerCase();
const same = (a: string | null, b: string): boolean => (a ?? '').toLowerCase() === b.toLowerCase();
const wordsIn = (text: string): string[] => plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** A search whose body was checked. */
export interface Search {
  endpoint: Endpoint;
  body: Body;
  /** The company of the request; null if it does not exist. */
  company: Company | null;
  window: Window;
  account: Account;
  service: Service;
}

/** Cache: the words of texts. */
const known = new Map<string, string[]>();

function knownWordsIn(text: string): string[] {
  const words = known.get(text) ?? wordsIn(text);
  known.set(text, words);
  return words;
}

/** Returns postings in the order of results. */
export function find({ endpoint, body, company, window, service }: Search): readonly Posting[] {
  const { market, habits } = service;
  const tests = [
    ...(endpoint.ofCompany ? [employerTest(body, company)] : []),
    placeTest(body),
    valueTest(body, endpoint, service),
    boardTest(body),
    keywordTest(body, endpoint, service),
  ];
  const postings = market.postings.filter(
    (posting) =>
      posting.at >= window.after &&
      posting.at < window.before &&
      !market.isGone(posting) &&
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
    throw invalid(['company_network_url'], `must start with ${PROFILES}`);
  }
  if (domain) return among(({ slug }) => domain.toLowerCase().includes(`${slug}.example`));
  if (name) return among((each) => plain(each.name) === plain(name));
  if (habits.legacyIdentity === 400) throw new Refusal(400, 'Say which company.');
  throw invalid([], 'Say which company.');
}

type Test = (posting: Posting) => boolean;

function employerTest(
  { company_name: name, company_broad_search: isBroad }: Body,
  company: Company | null,
): Test {
  const asked = name ? plain(name) : null;
  const start = company === null ? null : plain(company.name).split(' ').slice(0, 2).join(' ');
  return ({ company: employer }) => {
    const own = plain(employer.name);
    const isLike =
      (asked !== null && asked.length > 2 && own.includes(asked)) ||
      (start !== null && own.startsWith(start));
    return employer === company || own === asked || (isBroad === true && isLike);
  };
}

function placeTest({ is_remote, country_exists, ...body }: Body): Test {
  const { jobs_locations: wanted = [], exclude_jobs_locations: unwanted = [] } = body;
  const isIn = ({ places }: Posting, { country, state, city }: Location): boolean =>
    places.some(
      ([c, s, t]) => (!country || same(c, country)) && (!state || same(s, state)) && (!city || same(t, city)),
    );
  const named = unwanted.filter(({ country, state, city }) => country || state || city);
  return (posting) =>
    (wanted.length === 0 || wanted.some((place) => isIn(posting, place))) &&
    !named.some((place) => isIn(posting, place)) &&
    (typeof is_remote !== 'boolean' || posting.job['Is Remote'] === is_remote) &&
    (country_exists !== true || posting.job['Country'] !== null);
}

/** Whether a list contains one of the wanted values; any list if none is wanted. */
function holdsOne(wanted: readonly string[], own: readonly (string | null)[]): boolean {
  return wanted.length === 0 || own.some((each) => each !== null && wanted.includes(each));
}

function valueTest(body: Body, { id, ofCompany }: Endpoint, { habits }: Service): Test {
  const { department = [], job_type = [], seniority_level = [], industry = [], is_agency } = body;
  const isDefault = id === 'company history' && body.salary_data_available === undefined;
  const needsSalary = isDefault ? habits.historySalaryDefault : body.salary_data_available === true;
  return ({ departments, type, level, company: { industries, isAgency }, job }) =>
    (habits.departments === 'all of'
      ? department.every((each) => departments.includes(each))
      : holdsOne(department, departments)) &&
    holdsOne(job_type, [type]) &&
    holdsOne(seniority_level, [level]) &&
    (industry.length === 0 || industry.some((each) => industries.some((own) => same(own, each)))) &&
    (!needsSalary || job['Salary From'] !== null) &&
    (is_agency !== false || isAgency !== true) &&
    (is_agency !== true || ofCompany || isAgency === true);
}

function boardTest({ job_boards, include_job_boards = [], exclude_job_boards = [] }: Body): Test {
  const inLowerCase = (values: readonly string[]): Set<string | undefined> =>
    new Set(values.map((value) => value.toLowerCase()));
  const [within, without] = [inLowerCase(include_job_boards), inLowerCase(exclude_job_boards)];
  return ({ board }) =>
    !without.has(board?.toLowerCase()) &&
    (typeof job_boards !== 'boolean' || (board !== null) === job_boards) &&
    (within.size === 0 || within.has(board?.toLowerCase()));
}

function keywordTest(body: Body, { id, isLegacy }: Endpoint, service: Service): Test {
  const { job_keywords: wanted = {}, exclude_job_keywords: unwanted = {} } = body;
  const { advanced_job_keywords: within = [], advanced_exclude_job_keywords: without = [] } = body;
  const mode = (given: 'and' | 'or' | undefined): 'every' | 'some' => (given === 'or' ? 'some' : 'every');
  const block = (text: string | null, { mode: given, terms = [] }: Block): boolean | null =>
    terms.length === 0 ? null : terms[mode(given)]((term) => holds(text, term, service));
  /** Null if the group has no terms. */
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
    mode: given ?? 'and',
    title: { mode: within, terms: title },
    description: { mode: within, terms: description },
  });
  // On the legacy search, `and` excludes only postings that contain all terms.
  const exclude = asGroup(unwanted, isLegacy && mode(unwanted.mode) === 'every' ? 'and' : 'or');
  const include = asGroup(wanted, 'or');
  const isAdvanced = id !== 'company history' || service.habits.historyAdvanced;
  return (posting) =>
    group(posting, include) !== false &&
    group(posting, exclude) !== true &&
    (!isAdvanced ||
      (within.every((each) => group(posting, each) !== false) &&
        !without.some((each) => group(posting, each) === true)));
}

function holds(text: string | null, term: string, { habits }: Service): boolean {
  if (text === null) return false;
  // Japanese is written without spaces.
  if (habits.keywords === 'substring' || habits.language === 'ja')
    return plain(text).includes(plain(term).trim());
  const [words, sought] = [knownWordsIn(text), knownWordsIn(term)];
  return words.some((_, i) => sought.every((word, j) => words[i + j] === word));
}
