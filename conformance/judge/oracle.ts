/** An oracle judges the whole history of a run; `oracles/` holds those of the kit. It reports its findings to `Evidence`. */
import type { Clause, ClauseId, Reading, ReadingChoices, ReadingId } from '../../spec/clauses.js';
import type { Exchange, ExchangePart } from '../record/exchange.js';
import type { HistoryContext, Turn } from '../model/context.js';
import type { Judgement, Observation } from '../record/judgement.js';
import type { Passed } from '../record/failures.js';

/** The most failures of a clause, and observations of a choice, that are kept, so that the report of a long run stays small. */
export const FAILURES_KEPT = 50;
export const OBSERVATIONS_KEPT = 5;

/** Everything that an oracle may know besides the history. */
export interface OracleContext extends HistoryContext {
  clauses: readonly Clause[];
  readings: readonly Reading[];
  /** Temporary failures by exchange. In the history, failures of intermediaries and failed searches are lost answers. */
  passed: ReadonlyMap<number, Passed>;
  /** Operation keys that answers assigned to requests without one, each with the id of the first such exchange. */
  named: ReadonlyMap<string, number>;
}

export interface Findings {
  judgements: Judgement[];
  observations: Observation[];
  /** Unannounced ends of billing cycles, by account. */
  turns?: ReadonlyMap<string, Turn>;
}

/** A pure function over the whole history. It reports passes as well as failures, so that each pass rests on an observation. */
export interface Oracle {
  id: string;
  clauses: ClauseId[];
  /** The clauses whose failures are inferences, since they compare answers. Its other failures are proofs. */
  infers?: readonly ClauseId[];
  /** The parts of an exchange that the oracle reads; all by default. If one was not recorded, the answer counts as lost. */
  reads?: readonly ExchangePart[];
  /** Whether the oracle also judges answers that may come from an intermediary. */
  readsAnyAnswer?: true;
  judge(history: readonly Exchange[], context: OracleContext): Findings;
}

type Exchanges = Exchange | readonly Exchange[];

/** Whether a clause holds, and why. */
type Result = readonly [holds: boolean, expected: string, actual: string];
/** The result of a rule. `on`: the exchanges that show the result, by default the judged one. */
export type Check = readonly [...Result, on?: Exchanges];
type Choice = { [Id in ReadingId]: readonly [reading: Id, choice: ReadingChoices[Id]] }[ReadingId];

/** Judges one clause. Returns nothing if it does not apply; a rule of an open clause returns the choice of its reading. */
export type Rule<Seen> = (seen: Seen) => Check | Choice | false | null | undefined;

/** The rules of an oracle, by clause. Each judges only exchanges of operations that the clause covers. */
export type Rules<Seen> = Readonly<Partial<Record<ClauseId, Rule<Seen>>>>;

export type Evidence = ReturnType<typeof gatherEvidence>;

/** The most passes that are kept for each clause and operation. */
const PASSES_KEPT = 3;

