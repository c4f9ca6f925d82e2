import type { TargetFacts } from '../record/facts.js';
import type { Surveyed } from './survey/index.js';
import type { Session, TargetState } from './target/session.js';

/** A session after the preflight and the survey. */
export interface Prepared extends Session {
  target: TargetState;
  survey: Surveyed;
}

export function targetFacts({ admin, profile, target, survey }: Prepared): TargetFacts {
  return {
    url: profile.target,
    hasAdmin: admin !== null,
    server: target.server,
    keyRoles: Object.keys(profile.keys),
    networkUrl: survey.facts.networkUrl ?? null,
    companyUrl: survey.facts.companyUrl ?? null,
    balancePointer: profile.balancePointer,
    rateLimits: profile.rateLimits,
    absences: profile.absent,
  };
}
