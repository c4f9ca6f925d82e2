/**
 * Measures one size in a process of its own, so that memory is of this size alone. Prints a `SizeReport` as one line
 * of JSON. Arguments: number of postings, and whether to measure the peers: `naive`, `sqlite`.
 */
import { makeDataset } from '../../fixtures/index.js';
import { buildIndex, everything, searchNow, type SearchQuery } from '../../mock-server/search/index.js';
import { loadContract } from '../../spec/index.js';
import { time, timeEach, type Timing } from './measure.js';
import { NaiveScan } from './search-naive.js';
import { CLASSES, makeQueries, NOW, type QueryClass } from './search-queries.js';
import { SqlSearch } from './search-sqlite.js';

export interface SizeReport {
  postings: number;
  buildSeconds: number;
  /** What building took of the processor, on whose other work the time above depends. */
  buildCpuSeconds: number;
  peakBytes: number;
  residentBytes: number;
  indexBytes: number;
  engine: Record<QueryClass, Timing>;
  /** The same without removing duplicates, which is what the peers are asked for. */
  plain: Record<QueryClass, Timing>;
  firstPage: Timing;
  deepPage: Timing;
  naive?: Record<QueryClass, Timing>;
  sqlite?: Record<QueryClass, Timing>;
  sqliteBuildSeconds?: number;
}

const [size, ...peers] = process.argv.slice(2);
const postings = Number(size);
const dataset = makeDataset({ seed: 1, jobs: postings, now: NOW });
const start = performance.now();
const before = process.cpuUsage();
const index = buildIndex(dataset, { textsOnDemandUpTo: 0 });
const buildSeconds = (performance.now() - start) / 1000;
const { user, system } = process.cpuUsage(before);
// In KiB, whatever the platform.
const peakBytes = process.resourceUsage().maxRSS * 1024;
globalThis.gc?.();
const residentBytes = process.memoryUsage().rss;

const queries = makeQueries(dataset, index, loadContract());
const classes = Object.keys(CLASSES) as QueryClass[];

function timeClasses(
  run: (query: SearchQuery) => unknown,
  keepDuplicates: boolean,
): Record<QueryClass, Timing> {
  const timings = classes.map((name) => {
    const list = queries[name].map((query) =>
      keepDuplicates ? { ...query, excludeDuplicates: false } : query,
    );
    return [name, time(list.map((query) => () => run(query)))] as const;
  });
  return Object.fromEntries(timings) as Record<QueryClass, Timing>;
}

/** A peer that answers otherwise has not done the same work. */
function compare(name: string, run: (query: SearchQuery) => { total: number }): void {
  for (const query of classes.flatMap((each) => queries[each])) {
    const plain = { ...query, excludeDuplicates: false };
    const [mine, theirs] = [searchNow(index, plain).total, run(plain).total];
    if (mine !== theirs) {
      throw new Error(`${name} finds ${theirs} postings and the engine ${mine}: ${JSON.stringify(plain)}`);
    }
  }
}

// Page 5,000 must exist: half of all postings lie before it.
const limit = Math.max(1, Math.floor(postings / 10_000));
const first = everything({ limit });
const last = 4999 * limit - 1;
const deep = { ...first, after: { timestamp: index.postedAt(last), id: index.postingId(last) } };

const [firstPage, deepPage] = timeEach([() => searchNow(index, first), () => searchNow(index, deep)]);

const report: SizeReport = {
  postings,
  buildSeconds,
  buildCpuSeconds: (user + system) / 1e6,
  peakBytes,
  residentBytes,
  indexBytes: Object.values(index.memory()).reduce((sum, bytes) => sum + bytes, 0),
  engine: timeClasses((query) => searchNow(index, query), false),
  plain: timeClasses((query) => searchNow(index, query), true),
  firstPage: firstPage!,
  deepPage: deepPage!,
};
if (peers.includes('naive')) {
  const naive = new NaiveScan(dataset);
  compare('The naive scan', (query) => naive.search(query));
  report.naive = timeClasses((query) => naive.search(query), true);
}
if (peers.includes('sqlite')) {
  const begin = performance.now();
  const sqlite = new SqlSearch(index);
  report.sqliteBuildSeconds = (performance.now() - begin) / 1000;
  compare('SQLite', (query) => sqlite.search(query));
  report.sqlite = timeClasses((query) => sqlite.search(query), true);
}
console.log(JSON.stringify(report));
