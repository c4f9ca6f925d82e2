import { describe, expect, it } from 'vitest';
import { sampleJudgement } from '../../test/samples/report.js';
import { history, type Draft } from '../../test/samples/exchanges.js';
import { disputedIn, sharedAccounts, WATCH } from './shared-keys.js';

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
    ['stays the same, although searches leave another', [search(5, 90), ...watched(85, 85, 85)]],
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
