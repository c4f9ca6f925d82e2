/** The result of each clause on each of its operations, which judgements are about such a pair, and what a run lacked to check it. */
import { type Clause, binds } from '../../spec/clauses.js';
import type { OperationId } from '../../spec/contract.js';
import { completed } from '../model/answers.js';
import type { Exchange } from '../record/exchange.js';
import type { ScenarioFacts } from '../record/facts.js';
import type { Judgement } from '../record/judgement.js';
import type { Confirmation, RunRecord } from '../record/run-record.js';
import { integer, type Fields } from '../values/fields.js';
import { lastingIn } from '../model/lasting-links.js';
import { collected } from '../values/grouped.js';
import { canonical } from '../values/json.js';
import { follow } from '../values/pointers.js';
import { addressOf } from '../values/postings.js';
import type { Law } from './ask-oracles.js';
import { clauseVerdict, pairVerdict } from './conclude.js';
import type { Doubt } from './excuses.js';
import { FAILURES_KEPT } from './oracle.js';
import type { ClauseResult, OracleResult, PairResult, RunReport, ScenarioResult, Unseen } from './report.js';

/** Returns the operations of a clause that a judgement is about; none if its exchanges do not show one. */
export type OperationsOf = (judgement: Judgement, clause: Clause) => readonly OperationId[];

type Requests = Pick<RunRecord, 'exchanges'> & { scenarios: readonly Pick<ScenarioFacts, 'id' | 'pairs'>[] };

/**
 * A judgement is about the operation of its last exchange whose operation the clause covers. If a whole scenario shows it,
 * or another operation does (such as a balance after searches), the judgement is about each operation that the scenario
 * cites for the clause.
 */
export function operationsIn({ exchanges, scenarios }: Requests): OperationsOf {
  const operationOf = new Map(exchanges.map(({ id, operation }) => [id, operation]));
  const cited = new Map(scenarios.map(({ id, pairs }) => [id, pairs]));
  return (judgement, { id, operations }) => {
    const asked = judgement.by.startsWith('oracle ') ? undefined : cited.get(judgement.scenario)?.[id];
    const concerned = asked ?? operations;
    const met = judgement.exchanges.flatMap((exchange) => operationOf.get(exchange) ?? []);
    const meant = met.filter((operation) => concerned.includes(operation));
    if (meant.length === 0) return asked ?? (operations.length === 1 ? operations : []);
    if (judgement.by !== 'scenario') return meant.slice(-1);
    return concerned.filter((operation) => meant.includes(operation));
  };
}

export type Judged = Pick<
  RunReport,
  'asked' | 'target' | 'exchanges' | 'confirmations' | 'scenarios' | 'traffic'
>;

interface Gathered {
  clause: Clause;
  evidence: readonly Judgement[];
  /** The doubts about failures of any clause. */
  doubts?: readonly Doubt[];
  /** The results of oracles that can judge the clause. */
  oracles: readonly OracleResult[];
  /** The operations that a key may have no access to (reading historical-access). */
  granted: readonly OperationId[];
}

export function isOn(clause: Pick<Clause, 'id'>, operation: string): (each: Confirmation) => boolean {
  return (each) => each.clause === clause.id && each.operation === operation;
}

function citing({ id }: Clause, { scenarios }: Pick<Judged, 'scenarios'>): ScenarioResult[] {
  return scenarios.filter(({ clauses }) => clauses.includes(id));
}

/** The results of clauses, in their order. Traffic was not sent to check clauses, so only clauses that it shows have a result. */
export function clauseResults(
  record: Judged & Pick<RunReport, 'oracles'>,
  { clauses: { clauses, readings }, oracles }: Law,
  judgements: readonly Judgement[],
  doubts: readonly Doubt[],
): ClauseResult[] {
  const byClause = collected(judgements.flatMap((each) => each.clauses.map((id) => [id, each] as const)));
  const operationsOf = operationsIn(record);
  const granted = readings.find(({ id }) => id === 'historical-access')?.operations ?? [];
  return clauses.flatMap((clause): ClauseResult | [] => {
    const evidence = byClause.get(clause.id) ?? [];
    const speaking = oracles.filter((oracle) => oracle.clauses.includes(clause.id)).map(({ id }) => id);
    const ofOracles = record.oracles.filter(({ id }) => speaking.includes(id));
    const gathered = { clause, evidence, doubts, oracles: ofOracles, granted };
    const pairs = pairResults(gathered, record, operationsOf).filter(
      (each) => record.traffic === undefined || each.verdict === 'error' || each.passes + each.failures > 0,
    );
    if (pairs.length === 0) return [];
    const failures = evidence.filter(({ verdict }) => verdict === 'fail');
    const passes = evidence.filter(({ verdict }) => verdict === 'pass');
    const firsts = pairs.flatMap(
      ({ operation }) => passes.find((pass) => operationsOf(pass, clause).includes(operation)) ?? [],
    );
    return {
      clause,
      ...clauseVerdict(pairs),
      pairs,
      passes: passes.length,
      failures: failures.length,
      evidence: [...new Set([...failures.slice(0, FAILURES_KEPT), ...firsts])],
      scenarios: citing(clause, record).map(({ id }) => id),
      oracles: speaking,
    };
  });
}

