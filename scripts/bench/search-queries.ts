/** The searches that `search-one.ts` measures. */
import { planSearch } from '../../mock-server/domain/plan-search.js';
import { chooseReadings } from '../../mock-server/domain/readings.js';
import type { SearchIndex, SearchQuery } from '../../mock-server/search/index.js';
import type { Dataset } from '../../fixtures/index.js';
import { loadClauses, type Contract } from '../../spec/index.js';

export type QueryClass = 'facets' | 'phrase' | 'nested';

/** The current time for all searches. */
export const NOW = Date.parse('2026-03-01T12:00:00Z');

const QUERIES = 24;

type Body = Record<string, unknown>;

/** Returns planned searches as clients send them. Their terms occur at every size; date ranges cover two months to six years. */
export function makeQueries(
  dataset: Dataset,
  index: SearchIndex,
  contract: Contract,
): Record<QueryClass, SearchQuery[]> {
  const readings = chooseReadings(loadClauses().readings);
  const terms = termsOf(dataset);
  const each = (bodyOf: (n: number, terms: Terms) => Body): SearchQuery[] =>
    Array.from({ length: QUERIES }, (_, n) => {
      const body = { ...DATES[n % 4], ...bodyOf(n, terms) };
      const id = n % 4 === 3 ? 'searchJobsHistorical' : 'searchJobs';
      return planSearch(contract.operation(id), body, { now: NOW, readings, index }).query;
    });
  return { facets: each(facetsBody), phrase: each(phraseBody), nested: each(nestedBody) };
}

const DATES: readonly Body[] = [{}, { published_after: '2025-09-01' }, { published_after: '2025-12-01' }, {}];
const COUNTRIES = ['United States', 'United Kingdom', 'India', 'Germany', 'Canada', 'France'];
const TYPES = [['Full Time'], ['Part Time', 'Contract'], ['Contract'], ['Full Time', 'Internship']];
const LEVELS = ['Mid Level', 'Entry Level', 'Executive Level'];

/** Half of the bodies have a country, the other half a condition on remote work. */
function facetsBody(n: number): Body {
  const country = COUNTRIES[n % COUNTRIES.length];
  return {
    ...(n % 8 < 4 ? { jobs_locations: [{ country }] } : { is_remote: n % 3 === 0 }),
    job_type: TYPES[(n >> 1) % TYPES.length],
    seniority_level: [LEVELS[n % LEVELS.length]],
  };
}

/** Distinct terms in postings: titles and skills of two words, and the last words of titles. */
interface Terms {
  titles: string[];
  skills: string[];
  words: string[];
}

function termsOf(dataset: Dataset): Terms {
  const jobs = Array.from(
    { length: Math.min(dataset.size, 10_000) / 7 },
    (_, i) => dataset.posting(i * 7).job,
  );
  const ofTwoWords = (texts: readonly (string | null | undefined)[]): string[] => [
    ...new Set(texts.flatMap((text) => (/^[a-z]+ [a-z]+$/i.test(text ?? '') ? text!.toLowerCase() : []))),
  ];
  const titles = ofTwoWords(jobs.map((job) => job['Job Title']));
  const skills = ofTwoWords(jobs.flatMap(({ Skills: all }) => all ?? []));
  return { titles, skills, words: [...new Set(titles.map((title) => title.split(' ')[1]!))] };
}

function phraseBody(n: number, { titles, skills, words }: Terms): Body {
  const title = titles.slice(n, n + 2);
  const description = skills.slice(n, n + 2);
  if (n % 3 === 0) return { job_keywords: { title } };
  if (n % 3 === 1) return { job_keywords: { description } };
  return { job_keywords: { title: [...title, words[n]], description, mode: 'or' } };
}

function nestedBody(n: number, { titles, skills, words }: Terms): Body {
  return {
    job_type: TYPES[n % TYPES.length],
    advanced_job_keywords: [
      {
        mode: 'or',
        title: { mode: 'or', terms: [titles[n], words[n]] },
        groups: [
          { description: { mode: 'or', terms: skills.slice(n, n + 2) } },
          { title: { mode: 'or', terms: [words[n + 1]] }, description: { terms: [skills[n + 2]] } },
        ],
      },
    ],
    advanced_exclude_job_keywords: [
      { mode: 'or', title: { terms: [words[n + 2]] }, description: { mode: 'or', terms: [skills[n + 3]] } },
      { title: { mode: 'or', terms: ['senior', 'lead'] }, description: { terms: ['clearance'] } },
    ],
  };
}
