/** Facts about a target's data. Stories learn them from its answers, and use them for filters, companies and days. */
import type { CompanyFacts } from '../pack/language/facts.js';
import { completed } from '../model/answers.js';
import { boardNames, type BoardNames } from '../model/boards.js';
import type { SearchOperation } from '../../spec/contract.js';
import type { Exchange } from '../record/exchange.js';
import { dateInput, shiftDay } from '../values/dates.js';
import { canonical } from '../values/json.js';
import { fields, isText, strings, type Fields } from '../values/fields.js';
import { follow } from '../values/pointers.js';
import type { Random } from '../values/random.js';

/** Searches that find the same jobs: those of one company, or those of all companies. */
export type Family = 'direct' | 'company';

export const familyOf = ({ withCompany }: Pick<SearchOperation, 'withCompany'>): Family =>
  withCompany ? 'company' : 'direct';

/** Members of a body that narrow a search to a few jobs, which a story can buy. */
export interface Base {
  family: Family;
  body: Fields;
  /** How many jobs its search finds; null before the first search. */
  total: number | null;
  /** Words of its jobs, to narrow the search further. */
  words: readonly string[];
  /** Words of all jobs in its days. Its keywords are some of them. */
  pool: readonly string[];
}

/** Totals of the main base of a story, a page of 10 and a few jobs more, and the highest total of the other base. */
const LEAST_JOBS = 12;
const MOST_JOBS = 16;
const FEW_JOBS = 6;
/** Days ago. New postings and time zones affect newer days; the oldest must be within six months after the clock moves by 40. */
const NEWEST_DAYS = 9;
const OLDEST_DAYS = 75;
const MOST_DAYS = 140;
const MOST_BASES = 24;
const MOST_COMPANIES = 6;

export class Known {
  companyUrl: string | null = null;
  boards: BoardNames = new Map();
  /** True if the story has requested jobs that cost credits. */
  hasBought = false;
  /** Values of the lookup of locations, and labels of all lookups. */
  places: Fields[] = [];
  labels: string[] = [];
  /** How many jobs show each company. */
  readonly #employers = new Map<string, number>();
  /** Companies whose profile URL was looked up, and the one of them with the most jobs. */
  readonly #identified = new Set<string>();
  #largest: { url: string; jobs: number } | null = null;
  readonly bases: Base[] = [];
  readonly #isUrlGiven: boolean;
  readonly #listed: unknown[] = [];
  readonly #refused = new Set<string>();
  readonly #uses = new Map<string, number>();

  constructor({ companyUrl }: CompanyFacts) {
    this.companyUrl = companyUrl ?? null;
    this.#isUrlGiven = companyUrl !== undefined;
  }

  /** The one of these names that was used least for a purpose. */
  leastUsed(purpose: string, names: readonly string[], random: Random): string {
    const usesOf = (name: string): number => this.#uses.get(`${purpose} ${name}`) ?? 0;
    const least = Math.min(...names.map(usesOf));
    const name = random.pick(names.filter((each) => usesOf(each) === least));
    this.#uses.set(`${purpose} ${name}`, least + 1);
    return name;
  }

  /** Chooses a base, usually with a few jobs more than a page if `isMain`, else with few jobs. Null if the company is unknown. */
  baseFor(family: Family, isMain: boolean, now: number, random: Random): Base | null {
    // First, other moves look for a company with enough jobs.
    if (family === 'company' && this.companyUrl === null && this.canIdentify) return null;
    const own = this.bases.filter((each) => each.family === family);
    const between = (least: number, most: number): Base[] =>
      own.filter(({ total }) => total !== null && total >= least && total <= most);
    const fits = isMain ? between(LEAST_JOBS, MOST_JOBS) : between(1, FEW_JOBS);
    if (fits.length > 0 && (fits.length > 3 || random.chance(0.6))) return random.pick(fits);
    const open = own.filter(({ total }) => total === null);
    if (open.length > 0) return open.at(-1)!;
    const small = between(1, MOST_JOBS);
    if (small.length > 0 && (own.length >= MOST_BASES || random.chance(0.6))) return random.pick(small);
    return own.length >= MOST_BASES ? random.pick(own) : this.#newBase(family, now, random);
  }

