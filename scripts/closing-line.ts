/** A test reporter whose last line tools and people can read at a glance: `812 passed, 0 failed`. */
import type { Reporter, TestModule } from 'vitest/node';

export const closingLine: Reporter = {
  onTestRunEnd(modules: readonly TestModule[], errors): void {
    const states = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => test.result().state),
    );
    // A file that could not be read has no tests, and still it failed.
    const broken = modules.filter((module) => module.errors().length > 0).length + errors.length;
    const failed = states.filter((state) => state === 'failed').length + broken;
    const skipped = states.filter((state) => state === 'skipped').length;
    const passed = states.filter((state) => state === 'passed').length;
    console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  },
};
