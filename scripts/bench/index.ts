/** `npm run bench -- search|server|state|scale|memory|worst|watch`: measures, beside peers and goals; never part of the tests. */
import { Command, InvalidArgumentError } from 'commander';
import { benchSearch } from './search.js';
import { benchMemory, benchScale, benchServer } from './server.js';
import { benchState } from './state.js';
import { benchWatch } from './watch.js';
import { benchWorst } from './worst.js';

/** `10k,100k,1m` as numbers. */
function parseSizes(text: string): number[] {
  return text
    .split(',')
    .map((each) => {
      const match = /^(\d+)([km]?)$/i.exec(each.trim());
      const size = match
        ? Number(match[1]) * { '': 1, k: 1000, m: 1_000_000 }[match[2]!.toLowerCase() as '']
        : 0;
      if (size < 10_000) {
        throw new InvalidArgumentError(
          `"${each}" is no size. Use numbers of at least 10k, such as 10k,100k,1m.`,
        );
      }
      return size;
    })
    .sort((a, b) => a - b);
}

const program = new Command('bench').description(
  'Measures the mock; everything is relative to the machine it runs on.',
);
program
  .command('search')
  .description('The search engine alone, over growing numbers of postings, beside a naive scan and SQLite')
  .option('--sizes <list>', 'numbers of postings', parseSizes, [10_000, 100_000, 1_000_000])
  .option('--no-sqlite', 'leave out the peer that has to be compiled')
  .action(benchSearch);
program
  .command('server')
  .description('Searches of 10 postings a second over HTTP, beside Prism and a bare Express app')
  .action(benchServer);
program
  .command('state')
  .description('Searches a second with the state in a folder, beside memory')
  .option('--checkout <folder>', 'also the mock of another version of the repository, in memory')
  .option('--rounds <n>', 'of a second and a half each', Number, 5)
  .action(benchState);
program
  .command('scale')
  .description('Processor time of one search over HTTP, at a million postings against ten thousand')
  .action(benchScale);
program
  .command('memory')
  .description('Resident memory over a million searches')
  .action(() => benchMemory(1_000_000));
program
  .command('worst')
  .description('The request that keeps others waiting longest: a random search over growing requests')
  .option('--postings <n>', 'how many postings', Number, 100_000)
  .option('--tries <n>', 'how many requests', Number, 200)
  .option('--seed <n>', 'of the random search', Number, 1)
  .option('--checkout <folder>', 'measure the mock of another version of the repository')
  .action(benchWorst);
program
  .command('watch')
  .description('Searches a second through job-search-conformance watch, beside a bare Node proxy')
  .option('--rounds <n>', 'of three seconds each', Number, 5)
  .action(benchWatch);
await program.parseAsync();
