/** Programs of the kit, compiled by `compile-programs.ts` before the tests run. */
import { join } from 'node:path';
import { inject } from 'vitest';

/** Path of the compiled module; `node` runs it without flags. Example: `compiledProgram('mock-server/main')`. */
export function compiledProgram(module: string): string {
  return join(inject('programs'), `${module}.js`);
}
