import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { closingLine } from './scripts/closing-line.js';

// `npm run check:release` runs all tests in the mode `thorough`; see `test/support/thorough.ts`.
export default defineConfig(({ mode }) => ({
  test: {
    include: [
      '{spec,fixtures,common,mock-server,conformance,scripts,test,deploy}/**/*.test.ts',
      // Modules of pages are JavaScript, and so are their tests.
      '{common,mock-server,conformance}/**/*.test.js',
    ],
    reporters: ['default', closingLine],
    globalSetup: 'test/support/compile-programs.ts',
    // One more than there are cores, because many tests wait for other processes.
    maxWorkers: availableParallelism() + 1,
    // Tests leave no state behind, so those of one worker can share modules and parsed packs.
    isolate: false,
    // Runs produce much short-lived data: a larger young generation saves time.
    execArgv: ['--max-semi-space-size=64'],
    // Tests only talk to servers that they start.
    env: { no_proxy: '*', THOROUGH: String(mode === 'thorough') },
    // Long, because property tests and runs of the whole suite share two cores in CI.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
  },
}));
