/** `workbench`: how it begins and ends; what it shows has tests beside it. */
import { expect, it } from 'vitest';
import { runCommand } from '../../test/support/command.js';

it('says that a signal ends the workbench, and promises no report', async () => {
  let told: string | undefined;
  const { status, err } = await runCommand(['workbench', '--port', '0'], {
    interrupts: (what) => {
      told = what;
      return { signal: AbortSignal.abort(), [Symbol.dispose]: () => undefined };
    },
  });
  expect([status, told]).toEqual([0, 'the workbench ends, and any run with it']);
  expect(err).toMatch(/^Ctrl-C ends the workbench, which is at http:\/\/127\.0\.0\.1:\d+\n$/);
});
