import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { closingLine } from './scripts/closing-line.js';

const ROOMS = '{spec,fixtures,common,mock-server,conformance,scripts,test,deploy}';
const SLOW = [`${ROOMS}/**/*.slow.test.ts`];
const ALL = [
  `${ROOMS}/**/*.test.ts`,
  // Modules of pages are JavaScript, and so are their tests.
  '{common,mock-server,conformance}/**/*.test.js',
];
const maxWorkers = availableParallelism() + 1;

interface Files {
  include: string[];
  exclude?: string[];
}

function project(
  name: string,
  { include, exclude = [] }: Files,
  env: Record<string, string> = {},
): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      include,
      exclude: [...configDefaults.exclude, ...exclude],
      // One more than there are cores, because many tests wait for other processes.
      maxWorkers,
      // No test leaves anything behind, so each worker reads packs and modules once.
      isolate: false,
      // Runs produce much short-lived data: a larger young generation saves time.
      execArgv: ['--max-semi-space-size=64'],
      // Tests only talk to servers that they start.
      env: { no_proxy: '*', ...env },
      // Load must not fail a test: property tests and runs of the whole suite share two cores in CI.
      testTimeout: 120_000,
      hookTimeout: 120_000,
      expect: { poll: { timeout: 60_000, interval: 20 } },
    },
  };
}

export default defineConfig({
  test: {
    reporters: ['default', closingLine],
    globalSetup: 'test/support/compile-programs.ts',
    maxWorkers,
    // `npm test` runs `fast`; `npm run check` runs both.
    projects: [
      project('fast', { include: ALL, exclude: SLOW }),
      // See `test/support/thorough.ts`.
      project('slow', { include: SLOW }, { THOROUGH: '1' }),
    ],
  },
});
