/** Evidence is kept for each operation: which judgements speak of which pair of clause and operation, and what follows. */
import type { Clause } from '../../spec/clauses.js';
import type { OperationId } from '../../spec/contract.js';
import type { Exchange } from '../record/exchange.js';
import type { Pairs } from '../record/facts.js';
import type { Judgement } from '../record/judgement.js';
import type { RunRecord } from '../record/run-record.js';
import { follow } from '../values/pointers.js';
import { pairVerdict } from './conclude.js';
import type { OracleResult, PairResult, ScenarioResult } from './report.js';
import { OTHER_CALLER } from './shared-keys.js';
import { ACCESS, needsOf, UNSPENT } from './unseen.js';

/** A judgement with the operations that it speaks of; none where they can't be told. */
export interface Placed {
  judgement: Judgement;
  operations: readonly OperationId[];
}

/** What tells the operations of a record's judgements. */
export interface Whereabouts {
  exchanges: ReadonlyMap<number, Exchange>;
  /** By scenario, the pairs that it cites. */
  cited: ReadonlyMap<string, Pairs>;
}

export function whereaboutsIn({ exchanges, scenarios }: RunRecord): Whereabouts {
  return {
    exchanges: new Map(exchanges.map((exchange) => [exchange.id, exchange])),
    cited: new Map(scenarios.map(({ id, pairs }) => [id, pairs])),
  };
}

/**
 * A judgement speaks of the operation of its telling exchange: the last one of whose operation the clause speaks. What a
 * scenario shows as a whole, or by another operation (the balance that searches left, say), it shows on each that it cites.
 */
export function placed(
  judgement: Judgement,
  { id, operations }: Clause,
  { exchanges, cited }: Whereabouts,
): Placed {
  const asked = judgement.by.startsWith('oracle ') ? undefined : cited.get(judgement.scenario)?.[id];
  const concerned = asked ?? operations;
  const met = judgement.exchanges
    .map((exchange) => exchanges.get(exchange)?.operation ?? null)
    .filter((operation) => operation !== null && concerned.includes(operation));
  if (judgement.by === 'scenario' && met.length > 0)
    return { judgement, operations: concerned.filter((operation) => met.includes(operation)) };
  const telling = met.at(-1);
  if (telling !== undefined && telling !== null) return { judgement, operations: [telling] };
  return { judgement, operations: asked ?? (operations.length === 1 ? operations : []) };
}

/** What is known of a clause before its pairs are told apart. */
export interface Gathered {
  clause: Clause;
  evidence: readonly Placed[];
  /** What did not hold, and nothing follows from. */
  disputed?: readonly Placed[];
  scenarios: readonly ScenarioResult[];
  /** Those of the whole run, whatever they cite. */
  allScenarios?: readonly ScenarioResult[];
  oracles: readonly OracleResult[];
  /** The operations that a key may have no access to (reading historical-access). */
  granted: readonly OperationId[];
}