/** The clause on each requested operation, and on each operation on which it is broken. */
export function pairResults(
  gathered: Gathered,
  record: Judged,
  operationsOf: OperationsOf = operationsIn(record),
): PairResult[] {
  const { clause, evidence, doubts = [], oracles } = gathered;
  const ofClause = citing(clause, record);
  const about = new Map(evidence.map((judgement) => [judgement, operationsOf(judgement, clause)]));
  const pairs = clause.operations.flatMap((operation): PairResult[] => {
    // A failure without an operation counts on all of them, so that it is not lost.
    const mine = evidence.filter((judgement) => {
      const operations = about.get(judgement)!;
      return operations.includes(operation) || (judgement.verdict === 'fail' && operations.length === 0);
    });
    const failures = mine.filter(({ verdict }) => verdict === 'fail').length;
    const passes = mine.length - failures;
    const isAsked = record.asked === null || record.asked[clause.id]?.includes(operation) === true;
    if (!isAsked && (failures === 0 || record.traffic !== undefined)) return [];
    const doubt = doubts.find(
      ({ judgement }) =>
        judgement.clauses.includes(clause.id) && operationsOf(judgement, clause).includes(operation),
    );
    if (failures === 0 && doubt !== undefined) {
      const seenOnce = doubt.isSeenOnce ? ({ seenOnce: true } as const) : {};
      return [{ operation, verdict: 'inconclusive', reason: doubt.reason, passes, failures, ...seenOnce }];
    }
    const own = ofClause.filter((each) => each.pairs[clause.id]?.includes(operation) === true);
    const isCited = own.length > 0 || ofClause.some((each) => each.verdict !== 'not-applicable');
    // If no scenario cites the clause on this operation, those of other operations may say what is missing.
    const here = isCited ? own : ofClause;
    const silence = mine.length === 0 ? verdictOfSilence(operation, here, gathered, record) : null;
    const { needs, ...found }: Found = silence ?? pairVerdict(clause, mine, here, oracles);
    const confirmation = record.confirmations?.find(isOn(clause, operation));
    const details = { ...(needs && { needs }), ...(confirmation && { confirmation }) };
    return [{ operation, ...found, passes, failures, ...details }];
  });
  if (!pairs.some(({ verdict }) => verdict === 'known')) return pairs;
  const known = ofClause.filter(({ verdict }) => verdict === 'known');
  const reason = 'a failure of the clause that the baseline names ended the scenario';
  return pairs.map((pair) => {
    const isCutShort = known.some((each) => each.pairs[clause.id]?.includes(pair.operation) === true);
    return pair.verdict === 'inconclusive' && isCutShort ? { ...pair, verdict: 'known', reason } : pair;
  });
}

type Found = Pick<PairResult, 'verdict' | 'reason' | 'needs'>;

const notApplicable = (reason: string, needs?: string[]): Found => ({
  verdict: 'not-applicable',
  reason,
  ...(needs && { needs }),
});

/**
 * The verdict if nothing in the run could show the clause on the operation; null if something could have, or if an oracle threw
 * an error. The pair is inconclusive instead of not applicable if the service may never charge.
 */
function verdictOfSilence(
  operation: OperationId,
  here: readonly ScenarioResult[],
  { clause, oracles, granted }: Gathered,
  record: Judged,
): Found | null {
  const { target, exchanges } = record;
  if (target.absences.includes(operation)) return notApplicable(`the profile declares ${operation} absent`);
  if (oracles.some(({ error }) => error !== null)) return null;
  // If only an oracle judges the clause here, scenarios that show it on another operation send the requests that it judges.
  const showing = here.length > 0 ? here : oracles.length > 0 ? citing(clause, record) : [];
  const needs = needsOf(showing);
  // Searches of other scenarios that bought jobs would also have shown the price.
  if (needs !== null && /^BILL-[1-5]$/.test(clause.id) && allWasPaid(operation, exchanges)) {
    const doubt = whyPerhapsFree(exchanges);
    if (doubt !== null) return { verdict: 'inconclusive', reason: doubt };
    return notApplicable('nothing that came was new in this billing cycle, so nothing had a price', [
      UNSPENT,
    ]);
  }
  const lacking = showing.find(({ outcome }) => outcome.lacks?.join() === needs?.join());
  if (needs !== null) return notApplicable(`${lacking?.id}: ${lacking?.reason}`, needs);
  if (granted.includes(operation) && isWithheld(operation, exchanges))
    return notApplicable('no key of this run has access to historical searches', [ACCESS]);
  if (here.length > 0 || oracles.length === 0) return null;
  const reason = whyUnserved(operation, record);
  return reason === null ? null : notApplicable(reason);
}

