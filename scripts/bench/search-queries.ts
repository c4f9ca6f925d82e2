/** The searches that `search-one.ts` measures. */
import { planSearch } from '../../mock-server/domain/plan-search.js';
import { chooseReadings } from '../../mock-server/domain/readings.js';
import type { SearchIndex, SearchQuery } from '../../mock-server/search/index.js';
import type { Dataset } from '../../fixtures/index.js';
import { loadClauses, type Contract, type OperationId } from '../../spec/index.js';

export type QueryClass = 'facets' | 'phrase' | 'nested';

/** The time of all searches. */
export const NOW = Date.parse('2026-03-01T12:00:00Z');

const QUERIES = 24;

type Body = Record<string, unknown>;

/**
 * Plans request bodies as clients send them. Terms come from postings that exist at every size (posting `i` is the same in
 * each); date ranges cover two months to six years.
 */
export function makeQueries(
  dataset: Dataset,
  index: SearchIndex,
  contract: Contract,
): Record<QueryClass, SearchQuery[]> {
  const readings = chooseReadings(loadClauses().readings);
  const plan = (body: Body, n: number): SearchQuery => {
    const id: OperationId = n % 4 === 3 ? 'searchJobsHistorical' : 'searchJobs';
    const dates =
      n % 4 === 1 ? { published_after: '2025-09-01' } : n % 4 === 2 ? { published_after: '2025-12-01' } : {};
    const result = planSearch(contract.operation(id), { ...dates, ...body }, { now: NOW, readings, index });
    if (!('query' in result)) throw new Error(`Invalid benchmark query: ${JSON.stringify(body)}`);
    return result.query;
  };
  const sources = pick(dataset);
  const each = (bodyOf: (n: number) => Body): SearchQuery[] =>
    Array.from({ length: QUERIES }, (_, n) => plan(bodyOf(n), n));
  return {
    facets: each((n) => facetsBody(n)),
    phrase: each((n) => phraseBody(n, sources)),
    nested: each((n) => nestedBody(n, sources)),
  };
}

const COUNTRIES = ['United States', 'United Kingdom', 'India', 'Germany', 'Canada', 'France'];
const TYPES = [['Full Time'], ['Part Time', 'Contract'], ['Contract'], ['Full Time', 'Internship']];
const LEVELS = ['Mid Level', 'Entry Level', 'Executive Level'];

/** Half of the bodies have a country, the other half a condition on remote work. */
function facetsBody(n: number): Body {
  return {
    ...(n % 8 < 4
      ? { jobs_locations: [{ country: COUNTRIES[n % COUNTRIES.length] }] }
      : { is_remote: n % 3 === 0 }),
    job_type: TYPES[(n >> 1) % TYPES.length],
    seniority_level: [LEVELS[n % LEVELS.length]],
  };
}

interface Sources {
  /** Two adjacent words of a title. */
  titles: string[];
  /** Skills of two words. */
  skills: string[];
  words: string[];
}

function phraseBody(n: number, { titles, skills, words }: Sources): Body {
  const title = [titles[n]!, titles[n + 1]!];
  const description = [skills[n]!, skills[n + 1]!];
  switch (n % 3) {
    case 0:
      return { job_keywords: { title } };
    case 1:
      return { job_keywords: { description } };
    default:
      return { job_keywords: { title: [...title, words[n]!], description, mode: 'or' } };
  }
}

function nestedBody(n: number, { titles, skills, words }: Sources): Body {
  return {
    job_type: TYPES[n % TYPES.length],
    advanced_job_keywords: [
      {
        mode: 'or',
        title: { mode: 'or', terms: [titles[n]!, words[n]!] },
        groups: [
          { description: { mode: 'or', terms: [skills[n]!, skills[n + 1]!] } },
          { title: { mode: 'or', terms: [words[n + 1]!] }, description: { terms: [skills[n + 2]!] } },
        ],
      },
    ],
    advanced_exclude_job_keywords: [
      { mode: 'or', title: { terms: [words[n + 2]!] }, description: { mode: 'or', terms: [skills[n + 3]!] } },
      { title: { mode: 'or', terms: ['senior', 'lead'] }, description: { terms: ['clearance'] } },
    ],
  };
}

function pick(dataset: Dataset): Sources {
  const sources: Sources = { titles: [], skills: [], words: [] };
  const seen = new Set<string>();
  const add = (list: string[], term: string | undefined): void => {
    if (term === undefined || seen.has(term) || list.length > QUERIES + 4) return;
    seen.add(term);
    list.push(term);
  };
  for (let i = 0; i < Math.min(dataset.size, 10_000); i += 7) {
    const { job } = dataset.posting(i);
    const title = /^[a-z]+ [a-z]+$/i.test(job['Job Title'] ?? '')
      ? job['Job Title']!.toLowerCase()
      : undefined;
    add(sources.titles, title);
    add(sources.words, title?.split(' ')[1]);
    add(sources.skills, job.Skills?.find((skill) => /^[a-z]+ [a-z]+$/i.test(skill))?.toLowerCase());
  }
  return sources;
}
