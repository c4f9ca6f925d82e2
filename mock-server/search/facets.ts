import type { Company, Dataset, Job, Posting } from '../../fixtures/index.js';
import { EMPTY_SET, type OrdinalSet, type OrdinalSets } from './ordinal-sets.js';

/** What filters ask about; a posting has any number of values of a family. */
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

/** Values of the family `has`. */
export type Fact = 'country' | 'board' | 'salary' | 'agency';

/** Numbers the filter values of all families together, and later holds the postings of each. */
export class FacetValues {
  readonly #numbers = new Map<Family, Map<string | number | boolean, number>>();
  #size = 0;
  #sets: OrdinalSets | null = null;

  number(family: Family, value: string | number | boolean): number {
    let values = this.#numbers.get(family);
    if (!values) this.#numbers.set(family, (values = new Map()));
    let number = values.get(value);
    if (number === undefined) values.set(value, (number = this.#size++));
    return number;
  }

  fill(sets: OrdinalSets): void {
    this.#sets = sets;
  }

  set(family: Family, value: string | number | boolean): OrdinalSet {
    const number = this.#numbers.get(family)?.get(value);
    return number === undefined || !this.#sets ? EMPTY_SET : this.#sets.get(number);
  }

  get bytes(): number {
    return this.#sets?.bytes ?? 0;
  }
}

const SALARY_FIELDS = [
  'Salary Offered',
  'Salary From',
  'Salary To',
  'Salary Currency',
] as const satisfies (keyof Job)[];

/** Reads the filter values off a posting. */
export class FacetReader {
  readonly #values: FacetValues;
  readonly #companies = new Map<number, Company>();
  /** Postings show a board's label, filters name its value; both in lower case. */
  readonly #boardOfLabel: ReadonlyMap<string, string>;
  readonly #numbers: number[] = [];

  constructor(dataset: Dataset, values: FacetValues) {
    this.#values = values;
    for (const company of dataset.companies) this.#companies.set(company.id, company);
    this.#boardOfLabel = new Map(
      dataset.jobBoards.map(({ label, value }) => [label.toLowerCase(), value.toLowerCase()]),
    );
  }

  read({ job, companyId }: Posting): Uint32Array {
    this.#numbers.length = 0;
    const company = companyId === null ? undefined : this.#companies.get(companyId);
    this.#text('country', job.Country);
    this.#text('state', job.State);
    this.#text('city', job.City);
    this.#text('industry', company?.industry ?? null);
    if (job['Job Board'] !== null) {
      const label = job['Job Board'].toLowerCase();
      this.#add('board', this.#boardOfLabel.get(label) ?? label);
      this.#has('board');
    }
    for (const department of job['Department Name'] ?? []) this.#add('department', department);
    if (job['Job Type'] !== null) this.#add('job type', job['Job Type']);
    if (job['Seniority Level'] !== null) this.#add('seniority', job['Seniority Level']);
    if (companyId !== null) this.#add('company', companyId);
    if (job['Is Remote'] !== null) this.#add('remote', job['Is Remote']);
    if (job.Country !== null) this.#has('country');
    if (SALARY_FIELDS.some((field) => job[field] !== null)) this.#has('salary');
    if (company?.agency === true) this.#has('agency');
    return Uint32Array.from(this.#numbers);
  }

  #add(family: Family, value: string | number | boolean): void {
    this.#numbers.push(this.#values.number(family, value));
  }

  #text(family: Family, value: string | null): void {
    if (value !== null) this.#add(family, value.toLowerCase());
  }

  #has(fact: Fact): void {
    this.#add('has', fact);
  }
}