  #newBase(family: Family, now: number, random: Random): Base | null {
    if (family === 'company' && this.companyUrl === null) return null;
    const days = family === 'direct' ? 1 : 20;
    const start = NEWEST_DAYS + days + random.below(OLDEST_DAYS - NEWEST_DAYS - days);
    return this.#add(family, {
      ...(family === 'company' ? { company_network_url: this.companyUrl } : {}),
      published_after: dateInput(`daysAgo${start}`, now)!,
      published_before: dateInput(`daysAgo${start - days}`, now)!,
      ...(random.chance(0.5) ? { exclude_duplicates: false } : {}),
    });
  }

  #add(family: Family, body: Fields, pool: readonly string[] = []): Base {
    const base: Base = { family, body, total: null, words: [], pool };
    this.bases.push(base);
    return base;
  }

  /** Learns from an answer to a first page of a base, and adds a base that is likely to suit if this one does not. */
  learnBase(base: Base, total: number, jobs: readonly Fields[], now: number): void {
    const isFirst = base.total === null;
    base.total = total;
    base.words = wordsOf(jobs);
    if (!isFirst || this.bases.length >= MOST_BASES * 2) return;
    if (total >= LEAST_JOBS && total <= MOST_JOBS) return this.#addTwin(base);
    const wanted = LEAST_JOBS + 2;
    const keywords = fields(base.body['job_keywords']);
    if (keywords !== null) {
      const asked = strings(keywords['title']).length;
      const most = Math.max(1, Math.round((asked * wanted) / Math.max(1, total)));
      const title = base.pool.slice(0, most);
      const isBetter = (total > MOST_JOBS || total < LEAST_JOBS) && title.length !== asked;
      if (isBetter) this.#add(base.family, { ...base.body, job_keywords: { title } }, base.pool);
      return;
    }
    const { published_after: after, published_before: before } = base.body as Record<string, string>;
    const days = (Date.parse(before!) - Date.parse(after!)) / 86_400_000;
    const otherDays = (count: number): void =>
      void this.#add(base.family, { ...base.body, published_after: shiftDay(before!, -count) });
    if (total > MOST_JOBS && days > 1) otherDays(Math.max(1, Math.floor((days * wanted) / total)));
    else if (total > MOST_JOBS) {
      const title = wordsFor(jobs, wanted / total);
      const pool = [...new Set([...title, ...base.words])];
      if (title.length > 0) this.#add(base.family, { ...base.body, job_keywords: { title } }, pool);
    } else if (total < LEAST_JOBS) {
      const most = Math.floor(MOST_DAYS - (now - Date.parse(before!)) / 86_400_000);
      const wider = Math.min(most, Math.ceil(days * Math.min(8, wanted / Math.max(1, total))));
      if (wider > days) otherDays(wider);
      else if (base.family === 'company') this.#judgeCompany(total);
    }
  }

  /**
   * Adds the same base with or without duplicates. Only with them do all pages together have as many jobs as were found, and only
   * without them is each job unique (reading duplicate).
   */
  #addTwin({ family, body, pool }: Base): void {
    const { exclude_duplicates: isExcluded, ...rest } = body;
    const twin: Fields = isExcluded === false ? rest : { ...rest, exclude_duplicates: false };
    if (this.bases.some((each) => canonical(each.body) === canonical(twin))) return;
    this.#add(family, twin, pool);
  }

  /** Learns from any answer with status 200. */
  learn(exchange: Exchange, { withCompany }: Pick<SearchOperation, 'withCompany'>): void {
    const { operation, response } = exchange;
    const body = fields(response?.body);
    const listed = ['job_boards', 'departments', 'locations'].flatMap((name) => {
      const items = body?.[name];
      return Array.isArray(items) ? (items as unknown[]) : [];
    });
    if (operation === 'listJobBoards') {
      this.#listed.push(...listed);
      this.boards = boardNames(this.#listed);
    }
    const labels = listed.map((each) => follow(each, ['label'])).filter(isText);
    this.labels = [...new Set([...this.labels, ...labels.slice(0, 20)])].slice(-60);
    const places = listed.map((each) => fields(follow(each, ['value']))).filter((each) => each !== null);
    if (operation === 'listLocations') this.places = [...this.places, ...places].slice(-20);
    for (const job of completed(exchange)?.jobs ?? []) {
      const name = job['Company Name'];
      if (isText(name)) this.#employers.set(name, (this.#employers.get(name) ?? 0) + 1);
    }
    if (withCompany && this.companyUrl === null) this.#learnCompany(body);
  }

  /** Learns the profile URL in the details of a company. Details may contain it in a form that searches refuse. */
  #learnCompany(body: Fields | null): void {
    const details = fields(follow(body, ['data', 'company_details']));
    const url = details?.['network_url'];
    if (!isText(url) || !/^https?:\/\/[^/]+.*\/company\/[^/]/.test(url)) return;
    const plain = url.replace(/\/+$/, '');
    const forms = [plain, plain.replace(/[^/]+$/, (name) => name.toLowerCase())].flatMap((each) => [
      each,
      each.replace('://www.', '://'),
    ]);
    this.companyUrl = forms.find((each) => !this.#refused.has(each)) ?? null;
  }

  /** True if jobs show a company that was not looked up yet. */
  get canIdentify(): boolean {
    return [...this.#employers.keys()].some((name) => !this.#identified.has(name));
  }

  /** The company with the most jobs that was not looked up yet; null if there is none. */
  nextEmployer(): string | null {
    const open = [...this.#employers].filter(([name]) => !this.#identified.has(name));
    const [first] = open.sort(([a, jobs], [b, others]) => others - jobs || (a < b ? -1 : 1));
    if (first === undefined) return null;
    this.#identified.add(first[0]);
    return first[0];
  }

  /** Looks for another company if this one has too few jobs for two pages; takes the largest after some tries. */
  #judgeCompany(jobs: number): void {
    if (this.#isUrlGiven || this.companyUrl === null) return;
    if (this.#largest === null || jobs > this.#largest.jobs) this.#largest = { url: this.companyUrl, jobs };
    const isLast = this.#identified.size >= MOST_COMPANIES;
    this.companyUrl = isLast ? this.#largest.url : null;
  }

  /** Called if the target refused the company's URL in an otherwise correct request. */
  forgetCompany(): void {
    if (this.companyUrl !== null) this.#refused.add(this.companyUrl);
    this.companyUrl = null;
    for (const base of this.bases.filter(({ family }) => family === 'company'))
      this.bases.splice(this.bases.indexOf(base), 1);
  }
}

const WORD = /^\p{L}{4,20}$/u;

/** Words of the titles, each with the jobs that contain it. */
function jobsByWord(jobs: readonly Fields[]): Map<string, Set<Fields>> {
  const found = new Map<string, Set<Fields>>();
  for (const job of jobs)
    for (const word of strings([job['Job Title']]).flatMap((text) => text.split(/[\s,/()-]+/)))
      if (WORD.test(word)) found.set(word, (found.get(word) ?? new Set()).add(job));
  return found;
}

/** Words of the titles, the rarest first. */
function wordsOf(jobs: readonly Fields[]): string[] {
  const found = [...jobsByWord(jobs)].sort(([a, of], [b, other]) => of.size - other.size || (a < b ? -1 : 1));
  return found.slice(0, 30).map(([word]) => word);
}

/** Words such that about this share of the jobs contains at least one. */
function wordsFor(jobs: readonly Fields[], share: number): string[] {
  const byWord = jobsByWord(jobs);
  const covered = new Set<Fields>();
  const words: string[] = [];
  for (const word of wordsOf(jobs)) {
    if (covered.size >= Math.max(1, jobs.length * share)) break;
    words.push(word);
    for (const job of byWord.get(word)!) covered.add(job);
  }
  return words;
}
