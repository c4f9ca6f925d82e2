/** `npm run bench -- NAME`: measures the mock, and compares it with its goals. No test runs it. */
import { Command } from 'commander';
import { benchSearch } from './search.js';
import { benchScale, benchServer } from './server.js';
import { benchState } from './state.js';
import { benchWorst } from './worst.js';

const program = new Command('bench').description('Measures the mock. Compare results of one run only.');
program
  .command('server')
  .description('Searches of 10 postings per second over HTTP, compared with Prism and a bare Express app')
  .action(benchServer);
program
  .command('state')
  .description('Searches per second with each state store, two mocks with one Redis, start times')
  .option('--checkout <folder>', 'also measure the mock of another version of the repository, in memory')
  .option('--rounds <n>', 'rounds of a second and a half each', Number, 5)
  .action(benchState);
program
  .command('search')
  .description('Only the search engine, with growing numbers of postings')
  .option('--sizes <numbers...>', 'numbers of postings, at least 10000', ['10000', '100000', '1000000'])
  .action(benchSearch);
program
  .command('scale')
  .description('Processor time and memory of a search: a million postings and ten thousand')
  .action(benchScale);
program
  .command('worst')
  .description('Expensive requests, and how long each delays a lookup')
  .option('--postings <n>', 'number of postings', Number, 100_000)
  .option('--checkout <folder>', 'measure the mock of another version of the repository')
  .action(benchWorst);
await program.parseAsync();
