/**
 * Writes seeded postings to a data file for `job-search-mock --data`, one JSON object per line.
 *
 *   npm run fixtures -- --jobs 10000 --seed 1 --out postings.ndjson [--now 2026-03-01T12:00:00Z]
 *
 * Exits with 2 for a bad flag or a file that cannot be written.
 */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { dataFileChunks, makeDataset } from '../fixtures/index.js';
import { command } from './command.js';

const flags = command('fixtures').parse().opts<{ out: string; jobs: number; seed: number; now?: string }>();
try {
  const dataset = makeDataset({ now: Date.now(), ...flags });
  // Only a few hundred postings are in memory at a time.
  const chunks = Readable.from(dataFileChunks(dataset), { highWaterMark: 2 });
  await pipeline(chunks, createWriteStream(flags.out));
  console.log(`Wrote ${flags.jobs} postings of seed ${flags.seed} to ${flags.out}.`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}
