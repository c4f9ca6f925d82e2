import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../spec/contract.js';
import { exchange } from '../../../test/servers/servers.js';
import { casesOf } from '../../../test/support/cases.js';
import type { Exchange } from '../../record/exchange.js';
import type { Scope } from '../language/expressions.js';
import { STATED } from './generated/predicates.js';
import { PREDICATES } from './index.js';
import type { Arguments, Expected } from './predicate.js';

const contract = loadContract();
type Body = Record<string, unknown>;
/** Answers by name. `jobs` makes a page; a text in it, or `job`, is the title of a job with an address. */
type Answers = Record<string, { status?: number; body?: unknown; jobs?: (string | Body)[]; lost?: string }>;

/** Returns a function that finds the exchanges in a text such as `a b`. Their ids count from 1 in the order of `answers`. */
function answersIn(answers: Answers): (names: string) => Exchange[] {
  const named = Object.entries(answers).map(([name, answer], i): [string, Exchange] => {
    const { jobs, lost, request, status = 200, body = {}, bodyText, headers = {}, ...data } = answer as Body;
    const page = {
      success: true,
      error: null,
      data: { jobs: (jobs as Body[] | undefined)?.map(jobOf), ...data },
    };
    const response = { status, body: jobs === undefined ? body : page, headers };
    const parts = { id: i + 1, request, response, failure: null };
    if (bodyText !== undefined) Object.assign(response, { bodyText, body: undefined });
    if (lost !== undefined)
      Object.assign(parts, { response: null, failure: { kind: lost, message: 'closed' } });
    return [name, exchange(parts as Parameters<typeof exchange>[0])];
  });
  const byName = new Map(named);
  return (names) =>
    names
      .split(' ')
      .filter(Boolean)
      .map((name) => byName.get(name)!);
}

function jobOf(job: string | Body): Body {
  const { job: title, ...more } = typeof job === 'string' ? { job } : job;
  return title === undefined
    ? more
    : { 'Job Title': title, 'Job URL': `https://x/${String(title)}`, ...more };
}

/** Returns the predicate's result for the answers; `others` are answers of other steps. */
function judge(
  that: string,
  args: Arguments,
  answers: Exchange[],
  others: Record<string, Exchange[]> = {},
  history: readonly Exchange[] = [...Object.values(others).flat(), ...answers],
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
  return predicate.judge(args, answers, { contract, scope, answers: found, history, given: args });
}

type Row = [
  that: string,
  args: Arguments,
  answers: string,
  result: boolean | object,
  others?: Record<string, string>,
  history?: string,
];
const groups = casesOf<{ it: string; answers: Answers; rows: Row[] }[]>(import.meta.filename);

describe.each(groups)('$it', ({ answers, rows }) => {
  it.each(rows)('%s %j on %s: %j', (that, args, step, result, others = {}, history = undefined) => {
    const named = answersIn(answers);
    const judged = judge(
      that,
      args,
      named(step),
      Object.fromEntries(Object.entries(others).map(([name, some]) => [name, named(some)])),
      history === undefined ? undefined : named(history),
    );
    if (typeof result === 'boolean') expect(judged.holds).toBe(result);
    else expect({ observation: null, ...judged }).toMatchObject(result);
  });
});

describe('a predicate', () => {
  it('has a judge if it is stated', () => {
    expect(Object.keys(PREDICATES).sort()).toEqual(Object.keys(STATED).sort());
  });

  it('has a row above in which it holds, and one in which it does not', () => {
    const tried = groups.flatMap(({ rows }) =>
      rows.map(([that, , , result]) => `${that} ${(result as { holds?: boolean }).holds ?? result}`),
    );
    const wanted = Object.keys(STATED).flatMap((name) => [`${name} true`, `${name} false`]);
    expect(wanted.filter((each) => !tried.includes(each))).toEqual([]);
  });

  it('describes a comparison in the notation of the pack, so that a reader finds its places in the body', () => {
    const used = '$response.body#/data/credits_used';
    const right = { times: [2, { minus: [{ count: 'jobs' }, { sum: '/data/total', step: 'first' }] }] };
    const asked = (that: string, args: Arguments): string => judge(that, args, [], { first: [] }).expected;
    expect(asked('compare', { left: used, is: '==', right })).toBe(
      `${used} == 2 × (the number of jobs − the sum of /data/total, step first)`,
    );
    expect(asked('value', { of: used, 'at-least': 3 })).toBe(`${used} at least 3`);
  });
});
