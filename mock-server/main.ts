#!/usr/bin/env node
/** The command `job-search-mock`. Checks the version of Node first, since older versions fail while they load the program. */
import { nodeVersionError } from '../common/kit-version.js';
import { terminal } from '../common/terminal.js';

const error = nodeVersionError('the mock');
if (error === null) await import('./command.js');
else {
  terminal.err(error);
  process.exitCode = 1;
}
