/// <reference types="node" preserve="true" />
/**
 * `job-search-kit/conformance`: the suite as a function.
 *
 *     const report = await runConformance({ target: 'http://127.0.0.1:4010', apiKey: 'key_demo', packs: ['smoke'] });
 *     report.verdict;                                   // 'conforms'
 *     report.scenarios.filter(({ verdict }) => verdict === 'fail');
 */
import { Redactor } from '../common/redact.js';
import type { Oracle } from './judge/oracle.js';
import { oracles } from './judge/oracles/index.js';
import type { RunReport } from './judge/report.js';
import { makeProfile, readProfile, redactSecrets, type ProfileOverrides } from './run/target/profile.js';
import { run, type RunOptions } from './run/run.js';
import { redactedError } from './record/redacted-error.js';

export type * from './judge/oracle.js';
export { earlierRun } from './judge/changes.js';
export { judgeClient, type JudgeClientOptions } from './judge-client.js';
export type { CourseClient, ClientPlace } from './clients/courses/client.js';
export type { CourseOutcome, CourseReport } from './clients/courses/report.js';
export { functionCourses as courses } from './clients/courses/index.js';
export type { Course, CourseResult, CourseTask } from './clients/rules/situation.js';
export type { RunningMock } from './clients/courses/mock.js';
export { startCourses, type CourseGround, type HoldOptions } from './clients/courses/hold-courses.js';
export type { ClientReport, ClientRuleResult } from './clients/report.js';
export type * from './record/traffic.js';
export { gatherEvidence, type Evidence } from './judge/oracle.js';
export type * from './judge/report.js';
export type { RunVerdict, Verdict } from './judge/verdicts.js';
export { PackError } from './pack/model/source-file.js';
export type * from './record/exchange.js';
export type * from './record/facts.js';
export type * from './record/judgement.js';
export type * from './record/run-record.js';
export { readJsonReport, writeReport, type ReportKind } from './reports/index.js';
export { reproductionOf, type Reproduction } from './reports/reproduce.js';
export type { Progress } from './run/progress.js';
export type { Plan } from './run/plan/plan.js';
export { TargetRefuses } from './run/target/recognize.js';
export { UsageError } from './values/usage-error.js';

export interface ConformanceOptions
  extends Omit<ProfileOverrides, 'profile'>, Omit<RunOptions, 'profile' | 'oracles'> {
  /** A profile file, or its fields as an object. */
  profile?: string | Record<string, unknown>;
  /** Oracles in addition to those of the kit. */
  moreOracles?: readonly Oracle[];
  /** The variables for `{ env: NAME }` in a profile. Default: the environment of the process. */
  environment?: Readonly<Record<string, string | undefined>>;
}

/**
 * Runs the packs against a target and returns the report, with secrets redacted. Rejects with PackError or UsageError for
 * mistakes in the options, and with TargetRefuses if the target does not answer or refuses the key. Errors contain no
 * secrets.
 */
export async function runConformance(options: ConformanceOptions): Promise<RunReport> {
  const { profile: known, moreOracles = [], environment = process.env, ...rest } = options;
  const redactor = rest.redactor ?? new Redactor();
  try {
    // Before anything is read, since an error message may quote an option.
    redactor.add(rest.apiKey ?? '', '[key active]');
    redactor.add(rest.adminToken ?? '', '[admin token]');
    const file = typeof known === 'string' ? readProfile(known) : null;
    const fields = typeof known === 'object' ? known : undefined;
    const profile = makeProfile({ ...rest, profile: fields }, environment, file);
    redactSecrets(profile, redactor);
    return await run({ ...rest, redactor, profile, oracles: [...oracles, ...moreOracles] });
  } catch (error) {
    throw redactedError(error, redactor);
  }
}
