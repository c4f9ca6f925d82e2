#!/usr/bin/env node
/** `job-search-mock`. Older versions of Node fail while they load the program, so this looks at the version first. */
import { terminal } from './terminal.js';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major > 20 || (major === 20 && minor >= 19)) await import('./command.js');
else {
  terminal.err(
    `Failed to start: this is Node ${process.versions.node}, and the mock needs Node 20.19 or newer.\n`,
  );
  process.exitCode = 1;
}
