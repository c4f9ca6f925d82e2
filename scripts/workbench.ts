/** `npm run workbench`: the suite's workbench with a mock beside it; arguments go to the command. */
import { runInProcess } from '../conformance/command-context.js';
import { conformance } from './conformance.js';

await runInProcess((around) => conformance(['workbench', ...process.argv.slice(2)], around));
