#!/usr/bin/env node
/** `job-search-conformance`. Older versions of Node fail while they load the program, so this file checks the version first. */
import { nodeVersionError } from '../common/kit-version.js';
import { terminal } from '../common/terminal.js';

const error = nodeVersionError('the suite');
if (error === null) {
  const { main } = await import('./command-line.js');
  const { runInProcess } = await import('./command-context.js');
  await runInProcess((context) => main(process.argv.slice(2), context));
} else {
  terminal.err(error);
  // `EXIT_CODES.error`, whose file cannot be loaded here.
  process.exitCode = 4;
}
