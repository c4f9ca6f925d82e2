/** The report on traffic for `judge` and `watch`, with the clauses of `--only` and the known failures of `--baseline`. */
import { loadClientRules } from '../../spec/clients.js';
import { didYouMean } from '../../common/nearest.js';
import { judgeClients } from '../clients/rules/index.js';
import { judge } from '../judge/judge.js';
import { oracles } from '../judge/oracles/index.js';
import type { RunReport } from '../judge/report.js';
import type { Documents } from '../pack/model/documents.js';
import type { Pairs } from '../record/facts.js';
import type { KnownFailure } from '../record/run-record.js';
import { asComplete, attributed, recordOf, type Origin } from '../record/traffic-record.js';
import type { TrafficHistory } from '../record/traffic.js';
import { readBaseline, readEarlier } from '../run/earlier-files.js';
import { checkKnownFailures } from '../run/plan/scenarios.js';
import { inKnownCase } from '../values/text.js';
import { UsageError } from '../values/usage-error.js';
import type { Flags, FlagsOf } from './flags.js';

/** Describes traffic from a file or an address; `again`: the command that judges the same traffic again. Throws UsageError. */
export function originOf(
  from: string,
  again: string,
  { alone = false, only = [], baseline }: FlagsOf<'judge'>,
  documents: Documents,
): Origin {
  return {
    from,
    alone,
    aside: {},
    command: `${again}${alone ? ' --alone' : ''}`,
    notes: [],
    asked: askedFor(only, documents),
    knownFailures: knownIn(baseline, documents, []),
  };
}

const MIXED =
  'Judged without --alone: some searches have no recorded API key, and any of several callers may have sent them.';

/** Judges a history of traffic. `--against` adds an earlier run. Throws UsageError if its file cannot be read. */
export function trafficReport(
  history: TrafficHistory,
  origin: Origin,
  { against }: Flags,
  documents: Documents,
): RunReport {
  const { contract } = documents;
  const whole = origin.alone ? attributed(history, contract) : null;
  const callers = judgeClients(whole === null ? history : asComplete(whole), { contract, askedOnce: false });
  const notes = origin.alone && whole === null ? [...origin.notes, MIXED] : origin.notes;
  const facts = { ...origin, notes, alone: whole !== null };
  const record = recordOf(whole ?? history, facts, callers, contract);
  if (against !== undefined) record.earlier = readEarlier(against);
  return judge(record, { ...documents, oracles });
}

/**
 * Returns the clauses that `--only` names, on the operations on which a stored run checked them, else on all of theirs; null for
 * all. Throws UsageError.
 */
export function askedFor(
  only: readonly string[],
  { clauses: { clauses } }: Documents,
  stored: Pairs | null = null,
): Pairs | null {
  if (only.length === 0) return null;
  const { rules } = loadClientRules();
  const asked: Pairs = {};
  const names = [...clauses.flatMap(({ id, group }) => [id, group]), ...rules.map(({ id }) => id), 'CLI'];
  for (const token of only.map((each) => inKnownCase(each, names))) {
    const meant = clauses.filter(({ id, group }) => id === token || group === token);
    const ruled = rules.filter(({ id }) => id === token || token === 'CLI');
    // Rules for clients have no operations.
    for (const { id } of ruled) asked[id] = [];
    if (meant.length + ruled.length === 0)
      throw new UsageError(
        `--only ${token} names no clause, group of clauses or rule for clients.${didYouMean(token, names)}`,
      );
    for (const { id, operations } of meant) asked[id] = stored?.[id] ?? [...operations];
  }
  return asked;
}

/** Reads and checks a baseline; null for none. Throws UsageError. */
export function knownIn(
  file: string | undefined,
  documents: Documents,
  scenarios: readonly string[],
): KnownFailure[] | null {
  if (file === undefined) return null;
  const known = readBaseline(file);
  const rules = new Set<string>(loadClientRules().rules.map(({ id }) => id));
  checkKnownFailures(
    known.filter(({ clause }) => !rules.has(clause)),
    documents,
    scenarios,
  );
  return known;
}
