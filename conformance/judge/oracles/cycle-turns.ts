/**
 * Billing cycles that turn while a run lasts (reading cycle-turn). Nothing announces it: jobs that were paid for are simply new
 * again, all of them, each once. A target that charges twice looks the same for a moment only: either it charges a job
 * once more, or others that were paid for before are still free.
 */
import type { ClauseId } from '../../../spec/clauses.js';
import type { Exchange } from '../../record/exchange.js';
import type { Judgement } from '../../record/judgement.js';
import type { OracleContext, Turn } from '../oracle.js';
import { gatherEvidence } from './evidence.js';
import { judgeSales } from './first-sale.js';
import { clusters, keyUses, spans, type Span } from './timeline.js';

/** What a job that is charged again breaks. */
const PAID: readonly ClauseId[] = ['BILL-6', 'BILL-7', 'BILL-8', 'BILL-25'];
/** So many places for a turn are tried, the latest first. */
const MOST_PLACES = 60;

function chargesAgain({ verdict, clauses }: Judgement): boolean {
  return verdict === 'fail' && clauses.some((clause) => (PAID as readonly string[]).includes(clause));
}

/** Where the cycle of an account turned, by account: what explains every charge of its run, and what comes free besides. */
export function turnsIn(history: readonly Exchange[], context: OracleContext): ReadonlyMap<string, Turn> {
  const turns = new Map<string, Turn>();
  for (const span of spans(history, { ...context, turns })) {
    // A cycle is long: what would need two turns needs another explanation.
    const turn = turns.has(span.account) ? null : turnIn(span, history, context);
    if (turn !== null) turns.set(span.account, turn);
  }
  return turns;
}

function turnIn(span: Span, history: readonly Exchange[], context: OracleContext): Turn | null {
  const charged = salesOf(span, history, context).filter(chargesAgain);
  const found = charged.sort((a, b) => a.exchanges.at(-1)! - b.exchanges.at(-1)!)[0];
  if (found === undefined) return null;
  const runs = clusters(span.exchanges);
  const within = (id: number): number => runs.findIndex((run) => run.some((each) => each.id === id));
  const [bought, again] = [within(Math.min(...found.exchanges)), within(found.exchanges.at(-1)!)];
  const least = Math.max(bought < again ? bought : again - 1, again - MOST_PLACES);
  const places = runs.slice(least + 1, again + 1).reverse();
  /** What sales say where the cycle turned there; null where a key did not end with it. */
  const judged = (turn: Turn, until = Infinity): Judgement[] | null => {
    const turned = { ...context, turns: new Map([[span.account, turn]]) };
    const isNew = ({ id }: Exchange): boolean => id >= turn.from && id < until && !turn.apart.has(id);
    // Nothing is paid for when a cycle begins, so that what comes free was charged since. Before it nothing was charged again.
    const since = { ...span, fromStart: turn.apart.size === 0, exchanges: span.exchanges.filter(isNew) };
    return recoversOld(since, history, turned) ? null : salesOf(since, history, turned);
  };
  const latest = places.flatMap(placesAt).find((turn) => {
    const judgements = judged(turn);
    // Nothing tells of a turn that charges a job once more and never shows it paid for.
    return judgements?.every(holds) === true && judgements.some(isPaid);
  });
  if (latest === undefined) return null;
  // It may have turned before: whatever came between is not known to be of the one or of the other.
  const before = places.map((run) => idsOf(run)[0]!).filter((from) => from < latest.from);
  const isLawful = (from: number, until?: number): boolean =>
    judged({ from, apart: new Set() }, until)?.every(holds) === true;
  // What came between alone rules out most places.
  const from = before.findLast((each) => isLawful(each, latest.from) && isLawful(each));
  const between = span.exchanges.filter(({ id }) => id >= (from ?? latest.from) && id < latest.from);
  return { from: from ?? latest.from, apart: new Set([...latest.apart, ...idsOf(between)]) };
}

function holds({ verdict }: Judgement): boolean {
  return verdict === 'pass';
}

function isPaid({ clauses }: Judgement): boolean {
  return clauses.some((id) => id === 'BILL-6' || id === 'BILL-7');
}

function idsOf(run: readonly Exchange[]): number[] {
  return run.map(({ id }) => id).sort((a, b) => a - b);
}

/** While what was under way just then was, or before. */
function placesAt(run: readonly Exchange[]): Turn[] {
  const from = idsOf(run)[0]!;
  const before = { from, apart: new Set<number>() };
  return run.length === 1 ? [before] : [before, { from, apart: new Set(idsOf(run)) }];
}

function salesOf(span: Span, history: readonly Exchange[], context: OracleContext): Judgement[] {
  const evidence = gatherEvidence('first-sale', context);
  judgeSales([span], history, context, evidence);
  return evidence.findings().judgements;
}

/** Whether a key that was sent before the turn still recovers its search, which the end of its cycle would forbid (§5.2, 5). */
function recoversOld({ exchanges }: Span, history: readonly Exchange[], context: OracleContext): boolean {
  const uses = keyUses(history, context);
  const from = exchanges[0]?.id ?? Infinity;
  return exchanges.some(({ id, operation, response }) => {
    const use = uses.get(id);
    if (operation === null || response?.status !== 200 || use === undefined || use.made) return false;
    if (!context.contract.operation(operation).acceptsOperationKey) return false;
    return use.same.some(({ exchange }) => exchange.id < from && exchange.response?.status === 200);
  });
}
