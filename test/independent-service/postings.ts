/** Random postings and companies of an invented job market, which a seed determines. */
import { hash } from 'node:crypto';
import { LEVELS, PLACES, ROLES, TYPES, WORDS } from './generated/market.js';
import type { Habits } from './habits.js';
import type { Random } from './random.js';

export const DAY = 86_400_000;
export const PROFILES = 'https://www.netsite.example/company/';

/** Country, state, city. */
export type Place = readonly [string | null, string | null, string | null];

export const BOARDS = Array.from({ length: 222 }, (_, i) => ({
  value: `${['hub', 'jobs.', 'work_', 'talent'][i % 4]}site${i}${i % 7 === 0 ? '.io' : ''}`,
  label: `${['Hub', 'Jobs ', 'Work ', 'Talent'][i % 4]}Site ${i}`,
}));
/** All postings come from these boards. */
const BUSY_BOARDS = BOARDS.slice(0, 40);

export interface Company {
  number: number;
  slug: string;
  name: string;
  industries: readonly string[];
  /** Null if the company is not classified. */
  isAgency: boolean | null;
}

export interface Posting {
  code: string;
  at: number;
  company: Company;
  job: Readonly<Record<string, unknown>>;
  title: string;
  text: string | null;
  places: readonly Place[];
  departments: readonly string[];
  type: string | null;
  level: string | null;
  board: string | null;
}

export interface Accepted {
  departments: readonly string[];
  industries: readonly string[];
}

export type Market = ReturnType<typeof createMarket>;

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Comparisons of two results, by the habit `order`. Equal results are ordered by their codes. */
const ORDERS: Readonly<Record<Habits['order'], (a: Posting, b: Posting) => number>> = {
  newest: (a, b) => b.at - a.at,
  oldest: (a, b) => a.at - b.at,
  hash: () => 0,
  title: (a, b) => byText(a.title, b.title),
  company: (a, b) => byText(a.company.name, b.company.name) || b.at - a.at,
};

export function createMarket(
  habits: Habits,
  random: Random,
  { departments, industries }: Accepted,
  now: number,
) {
  const size = habits.postings;
  const words = WORDS[habits.language].split(' ');
  const roles = ROLES[habits.language].split(' ');
  const few = Array.from({ length: 14 }, () => random.pick(industries));
  const companies = Array.from({ length: Math.max(3, Math.min(60, size >> 4)) }, (_, number): Company => {
    const several = habits.severalIndustries && random.chance(0.5);
    return {
      number,
      slug: `firm-${number}${number % 5 === 0 ? '-gmbh' : ''}`,
      name: `${random.pick(words)} ${random.pick(words)}${number % 3 === 0 ? ' & Co.' : ''} ${number}`,
      industries: [random.pick(few), ...(several ? [random.pick(few)] : [])],
      isAgency: number % 9 === 0 ? true : number % 4 === 0 ? null : false,
    };
  });
  // The first companies have by far the most postings.
  const weights = companies.map(({ number }) => 1 / (number + 1));
  const weight = weights.reduce((sum, each) => sum + each, 0);
  const someCompany = (): Company => {
    let left = random.next() * weight;
    return companies.find(({ number }) => (left -= weights[number]!) <= 0) ?? companies[0]!;
  };
  let made = 0;
  const dayOf = (at: number): string =>
    new Date(at + habits.zoneHours * 3_600_000).toISOString().slice(0, 10);

  const draw = (at: number): Posting => {
    made += 1;
    const company = someCompany();
    const [country, state, city] = random.pick(PLACES);
    const place: Place = random.chance(0.08) ? [null, null, city] : [country, state, city];
    const title = `${random.pick(words)} ${random.pick(roles)}${random.chance(0.2) ? ' (m/f)' : ''}`;
    const length = 12 + Math.floor(random.next() * 50);
    const hasText = !random.chance(0.06);
    const text = hasText ? `${Array.from({ length }, () => random.pick(words)).join(' ')}.` : null;
    const from = random.chance(0.3) ? 20_000 + Math.floor(random.next() * 50) * 1000 : null;
    const type = random.chance(0.85) ? random.pick(TYPES) : null;
    const level = random.chance(0.7) ? random.pick(LEVELS) : null;
    const board = random.chance(0.7) ? random.pick(BUSY_BOARDS).value : null;
    const isSeveral = random.chance(0.3);
    const some = isSeveral ? [departments, departments] : [departments];
    const own = random.chance(0.8) ? [...new Set(some.map((each) => random.pick(each)))] : [];
    const second = habits.secondLocations && random.chance(0.15) ? [random.pick(PLACES)] : [];
    const job = {
      'Job Title': title,
      'Job Type': type !== null && habits.typesAsPosted ? type.toUpperCase().replace(' ', '-') : type,
      'Job Description': text,
      'Company Name': company.name,
      City: place[2],
      State: place[1],
      Country: place[0],
      'Is Remote': random.chance(0.2) ? true : random.chance(0.8) ? false : null,
      'Post Date': dayOf(at),
      'Valid Through': random.chance(0.5) ? dayOf(at + 40 * DAY) : null,
      'Job URL': `https://listing.example/view?id=${made}`,
      'Apply URL': random.chance(0.7) ? `https://apply.example/${made}` : null,
      'Job Board': board,
      'Logo URL': null,
      'Department Name': own.length === 0 ? null : own,
      'Seniority Level': level,
      'Salary Offered': from === null ? null : `${from} - ${from + 9000}`,
      'Salary From': from,
      'Salary To': from === null ? null : from + 9000,
      'Salary Currency': from === null ? null : random.pick(['EUR', 'USD']),
      Skills: random.chance(0.6) ? [random.pick(words)] : null,
    };
    const [code, places] = [hash('md5', String(made)), [place, ...second]];
    return { code, at, company, job, title, text, places, departments: own, type, level, board };
  };
  /** A copy of the posting on another board, some days earlier. */
  const copyOf = (posting: Posting): Posting => {
    made += 1;
    const at = posting.at - Math.floor(random.next() * 5 * DAY);
    const board = random.pick(BUSY_BOARDS).value;
    const url = `https://listing.example/view?id=${made}`;
    const job = { ...posting.job, 'Job URL': url, 'Job Board': board, 'Post Date': dayOf(at) };
    return { ...posting, code: hash('md5', String(made)), at, board, job };
  };
  const compare = (a: Posting, b: Posting): number =>
    ORDERS[habits.order](a, b) || (a.code < b.code ? -1 : 1);

  let postings = Array.from({ length: size }, () => {
    const age = random.chance(0.75) ? random.next() * 175 : 175 + random.next() * 1900;
    return draw(Math.floor(now - age * DAY - 60_000));
  });
  for (let i = 0; i < size * 0.03; i += 1) postings.push(copyOf(random.pick(postings)));
  const gone = new Set<Posting>();
  postings = postings.filter(({ at }) => at > Date.UTC(2020, 0, 1)).sort(compare);
  return {
    companies,
    /** In the order of results. */
    get postings(): readonly Posting[] {
      return postings;
    },
    /** Adds a posting. */
    grow(at: number) {
      postings = [...postings, draw(at - 1000)].sort(compare);
    },
    /** Removes a random posting from results. A cursor at its position remains valid. */
    lose() {
      gone.add(random.pick(postings));
    },
    isGone: (posting: Posting) => gone.has(posting),
  };
}
