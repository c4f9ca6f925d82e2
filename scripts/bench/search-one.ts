/** Measures the engine with the number of postings in its argument, in its own process. Prints the report as JSON. */
import { makeDataset } from '../../fixtures/index.js';
import { SearchIndex, search } from '../../mock-server/search/index.js';
import { everything } from '../../test/mock/dataset.js';
import { loadContract } from '../../spec/index.js';
import { time, timeEach, type Timing } from './measure.js';
import { makeQueries, NOW, type QueryClass } from './search-queries.js';

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