/** Whether this operation refused keys that other operations accepted. */
function isWithheld(operation: OperationId, exchanges: readonly Exchange[]): boolean {
  const served = new Set<string>();
  let refused = false;
  for (const { account, channel, faultPlanted, operation: asked, response } of exchanges) {
    if (channel !== 'contract' || faultPlanted || response === null) continue;
    if (asked === operation && response.status === 200) return false;
    if (asked !== operation && response.status === 200) served.add(account);
    refused ||= asked === operation && response.status === 403 && served.has(account);
  }
  return refused;
}

/**
 * Why no scenario of the operation got a job, if the data lacks what they need: then oracles had nothing to judge. Null if
 * a scenario got a job, or if any of them could have continued.
 */
function whyUnserved(operation: OperationId, { scenarios, exchanges }: Judged): string | null {
  const there = scenarios.filter(({ pairs }) => Object.values(pairs).flat().includes(operation));
  // Requests by a scenario of another operation prove little about this one.
  const aside = new Set(scenarios.filter((each) => !there.includes(each)).map(({ id }) => id));
  const hasJobs = ({ operation: asked, response, scenario }: Exchange): boolean =>
    asked === operation &&
    !aside.has(scenario) &&
    response?.status === 200 &&
    follow(response.body, ['success']) !== false &&
    follow(response.body, ['data', 'total']) !== 0;
  if (exchanges.some(hasJobs)) return null;
  // A scenario that ended has sent everything that it could, with any choice of a reading.
  const isSettled = ({ verdict, outcome }: ScenarioResult): boolean =>
    ['pass', 'not-applicable', 'not-followed'].includes(verdict) ||
    outcome.observations.some(({ choice }) => choice === null);
  const isOpen = !there.every(isSettled);
  const lacking = there.find(({ outcome }) => outcome.missing !== undefined);
  return isOpen || lacking === undefined
    ? null
    : `no scenario of the operation brought a job: ${lacking.id}: ${lacking.reason}`;
}

function deliveriesIn(exchanges: readonly Exchange[]): Fields[] {
  return exchanges.flatMap((each) => {
    const found = completed(each);
    return found === null || found.jobs.length === 0 ? [] : [found.data];
  });
}

/** Whether the operation delivered jobs, all of which had been paid for before. */
function allWasPaid(operation: OperationId, exchanges: readonly Exchange[]): boolean {
  const own = deliveriesIn(exchanges.filter((each) => each.operation === operation));
  return own.length > 0 && own.every(({ credits_used: used }) => used === 0);
}

/** Why the service may never charge; null if a search of the run cost something, or if the run got all jobs that exist. */
function whyPerhapsFree(exchanges: readonly Exchange[]): string | null {
  const all = deliveriesIn(exchanges);
  const lasting = lastingIn(exchanges);
  const seen = new Set(
    all.flatMap(({ jobs }) => (jobs as Fields[]).map(lasting).map((job) => addressOf(job) ?? canonical(job))),
  );
  const most = Math.max(...all.map(({ total_jobs_found: found }) => integer(found) ?? 0));
  if (all.some(({ credits_used: used }) => used !== 0) || seen.size >= most) return null;
  return (
    `no search of this run cost a credit: all ${seen.size} jobs that it saw, of ${most} or more, were paid for before, or the ` +
    'service does not charge; a key that has bought few jobs in this billing cycle shows which'
  );
}

/** Like a requirement of a scenario: a key that has not bought all jobs yet. */
export const UNSPENT = 'unspent';

/** Like a requirement of a scenario: access that the service grants only to some keys (reading historical-access). */
export const ACCESS = 'access';

/** Kinds of requirements, those first that are easy to provide. */
const KINDS = [UNSPENT, 'throttling', 'fact', ACCESS, 'key', 'admin'];

/** Requirements that would let one of the scenarios run, the easiest first; null if something else prevents one. */
export function needsOf(scenarios: readonly Pick<ScenarioResult, 'verdict' | 'outcome'>[]): string[] | null {
  if (!scenarios.every(({ verdict }) => verdict === 'not-applicable')) return null;
  const lacking = scenarios.map(({ outcome }) => outcome.lacks ?? []).filter(({ length }) => length > 0);
  return lacking.sort((a, b) => effort(a) - effort(b))[0] ?? null;
}

function effort(lacks: readonly string[]): number {
  return lacks.reduce((sum, each) => sum + 10 ** KINDS.indexOf(each.replace(/:.*/, '')), 0);
}

/** Binding clauses that no scenario could try, by the requirements that would let a run check them, the largest group first. */
export function unseenIn(clauses: readonly ClauseResult[]): Unseen[] {
  const found = new Map<string, Unseen>();
  for (const { clause, verdict, pairs } of clauses) {
    if (!binds(clause) || verdict !== 'not-applicable') continue;
    const needs = pairs.flatMap((pair) => (pair.needs === undefined ? [] : [pair.needs]));
    const easiest = needs.sort((a, b) => effort(a) - effort(b))[0];
    if (easiest === undefined) continue;
    const name = easiest.join(' ');
    const known = found.get(name) ?? { needs: easiest, clauses: [] };
    known.clauses.push(clause.id);
    found.set(name, known);
  }
  return [...found.values()].sort((a, b) => b.clauses.length - a.clauses.length);
}
