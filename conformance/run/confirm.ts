/**
 * Repeats failures, alone at the end of a run. A failure that compares answers proves nothing if the data changed meanwhile, so it
 * counts only if it occurs again. For a run without failures, this sends nothing.
 */
import { askOracles, type Findings } from '../judge/ask-oracles.js';
import { judge, type Law } from '../judge/judge.js';
import { operationsIn } from '../judge/pairs.js';
import type { RunReport } from '../judge/report.js';
import { restsOnTheAccount } from '../judge/shared-keys.js';
import { usedBy } from '../model/answers.js';
import type { Exchange } from '../record/exchange.js';
import type { Judgement, Kind } from '../record/judgement.js';
import type { Confirmation, RunRecord } from '../record/run-record.js';
import { fields } from '../values/fields.js';
import { AdminUnreachable } from '../wire/admin-client.js';
import { BudgetSpent, unlessSpent } from '../wire/budget.js';
import { PREFLIGHT } from '../wire/wire.js';
import type { Executed } from './execute.js';
import { locksOut } from './plan/plan.js';
import type { Session } from './target/session.js';
import { canReplay, replay, withPagesBefore } from './replay.js';

export const CONFIRM = [0, 1, 3] as const;
export type Confirm = (typeof CONFIRM)[number];

/** The share of the run's credits that repetitions may cost. */
const SHARE_OF_CREDITS = 0.1;
/** A run of fewer scenarios may spend this many credits instead. */
const FEW = { scenarios: 50, credits: 30 };
/** The most trials for proofs, which count in any case. */
const MOST_PROOFS = 8;
/** The most ways of repeating one failure. */
const MOST_WAYS = 3;

/** A clause that failed on an operation. */
type Suspect = ReturnType<typeof suspectsIn>[number];

/** A way to repeat failures. `send` returns the names of all pairs that failed; null if it could not send or judge requests. */
interface Trial {
  id: string;
  /** Credits that it cost the first time. */
  credits: number;
  send(nth: number): Promise<ReadonlySet<string> | null>;
}

/**
 * Repeats each failure, at most `tries` times; 0 asks no oracles. `found`: the findings of oracles in the whole history; null if
 * they were not asked, or if requests were sent after that.
 */
export async function confirm(
  recorded: () => RunRecord,
  tries: Confirm,
  executed: Executed,
  session: Session,
  law: Law,
): Promise<{ confirmations: Confirmation[]; found: Findings | null }> {
  if (executed.stopped !== null || tries === 0) return { confirmations: [], found: null };
  const look = () => {
    const record = recorded();
    const found = askOracles(record, law);
    return { record, found, suspects: suspectsIn(judge(record, law, found)) };
  };
  let { record, found, suspects } = look();
  const allows = allowance(record, session);
  if (await showsTurn(suspects, record, allows, session)) ({ record, found, suspects } = look());
  if (suspects.length === 0) return { confirmations: [], found };
  const trials = trialsOf(record, executed, session, law);
  const mayChargeAgain = suspects.some(({ clause }) => restsOnTheAccount(clause.id));
  const done = new Map<string, ReadonlySet<string>[]>();
  let proofs = 0;
  const times = async (
    trial: Trial,
    { name, kind }: Suspect,
  ): Promise<Pick<Confirmation, 'tries' | 'again'>> => {
    if (!done.has(trial.id) && kind === 'proof' && (proofs += 1) > MOST_PROOFS) return { tries: 0, again: 0 };
    const made = done.get(trial.id) ?? [];
    done.set(trial.id, made);
    const again = (): number => made.filter((failed) => failed.has(name)).length;
    // An inference that did not fail in one repetition can no longer be confirmed.
    while (made.length < tries && (kind === 'proof' || again() === made.length)) {
      const failed = allows(mayChargeAgain ? trial.credits : 0) ? await trial.send(made.length + 1) : null;
      if (failed === null) break;
      made.push(failed);
    }
    return { tries: made.length, again: again() };
  };
  const confirmations: Confirmation[] = [];
  try {
    for (const suspect of suspects) {
      const { clause, operation, kind } = suspect;
      let best = { tries: 0, again: 0 };
      for (const trial of trials(suspect)) {
        const one = await times(trial, suspect);
        if (one.again > best.again || best.tries === 0) best = one;
        if (best.again === tries || (kind === 'proof' && best.tries > 0)) break;
      }
      if (kind === 'inference' || best.tries > 0)
        confirmations.push({ clause: clause.id, operation, kind, ...best });
    }
  } catch (error) {
    // The other failures are not repeated.
    if (!(error instanceof BudgetSpent || error instanceof AdminUnreachable)) throw error;
  } finally {
    await session.accounts.dispose(PREFLIGHT);
  }
  if (confirmations.length > 0) await session.wire.settle();
  const isWhole = session.wire.history.length === record.exchanges.length;
  return { confirmations, found: isWhole ? found : null };
}

