/** `npm run bench -- NAME`: measures the mock, and compares it with its goals. No test runs it. */
import { Command } from 'commander';
import { command } from '../command.js';
import { benchSearch } from './search.js';
import { benchScale, benchServer } from './server.js';
import { benchState } from './state.js';
import { benchWorst } from './worst.js';

const program = new Command('bench').description('Measures the mock. Compare results of one run only.');
const BENCHES = {
  server: benchServer,
  state: benchState,
  search: benchSearch,
  scale: benchScale,
  worst: benchWorst,
};
for (const [name, bench] of Object.entries(BENCHES))
  program.addCommand(command(`bench ${name}`).action(bench));
await program.parseAsync();
