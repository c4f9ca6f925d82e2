/** A whole run: checks packs, plans scenarios, sends requests to the target, and judges everything. */
import { kitVersion } from '../../common/kit-version.js';
import type { Findings } from '../judge/ask-oracles.js';
import { judge, type Law } from '../judge/judge.js';
import type { RunReport } from '../judge/report.js';
import { loadDocuments, type Documents } from '../pack/model/documents.js';
import { redactedRecord } from '../record/stored-record.js';
import type { BodyKeeper } from '../record/kept-bodies.js';
import { notesOnPassing } from '../record/failures.js';
import type { EarlierRun, KnownFailure, RunRecord, Spending } from '../record/run-record.js';
import { realTime } from '../wire/pacer.js';
import { confirm, type Confirm } from './confirm.js';
import { execute, type Executed, type Execution } from './execute.js';
import { planOf, type Plan } from './plan/plan.js';
import { commonBalance, ONE_ACCOUNT, withoutSecond } from './target/shared-accounts.js';
import { preflight } from './target/preflight.js';
import { progressOf, type Progress } from './progress.js';
import { remarkOnMissing } from './target/recognize.js';
import { shellQuoted } from '../values/text.js';
import { requireKey, type Profile } from './target/profile.js';
import {
  checkKnownFailures,
  chooseScenarios,
  type Choice,
  type Scenario,
  type Selection,
} from './plan/scenarios.js';
import { openSession, type Session, type SessionParts } from './target/session.js';
import { survey as surveyTarget, targetFacts, type Prepared } from './survey/index.js';
import { readSurvey, writeSurvey } from './survey/stored.js';

export interface RunOptions
  extends
    Selection,
    Partial<Pick<Execution, 'readOnly' | 'concurrency' | 'seed'>>,
    Omit<SessionParts, 'begunAt' | 'bodies' | 'ledger'> {
  profile: Profile;
  /** File of the survey: read if it is valid for this run, else written. */
  survey?: string;
  baseline?: readonly KnownFailure[] | null;
  /** If true, the run is incomplete if its options do not allow it to check all binding clauses. */
  strict?: boolean;
  /** How often an inference must fail again, alone at the end of the run, before it counts; 0 repeats nothing. Default 3. */
  confirm?: Confirm;
  /** Results of an earlier run (`earlierRun`); the report lists the changes. */
  against?: EarlierRun | null;
  /** The command that a reader can repeat, without `--only`. */
  command?: string;
  /** Called before the first request. */
  onPlan?: (plan: Plan) => void;
  /** Called with facts that the user should know before the run spends credits. */
  onRemark?: (remark: string) => void;
  onProgress?: (progress: Progress) => void;
}

/** Replacements of the kit's own parts, for tests of the suite. */
export interface Parts {
  documents?: Documents;
  /** Replaces the selection by `packs` and `only`. */
  scenarios?: readonly Scenario[];
  bodies?: BodyKeeper;
}

/**
 * Runs and judges. Throws PackError and UsageError before the first request (exit 2), TargetRefuses at the first
 * (exit 3). The report has all later failures of the target. Thrown errors may contain secrets.
 */
export async function run(options: RunOptions, parts: Parts = {}): Promise<RunReport> {
  const { oracles, readOnly = false, baseline, survey: path, time = realTime } = options;
  const profile = { ...options.profile, earlier: options.against?.keys };
  // Checking packs takes seconds on a busy machine.
  const begunAt = time.now();
  const documents = parts.documents ?? loadDocuments();
  const choice = chooseScenarios(options, documents, parts.scenarios);
  const ids = choice.scenarios.map(({ id }) => id);
  checkKnownFailures(baseline ?? [], documents, ids);
  const earlier = path === undefined ? null : readSurvey(path, profile.target);
  const stored = earlier && { survey: earlier, now: begunAt };
  const plan = planOf(choice.scenarios, profile, documents.contract, readOnly, stored);
  requireKey(profile);
  options.onPlan?.(plan);

  using session = openSession(profile, documents, { ...options, begunAt, bodies: parts.bodies });
  const law = { ...documents, oracles };
  const { record, found } = await ask(options, choice, plan, session, law);
  const { redactor, bodies, halt } = session;
  const redacted = await redactedRecord(record, redactor, bodies, () => halt.isOverdue());
  // If answers were cut after the oracles read them, the findings may no longer be valid.
  const isSame = found !== null && !halt.isOverdue();
  return isSame ? judge(redacted, law, redactor.value(found)) : judge(redacted, law);
}