/** The pairs that failed, inferences first. A pair with a proof counts as proven. */
function suspectsIn({ clauses, exchanges, scenarios }: RunReport) {
  const operationsOf = operationsIn({ exchanges, scenarios });
  // The evidence of a clause is limited, and may lack the failures of an operation.
  const inScenarios = scenarios.flatMap(({ outcome, against }) => [...outcome.judgements, ...against]);
  const all = clauses.flatMap(({ clause, pairs, evidence }) => {
    const broken = pairs.filter(({ verdict }) => verdict === 'fail');
    const failed = [...evidence, ...inScenarios].filter(
      (each) => each.verdict === 'fail' && each.known === null && each.clauses.includes(clause.id),
    );
    return broken.map(({ operation }) => {
      const own = failed.filter((each) => {
        const operations = operationsOf(each, clause);
        return operations.length === 0 || operations.includes(operation);
      });
      const proofs = own.filter((each) => each.kind !== 'inference');
      const kind: Kind = proofs.length > 0 ? 'proof' : 'inference';
      const failures = proofs.length > 0 ? proofs : own;
      return { name: nameOf(clause.id, operation), clause, operation, kind, failures };
    });
  });
  return ['inference', 'proof'].flatMap((kind) => all.filter((each) => each.kind === kind));
}

function nameOf(clause: string, operation: string): string {
  return `${clause} ${operation}`;
}

/** Returns two functions that name failed pairs: by given judgements, and by oracles that read only a part of the history. */
function finder(record: RunRecord, session: Session, law: Law) {
  const clauseOf = new Map(law.clauses.clauses.map((clause) => [clause.id as string, clause]));
  const namesOf = (judgements: readonly Judgement[], exchanges: readonly Exchange[]): string[] => {
    const operationsOf = operationsIn({ exchanges: [...exchanges], scenarios: record.scenarios });
    return judgements
      .filter(({ verdict }) => verdict === 'fail')
      .flatMap((each) =>
        each.clauses.flatMap((id) => {
          const clause = clauseOf.get(id);
          return clause === undefined ? [] : operationsOf(each, clause).map((one) => nameOf(id, one));
        }),
      );
  };
  /** The pairs that fail if an oracle, by default each of them, reads only these exchanges. */
  const foundIn = (exchanges: readonly Exchange[], oracle?: string): string[] => {
    const oracles = law.oracles.filter(({ id }) => oracle === undefined || id === oracle);
    const accounts = [...session.accounts.byAlias.values()];
    const part = { ...record, exchanges: [...exchanges], whole: record.exchanges, accounts };
    return namesOf(askOracles(part, { ...law, oracles }).judgements, exchanges);
  };
  return { namesOf, foundIn };
}