/** The clause on each operation that was asked for, and on those where it was seen to be broken. */
export function pairResults(
  { clause, evidence, disputed = [], scenarios, allScenarios = [], oracles, granted }: Gathered,
  { asked, target, exchanges }: Pick<RunRecord, 'asked' | 'target' | 'exchanges'>,
): PairResult[] {
  const pairs = clause.operations.flatMap((operation): PairResult[] => {
    // A failure that tells no operation is kept on all of them, so that it can't be lost.
    const mine = evidence
      .filter((each) => each.operations.includes(operation) || isLostFailure(each))
      .map(({ judgement }) => judgement);
    const failures = mine.filter(({ verdict }) => verdict === 'fail').length;
    if (asked !== null && asked[clause.id]?.includes(operation) !== true && failures === 0) return [];
    if (failures === 0 && disputed.some((each) => each.operations.includes(operation)))
      return [{ operation, verdict: 'inconclusive', reason: OTHER_CALLER, passes: mine.length, failures }];
    const own = scenarios.filter(({ pairs }) => pairs[clause.id]?.includes(operation) === true);
    // What others show in passing can't be seen either where all that show the clause elsewhere lack what they need.
    const cannot = own.length === 0 && scenarios.every((each) => each.verdict === 'not-applicable');
    const citing = cannot ? scenarios : own;
    const isAbsent = target.absences.includes(operation);
    // What an oracle alone speaks to comes about in scenarios that show the clause on another operation.
    const showing = citing.length > 0 ? citing : oracles.length > 0 ? scenarios : [];
    const lacking = mine.length === 0 && !isAbsent && !oracles.some(hasBroken) ? needsOf(showing) : null;
    const isOld = lacking !== null && isPrice(clause) && allWasPaid(operation, exchanges);
    const needs = isOld ? [UNSPENT] : lacking;
    if (needs !== null) {
      const reason = isOld ? NOTHING_NEW : reasonOf(showing, needs);
      return [{ operation, verdict: 'not-applicable', reason, passes: 0, failures: 0, needs }];
    }
    const isBlank = mine.length === 0 && !isAbsent && !oracles.some(hasBroken);
    if (isBlank && granted.includes(operation) && isWithheld(operation, exchanges))
      return [
        { operation, verdict: 'not-applicable', reason: NO_ACCESS, passes: 0, failures: 0, needs: [ACCESS] },
      ];
    const unserved =
      isBlank && citing.length === 0 && oracles.length > 0
        ? whyUnserved(operation, allScenarios, exchanges)
        : null;
    if (unserved !== null)
      return [{ operation, verdict: 'not-applicable', reason: unserved, passes: 0, failures: 0 }];
    const verdict =
      isAbsent && mine.length === 0
        ? ({ verdict: 'not-applicable', reason: `the profile declares ${operation} absent` } as const)
        : pairVerdict(clause, mine, citing, oracles);
    return [{ operation, ...verdict, passes: mine.length - failures, failures }];
  });
  if (!pairs.some(({ verdict }) => verdict === 'known')) return pairs;
  const isCutShort = ({ operation, verdict }: PairResult): boolean =>
    verdict === 'inconclusive' &&
    scenarios.some((each) => each.verdict === 'known' && each.pairs[clause.id]?.includes(operation) === true);
  return pairs.map((pair) =>
    isCutShort(pair)
      ? {
          ...pair,
          verdict: 'known',
          reason: 'a failure of the clause that the baseline names ended the scenario',
        }
      : pair,
  );
}

const NO_ACCESS = 'no key of this run has access to historical searches';

/** Whether the keys that others serve were refused on this one. */
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
 * Why no scenario of the operation brought a job, where what its scenarios ask for is not in the data: then an oracle had
 * nothing to look at. Null where one did, or where any of them could have gone on.
 */
function whyUnserved(
  operation: OperationId,
  scenarios: readonly ScenarioResult[],
  exchanges: readonly Exchange[],
): string | null {
  const there = scenarios.filter(({ pairs }) => Object.values(pairs).flat().includes(operation));
  // What another operation's scenario asks of this one says little of it.
  const aside = new Set(scenarios.filter((each) => !there.includes(each)).map(({ id }) => id));
  const brought = ({ operation: asked, response, scenario }: Exchange): boolean =>
    asked === operation &&
    !aside.has(scenario) &&
    response?.status === 200 &&
    follow(response.body, ['success']) !== false &&
    follow(response.body, ['data', 'total']) !== 0;
  if (exchanges.some(brought)) return null;
  // One that came to its end has asked all that it could, whichever choice of a reading it met there.
  const isSettled = ({ verdict, outcome }: ScenarioResult): boolean =>
    ['pass', 'not-applicable', 'not-followed'].includes(verdict) ||
    outcome.observations.some(({ choice }) => choice === null);
  const isOpen = !there.every(isSettled);
  const lacking = there.find(({ outcome }) => outcome.missing !== undefined);
  return isOpen || lacking === undefined
    ? null
    : `no scenario of the operation brought a job: ${lacking.id}: ${lacking.reason}`;
}

const NOTHING_NEW = 'nothing that came was new in this billing cycle, so nothing had a price';

/** Whether any search that buys shows it, too. */
function isPrice({ id }: Clause): boolean {
  return /^BILL-[1-5]$/.test(id);
}

/** Whether jobs came, and all had been paid for before. */
function allWasPaid(operation: OperationId, exchanges: readonly Exchange[]): boolean {
  const used = exchanges
    .filter((each) => each.operation === operation && each.response?.status === 200)
    .map(({ response }) => response!.body)
    .filter((body) => Number(follow(body, ['data', 'total'])) > 0)
    .map((body) => follow(body, ['data', 'credits_used']));
  return used.length > 0 && used.every((credits) => credits === 0);
}

function hasBroken({ error }: OracleResult): boolean {
  return error !== null;
}

function reasonOf(scenarios: readonly ScenarioResult[], needs: readonly string[]): string {
  const lacking = scenarios.find(({ outcome }) => outcome.lacks?.join() === needs.join());
  return `${lacking?.id}: ${lacking?.reason}`;
}

function isLostFailure({ judgement, operations }: Placed): boolean {
  return judgement.verdict === 'fail' && operations.length === 0;
}
