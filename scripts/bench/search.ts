/** `npm run bench -- search`: measures only the search engine, each size in its own process. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { table } from '../table.js';
import { inWords, type Timing } from './measure.js';
import type { SizeReport } from './search-one.js';

const COLUMNS: Record<keyof SizeReport['timings'], string> = {
  facets: 'three facets and a date range',
  phrase: 'keywords with a phrase',
  nested: 'nested groups with exclusions',
  firstPage: 'page 1',
  deepPage: 'page 5,000',
};

/** Goals at a million postings: the name, the highest value that meets the goal, its unit, and the measured value. */
const GOALS: [string, number, string, (report: SizeReport) => number][] = [
  ['facets, dates, total and first 100', 0.15, 'ms', ({ timings }) => timings.facets.median],
  ['keywords with a phrase', 2, 'ms', ({ timings }) => timings.phrase.median],
  ['page 5,000', 1.2, 'times page 1', ({ timings }) => timings.deepPage.median / timings.firstPage.median],
  ['build, keyword index included', 30, 's', ({ buildSeconds }) => buildSeconds],
  ['peak resident memory of the build', 2.5, 'GiB', ({ peakBytes }) => peakBytes / 2 ** 30],
];

/** Prints tables for each size; `sizes` are numbers of postings, ascending. */
export function benchSearch({ sizes }: { sizes: string[] }): void {
  const reports = sizes.map((size) => {
    console.error(`Measuring ${size} postings …`);
    return measure(size);
  });
  const [first] = reports;
  const builds = reports.map(({ postings, buildSeconds, buildCpuSeconds, ...bytes }) => [
    postings.toLocaleString('en'),
    `${buildSeconds.toFixed(1)} s`,
    `${buildCpuSeconds.toFixed(1)} s`,
    `${((buildCpuSeconds * 1e6) / postings).toFixed(0)} µs`,
    `${(bytes.spaceBytes / postings).toFixed(0)} B`,
    `${(bytes.residentBytes / 2 ** 20).toFixed(0)} MiB`,
    `${(bytes.peakBytes / 2 ** 20).toFixed(0)} MiB`,
  ]);
  const each = ['per posting', 'sets per posting', 'resident after', 'peak resident'];
  console.log(`\n${table(['postings', 'build', 'processor', ...each], builds)}`);

  const names = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];
  const searches = reports.map(({ postings, timings }) => [
    postings.toLocaleString('en'),
    ...names.map((name) => cell(timings[name], first!.timings[name])),
  ]);
  console.log('\nMedian and p99 of one search, and the median in multiples of the first row\n');
  console.log(table(['postings', ...names.map((name) => COLUMNS[name])], searches));

  const largest = reports.find(({ postings }) => postings === 1_000_000);
  if (largest === undefined) return;
  const goals = GOALS.map(([name, most, unit, valueOf]) => {
    const value = valueOf(largest);
    return [name, `at most ${most} ${unit}`, value.toPrecision(3), value <= most ? 'met' : 'missed'];
  });
  console.log(`\n${table(['at 1m postings', 'goal', 'measured', ''], goals)}`);
}

function cell(timing: Timing, first: Timing): string {
  return `${inWords(timing.median)} / ${inWords(timing.p99)} (${(timing.median / first.median).toFixed(1)}×)`;
}

function measure(size: string): SizeReport {
  const script = fileURLToPath(new URL('./search-one.ts', import.meta.url));
  const flags = ['--expose-gc', '--max-old-space-size=8192', '--import', 'tsx', script, size];
  return JSON.parse(
    execFileSync(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' }),
  ) as SizeReport;
}
