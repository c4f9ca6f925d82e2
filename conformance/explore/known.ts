/** What stories know of a target's data: learned from its answers, and used for filters, companies and days. */
import type { CompanyFacts } from '../pack/language/inputs.js';
import { boardNames, type BoardNames } from '../model/boards.js';
import type { SearchOperation } from '../../spec/contract.js';
import type { Exchange } from '../record/exchange.js';
import { dateInput, shiftDay } from '../values/dates.js';
import { fields, isText, strings, type Fields } from '../values/fields.js';
import { follow } from '../values/pointers.js';
import type { Random } from './random.js';

/** Searches that find the same jobs: those of one company, or those of all companies. */
export type Family = 'direct' | 'company';

/** Members of a body that narrow a search to a few jobs, which a story can buy. */
export interface Base {
  family: Family;
  body: Fields;
  /** How many jobs it finds; null until it was asked. */
  total: number | null;
  /** Texts of its jobs, to narrow it further. */
  words: readonly string[];
}

/** Totals of a base that a story can buy: more than a page of 10, and not many more. */
const LEAST_JOBS = 11;
const MOST_JOBS = 22;
/** A base with fewer jobs is wider next time. */
const FEW_JOBS = 3;
/** Bases end at least so many days ago, since new postings and zones move the newest. */
const NEWEST_DAYS = 9;
const OLDEST_DAYS = 75;
const MOST_BASES = 24;

export class Known {
  company: { url: string; name: string | null } | null = null;
  boards: BoardNames = new Map();
  /** Values of the lookup of locations, and labels of all lookups. */
  places: Fields[] = [];
  labels: string[] = [];
  /** Names of companies that jobs show. */
  employers: string[] = [];
  readonly bases: Base[] = [];
  readonly #listed: unknown[] = [];
  readonly #refused = new Set<string>();

  constructor({ companyUrl, companyName }: CompanyFacts) {
    if (companyUrl !== null) this.company = { url: companyUrl, name: companyName };
  }

  /** Chooses a base for a story: mostly one whose jobs are few, sometimes a new one. Null for the company if it is unknown. */
  baseFor(family: Family, now: number, random: Random): Base | null {
    const own = this.bases.filter((each) => each.family === family);
    const fits = own.filter(({ total }) => total !== null && total >= LEAST_JOBS && total <= MOST_JOBS);
    if (fits.length > 0 && (fits.length > 3 || random.chance(0.7))) return random.pick(fits);
    const open = own.filter(({ total }) => total === null);
    if (open.length > 0) return open[0]!;
    const small = own.filter(({ total }) => total !== null && total >= FEW_JOBS && total < LEAST_JOBS);
    if (small.length > 0 && (own.length >= MOST_BASES || random.chance(0.5))) return random.pick(small);
    if (own.length >= MOST_BASES) return random.pick(own);
    return this.#newBase(family, now, random);
  }

