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
import { Command, CommanderError } from 'commander';
import { dataFileChunks, makeDataset } from '../fixtures/index.js';
import { instant, wholeNumber } from './trials/command.js';

const number = wholeNumber(0, 999_999_999);

/** Writes the file for these flags. Returns the exit status, and passes error messages to `err`. */
export async function main(
  args: readonly string[],
  out: (text: string) => void,
  err: (text: string) => void,
): Promise<number> {
  const command = new Command('fixtures')
    .description('Write seeded postings as NDJSON, for job-search-mock --data.')
    .requiredOption('--out <file>', 'the file to write; an existing one is replaced')
    .option('--jobs <n>', 'how many postings', number, 10_000)
    .option('--seed <n>', 'the seed', number, 1)
    .option('--now <instant>', 'the clock that dates are relative to, an ISO instant (default: now)', instant)
    .allowExcessArguments(false)
    .configureOutput({ writeOut: out, writeErr: err })
    .exitOverride();
  try {
    const flags = command
      .parse(args, { from: 'user' })
      .opts<{ out: string; jobs: number; seed: number; now?: string }>();
    const dataset = makeDataset({ now: Date.now(), ...flags });
    // Only a few hundred postings are in memory at a time.
    const chunks = Readable.from(dataFileChunks(dataset), { highWaterMark: 2 });
    await pipeline(chunks, createWriteStream(flags.out));
    out(`Wrote ${flags.jobs} postings of seed ${flags.seed} to ${flags.out}.\n`);
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    err(`${(error as Error).message}\n`);
    return 2;
  }
}

if (process.argv[1] === import.meta.filename)
  process.exitCode = await main(
    process.argv.slice(2),
    (text) => process.stdout.write(text),
    (text) => process.stderr.write(text),
  );
