/** What a judge of clients is given, and how it says what it found. */
import type { ClientRuleId } from '../../../spec/clients.js';
import type { Contract } from '../../../spec/contract.js';
import type { ClientJudgement, ClientVerdict } from '../../record/client-judgement.js';
import type { Attempt, Timeline } from './attempt.js';

export interface ClientContext {
  contract: Contract;
  /**
   * Whether each search was asked for once, as in a test that knows what it called: then what looks like a breach is
   * one. Otherwise a new search for the same thing is lawful.
   */
  askedOnce: boolean;
}

/** Says what was found; the last attempt is the telling one. `credits` is what it cost beyond what it had to. */
export type Say = (
  rule: ClientRuleId,
  verdict: ClientVerdict,
  on: Attempt | readonly Attempt[],
  expected: string,
  actual: string,
  credits?: number | null,
) => void;

/** Judges the requests of one API key. */
export type TimelineJudge = (timeline: Timeline, say: Say, context: ClientContext) => void;

/** Judges one request by itself. */
export type RequestJudge = (attempt: Attempt, say: Say, context: ClientContext) => void;

/** Kept of what says nothing new; failures and warnings are all kept, up to a number that nobody reads. */
const MOST = { pass: 3, unknown: 3, warn: 200, fail: 200 };

export interface Gathered {
  say: Say;
  judgements: ClientJudgement[];
}

export function gather({ askedOnce }: ClientContext): Gathered {
  const judgements: ClientJudgement[] = [];
  const kept = new Map<string, number>();
  const say: Say = (rule, found, on, expected, actual, credits = 0) => {
    const attempts = Array.isArray(on) ? (on as readonly Attempt[]) : [on as Attempt];
    // Larger pages later in a chain are no breach, whatever was asked for.
    const verdict = found === 'warn' && askedOnce && rule !== 'CLI-34' ? 'fail' : found;
    const account = attempts.at(-1)?.exchange.account ?? null;
    const slot = `${rule} ${verdict} ${account}`;
    const before = kept.get(slot) ?? 0;
    if (before >= MOST[verdict]) return;
    kept.set(slot, before + 1);
    const exchanges = attempts.map(({ id }) => id);
    judgements.push({ side: 'client', rule, verdict, account, exchanges, expected, actual, credits });
  };
  return { say, judgements };
}

export function isAgainst({ verdict }: ClientJudgement): boolean {
  return verdict === 'fail' || verdict === 'warn';
}

/** `#12`, as reports name an exchange. */
export const named = ({ id }: Attempt): string => `#${id}`;
