/**
 * Writes seeded postings as a data file, one JSON object a line, as `job-search-mock --data` reads them.
 *
 *   npm run fixtures -- --jobs 10000 --seed 1 --out postings.ndjson [--now 2026-03-01T12:00:00Z]
 *
 * Exit 2 for a bad flag or a file that cannot be written.
 */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Command, InvalidArgumentError } from 'commander';
import { dataFileChunks, makeDataset } from '../fixtures/index.js';
import { instant } from './instant.js';

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, such as 10000.');
  return Number(text);
}

const {
  out,
  jobs,
  seed,
  now = Date.now(),
} = new Command('fixtures')
  .description('Write seeded postings as NDJSON, for job-search-mock --data.')
  .requiredOption('--out <file>', 'the file to write; an existing one is replaced')
  .option('--jobs <n>', 'how many postings', wholeNumber, 10_000)
  .option('--seed <n>', 'the seed', wholeNumber, 1)
  .option('--now <instant>', 'the clock that dates are relative to, an ISO instant (default: now)', instant)
  .allowExcessArguments(false)
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .parse()
  .opts<{ out: string; jobs: number; seed: number; now?: string }>();
try {
  // A few hundred postings are held at a time.
  const chunks = Readable.from(dataFileChunks(makeDataset({ jobs, seed, now })), { highWaterMark: 2 });
  await pipeline(chunks, createWriteStream(out));
  console.log(`Wrote ${jobs} postings of seed ${seed} to ${out}.`);
} catch (error) {
  console.error(`Failed to write "${out}": ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 2;
}
