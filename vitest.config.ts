import { defineConfig } from 'vitest/config';
import { closingLine } from './scripts/closing-line.js';

export default defineConfig({
  test: {
    reporters: ['default', closingLine],
    include: ['{spec,fixtures,mock-server,conformance,scripts}/**/*.test.ts'],
    // Tests talk to servers of their own.
    env: { no_proxy: '*' },
    // Property tests and whole-suite runs share two cores in CI; a limit that trips under load would be a timed test.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
