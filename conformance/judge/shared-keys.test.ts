import { describe, expect, it } from 'vitest';
import { loadContract } from '../../spec/contract.js';
import { sampleJudgement } from '../../test/samples/report.js';
import { history, type Draft } from '../../test/samples/exchanges.js';
import { disputedIn, followBalances, sharedAccounts, WATCH } from './shared-keys.js';

const search = (used: number, left: number, more: Draft = {}): Draft => ({
  answer: { success: true, data: { jobs: [], credits_used: used, credits_remaining: left }, error: null },
  ...more,
});
const reading = (left: number, change: Draft['change'] = {}): Draft => ({
  operation: 'getCreditBalance',
  answer: { credits_remaining: left },
  change,
});
const watched = (...balances: number[]): Draft[] => balances.map((left) => reading(left, { step: WATCH }));

describe('a key', () => {
  it.each<[string, number[]]>([
    ['moves twice, by different amounts', [90, 87, 82]],
    ['moves twice, with a pause in between', [90, 88, 88, 86]],
    ['moves up and down', [90, 93, 90]],
  ])('is shared if its balance, without requests of the run, %s', (_what, balances) => {
    expect([...sharedAccounts(history(search(1, 95), ...watched(...balances)), null)]).toEqual(['ada']);
  });

  it.each<[string, Draft[]]>([
    [
      'stays the same, although it differs from what the searches leave',
      [search(5, 90), ...watched(85, 85, 85)],
    ],
    ['is charged for each reading', [search(5, 95), ...watched(95, 94, 93, 92)]],
    ['reaches late what the searches left', [search(5, 90), search(5, 85), ...watched(95, 90, 90, 85)]],
    ['moves once, as by a late charge', [search(5, 90), ...watched(90, 90, 85, 85)]],
    ['moves while the run sends requests', [reading(90), reading(87), reading(82)]],
    [
      'moves from one watch to the next',
      [...watched(90, 90), search(1, 85), ...watched(85, 85), search(1, 80), ...watched(80)],
    ],
  ])('is not shared if its balance %s', (_what, drafts) => {
    expect(sharedAccounts(history(...drafts), null).size).toBe(0);
  });
});

describe('a balance', () => {
  const contract = loadContract();
  const isAstray = (...drafts: Draft[]): boolean =>
    followBalances(contract, null).isAstray(history(...drafts));

  it('is astray if it differs from what the searches leave', () => {
    expect(isAstray(search(1, 99), search(2, 97), reading(97))).toBe(false);
    expect(isAstray(search(1, 99), search(2, 95))).toBe(true);
    expect(isAstray(search(1, 99), reading(98))).toBe(true);
    expect(isAstray(reading(99), { operation: 'listDepartments', answer: {} }, reading(97))).toBe(true);
  });

  it('is unknown after an exchange that does not show it', () => {
    expect(isAstray(search(1, 99), { lost: true }, search(1, 90))).toBe(false);
    const failed = {
      success: false,
      data: { jobs: [], credits_used: 0, credits_remaining: 0 },
      error: 'timeout',
    };
    expect(isAstray(search(1, 99), { answer: failed }, search(1, 98))).toBe(false);
    expect(isAstray(search(1, 99, { key: 'use_v1_a' }), search(1, 99, { key: 'use_v1_a' }))).toBe(false);
    expect(isAstray(search(1, 99), search(1, 90, { change: { group: 1 } }), search(1, 80))).toBe(false);
  });

  it('is tracked from one scenario to the next', () => {
    const follower = followBalances(contract, null);
    expect(follower.isAstray(history(search(1, 99)))).toBe(false);
    expect(follower.isAstray(history(search(1, 95)))).toBe(true);
    expect(follower.isAstray(history(search(1, 94)))).toBe(false);
  });
});

it('a failure is disputed if it depends on an account that another caller uses', () => {
  const said = (clause: string, verdict: 'pass' | 'fail' = 'fail') =>
    sampleJudgement({ clauses: [clause], verdict, exchanges: [1] });
  const judgements = [said('BILL-11'), said('BILL-6', 'pass'), said('FILT-1'), said('RATE-1')];
  const disputed = (...balances: number[]): unknown[] => {
    const exchanges = history(search(1, 99), ...watched(...balances));
    return judgements.filter(disputedIn({ exchanges, target: { balancePointer: null } }));
  };
  expect(disputed(90, 87, 82)).toEqual([judgements[0], judgements[3]]);
  expect(disputed(99, 99, 99)).toEqual([]);
});
