/** A test reporter that lists the slowest fast tests, and ends with a line such as `812 passed, 0 failed`. */
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** The list has at least this many tests, and every test above the limit. */
const LISTED = 5;

/** Seconds. A slower fast test gets a warning, and does not fail, because a loaded machine makes any test slow. */
const LIMIT = 5;

const secondsOf = (test: TestCase): number => (test.diagnostic()?.duration ?? 0) / 1000;

function slowestOf(tests: readonly TestCase[]): string[] {
  return tests
    .filter(
      ({ project, module }) =>
        project.config.env['THOROUGH'] !== 'true' && !module.moduleId.includes('.slow.'),
    )
    .sort((a, b) => secondsOf(b) - secondsOf(a))
    .filter((test, i) => i < LISTED || secondsOf(test) > LIMIT)
    .map((test) => {
      const line = `${secondsOf(test).toFixed(1)} s  ${test.module.relativeModuleId} > ${test.fullName}`;
      return secondsOf(test) > LIMIT
        ? `Warning: ${line}: make it faster, or move it to a *.slow.test.ts file.`
        : line;
    });
}

export const closingLine: Reporter = {
  onTestRunEnd(modules: readonly TestModule[], errors): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string): number => tests.filter((test) => test.result().state === state).length;
    // A file that cannot be loaded has no tests, but counts as failed.
    const broken = modules.filter((module) => module.errors().length > 0).length + errors.length;
    const skipped = count('skipped');
    const slowest = slowestOf(tests);
    if (slowest.length > 0) console.log(`Slowest fast tests:\n${slowest.join('\n')}`);
    console.log(
      `${count('passed')} passed, ${count('failed') + broken} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
    );
  },
};
