import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { inWords, type Timing } from './measure.js';
import type { SizeReport } from './search-one.js';
import { CLASSES, type QueryClass } from './search-queries.js';
import { installPeers } from './search-sqlite.js';
import { table } from './table.js';

export interface SearchBenchOptions {
  /** Numbers of postings, ascending. */
  sizes: number[];
  sqlite: boolean;
}

/** Beyond this size, a naive scan would hold gigabytes of objects and take seconds for an answer. */
const NAIVE_UP_TO = 100_000;

/** The goals, in the order of the table: what is measured, at which size, and the most (or least) that will do. */
interface Goal {
  what: string;
  size: number;
  goal: string;
  /** Undefined where nothing was measured for it. */
  value(report: SizeReport): number | undefined;
  show(value: number): string;
  met(value: number): boolean;
}

const times = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} times`;
/** How much faster than a peer, in the class where the peer comes closest. */
const closest = (ours: Record<QueryClass, Timing>, theirs?: Record<QueryClass, Timing>): number | undefined =>
  theirs &&
  Math.min(...(Object.keys(CLASSES) as QueryClass[]).map((name) => theirs[name].median / ours[name].median));
const GOALS: Goal[] = [
  {
    what: 'facets, dates, total and first 100',
    size: 1_000_000,
    goal: 'at most 0.15 ms',
    value: ({ engine }) => engine.facets.median,
    show: inWords,
    met: (value) => value <= 0.15,
  },
  {
    what: 'keywords with a phrase',
    size: 1_000_000,
    goal: 'at most 2 ms',
    value: ({ engine }) => engine.phrase.median,
    show: inWords,
    met: (value) => value <= 2,
  },
  {
    what: 'page 5,000 against page 1',
    size: 1_000_000,
    goal: 'within 1.2 times',
    value: ({ deepPage, firstPage }) => deepPage.median / firstPage.median,
    show: times,
    met: (value) => value <= 1.2,
  },
  {
    what: 'against a naive scan, the closest class',
    size: 100_000,
    goal: 'at least 200 times faster',
    value: ({ plain, naive }) => closest(plain, naive),
    show: times,
    met: (value) => value >= 200,
  },
  {
    what: 'against SQLite and FTS5, the closest class',
    size: 1_000_000,
    goal: 'at least 15 times faster',
    value: ({ plain, sqlite }) => closest(plain, sqlite),
    show: times,
    met: (value) => value >= 15,
  },
  {
    what: 'build, keyword index included',
    size: 1_000_000,
    goal: 'under 30 s',
    value: ({ buildSeconds }) => buildSeconds,
    show: (value) => `${value.toFixed(1)} s`,
    met: (value) => value < 30,
  },
  {
    what: 'resident memory, at most while building',
    size: 1_000_000,
    goal: 'at most 2.5 GiB',
    value: ({ peakBytes }) => peakBytes / 2 ** 30,
    show: (value) => `${value.toFixed(2)} GiB`,
    met: (value) => value <= 2.5,
  },
];

/** Measures every size and prints the tables; sizes come one after the other, each in a process of its own. */
export function benchSearch({ sizes, sqlite }: SearchBenchOptions): void {
  if (sqlite) installPeers();
  const reports = sizes.map((size) => {
    console.error(`Measuring ${label(size)} postings …`);
    const peers = [...(size <= NAIVE_UP_TO ? ['naive'] : []), ...(sqlite ? ['sqlite'] : [])];
    return measure(size, peers);
  });
  console.log(`\nBuilding\n\n${buildTable(reports)}`);
  console.log(
    `\nSearching: median and p99 of one search, and the median in multiples of the first row\n\n${searchTable(reports)}`,
  );
  console.log(
    `\nPeers: median of the same searches, duplicates kept, and how much faster the engine is\n\n${peerTable(reports)}`,
  );
  console.log(`\nGoals\n\n${goalTable(reports)}`);
}

function measure(size: number, peers: string[]): SizeReport {
  const script = fileURLToPath(new URL('./search-one.ts', import.meta.url));
  const args = [
    '--expose-gc',
    '--max-old-space-size=8192',
    '--import',
    'tsx',
    script,
    String(size),
    ...peers,
  ];
  const { stdout, status } = spawnSync(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) throw new Error(`Measuring ${label(size)} postings ended with status ${status}.`);
  return JSON.parse(stdout) as SizeReport;
}

function buildTable(reports: readonly SizeReport[]): string {
  const rows = reports.map(
    ({ postings, buildSeconds, buildCpuSeconds, indexBytes, residentBytes, peakBytes }) => [
      label(postings),
      `${buildSeconds.toFixed(1)} s`,
      `${buildCpuSeconds.toFixed(1)} s`,
      `${((buildCpuSeconds * 1e6) / postings).toFixed(0)} µs`,
      `${(indexBytes / postings).toFixed(0)} B`,
      `${(residentBytes / 2 ** 20).toFixed(0)} MiB`,
      `${(peakBytes / 2 ** 20).toFixed(0)} MiB`,
    ],
  );
  return table(
    [
      'postings',
      'build',
      'of the processor',
      'for a posting',
      'index per posting',
      'resident after',
      'resident at most',
    ],
    rows,
  );
}

function searchTable(reports: readonly SizeReport[]): string {
  const cells = (timing: Timing, first: Timing): string =>
    `${inWords(timing.median)} / ${inWords(timing.p99)} (${(timing.median / first.median).toFixed(1)}×)`;
  const [first] = reports;
  const rows = reports.map((report) => [
    label(report.postings),
    ...names().map((name) => cells(report.engine[name], first!.engine[name])),
    cells(report.firstPage, first!.firstPage),
    cells(report.deepPage, first!.deepPage),
  ]);
  return table(['postings', ...names().map((name) => CLASSES[name]), 'page 1', 'page 5,000'], rows);
}

function peerTable(reports: readonly SizeReport[]): string {
  const rows = reports.flatMap((report) =>
    (['naive', 'sqlite'] as const).flatMap((peer) => {
      const timings = report[peer];
      if (!timings) return [];
      const title = peer === 'naive' ? 'naive scan' : 'SQLite with FTS5';
      const cells = names().map((name) => {
        const faster = timings[name].median / report.plain[name].median;
        return `${inWords(timings[name].median)} (${times(faster)})`;
      });
      const build = peer === 'sqlite' ? `${report.sqliteBuildSeconds!.toFixed(0)} s` : '';
      return [[label(report.postings), title, build, ...cells]];
    }),
  );
  return table(['postings', 'peer', 'build', ...names().map((name) => CLASSES[name])], rows);
}

function goalTable(reports: readonly SizeReport[]): string {
  const rows = GOALS.map(({ what, size, goal, value, show, met }) => {
    const report = reports.find(({ postings }) => postings === size);
    const measured = report && value(report);
    if (measured === undefined) return [what, label(size), goal, 'not measured', ''];
    return [what, label(size), goal, show(measured), met(measured) ? 'met' : 'missed'];
  });
  return table(['what', 'postings', 'goal', 'measured', ''], rows);
}

function names(): QueryClass[] {
  return Object.keys(CLASSES) as QueryClass[];
}

function label(size: number): string {
  return size % 1_000_000 === 0
    ? `${size / 1_000_000}m`
    : size % 1000 === 0
      ? `${size / 1000}k`
      : String(size);
}
