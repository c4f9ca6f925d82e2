/** Judges the exchanges of one chapter, or of a part of it, by the oracles of the kit. */
import { counts, type Clause } from '../../spec/clauses.js';
import type { OperationId } from '../../spec/contract.js';
import { askOracles } from '../judge/ask-oracles.js';
import { oracles } from '../judge/oracles/index.js';
import { operationsIn } from '../judge/pairs.js';
import { disputedIn } from '../judge/shared-keys.js';
import type { Exchange } from '../record/exchange.js';
import type { AccountFacts } from '../record/facts.js';
import type { Judgement } from '../record/judgement.js';
import { targetFacts, type Prepared } from '../run/survey/index.js';

/** A broken clause on an operation, in one form. */
export interface Violation {
  clause: Clause;
  operation: OperationId;
  /** Equal for violations that differ only in numbers and quoted values. */
  form: string;
  judgement: Judgement;
}

export type Judged = ReturnType<typeof judgeStory>;

/** The accounts that sent these exchanges. */
export function accountsOf(exchanges: readonly Exchange[], { accounts }: Prepared): AccountFacts[] {
  const used = new Set(exchanges.map(({ account }) => account));
  return [...accounts.byAlias.values()].filter(({ alias }) => used.has(alias));
}

/** Throws Error if an oracle breaks. */
export function judgeStory(
  exchanges: readonly Exchange[],
  session: Prepared,
  accounts = accountsOf(exchanges, session),
) {
  const { documents } = session;
  const clauses = new Map<string, Clause>(documents.clauses.clauses.map((clause) => [clause.id, clause]));
  const target = targetFacts(session);
  const record = { exchanges: [...exchanges], accounts, target, scenarios: [] };
  const found = askOracles(record, { ...documents, oracles });
  const broken = found.results.find(({ error }) => error !== null);
  if (broken !== undefined) throw new Error(`The oracle ${broken.id} broke: ${broken.error}`);
  const isDisputed = disputedIn(record);
  const operationsOf = operationsIn(record);
  const violations: Violation[] = [];
  /** Pairs of clause and operation that were shown to hold, with the exchange that shows each: `BILL-6 searchJobs`. */
  const passes = new Map<string, number>();
  for (const judgement of found.judgements.filter((each) => !isDisputed(each)))
    for (const id of judgement.clauses) {
      const clause = clauses.get(id);
      if (clause === undefined || !counts(clause)) continue;
      for (const operation of operationsOf(judgement, clause)) {
        if (judgement.verdict === 'fail')
          violations.push({ clause, operation, form: formOf(judgement), judgement });
        else passes.set(`${id} ${operation}`, judgement.exchanges.at(-1)!);
      }
    }
  return { violations, passes, found };
}

export const pairOf = ({ clause, operation }: Pick<Violation, 'clause' | 'operation'>): string =>
  `${clause.id} ${operation}`;

function formOf({ by, expected }: Judgement): string {
  return `${by}: ${expected.replace(/"[^"]*"/g, '…').replace(/#?-?\d[\d.:-]*/g, 'n')}`;
}
