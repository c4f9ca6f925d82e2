#!/usr/bin/env node
/** `job-search-mock`. Older versions of Node fail while they load the program, so this looks at the version first. */
import { nodeVersionError } from '../common/node-version.js';
import { terminal } from '../common/terminal.js';

const error = nodeVersionError('the mock');
if (error === null) await import('./command.js');
else {
  terminal.err(error);
  process.exitCode = 1;
}
