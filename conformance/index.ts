/**
 * `job-search-kit/conformance`: the suite as a function.
 *
 *     const report = await runConformance({ target: 'http://127.0.0.1:4010', apiKey: 'key_demo', packs: ['smoke'] });
 *     report.verdict;                                   // 'conforms'
 *     report.scenarios.filter(({ verdict }) => verdict === 'fail');
 */
import type { Oracle, RunReport } from './history.js';
import { oracles } from './oracles/index.js';
import { run, type RunOptions } from './runner.js';
import { makeProfile, readProfile, type ProfileOverrides } from './targets/profile.js';

export type * from './history.js';
export { writeReport } from './reports/index.js';
export { PackError } from './interpreter/pack.js';
export { TargetRefuses } from './runner-target.js';
export { UsageError } from './targets/profile.js';
export type { Progress } from './runner.js';
export type { Plan } from './runner-plan.js';

export interface ConformanceOptions
  extends Omit<ProfileOverrides, 'profile'>, Omit<RunOptions, 'profile' | 'oracles'> {
  /** A profile file, or its fields as an object. */
  profile?: string | Record<string, unknown>;
  /** Judges beside those of the kit. */
  moreOracles?: readonly Oracle[];
  /** Where `{ env: NAME }` in a profile is looked up. Default: the environment of the process. */
  environment?: Readonly<Record<string, string | undefined>>;
}

/**
 * Runs the packs against a target and gives the report, secrets struck out. Rejects with PackError or UsageError for
 * what is wrong on this side, with TargetRefuses when nobody answers or the key is refused.
 */
export async function runConformance(options: ConformanceOptions): Promise<RunReport> {
  const { profile, moreOracles = [], environment = process.env, ...rest } = options;
  const file = typeof profile === 'string' ? readProfile(profile) : null;
  const fields = typeof profile === 'object' ? profile : undefined;
  return run({
    ...rest,
    profile: makeProfile({ ...rest, profile: fields }, environment, file),
    oracles: [...oracles, ...moreOracles],
  });
}
