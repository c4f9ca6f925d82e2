/** Measures the engine with the number of postings in its argument, in its own process. Prints the report as JSON. */
import { tables } from '../../fixtures/data.js';
import { makeDataset } from '../../fixtures/index.js';
import { planSearch } from '../../mock-server/domain/plan-search.js';
import { chooseReadings } from '../../mock-server/domain/readings.js';
import { SearchIndex, search, type SearchQuery } from '../../mock-server/search/index.js';
import { everything } from '../../test/mock/dataset.js';
import { loadClauses, loadContract, type Contract } from '../../spec/index.js';
import { time, timeEach, type Timing } from './measure.js';

type QueryClass = 'facets' | 'phrase' | 'nested';

const NOW = Date.parse('2026-03-01T12:00:00Z');

const QUERIES = 24;

type Body = Record<string, unknown>;

/** Returns planned searches as clients send them. Date ranges cover two months to six years. */
function makeQueries(index: SearchIndex, contract: Contract): Record<QueryClass, SearchQuery[]> {
  const readings = chooseReadings(loadClauses().readings);
  const each = (bodyOf: (n: number) => Body): SearchQuery[] =>
    Array.from({ length: QUERIES }, (_, n) => {
      const body = { ...DATES[n % 4], ...bodyOf(n) };
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

/** Roles and skills of two words, which occur at every size. */
const ofTwoWords = (texts: readonly string[]): string[] =>
  texts.filter((text) => /^[a-z]+ [a-z]+$/i.test(text)).map((text) => text.toLowerCase());
const titles = ofTwoWords(tables.trades.flatMap(({ roles }) => roles));
const skills = ofTwoWords(tables.trades.flatMap((trade) => trade.skills));
const words = [...new Set(titles.map((title) => title.split(' ')[1]))];

function phraseBody(n: number): Body {
  const title = titles.slice(n, n + 2);
  const description = skills.slice(n, n + 2);
  if (n % 3 === 0) return { job_keywords: { title } };
  if (n % 3 === 1) return { job_keywords: { description } };
  return { job_keywords: { title: [...title, words[n]], description, mode: 'or' } };
}

function nestedBody(n: number): Body {
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

const postings = Number(process.argv[2]);
const dataset = makeDataset({ seed: 1, jobs: postings, now: NOW });
const start = performance.now();
const before = process.cpuUsage();
const index = new SearchIndex(dataset, { textsOnDemandUpTo: 0, sliceMs: Infinity });
const buildSeconds = (performance.now() - start) / 1000;
const { user, system } = process.cpuUsage(before);
const peakBytes = process.resourceUsage().maxRSS * 1024;
globalThis.gc?.();
const residentBytes = process.memoryUsage().rss;

const queries = makeQueries(index, loadContract());
const timeClass = (name: QueryClass): Timing =>
  time(queries[name].map((query) => () => search(index, query)));

// Chosen so that page 5,000 is in the middle of all postings.
const limit = Math.max(1, Math.floor(postings / 10_000));
const first = everything({ limit });
const last = 4999 * limit - 1;
const deep = { ...first, after: { timestamp: index.postedAt(last), id: index.postingId(last) } };
const [firstPage, deepPage] = timeEach([() => search(index, first), () => search(index, deep)]);

const report = {
  postings,
  buildSeconds,
  /** Processor time of the build, which other programs affect less than its wall time. */
  buildCpuSeconds: (user + system) / 1e6,
  peakBytes,
  residentBytes,
  /** Bytes of bitmaps and lists. */
  spaceBytes: index.spaceBytes,
  timings: {
    facets: timeClass('facets'),
    phrase: timeClass('phrase'),
    nested: timeClass('nested'),
    firstPage: firstPage!,
    deepPage: deepPage!,
  },
};
export type SizeReport = typeof report;
console.log(JSON.stringify(report));
