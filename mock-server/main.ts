#!/usr/bin/env node
/** `job-search-mock`. Older versions of Node fail while they load the program, so this looks at the version first. */
import { nodeVersionError } from '../common/node-version.js';

const error = nodeVersionError('the mock');
if (error === null) await import('./command.js');
else {
  process.stderr.write(error);
  process.exitCode = 1;
}