  #newBase(family: Family, now: number, random: Random): Base | null {
    if (family === 'company' && this.company === null) return null;
    const days = family === 'direct' ? 1 : 20;
    const start = NEWEST_DAYS + days + random.below(OLDEST_DAYS - NEWEST_DAYS - days);
    return this.#add(family, {
      ...(family === 'company' ? { company_network_url: this.company!.url } : {}),
      published_after: dateInput(`daysAgo${start}`, now)!,
      published_before: dateInput(`daysAgo${start - days}`, now)!,
    });
  }

  #add(family: Family, body: Fields): Base {
    const base: Base = { family, body, total: null, words: [] };
    this.bases.push(base);
    return base;
  }

  /** Learns from an answer to a first page of a base, and adds a base that is likely to suit if this one does not. */
  learnBase(base: Base, total: number, jobs: readonly Fields[], now: number): void {
    const isFirst = base.total === null;
    base.total = total;
    base.words = wordsOf(jobs);
    if (!isFirst || this.bases.length >= MOST_BASES * 2) return;
    const { published_after: after, published_before: before } = base.body as Record<string, string>;
    const days = (Date.parse(before!) - Date.parse(after!)) / 86_400_000;
    if (total > MOST_JOBS) {
      if (days > 1) {
        const fewer = Math.max(1, Math.floor((days * (LEAST_JOBS + 4)) / total));
        this.#add(base.family, { ...base.body, published_after: shiftDay(before!, -fewer) });
      } else if (base.body['job_keywords'] === undefined && base.words.length > 1)
        this.#add(base.family, { ...base.body, job_keywords: { title: base.words.slice(0, 2) } });
    } else if (total < LEAST_JOBS && base.body['job_keywords'] === undefined) {
      const most = (now - Date.parse(before!)) / 86_400_000;
      const more = Math.ceil(days * Math.min(8, (LEAST_JOBS + 4) / Math.max(1, total)));
      const widest = Math.min(more, Math.floor(150 - most));
      if (widest > days)
        this.#add(base.family, { ...base.body, published_after: shiftDay(before!, -widest) });
    }
  }

  /** Learns from any answer with status 200. */
  learn(
    { operation, response, request }: Exchange,
    { withCompany }: Pick<SearchOperation, 'withCompany'>,
  ): void {
    const body = fields(response?.body);
    const listed = ['job_boards', 'departments', 'locations'].flatMap((name) => {
      const items = body?.[name];
      return Array.isArray(items) ? (items as unknown[]) : [];
    });
    if (operation === 'listJobBoards') {
      this.#listed.push(...listed);
      this.boards = boardNames(this.#listed);
    }
    this.labels.push(
      ...listed
        .map((each) => follow(each, ['label']))
        .filter(isText)
        .slice(0, 20),
    );
    this.labels = [...new Set(this.labels)].slice(-60);
    if (operation === 'listLocations')
      this.places.push(
        ...listed.map((each) => fields(follow(each, ['value']))).filter((each) => each !== null),
      );
    this.places = this.places.slice(-20);
    const names = jobsIn(response?.body)
      .map((job) => job['Company Name'])
      .filter(isText);
    this.employers = [...new Set([...this.employers, ...names])].slice(-20);
    if (withCompany && this.company === null) this.#learnCompany(body, request.body);
  }

  /** The profile URL in the details of a company; details may show it in a form that searches refuse. */
  #learnCompany(body: Fields | null, asked: unknown): void {
    const details = fields(follow(body, ['data', 'company_details']));
    const told = details?.['network_url'];
    if (!isText(told) || !/^https?:\/\/[^/]+.*\/company\/[^/]/.test(told)) return;
    const plain = told.replace(/\/+$/, '');
    const forms = [plain, plain.replace(/[^/]+$/, (name) => name.toLowerCase())].flatMap((each) => [
      each,
      each.replace('://www.', '://'),
    ]);
    const url = forms.find((each) => !this.#refused.has(each));
    const name = fields(asked)?.['company_name'];
    if (url !== undefined) this.company = { url, name: isText(name) ? name : null };
  }

  /** The target refused the company's URL in a request that was right otherwise. */
  forgetCompany(): void {
    if (this.company !== null) this.#refused.add(this.company.url);
    this.company = null;
    for (const base of this.bases.filter(({ family }) => family === 'company'))
      this.bases.splice(this.bases.indexOf(base), 1);
  }
}

/** The jobs of an answer, as far as they are objects. */
export function jobsIn(body: unknown): Fields[] {
  const jobs = follow(body, ['data', 'jobs']);
  return Array.isArray(jobs) ? jobs.map(fields).filter((job) => job !== null) : [];
}

const WORD = /^\p{L}{4,20}$/u;

/** Words of titles and descriptions, the rarest first. */
function wordsOf(jobs: readonly Fields[]): string[] {
  const counts = new Map<string, number>();
  for (const job of jobs)
    for (const word of new Set(strings([job['Job Title']]).flatMap((text) => text.split(/[\s,/()-]+/))))
      if (WORD.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts.keys()].sort((a, b) => counts.get(a)! - counts.get(b)! || (a < b ? -1 : 1)).slice(0, 30);
}
