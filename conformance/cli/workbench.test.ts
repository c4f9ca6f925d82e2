/** How the command `workbench` starts and ends; `workbench/workbench.test.ts` tests its pages. */
import { expect, it } from 'vitest';
import { runCommand } from '../../test/support/command.js';

it('on a signal, says that the workbench ends, and does not promise a report', async () => {
  let told: string | undefined;
  const { status, err } = await runCommand(['workbench', '--port', '0'], {
    interrupts: (what) => {
      told = what;
      return { signal: AbortSignal.abort(), [Symbol.dispose]: () => undefined };
    },
  });
  expect([status, told]).toEqual([0, 'the workbench ends, and any run with it']);
  expect(err).toMatch(/^The workbench is at http:\/\/127\.0\.0\.1:\d+ \(Ctrl-C ends it\)\n$/);
});
