import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../spec/contract.js';
import type { EarlierRun } from '../record/run-record.js';
import { changesSince } from './changes.js';
import type { ClauseResult } from './report.js';
import type { Verdict } from './verdicts.js';

const since = { id: 'a1', startedAt: '2026-01-01T00:00:00.000Z', target: 'http://t.example', clauseSet: 'h' };
const earlier = (verdicts: Record<string, Verdict>): EarlierRun => ({ ...since, verdicts });

/** Clauses as far as a comparison looks at them, from `IDEM-3 searchJobs` to its verdict. */
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
    ['what broke', { 'A-1 x': 'pass' }, { 'A-1 x': 'fail' }, [['A-1'], [], []]],
    ['what broke and was not looked at', { 'A-1 x': 'inconclusive' }, { 'A-1 x': 'fail' }, [['A-1'], [], []]],
    ['what was mended', { 'A-1 x': 'fail' }, { 'A-1 x': 'pass' }, [[], ['A-1'], []]],
    ['what was open and holds', { 'A-1 x': 'inconclusive' }, { 'A-1 x': 'pass' }, [[], ['A-1'], []]],
    ['what was seen and is open', { 'A-1 x': 'pass' }, { 'A-1 x': 'inconclusive' }, [[], [], ['A-1']]],
    [
      'what was broken and is not applicable',
      { 'A-1 x': 'fail' },
      { 'A-1 x': 'not-applicable' },
      [[], [], ['A-1']],
    ],
    ['a clause that is gone', { 'A-1 x': 'pass' }, {}, [[], [], ['A-1']]],
    ['a clause that was open and is gone', { 'A-1 x': 'inconclusive' }, {}, [[], [], []]],
    ['a new clause that is broken', {}, { 'A-9 x': 'fail' }, [['A-9'], [], []]],
    ['a new clause that holds', {}, { 'A-9 x': 'pass' }, [[], [], []]],
    [
      'a clause on one of its operations',
      { 'A-1 x': 'pass', 'A-1 y': 'fail' },
      { 'A-1 x': 'fail', 'A-1 y': 'fail' },
      [['A-1 on x'], [], []],
    ],
  ])('tells %s', (_what, before, now, expected) => {
    expect(changes(before, now)).toEqual(expected);
  });

  it('names the run without its verdicts', () => {
    expect(changesSince(earlier({}), []).since).toEqual(since);
  });
});
