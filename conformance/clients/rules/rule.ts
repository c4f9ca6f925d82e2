/** A rule for clients: what it reads, and how it reports. */
import type { ClientRuleId } from '../../../spec/clients.js';
import type { Contract } from '../../../spec/contract.js';
import type { ClientJudgement, ClientVerdict } from '../../record/judgement.js';
import type { Attempt } from './attempt.js';
import type { CourseSeen, RunSeen } from './situation.js';

/** The requests of one account, in the order of arrival. */
export interface History {
  attempts: readonly Attempt[];
  /** True if every request of this account was observed. */
  isComplete: boolean;
  /** Changes of the account by its owner: `before` is the id of the next exchange. Null if they are unknown. */
  changes: readonly { before: number; credits: number }[] | null;
}

/** Facts that every rule may read. */
export interface Situation {
  contract: Contract;
  /**
   * Whether the user of the client requested each search once, as a test knows. Then a second search for the same thing is a
   * breach; otherwise it is lawful.
   */
  askedOnce: boolean;
  /** The course in which the client was observed; absent for traffic. */
  seen?: CourseSeen;
  /** The run that sent the requests; absent for traffic, and for all runs of a course together. */
  run?: RunSeen;
}

/** Reports a judgement on the attempts `on`; the last of them shows it. `credits`: the cost beyond that of a correct client. */
type Report = (
  rule: ClientRuleId,
  verdict: ClientVerdict,
  on: Attempt | readonly Attempt[],
  expected: string,
  actual: string,
  credits?: number | null,
) => void;

export interface Say extends Report {
  /** Whether this attempt showed a breach of a rule, or what looks like one. Without an attempt: whether any `fail` exists. */
  broke(rule: ClientRuleId, attempt?: Attempt): boolean;
}

export type RequestJudge = (attempt: Attempt, say: Say, situation: Situation) => void;
export type HistoryJudge = (history: History, say: Say, situation: Situation) => void;
export type RunJudge = (run: RunSeen, say: Say, seen: CourseSeen) => void;

/** A breach of these rules also changes the jobs of the result, so CLI-39 is not reported as well. */
const CHANGES_RESULT = ['CLI-3', 'CLI-6', 'CLI-33', 'CLI-34', 'CLI-35', 'CLI-36', 'CLI-38'] as const;

/** The most judgements that are kept for one rule, verdict and account. More would say nothing new. */
const MOST = { pass: 3, unknown: 3, warn: 200, fail: 200 };

/** The judgements of a client in one course, or in traffic. */
export class Findings {
  readonly judgements: ClientJudgement[] = [];
  readonly #broken = new Set<string>();

  /** Each call starts a new count of judgements. */
  sayIn({ askedOnce, seen, run }: Situation): Say {
    const kept = new Map<string, number>();
    const broke: Say['broke'] = (rule, attempt) =>
      this.#broken.has(attempt === undefined ? rule : `${rule} ${attempt.id}`);
    const say: Report = (rule, found, on, expected, actual, credits = 0) => {
      // A correct client may raise the limit within a chain (CLI-34).
      const verdict = found === 'warn' && askedOnce && rule !== 'CLI-34' ? 'fail' : found;
      const attempts = [on].flat() as Attempt[];
      const last = attempts.at(-1);
      const isAgainst = verdict === 'fail' || verdict === 'warn';
      if (seen !== undefined) {
        // Each run may make the same search, so a warning about all runs together means nothing.
        if (verdict === 'unknown' || (verdict === 'warn' && run === undefined)) return;
        // The judges of one run and those of all runs may report the same breach.
        if (isAgainst && broke(rule, last)) return;
        if (rule === 'CLI-39' && isAgainst && CHANGES_RESULT.some((each) => broke(each))) return;
      }
      const account = last?.exchange.account ?? null;
      const slot = `${rule} ${verdict} ${account}`;
      const before = kept.get(slot) ?? 0;
      if (before >= MOST[verdict]) return;
      kept.set(slot, before + 1);
      if (isAgainst) this.#broken.add(`${rule} ${last?.id}`);
      if (verdict === 'fail') this.#broken.add(rule);
      const exchanges = attempts.map(({ id }) => id);
      this.judgements.push({ side: 'client', rule, verdict, account, exchanges, expected, actual, credits });
    };
    return Object.assign(say, { broke });
  }
}

export function isAgainst({ verdict }: ClientJudgement): boolean {
  return verdict === 'fail' || verdict === 'warn';
}

/** `#12`, as reports name an exchange. */
export const named = ({ id }: Attempt): string => `#${id}`;
