/** Sends the packs of findings, as any run does, and lets the oracles judge their answers. */
import { operationIds } from '../../spec/contract.js';
import { loadDocuments } from '../pack/model/documents.js';
import { loadPacks } from '../pack/load-packs.js';
import type { Pack } from '../pack/model/pack.js';
import { redactedError } from '../record/redacted-error.js';
import { execute } from '../run/execute.js';
import type { Prepared } from '../run/survey/index.js';
import { planOf } from '../run/plan/plan.js';
import { preflight } from '../run/target/preflight.js';
import type { Profile } from '../run/target/profile.js';
import { scenariosOf } from '../run/plan/scenarios.js';
import { openSession, type Session, type SessionParts } from '../run/target/session.js';
import { judgeStory } from './judge-story.js';

/** Sends the first requests to a target, without a survey. Throws TargetRefuses if it does not answer. */
export async function prepared(session: Session): Promise<Prepared> {
  const target = await preflight(session, operationIds);
  return { ...session, target, survey: { facts: target.told, why: {}, record: null } };
}

type SentAgain = Awaited<ReturnType<typeof sendAgain>>[number];

/** Sends the scenarios of a pack one after the other. */
export async function sendAgain(pack: Pack, session: Prepared) {
  const { budget, documents, profile, wire } = session;
  const scenarios = scenariosOf([pack], documents);
  const before = wire.history.length;
  const plan = planOf(scenarios, profile, documents.contract, false);
  // Earlier requests of the session are not overcharges of this pack.
  const creditsAnnounced = plan.creditsAnnounced + budget.creditsUsed;
  const { records } = await execute(scenarios, session, {
    plan: { ...plan, creditsAnnounced },
    readOnly: false,
    concurrency: 1,
    seed: 0,
    onProgress: () => undefined,
  });
  const sent = wire.history.slice(before);
  return scenarios.map((scenario, i) => {
    const exchanges = sent.filter((each) => each.scenario === scenario.id);
    const { end, reason } = records[i]!.outcome;
    return {
      scenario,
      judged: judgeStory(exchanges, session),
      /** Why the scenario did not run to its end; null if it did. */
      incomplete: end === 'completed' || end === 'failed' ? null : reason,
    };
  });
}

export interface Replayed {
  /** Id of the scenario. */
  id: string;
  state: 'fixed' | 'still broken' | 'cannot be replayed';
  /** The expectation and the finding, or why it cannot be replayed. */
  words: string;
}

/** Replays the packs of these files. Throws PackError, UsageError and TargetRefuses. */
export async function replayFiles(
  files: readonly string[],
  { profile, ...parts }: SessionParts & { profile: Profile },
): Promise<{ replayed: Replayed[]; requests: number; credits: number }> {
  const documents = loadDocuments();
  const packs = loadPacks(files, documents);
  using session = openSession(profile, documents, parts);
  try {
    const asked = await prepared(session);
    const replayed: Replayed[] = [];
    for (const pack of packs)
      for (const sent of await sendAgain(pack, asked)) replayed.push(replayedBy(sent));
    await session.wire.settle();
    return { replayed, requests: session.budget.requests, credits: session.budget.creditsUsed };
  } catch (error) {
    throw redactedError(error, session.redactor);
  }
}

/** A finding is fixed only if an oracle passed its clause. Answers that do not show the clause prove nothing. */
function replayedBy({ scenario, judged, incomplete }: SentAgain): Replayed {
  const { id, facts } = scenario;
  const against = judged.violations.find(({ clause }) => facts.clauses.includes(clause.id))?.judgement;
  if (against !== undefined)
    return { id, state: 'still broken', words: `expected ${against.expected}; ${against.actual}` };
  if (incomplete !== null) return { id, state: 'cannot be replayed', words: incomplete };
  const shown = [...judged.passes.keys()].map((pair) => pair.split(' ')[0]!);
  if (facts.clauses.some((clause) => shown.includes(clause))) return { id, state: 'fixed', words: '' };
  const words = `its answers do not show ${facts.clauses.join(', ')} any more`;
  return { id, state: 'cannot be replayed', words };
}
