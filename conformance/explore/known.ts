/** A target, and what stories know of its data: bases that functions of the survey find, and values that lookups list. */
import { mostCreditsOfPage, type SearchOperation } from '../../spec/contract.js';
import { boardNames, type BoardNames } from '../model/answers.js';
import type { Exchange } from '../record/exchange.js';
import type { Prepared } from '../run/survey/index.js';
import { asker, pageIn, reader, Unfound, unlessUnfound, type Ask } from '../run/survey/ask.js';
import { findCompany } from '../run/survey/companies.js';
import { findDays } from '../run/survey/slice.js';
import { fields, items, type Fields } from '../values/fields.js';
import { follow } from '../values/pointers.js';
import { addressOf, type Job } from '../values/postings.js';
import type { Random } from '../values/random.js';
import { PREFLIGHT } from '../wire/wire.js';

/** Searches that find the same jobs: those of one company, or those of all companies. */
export type Family = 'direct' | 'company';

export const familyOf = ({ withCompany }: Pick<SearchOperation, 'withCompany'>): Family =>
  withCompany ? 'company' : 'direct';

/** The jobs of a base: more than a page of 10, or a few. */
export type Size = 'main' | 'small';

/** Members of a body that narrow a search to a few jobs, which a story can buy. */
export interface Base {
  /** Shared by two bases with the same jobs, one with duplicates and one without. */
  id: number;
  family: Family;
  size: Size;
  body: Fields;
  /** How many jobs its search finds. */
  total: number;
}

/** Jobs that an account paid for, by address, each with the id of the base whose search delivered it. */
export type Paid = Map<string, { job: Fields; base: number | undefined }>;

const LEAST_JOBS = 2;
const MOST_JOBS = { main: 15, small: 5 };
/**
 * Days ago. New postings and time zones affect newer days; the oldest must be within six months after the clock moves by 40. The
 * latest day of a base is between the first two.
 */
const [NEWEST, LATEST, OLDEST] = [9, 60, 130];
/** The most attempts to find a base of one family and size, and a company that has one. */
const MOST_BASES = 3;
const MOST_COMPANIES = 3;
/** The most credits and requests to find a base. */
const MOST_CREDITS = 40;
const MOST_REQUESTS = 60;

export class Known {
  readonly session: Prepared;
  boards: BoardNames = new Map();
  /** Values of the lookup of locations. */
  places: Fields[] = [];
  readonly bases: Base[] = [];
  /** Of the key of the profile. Without an admin API, all chapters use it. */
  readonly paid: Paid = new Map();
  readonly #listed: unknown[] = [];
  /** Jobs that were bought, by address. */
  readonly #jobs = new Map<string | null, Job>();
  readonly #uses = new Map<string, number>();
  #companyUrl: string | null = null;

  constructor(session: Prepared) {
    this.session = session;
  }

  /** The one of these names that was used least for a purpose. */
  leastUsed(purpose: string, names: readonly string[], random: Random): string {
    const usesOf = (name: string): number => this.#uses.get(`${purpose} ${name}`) ?? 0;
    const least = Math.min(...names.map(usesOf));
    const name = random.pick(names.filter((each) => usesOf(each) === least));
    this.#use(`${purpose} ${name}`);
    return name;
  }

