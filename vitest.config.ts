import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { closingLine } from './scripts/closing-line.js';

export default defineConfig({
  test: {
    reporters: ['default', closingLine],
    include: [
      '{spec,fixtures,browser,mock-server,conformance,scripts,test,deploy}/**/*.test.ts',
      // Modules of pages are JavaScript, and so are their tests.
      '{browser,mock-server,conformance}/**/*.test.js',
    ],
    // Many tests wait for processes and servers of their own, so that one more than there are cores finds work.
    maxWorkers: availableParallelism() + 1,
    // No test leaves anything behind, so packs and modules are read once in each worker.
    isolate: false,
    // Runs leave much behind soon after it was made: more room for the young saves time.
    execArgv: ['--max-semi-space-size=64'],
    // Tests talk to servers of their own.
    env: { no_proxy: '*' },
    // Property tests and whole-suite runs share two cores in CI; a limit that trips under load would be a timed test.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // The same holds for what is polled: a second is soon over.
    expect: { poll: { timeout: 60_000, interval: 20 } },
  },
});