/** Sends all chosen requests to the target. Returns the record, and the findings of oracles in it, if they were asked. */
async function ask(
  options: RunOptions,
  choice: Choice,
  plan: Plan,
  session: Session,
  law: Law,
): Promise<{ record: RunRecord; found: Findings | null }> {
  const { readOnly = false, seed = 0, concurrency = 8, baseline, onProgress, confirm: tries = 3 } = options;
  const { clauses } = session.documents.clauses;
  const startedAt = session.time.now();
  const target = await preflight(session, plan.operations);
  const remarks: string[] = [];
  const remark = (words: string): void => {
    remarks.push(words);
    options.onRemark?.(session.redactor.text(words));
  };
  if (target.missing.length > 0) remark(remarkOnMissing(target.missing, plan.operations));
  const { kept, whyRepeated } = plan.survey;
  if (whyRepeated !== null)
    remark(`--survey ${options.survey}: the survey is repeated, since ${whyRepeated}`);
  const before = await commonBalance(session);
  const survey = await surveyTarget(plan.survey, session, target);
  const after = before === null ? null : await commonBalance(session);
  const isOneAccount = after !== null && after !== before;
  if (isOneAccount) remark(ONE_ACCOUNT);
  const profile = isOneAccount ? withoutSecond(session) : session.profile;
  // A survey that was interrupted is not stored, so the next run repeats it.
  const isNew = kept === null && survey.record !== null && session.halt.reason === null;
  if (isNew && options.survey !== undefined)
    for (const problem of writeSurvey(options.survey, survey, target.clockOffset, session)) remark(problem);
  const prepared = { ...session, profile, target, survey };
  const executed = await execute(choice.scenarios, prepared, {
    plan,
    readOnly,
    seed,
    concurrency,
    onProgress: (done) => onProgress?.(progressOf(done, clauses, baseline ?? [])),
  });
  if (executed.stopped === null) await session.wire.settle();
  const recorded = (): RunRecord => recordOf(options, choice, plan, prepared, executed, startedAt);
  const { confirmations, found } = await confirm(recorded, tries, executed, session, law);
  const record = { ...recorded(), ...(confirmations.length === 0 ? {} : { confirmations }) };
  record.run.confirm = tries;
  record.notes.unshift(...remarks);
  return { record, found };
}

function recordOf(
  { command, seed = 0, baseline = null, against = null, strict = false }: RunOptions,
  choice: Choice,
  plan: Plan,
  session: Prepared,
  { records, notes, stopped }: Executed,
  startedAt: number,
): RunRecord {
  const { profile, time, wire, accounts, runId } = session;
  const finishedAt = time.now();
  return {
    format: 'job-search-kit/conformance-report',
    version: 4,
    kitVersion: kitVersion(),
    run: {
      id: runId,
      seed,
      startedAt: new Date(startedAt).toISOString(),
      finishedAt: new Date(finishedAt).toISOString(),
      durationMs: finishedAt - startedAt,
      command: command ?? commandFor(profile),
      strict,
      stopped,
    },
    target: targetFacts(session),
    asked: choice.asked,
    budget: spendingOf(plan, session),
    knownFailures: baseline === null ? null : [...baseline],
    ...(against === null ? {} : { earlier: against }),
    survey: session.survey.record,
    notes: [...notes, ...notesOnPassing(wire.history), ...wire.notes()],
    scenarios: records,
    accounts: [...accounts.byAlias.values()],
    exchanges: [...wire.history],
  };
}

/** A command that repeats the run, for runs that no command started. */
function commandFor({ target, adminUrl }: Profile): string {
  const admin = adminUrl === null ? '' : ` --admin-url ${shellQuoted(adminUrl)}`;
  return `npx job-search-conformance --target ${shellQuoted(target)}${admin}`;
}

function spendingOf(plan: Plan, { profile, budget, pacer, wire }: Session): Spending {
  const throttled = wire.history.filter(
    ({ response, channel }) => channel === 'contract' && response?.status === 429,
  );
  const unexpected = throttled.filter(
    ({ throttleExpected, faultPlanted }) => !throttleExpected && !faultPlanted,
  );
  return {
    creditsAnnounced: plan.creditsAnnounced,
    creditsUsed: budget.creditsUsed,
    creditsTold: budget.creditsTold,
    creditsCeiling: profile.budget.credits,
    requestsAnnounced: plan.requestsAnnounced,
    requests: budget.requests,
    requestsCeiling: profile.budget.requests,
    throttledExpected: throttled.length - unexpected.length,
    throttledUnexpected: unexpected.length,
    pacedMs: Math.round(pacer.waitedMs),
  };
}