/** Returns the trials of a suspect, the best first. */
function trialsOf(
  record: RunRecord,
  { scenarios, tryAgain }: Executed,
  session: Session,
  law: Law,
): (suspect: Suspect) => Iterable<Trial> {
  const { accounts, wire, admin } = session;
  const exchangeOf = new Map(record.exchanges.map((each) => [each.id, each]));
  const { namesOf, foundIn } = finder(record, session, law);

  const byScenario = (id: string): Trial | null => {
    const scenario = scenarios.find((each) => each.id === id);
    const made = record.scenarios.find((each) => each.id === id);
    if (scenario === undefined || made === undefined || locksOut(scenario)) return null;
    return {
      id,
      credits: made.creditsUsed,
      async send(nth) {
        const before = wire.history.length;
        const { end, judgements } = await tryAgain(scenario, nth);
        const sent = wire.history.slice(before);
        const isJudged = end === 'failed' || end === 'completed' || judgements.length > 0;
        return isJudged ? new Set([...namesOf(judgements, sent), ...foundIn(sent)]) : null;
      },
    };
  };
  let ownKey: Promise<string> | null = null;
  const byReplay = (oracle: string, exchanges: readonly Exchange[], clause: string): Trial => ({
    id: `${oracle} ${exchanges.map(({ id }) => id).join()}`,
    credits: exchanges.reduce((sum, each) => sum + usedBy(each), 0),
    async send(nth) {
      const fresh = { newKeys: !clause.startsWith('IDEM-'), newCursors: clause === 'PAGE-16' };
      const apiKey = admin === null ? null : await (ownKey ??= accounts.forRunner('confirm'));
      return new Set(foundIn(await replay(exchanges, { nth, ...fresh, apiKey }, session), oracle));
    },
  });
  /** With an admin API, one new account replaces those of scenarios, since all of them see the same data. */
  const isOnOwnKey = ({ account }: Exchange): boolean =>
    admin === null || accounts.byAlias.get(account)?.role === 'fresh';
  /** The smallest part of the history in which the oracle still finds the failure, if it can be sent again. */
  const partOf = ({ exchanges, by, scenario }: Judgement, { name, clause }: Suspect): Trial | null => {
    const oracle = by.replace('oracle ', '');
    const cited = withPagesBefore(
      exchanges.flatMap((id) => exchangeOf.get(id) ?? []),
      session,
    );
    const lists = record.exchanges.filter(isFullList);
    const own = record.exchanges.filter((each) => each.scenario === scenario);
    for (const more of [[], lists, [...lists, ...own]]) {
      const part = [...new Set([...cited, ...more])].sort((a, b) => a.id - b.id);
      if (!part.every((each) => canReplay(each) && isOnOwnKey(each))) return null;
      if (foundIn(part, oracle).includes(name)) return byReplay(oracle, part, clause.id);
    }
    return null;
  };

  return function* (suspect) {
    const ids = new Set<string>();
    for (const failure of suspect.failures) {
      if (ids.size === MOST_WAYS) return;
      const isOracle = failure.by.startsWith('oracle ');
      const canSend = isOracle && (admin === null || suspect.kind === 'inference');
      const part = canSend ? partOf(failure, suspect) : null;
      const trial = part ?? byScenario(failure.scenario);
      if (trial === null || ids.has(trial.id)) continue;
      ids.add(trial.id);
      yield trial;
    }
  };
}

function isFullList({ operation, request, response }: Exchange): boolean {
  return operation === 'listJobBoards' && response?.status === 200 && !request.query['q']?.trim();
}

/** Oracles whose proofs may be explained by the unannounced end of a billing cycle. */
const BY_CYCLE: readonly string[] = ['oracle accounts', 'oracle replay'];
/** The most searches that are sent again to show that a cycle ended. */
const MOST_PROBES = 2;

/**
 * Repeats searches that were paid for before the first failure that the end of a billing cycle may explain. If they cost credits
 * once more, a cycle ended; if they are free, none did. Returns false if there is nothing to send.
 */
async function showsTurn(
  suspects: readonly Suspect[],
  { exchanges }: RunRecord,
  allows: ReturnType<typeof allowance>,
  session: Session,
): Promise<boolean> {
  const failures = suspects.flatMap((each) => each.failures).filter(({ by }) => BY_CYCLE.includes(by));
  if (session.admin !== null || failures.length === 0) return false;
  const cited = new Set(failures.flatMap((each) => each.exchanges));
  const first = Math.min(...failures.map((each) => each.exchanges.at(-1)!));
  const paid = exchanges
    .filter((each) => each.id < first && !cited.has(each.id) && isPlainSale(each))
    .sort((a, b) => usedBy(a) - usedBy(b))
    .slice(0, MOST_PROBES);
  await unlessSpent(async () => {
    for (const [i, search] of [...paid, ...paid].entries())
      if (allows(i < paid.length ? usedBy(search) : 0))
        await replay([search], { nth: 0, newKeys: true, newCursors: false, apiKey: null }, session);
  });
  return paid.length > 0;
}

/** True for a first page that cost something. */
function isPlainSale(exchange: Exchange): boolean {
  const { search_after: cursor = null, next_cursor: next = null } = fields(exchange.request.body) ?? {};
  return canReplay(exchange) && cursor === null && next === null && usedBy(exchange) > 0;
}

/**
 * Returns a function that is true if requests that may cost this many credits may be sent. Repetitions may cost a tenth of the
 * credits of the run, within its announcement. A correct target charges no paid job again.
 */
function allowance({ budget: { creditsAnnounced }, scenarios }: RunRecord, { budget, admin }: Session) {
  const before = budget.creditsUsed;
  const share = Math.floor(before * SHARE_OF_CREDITS);
  const most = Math.min(creditsAnnounced - before, scenarios.length < FEW.scenarios ? FEW.credits : share);
  return (credits: number): boolean => {
    const spent = budget.creditsUsed - before;
    // Accounts that a mock makes for a scenario cost nothing.
    return admin !== null || spent + credits <= most || (spent === 0 && credits === 0);
  };
}
