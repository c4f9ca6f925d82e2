import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../spec/contract.js';
import { history, jobs, page } from '../../test/samples/exchanges.js';
import { sampleReport } from '../../test/samples/report.js';
import type { EarlierRun } from '../record/run-record.js';
import { changesSince, earlierRun } from './changes.js';
import type { ClauseResult } from './report.js';
import type { Verdict } from './verdicts.js';

const since = { id: 'a1', startedAt: '2026-01-01T00:00:00.000Z', target: 'http://t.example', clauseSet: 'h' };
const earlier = (verdicts: Record<string, Verdict>): EarlierRun => ({ ...since, verdicts });

/** Clauses with only the fields that a comparison reads. Takes verdicts by pair, such as `IDEM-3 searchJobs`. */
function clauses(verdicts: Record<string, Verdict>): ClauseResult[] {
  return Object.entries(verdicts).map(([pair, verdict]) => {
    const [id, operation] = pair.split(' ');
    return {
      clause: { id },
      pairs: [{ operation: operation as OperationId, verdict, reason: '', passes: 0, failures: 0 }],
    } as unknown as ClauseResult;
  });
}

const changes = (before: Record<string, Verdict>, now: Record<string, Verdict>): unknown => {
  const { newlyFailing, newlyPassing, noLongerLookedAt } = changesSince(earlier(before), clauses(now));
  return [newlyFailing, newlyPassing, noLongerLookedAt];
};

describe('changesSince', () => {
  it.each<[string, Record<string, Verdict>, Record<string, Verdict>, string[][]]>([
    ['nothing', { 'A-1 x': 'pass', 'A-2 x': 'fail' }, { 'A-1 x': 'pass', 'A-2 x': 'fail' }, [[], [], []]],
    ['a clause that broke', { 'A-1 x': 'pass' }, { 'A-1 x': 'fail' }, [['A-1'], [], []]],
    [
      'a clause that broke after it was unverified',
      { 'A-1 x': 'inconclusive' },
      { 'A-1 x': 'fail' },
      [['A-1'], [], []],
    ],
    ['a clause that was fixed', { 'A-1 x': 'fail' }, { 'A-1 x': 'pass' }, [[], ['A-1'], []]],
    [
      'a clause that was inconclusive and passes',
      { 'A-1 x': 'inconclusive' },
      { 'A-1 x': 'pass' },
      [[], ['A-1'], []],
    ],
    [
      'a clause that passed and is inconclusive',
      { 'A-1 x': 'pass' },
      { 'A-1 x': 'inconclusive' },
      [[], [], ['A-1']],
    ],
    [
      'a clause that was broken and is not applicable',
      { 'A-1 x': 'fail' },
      { 'A-1 x': 'not-applicable' },
      [[], [], ['A-1']],
    ],
    ['a removed clause', { 'A-1 x': 'pass' }, {}, [[], [], ['A-1']]],
    ['a removed clause that was inconclusive', { 'A-1 x': 'inconclusive' }, {}, [[], [], []]],
    ['a new clause that is broken', {}, { 'A-9 x': 'fail' }, [['A-9'], [], []]],
    ['a new clause that passes', {}, { 'A-9 x': 'pass' }, [[], [], []]],
    [
      'a clause on one of its operations',
      { 'A-1 x': 'pass', 'A-1 y': 'fail' },
      { 'A-1 x': 'fail', 'A-1 y': 'fail' },
      [['A-1 on x'], [], []],
    ],
  ])('reports %s', (_what, before, now, expected) => {
    expect(changes(before, now)).toEqual(expected);
  });

  it('names the run without its verdicts', () => {
    expect(changesSince(earlier({}), []).since).toEqual(since);
  });
});

describe('earlierRun', () => {
  it('keeps a page under a key only if a later run would send the same bytes', () => {
    const key = 'use_v1_a-key-of-the-whole-run-1';
    const sold = (bodyText: string) => {
      const drafts = { account: 'active', key, bodyText, answer: page(jobs(1, 2), { credits_used: 2 }) };
      return earlierRun({ ...sampleReport(), exchanges: history(drafts) }).keys;
    };
    expect(sold('{"limit":2}')).toEqual({ searchJobs: { key, body: { limit: 2 } } });
    expect(sold('{ "limit": 2 }')).toBeUndefined();
  });
});