export function gatherEvidence(oracle: string, context: OracleContext) {
  const clauses = new Map(context.clauses.map((clause) => [clause.id, clause]));
  const openClauses = context.clauses.filter(({ level }) => level === 'open');
  const choicesOf = new Map(context.readings.map(({ id, choices }) => [id, choices]));
  const kept = new Map<string, number>();
  const observations = new Map<string, Observation>();
  const judgements: Judgement[] = [];
  const turns = new Map<string, Turn>();

  const judgeOne = (
    clause: ClauseId,
    on: Exchanges,
    [holds, expected, actual]: Check,
    kind: Pick<Judgement, 'kind'> = {},
  ): void => {
    const exchanges = listed(on);
    const last = exchanges.at(-1);
    const about = clauses.get(clause);
    const telling = exchanges.findLast((exchange) => concerns(about, exchange));
    if (last === undefined || telling === undefined) return;
    const slot = `${clause} ${telling.operation} ${holds}`;
    const before = kept.get(slot) ?? 0;
    if (before >= (holds ? PASSES_KEPT : FAILURES_KEPT)) return;
    kept.set(slot, before + 1);
    judgements.push({
      clauses: [clause],
      verdict: holds ? 'pass' : 'fail',
      ...kind,
      by: `oracle ${oracle}`,
      scenario: last.scenario,
      step: last.step,
      exchanges: exchanges.map(({ id }) => id),
      expected,
      actual,
      because: null,
      known: null,
    });
  };

  /** Reports a choice of a reading that these exchanges show. It is evidence for the open clause with this reading. */
  const observe = <Id extends ReadingId>(reading: Id, choice: ReadingChoices[Id], on: Exchanges): void => {
    const seen = observations.get(`${reading}=${choice}`) ?? { reading, choice, exchanges: [] };
    observations.set(`${reading}=${choice}`, seen);
    const ids = listed(on).map(({ id }) => id);
    if (seen.exchanges.length + ids.length <= OBSERVATIONS_KEPT) seen.exchanges.push(...ids);
    const choices = choicesOf.get(reading) ?? [];
    const expected = `one of ${choices.map(({ id }) => id).join(', ')}`;
    const actual = choices.find(({ id }) => id === choice);
    for (const clause of openClauses) {
      if (clause.reading === reading)
        judgeOne(clause.id, on, [true, expected, `${choice}: ${actual?.text ?? 'unlisted'}`]);
    }
  };

  return {
    /**
     * Reports whether a clause held on these exchanges; the last one shows it. Ignores clauses that cover none of their
     * operations, so an oracle may name the clauses of all operations together.
     */
    judge(clause: ClauseId | readonly ClauseId[], on: Exchanges, ...result: Result): void {
      for (const each of new Set(typeof clause === 'string' ? [clause] : clause)) judgeOne(each, on, result);
    },
    /** Reports a failure that counts only if it occurs again. */
    infer(clause: ClauseId, on: Exchanges, ...result: Result): void {
      judgeOne(clause, on, result, { kind: 'inference' });
    },
    observe,
    turns,
    check<Seen extends { exchange: Exchange }>(rules: Rules<Seen>, seen: Seen): void {
      for (const [id, rule] of Object.entries(rules)) {
        const clause = id as ClauseId;
        const found = concerns(clauses.get(clause), seen.exchange) && rule(seen);
        if (!found) continue;
        if (found.length === 2) observe<ReadingId>(found[0], found[1], seen.exchange);
        else judgeOne(clause, found[3] ?? seen.exchange, found);
      }
    },
    findings: (): Findings => ({ judgements, observations: [...observations.values()], turns }),
  };
}

/** Returns an oracle whose judge reports to `evidence`. */
export function oracleOf({
  judge,
  ...oracle
}: Omit<Oracle, 'judge'> & {
  judge(history: readonly Exchange[], context: OracleContext, evidence: Evidence): void;
}): Oracle {
  return {
    ...oracle,
    clauses: [...new Set(oracle.clauses)],
    judge(history, context) {
      const evidence = gatherEvidence(oracle.id, context);
      judge(history, context, evidence);
      return evidence.findings();
    },
  };
}

export function clausesOf(...rules: readonly object[]): ClauseId[] {
  return rules.flatMap((each) => Object.keys(each) as ClauseId[]);
}

/** The same rule for several clauses, such as those of each search. */
export function each<Seen>(clauses: readonly ClauseId[], rule: Rule<Seen>): Rules<Seen> {
  return Object.fromEntries(clauses.map((clause) => [clause, rule]));
}

function concerns(clause: Clause | undefined, { operation }: Exchange): boolean {
  return operation !== null && clause?.operations.includes(operation) === true;
}

function listed(on: Exchanges): readonly Exchange[] {
  return 'id' in on ? [on] : [...new Set(on)];
}
