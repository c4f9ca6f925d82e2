import type { Company, Dataset, Job, Posting } from '../../fixtures/index.js';
import type { Occurrences } from './occurrences.js';
import { EMPTY_SET, type OrdinalSet } from './ordinal-sets.js';

/**
 * Families of filter values. A posting has any number of values of each. Places, boards and industries are in lower case;
 * companies are ids. `has` has the values `country`, `board` (absent on postings of career pages), `salary` (any of its four
 * fields) and `agency`.
 */
export type Family =
  | 'country'
  | 'state'
  | 'city'
  | 'board'
  | 'department'
  | 'industry'
  | 'job type'
  | 'seniority'
  | 'company'
  | 'remote'
  | 'has';

export type FacetValue = string | number | boolean;

const SALARY_FIELDS = [
  'Salary Offered',
  'Salary From',
  'Salary To',
  'Salary Currency',
] as const satisfies (keyof Job)[];

/** Reads the filter values of postings and numbers them. After `fill`, returns the postings with each value. */
export class Facets {
  readonly #companies: readonly Company[];
  /** By a board's label, which postings have, its value, which filters have; both in lower case. */
  readonly #boardOfLabel: ReadonlyMap<string, string>;
  /**
   * The number of each value. Also contains the names as postings spell them, so that each is lower-cased only once. Labels of
   * boards cannot conflict with values, since no label of a board is the value of another.
   */
  readonly #numbers = new Map<Family, Map<FacetValue, number>>();
  /** The numbers of the posting read last. */
  readonly #read: number[] = [];
  #postings: Occurrences | null = null;
  /** The number of values so far. */
  #size = 0;

  constructor({ companies, jobBoards }: Dataset) {
    this.#companies = companies;
    this.#boardOfLabel = new Map(
      jobBoards.map(({ label, value }) => [label.toLowerCase(), value.toLowerCase()]),
    );
  }

  /** Returns the numbers of a posting's values, in a list that the next call overwrites. */
  read({ job, companyId }: Posting): readonly number[] {
    this.#read.length = 0;
    const company = companyId === null ? undefined : this.#companies[companyId];
    this.#addName('country', job.Country);
    this.#addName('state', job.State);
    this.#addName('city', job.City);
    this.#addName('board', job['Job Board']);
    this.#addName('industry', company?.industry ?? null);
    for (const department of new Set(job['Department Name'])) this.#add('department', department);
    this.#add('job type', job['Job Type']);
    this.#add('seniority', job['Seniority Level']);
    this.#add('company', companyId);
    this.#add('remote', job['Is Remote']);
    if (job.Country !== null) this.#add('has', 'country');
    if (job['Job Board'] !== null) this.#add('has', 'board');
    if (SALARY_FIELDS.some((field) => job[field] !== null)) this.#add('has', 'salary');
    if (company?.agency === true) this.#add('has', 'agency');
    return this.#read;
  }

  #add(family: Family, value: FacetValue | null): void {
    if (value !== null) this.#read.push(this.#number(family, value));
  }

  #addName(family: Family, name: string | null): void {
    if (name === null) return;
    let number = this.#numbers.get(family)?.get(name);
    if (number === undefined) {
      const lower = name.toLowerCase();
      number = this.#number(family, family === 'board' ? (this.#boardOfLabel.get(lower) ?? lower) : lower);
      this.#numbers.get(family)!.set(name, number);
    }
    this.#read.push(number);
  }

  #number(family: Family, value: FacetValue): number {
    let values = this.#numbers.get(family);
    if (!values) this.#numbers.set(family, (values = new Map()));
    let number = values.get(value);
    if (number === undefined) values.set(value, (number = this.#size++));
    return number;
  }

  fill(postings: Occurrences): void {
    this.#postings = postings;
  }

  set(family: Family, value: FacetValue): OrdinalSet {
    const number = this.#numbers.get(family)?.get(value);
    return number === undefined || !this.#postings ? EMPTY_SET : this.#postings.set(number);
  }
}
