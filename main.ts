#!/usr/bin/env node
/** `job-search-kit PROGRAM`: both programs under one name, for the image and the executable. */
import { terminal } from './common/terminal.js';

const PROGRAMS = new Map([
  ['mock', () => import('./mock-server/main.js')],
  ['conformance', () => import('./conformance/main.js')],
]);
const USAGE = `Usage: job-search-kit mock [flags]         the mock server, as job-search-mock
       job-search-kit conformance [flags]  the conformance suite, as job-search-conformance
`;

const [name = '--help'] = process.argv.slice(2);
const start = PROGRAMS.get(name);
if (start !== undefined) {
  process.argv.splice(2, 1);
  await start();
} else if (name === '--help' || name === '-h') {
  terminal.out(USAGE);
} else {
  terminal.err(`There is no program "${name}".\n${USAGE}`);
  process.exitCode = 2;
}
