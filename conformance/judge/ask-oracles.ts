import type { AdminContract } from '../../spec/admin.js';
import type { Clauses } from '../../spec/clauses.js';
import type { Contract } from '../../spec/contract.js';
import type { Turn } from '../model/context.js';
import { asLost, type Exchange } from '../record/exchange.js';
import type { Judgement } from '../record/judgement.js';
import { passedIn, type PassingFailure } from '../record/failures.js';
import type { RunRecord } from '../record/run-record.js';
import { serviceOf } from '../record/traffic.js';
import { grouped } from '../values/grouped.js';
import { messageOf } from '../values/text.js';
import type { Findings as OracleFindings, Oracle, OracleContext } from './oracle.js';
import type { OracleResult } from './report.js';

/** The documents and oracles that a record is judged by. */
export interface Law {
  contract: Contract;
  admin: AdminContract;
  clauses: Clauses;
  oracles: readonly Oracle[];
}

export interface Findings extends OracleFindings {
  results: OracleResult[];
  turns: Map<string, Turn>;
}

/** Asks every oracle. If charges show that a billing cycle ended unannounced, asks again with that knowledge. */
export function askOracles(record: Recorded, law: Law): Findings {
  const context = contextOf(record, law);
  const services = byService(record);
  const found = askAll(services, law, context);
  return found.turns.size === 0 ? found : askAll(services, law, { ...context, turns: found.turns });
}

/** The unannounced ends of billing cycles, by account, as the charges of searches show. */
export function turnsSeen(record: Recorded, law: Law): ReadonlyMap<string, Turn> {
  return askAll([record.exchanges], law, contextOf(record, law)).turns;
}

export type Recorded = Pick<RunRecord, 'exchanges' | 'accounts' | 'target' | 'traffic' | 'earlier'> & {
  /** All exchanges of the run, if `exchanges` is a part of them. */
  whole?: readonly Exchange[];
};

function contextOf(record: Recorded, law: Law): OracleContext {
  const earlier = Object.values(record.earlier?.keys ?? {});
  return {
    seen: record.traffic === undefined ? 'all' : record.traffic.alone ? 'alone' : 'part',
    contract: law.contract,
    admin: law.admin,
    clauses: law.clauses.clauses,
    readings: law.clauses.readings,
    target: record.target,
    accounts: new Map(record.accounts.map((each) => [each.alias, each])),
    passed: passedIn(record.exchanges),
    // Keys of an earlier run are known from the beginning.
    named: new Map([...namedIn(record.exchanges), ...earlier.map(({ key }) => [key, 0] as const)]),
    turns: new Map(),
    whole: record.whole,
  };
}

/** Keys that answers assigned to requests, also answers that count as lost: the caller may know them. */
export function namedIn(history: readonly Exchange[]): Map<string, number> {
  const named = new Map<string, number>();
  for (const { id, request, response } of history) {
    const key = response?.headers['idempotency-key'];
    if (key !== undefined && key !== request.headers['idempotency-key'] && !named.has(key))
      named.set(key, id);
  }
  return named;
}

/** An oracle that throws is an error of the suite, not a failure of the target. */
function askAll(services: readonly (readonly Exchange[])[], law: Law, context: OracleContext): Findings {
  const found: Findings = { judgements: [], observations: [], results: [], turns: new Map() };
  const histories = services.map((each) => ({
    history: asKnown(each, context),
    own: { ...context, whole: context.whole ?? each },
  }));
  for (const { id, judge: ask, ...sees } of law.oracles) {
    try {
      const all = histories.map(({ history, own }) => ask(asSeen(history, sees), own));
      const judgements = all.flatMap((each) => each.judgements).map((each) => withKind(each, sees.infers));
      found.judgements.push(...judgements);
      found.observations.push(...all.flatMap(({ observations }) => observations));
      for (const { turns = [] } of all) for (const [account, turn] of turns) found.turns.set(account, turn);
      const failures = judgements.filter(({ verdict }) => verdict === 'fail').length;
      found.results.push({ id, passes: judgements.length - failures, failures, error: null });
    } catch (error) {
      found.results.push({ id, passes: 0, failures: 0, error: messageOf(error) });
    }
  }
  return found;
}

function withKind(judgement: Judgement, infers: readonly string[] = []): Judgement {
  if (judgement.verdict === 'pass') return judgement;
  const isInferred = judgement.clauses.some((id) => infers.includes(id));
  return { ...judgement, kind: judgement.kind ?? (isInferred ? 'inference' : 'proof') };
}

/** The exchanges by deployment: traffic may go to several, and each is judged alone. */
function byService({ exchanges, traffic }: Recorded): Exchange[][] {
  if (traffic === undefined) return [exchanges];
  return [...grouped(exchanges, ({ request }) => serviceOf(request)).values()];
}

/** If an oracle reads a part that was not recorded, the answer counts as lost. */
function asSeen(
  history: readonly Exchange[],
  { reads, readsAnyAnswer }: Pick<Oracle, 'reads' | 'readsAnyAnswer'>,
): readonly Exchange[] {
  const isLost = ({ unseen = [] }: Exchange): boolean =>
    unseen.some((part) =>
      part === 'answer' ? readsAnyAnswer !== true : reads === undefined || reads.includes(part),
    );
  // Oracles that see the same history share what they read from it.
  if (!history.some(isLost)) return history;
  return history.map((each) => (isLost(each) ? asLost(each, `not seen: ${each.unseen!.join(', ')}`) : each));
}

/** Failures that the contract lists, whose form is judged. */
const STATED: readonly PassingFailure[] = ['unavailable', 'server-error'];

/** An answer counts as lost if it was cut, or if it failed temporarily and no repetition showed that the failure is permanent. */
function asKnown(exchanges: readonly Exchange[], { passed, seen }: OracleContext): Exchange[] {
  return exchanges.map((exchange) => {
    const { id, response } = exchange;
    const failed = passed.get(id);
    if (response?.bodyCut !== undefined)
      return asLost(exchange, `its ${response.bodyCut} bytes were not kept`);
    if (failed === undefined || STATED.includes(failed.kind)) return exchange;
    // In traffic, repetitions may exist that were not recorded.
    if (failed.end === 'stays' && seen === 'all') return exchange;
    return asLost(exchange, `a failure in passing (${response?.status})`);
  });
}
