/** Checks the types by TypeScript 7, which needs less than half of the time of the version that the linter reads. */
import { spawnSync } from 'node:child_process';
import { installPeers } from './install-peers.js';

installPeers('scripts/opinions');
const tsc = 'scripts/opinions/node_modules/typescript-7/bin/tsc';
process.exitCode = spawnSync(process.execPath, [tsc, '--noEmit'], { stdio: 'inherit' }).status ?? 1;
