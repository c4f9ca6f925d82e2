/** Judging literal answers with a predicate, as its tests do. */
import { loadContract } from '../../spec/contract.js';
import type { Exchange } from '../../conformance/record/exchange.js';
import { exchange } from '../servers/servers.js';
import type { Scope } from '../../conformance/pack/language/expressions.js';
import { PREDICATES } from '../../conformance/pack/predicates/index.js';
import type { Arguments, Expected } from '../../conformance/pack/predicates/predicate.js';

const contract = loadContract();
export type Body = Record<string, unknown>;

export const job = (title: string, more: Body = {}): Body => ({
  'Job Title': title,
  'Job URL': `https://x/${title}`,
  ...more,
});
export const page = (id: number, jobs: Body[], more: Body = {}): Exchange =>
  exchange({
    id,
    response: { body: { success: true, error: null, data: { jobs, total: jobs.length, ...more } } },
  });
export const answer = (
  id: number,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Exchange => exchange({ id, response: { status, body, headers } });

/** The predicate's result for the answers; `others` are those of other steps. */
export function judge(
  that: string,
  args: Arguments,
  answers: Exchange[],
  others: Record<string, Exchange[]> = {},
  history: Exchange[] = [...Object.values(others).flat(), ...answers],
): Expected {
  const scope: Scope = {
    inputs: {},
    steps: {},
    workflows: {},
    outputs: {},
    sources: {},
    round: 0,
    copy: 0,
    exchange: answers.at(-1) ?? null,
  };
  const found = (step: string | null): readonly Exchange[] =>
    step === null ? answers : (others[step] ?? []);
  const predicate = PREDICATES[that];
  if (predicate === undefined) throw new Error(that);
  return predicate.judge(args, answers, { contract, scope, answers: found, history });
}

export const holds = (...args: Parameters<typeof judge>): boolean => judge(...args).holds;
