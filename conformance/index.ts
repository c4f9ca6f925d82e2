/**
 * `job-search-kit/conformance`: the suite as a function.
 *
 *     const report = await runConformance({ target: 'http://127.0.0.1:4010', apiKey: 'key_demo', packs: ['smoke'] });
 *     report.verdict;                                   // 'conforms'
 *     report.scenarios.filter(({ verdict }) => verdict === 'fail');
 */
import type { Oracle } from './judge/oracle.js';
import { oracles } from './judge/oracles/index.js';
import type { RunReport } from './judge/report.js';
import { makeProfile, readProfile, type ProfileOverrides } from './run/profile.js';
import { run, type RunOptions } from './run/run.js';

export type * from './judge/oracle.js';
export { earlierRun } from './judge/changes.js';
export { judgeClient, type JudgeClientOptions } from './judge-client.js';
export type { ClientReport, ClientRuleResult } from './judge/clients/conclude.js';
export type * from './record/client-judgement.js';
export type * from './record/traffic.js';
export { gatherEvidence, type Evidence } from './judge/oracles/evidence.js';
export type * from './judge/report.js';
export type { RunVerdict, Verdict } from './judge/verdicts.js';
export { PackError } from './pack/model/source-file.js';
export type * from './record/exchange.js';
export type * from './record/facts.js';
export type * from './record/judgement.js';
export type * from './record/run-record.js';
export { readJsonReport, writeReport, type ReportKind } from './reports/index.js';
export { reproductionOf, type Reproduction } from './reports/reproduce.js';
export type { Progress } from './run/execute.js';
export type { Plan } from './run/plan.js';
export { TargetRefuses } from './run/recognize.js';
export { UsageError } from './values/usage-error.js';

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
