import type { Company, Dataset, Job, Posting } from '../../fixtures/index.js';
import { withRoom } from './growing.js';
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

/** Numbers the filter values of all families. After `fill`, returns the postings with each value. */
export class FacetValues {
  readonly #numbers = new Map<Family, Map<string | number | boolean, number>>();
  #size = 0;
  #postings: Occurrences | null = null;

  number(family: Family, value: FacetValue): number {
    let values = this.#numbers.get(family);
    if (!values) this.#numbers.set(family, (values = new Map()));
    let number = values.get(value);
    if (number === undefined) values.set(value, (number = this.#size++));
    return number;
  }

  fill(postings: Occurrences): void {
    this.#postings = postings;
  }

  /** The number of values so far; their numbers are smaller. */
  get size(): number {
    return this.#size;
  }

  set(family: Family, value: FacetValue): OrdinalSet {
    const number = this.#numbers.get(family)?.get(value);
    return number === undefined || !this.#postings ? EMPTY_SET : this.#postings.set(number);
  }
}

const SALARY_FIELDS = [
  'Salary Offered',
  'Salary From',
  'Salary To',
  'Salary Currency',
] as const satisfies (keyof Job)[];

/** Reads the filter values of postings. */
export class FacetReader {
  readonly #values: FacetValues;
  readonly #companies: readonly Company[];
  /** By a board's label, which postings have, its value, which filters have; both in lower case. */
  readonly #boardOfLabel: ReadonlyMap<string, string>;
  /** Caches the numbers of texts from postings, so that the same few names are not lower-cased a million times. */
  readonly #texts = new Map<Family, Map<string, number>>();
  #numbers = new Uint32Array(64);
  #count = 0;
  /** How many of the numbers read last come before those of boards. */
  withoutBoards = 0;

  constructor(dataset: Dataset, values: FacetValues) {
    this.#values = values;
    this.#companies = dataset.companies;
    this.#boardOfLabel = new Map(
      dataset.jobBoards.map(({ label, value }) => [label.toLowerCase(), value.toLowerCase()]),
    );
  }

  /** Returns the numbers of a posting's values, in a view that the next call overwrites. */
  read({ job, companyId }: Posting): Uint32Array {
    this.#count = 0;
    const company = companyId === null ? undefined : this.#companies[companyId];
    this.#text('country', job.Country);
    this.#text('state', job.State);
    this.#text('city', job.City);
    this.#text('industry', company?.industry ?? null);
    for (const department of new Set(job['Department Name'])) this.#add('department', department);
    if (job['Job Type'] !== null) this.#add('job type', job['Job Type']);
    if (job['Seniority Level'] !== null) this.#add('seniority', job['Seniority Level']);
    if (companyId !== null) this.#add('company', companyId);
    if (job['Is Remote'] !== null) this.#add('remote', job['Is Remote']);
    if (job.Country !== null) this.#add('has', 'country');
    if (SALARY_FIELDS.some((field) => job[field] !== null)) this.#add('has', 'salary');
    if (company?.agency === true) this.#add('has', 'agency');
    // Boards come last, because listings of one opening mostly differ in them.
    this.withoutBoards = this.#count;
    this.#text('board', job['Job Board']);
    if (job['Job Board'] !== null) this.#add('has', 'board');
    return this.#numbers.subarray(0, this.#count);
  }

  #add(family: Family, value: FacetValue): void {
    this.#push(this.#values.number(family, value));
  }

  #push(number: number): void {
    this.#numbers = withRoom(this.#numbers, this.#count + 1);
    this.#numbers[this.#count++] = number;
  }

  #text(family: Family, text: string | null): void {
    if (text === null) return;
    let known = this.#texts.get(family);
    if (!known) this.#texts.set(family, (known = new Map()));
    let number = known.get(text);
    if (number === undefined) {
      const lower = text.toLowerCase();
      const value = family === 'board' ? (this.#boardOfLabel.get(lower) ?? lower) : lower;
      known.set(text, (number = this.#values.number(family, value)));
    }
    this.#push(number);
  }
}