  /** Counts the uses of a name so far. */
  #use(name: string): number {
    const uses = this.#uses.get(name) ?? 0;
    this.#uses.set(name, uses + 1);
    return uses;
  }

  /** The least used base of a family, if possible of this size. Null if none is known. */
  baseFor(family: Family, size: Size, random: Random): Base | null {
    const own = this.bases.filter((each) => each.family === family);
    const fits = own.filter((each) => each.size === size);
    const names = (fits.length > 0 ? fits : own).map(({ body }) => JSON.stringify(body));
    if (names.length === 0) return null;
    const name = this.leastUsed('base', names, random);
    return own.find(({ body }) => JSON.stringify(body) === name)!;
  }

  /** Looks for a further base outside of the story, unless there are enough. `credits`: the most that this may cost. */
  async findBase(family: Family, size: Size, credits: number, random: Random): Promise<void> {
    // An account that stays the same pays for many jobs only once.
    const wanted = this.session.admin === null && size === 'main' ? 1 : MOST_BASES;
    const known = this.bases.filter((each) => each.family === family && each.size === size);
    if (known.length >= 2 * wanted || this.#use(`${family} ${size}`) >= MOST_BASES) return;
    const latest = NEWEST + random.below(LATEST - NEWEST);
    const found = this.#find(family, size, latest, Math.min(credits, MOST_CREDITS));
    const base = await unlessUnfound(found).finally(() => this.session.accounts.dispose(PREFLIGHT));
    // Only with duplicates do all pages have as many jobs as were found, and only without them is each job unique.
    if (base !== null) this.bases.push(base, { ...base, body: { ...base.body, exclude_duplicates: false } });
  }

  async #find(family: Family, size: Size, latest: number, credits: number): Promise<Base | null> {
    const { budget, documents, profile, time, target } = this.session;
    const now = time.now() + target.clockOffset;
    const asked = asker(this.session, MOST_REQUESTS, () => now);
    const ceiling = budget.spentBy(PREFLIGHT) + credits;
    const ask: Ask = async (id, body, query) => {
      const price = mostCreditsOfPage(documents.contract.operation(id), follow(body, ['limit']));
      if (budget.spentBy(PREFLIGHT) + price > ceiling) throw new Unfound('it costs too much to find a base');
      const response = await asked(id, body, query);
      this.#buy(pageIn(response).jobs);
      return response;
    };
    const [search] = documents.contract.operations
      .filter((each) => each.kind === 'search' && familyOf(each) === family)
      .filter(({ id }) => !profile.absent.includes(id) && !target.missing.includes(id))
      .sort((a, b) => a.creditCost - b.creditCost);
    if (search === undefined) return null;
    const company = family === 'company' ? { company_network_url: await this.#company(ask, now) } : {};
    const most = MOST_JOBS[size];
    const days = await findDays(
      reader(ask, search.id, company),
      family === 'direct',
      {
        range: { end: latest, oldest: OLDEST },
        known: [...this.#jobs.values()],
        most,
        // A search stops with fewer credits than it wants jobs, and this one buys hardly any.
        credits: credits + most,
      },
      now,
    );
    if (days !== null && days.total >= LEAST_JOBS) {
      const scope = days.scope === null ? {} : { advanced_job_keywords: [days.scope] };
      return {
        id: this.bases.length,
        family,
        size,
        body: { ...company, ...days.window, ...scope },
        total: days.total,
      };
    }
    if (family === 'company') this.#companyUrl = null;
    return null;
  }

  /** The profile URL of the profile's company, or of a company that known jobs name. Throws Unfound. */
  async #company(ask: Ask, now: number): Promise<string> {
    const { profile, target } = this.session;
    const url = target.told.companyUrl ?? this.#companyUrl;
    if (url !== null) return url;
    if (this.#use('companies') >= MOST_COMPANIES) throw new Unfound('the target shows no such company');
    const slices = { market: { jobs: [...this.#jobs.values()] } };
    const { facts } = await findCompany({ facts: { ...target.told }, slices, profile, now, ask });
    this.#companyUrl = facts.companyUrl ?? null;
    return this.#company(ask, now);
  }

  /** Learns from an answer with status 200. */
  learn({ operation, response }: Exchange): void {
    const listed = (name: string): unknown[] => items(follow(response?.body, [name]));
    if (operation === 'listJobBoards') {
      this.#listed.push(...listed('job_boards'));
      this.boards = boardNames(this.#listed);
    }
    const places = listed('locations').map((each) => fields(follow(each, ['value'])));
    this.places = [...this.places, ...places.filter((each) => each !== null)].slice(-20);
    if (response !== null) this.#buy(pageIn(response).jobs);
  }

  #buy(jobs: readonly Job[]): void {
    for (const job of jobs) this.#jobs.set(addressOf(job), job);
  }
}
