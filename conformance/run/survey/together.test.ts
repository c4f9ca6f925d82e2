import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeDataset } from '../../../fixtures/index.js';
import { loadContract } from '../../../spec/contract.js';
import type { Job } from '../../values/postings.js';
import type { Slice } from './slice.js';
import { TOGETHER, togetherFacts } from './together.js';

const contract = loadContract();
const window = { published_after: '2026-03-01', published_before: '2026-03-20' };
const needed = Object.values(TOGETHER).flat();

function sliceOf(jobs: readonly Job[], more: Partial<Slice> = {}): Slice {
  return { window, total: jobs.length, jobs: [...jobs], scope: null, beside: [], ...more };
}

function facts(id: keyof typeof TOGETHER, slice: Slice, payload = {}): Record<string, unknown>[] {
  const boards = [...new Set(slice.jobs.map((job) => String(job['Job Board'])))].map((label) => ({
    label,
    value: label.toLowerCase(),
  }));
  return Object.values(togetherFacts(id, payload, slice, { boards, contract, needed })) as never;
}

/** By filter of a body: whether a job passes it. Written from §4.1 for this test. */
const PASSES: Record<string, (job: Job, want: never) => boolean> = {
  is_remote: (job, want) => job['Is Remote'] === want,
  country_exists: (job) => job['Country'] !== null,
  salary_data_available: (job) =>
    ['Salary Offered', 'Salary From', 'Salary To', 'Salary Currency'].some((name) => job[name] !== null),
  job_type: (job, want: string[]) => want.includes(String(job['Job Type'])),
  seniority_level: (job, want: string[]) => want.includes(String(job['Seniority Level'])),
  department: (job, want: string[]) => departmentsOf(job).some((name) => want.includes(name)),
  include_job_boards: (job, want: string[]) => want.includes(String(job['Job Board']).toLowerCase()),
  exclude_job_boards: (job, want: string[]) => !want.includes(String(job['Job Board']).toLowerCase()),
  jobs_locations: (job, want: Place[]) => want.some((place) => isIn(job, place)),
  exclude_jobs_locations: (job, want: Place[]) => !want.some((place) => isIn(job, place)),
  job_keywords: (job, want: Words) => holds(job, want),
  exclude_job_keywords: (job, want: Words) => !holds(job, want),
  advanced_job_keywords: (job, want: Group[]) => want.every((group) => holds(job, wordsOf(group))),
  advanced_exclude_job_keywords: (job, want: Group[]) => !want.some((group) => holds(job, wordsOf(group))),
};

type Place = Partial<Record<'country' | 'city', string>>;
type Words = Partial<Record<'title' | 'description', string[]>>;
type Group = Partial<Record<'title' | 'description', { terms: string[] }>>;

const departmentsOf = (job: Job): string[] => (job['Department Name'] ?? []) as string[];
const isIn = (job: Job, { country, city }: Place): boolean =>
  (country === undefined || job['Country'] === country) && (city === undefined || job['City'] === city);
const wordsOf = ({ title, description }: Group): Words => ({
  ...(title && { title: title.terms }),
  ...(description && { description: description.terms }),
});
const holds = (job: Job, { title = [], description = [] }: Words): boolean =>
  title.some((word) => hasWord(job['Job Title'], word)) ||
  description.some((word) => hasWord(job['Job Description'], word));
const hasWord = (text: unknown, word: string): boolean =>
  String(text ?? '')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .includes(word.toLowerCase());

const SEARCHES = Object.keys(TOGETHER) as (keyof typeof TOGETHER)[];

function seededJobs(seed: number, size: number): Job[] {
  const dataset = makeDataset({ now: '2026-03-20T12:00:00Z', jobs: 200, seed });
  return Array.from({ length: size }, (_, i) => dataset.posting(i).job as unknown as Job);
}

describe('a body with several filters', () => {
  it('is satisfied by some jobs, and for each filter except places, some jobs fail only that one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 3, max: 80 }), (seed, size) => {
        const jobs = seededJobs(seed, size);
        for (const id of SEARCHES)
          for (const body of facts(id, sliceOf(jobs))) {
            const filters = Object.entries(body).filter(([field]) => field in PASSES);
            const failed = (job: Job): string[] =>
              filters.filter(([field, want]) => !PASSES[field]!(job, want as never)).map(([field]) => field);
            const fails = jobs.map(failed);
            expect(filters.length).toBeGreaterThan(1);
            expect(fails.filter((each) => each.length === 0).length).toBeGreaterThan(1);
            const alone = new Set(fails.filter((each) => each.length === 1).flat());
            const telling = filters.map(([field]) => field).filter((field) => field !== 'jobs_locations');
            expect([...alone]).toEqual(expect.arrayContaining(telling));
          }
      }),
      { numRuns: 20 },
    );
  });

  it('is satisfied by some jobs even if a service requires all of several departments, if it is the first', () => {
    for (const id of SEARCHES) {
      const jobs = seededJobs(1, 60);
      const [first, ...others] = facts(id, sliceOf(jobs));
      expect(others.some(({ department }) => ((department ?? []) as string[]).length > 1)).toBe(true);
      const found = jobs.filter((job) =>
        Object.entries(first!).every(([field, want]) =>
          field === 'department'
            ? (want as string[]).every((name) => departmentsOf(job).includes(name))
            : (PASSES[field]?.(job, want as never) ?? true),
        ),
      );
      expect(found.length).toBeGreaterThan(1);
    }
  });

  it('searches only the slice: its days, its company, and the words that narrow them', () => {
    const scope = { mode: 'and', title: { mode: 'and', terms: ['nurse'] } } as const;
    const bodies = facts('searchJobs', sliceOf(seededJobs(1, 40), { scope }), { of: 'this company' });
    expect(bodies.length).toBeGreaterThan(1);
    for (const body of bodies) {
      expect(body).toMatchObject({ ...window, of: 'this company', exclude_duplicates: false, limit: 25 });
      expect((body['advanced_job_keywords'] as unknown[])[0]).toEqual(scope);
    }
  });

  it('combines filters that earlier bodies do not combine', () => {
    const pairs = facts('searchJobs', sliceOf(seededJobs(1, 40))).map((body) => {
      const fields = Object.keys(body).filter((field) => field in PASSES);
      return new Set(fields.flatMap((one) => fields.map((other) => `${one} ${other}`)));
    });
    for (const [at, those] of pairs.entries()) {
      const before = new Set(pairs.slice(0, at).flatMap((each) => [...each]));
      expect([...those].filter((pair) => !before.has(pair)).length).toBeGreaterThan(0);
    }
  });

  it('has no keyword groups on the historical company search, which may not support them', () => {
    for (const seed of [1, 2, 3])
      for (const body of facts('searchCompanyJobsHistorical', sliceOf(seededJobs(seed, 60))))
        expect(Object.keys(body).filter((field) => field.startsWith('advanced_'))).toEqual([]);
  });

  it('is the same if jobs omit fields instead of null', () => {
    const jobs = seededJobs(1, 60);
    const without = jobs.map((job) =>
      Object.fromEntries(Object.entries(job).filter(([, value]) => value !== null)),
    );
    for (const id of SEARCHES) expect(facts(id, sliceOf(without))).toEqual(facts(id, sliceOf(jobs)));
  });

  it('does not exist if all jobs are equal', () => {
    const alike = Array.from({ length: 20 }, () => seededJobs(1, 1)[0]!);
    for (const id of SEARCHES) expect(facts(id, sliceOf(alike))).toEqual([]);
  });
});
