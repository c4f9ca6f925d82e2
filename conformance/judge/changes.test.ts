import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../spec/contract.js';
import { history, jobs, page } from '../../test/samples/exchanges.js';
import { sampleReport } from '../../test/samples/report.js';
import { casesOf } from '../../test/support/cases.js';
import type { Pairs } from '../record/facts.js';
import type { EarlierRun } from '../record/run-record.js';
import { changesSince, earlierRun } from './changes.js';
import type { ClauseResult } from './report.js';
import type { Verdict } from './verdicts.js';

type Known = Verdict | 'absent';
const cases = casesOf<{ pairs: [was: Known, is: Known, list: string | null][] }>(import.meta.filename);

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

/** The lists of a comparison that are not empty. */
type Verdicts = Record<string, Verdict>;
const changes = (before: Verdicts, now: Verdicts, asked: Pairs | null = null): unknown => {
  const { newlyFailing, newlyPassing, noLongerLookedAt } = changesSince(earlier(before), {
    clauses: clauses(now),
    asked,
  });
  const lists = Object.entries({ newlyFailing, newlyPassing, noLongerLookedAt });
  return Object.fromEntries(lists.filter(([, list]) => list.length > 0));
};

describe('changesSince', () => {
  it.each(cases.pairs)('reports a clause that was %s and is %s as %s', (was, is, list) => {
    const verdicts = (verdict: Known): Record<string, Verdict> =>
      verdict === 'absent' ? {} : { 'A-1 x': verdict };
    expect(changes(verdicts(was), verdicts(is))).toEqual(list === null ? {} : { [list]: ['A-1'] });
  });

  it('names the operation if only one of a clause changed', () => {
    const failing = { 'A-1 x': 'fail', 'A-1 y': 'fail' } as const;
    expect(changes({ ...failing, 'A-1 x': 'pass' }, failing)).toEqual({ newlyFailing: ['A-1 on x'] });
  });

  it('reports only selected clauses as no longer checked', () => {
    const before = { 'A-1 searchJobs': 'pass', 'A-2 searchJobs': 'pass' } as const;
    expect(changes(before, {}, { 'A-2': ['searchJobs'] })).toEqual({ noLongerLookedAt: ['A-2'] });
  });

  it('names the run without its verdicts', () => {
    expect(changesSince(earlier({}), { clauses: [], asked: null }).since).toEqual(since);
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
