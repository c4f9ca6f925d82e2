/** `npm run workbench`: starts a mock and the workbench of the suite for it. The workbench gets the arguments. */
import { runInProcess } from '../conformance/command-context.js';
import { conformance } from './conformance.js';

await runInProcess((around) => conformance(['workbench', ...process.argv.slice(2)], around));
