import { describe, expect, it } from 'vitest';
import { gather } from '../../rules/judge.js';
import { contract, historyOf } from '../../../../test/samples/client-history.js';
import { courses } from '../index.js';
import { seenIn } from '../../../../test/samples/course-run.js';
import { judgeGaps, judgeNumber } from './retries.js';

const course = courses.find(({ name }) => name === 'always-unavailable')!;

/** What is said of a client that waits so long between attempts, seconds, on a machine that is so late, ms. */
function saidOf(waits: readonly number[], lag: number): string[] {
  const refused = { status: 503, text: '{"detail":"service_unavailable"}' };
  const history = historyOf([refused, ...waits.map((after) => ({ ...refused, after }))]);
  const { run, seen } = seenIn(course, history);
  const { say, judgements } = gather({ contract, askedOnce: true });
  judgeGaps(run, say, { ...seen, lag });
  return judgements.map(({ rule, verdict }) => `${rule} ${verdict}`);
}

describe('the number of attempts', () => {
  const numberOf = (status: number, end: 'itself' | 'flood'): string[] => {
    const { run, seen } = seenIn(course, historyOf(Array.from({ length: 12 }, () => ({ status }))));
    const { say, judgements } = gather({ contract, askedOnce: true });
    judgeNumber({ ...run, end }, say, seen);
    return judgements.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule);
  };

  it('that is large, and that has no end, are two different mistakes', () => {
    expect([numberOf(503, 'itself'), numberOf(503, 'flood')]).toEqual([['CLI-25'], ['CLI-23']]);
  });

  it('says nothing of refusals, on each of which there is a rule', () => {
    expect([numberOf(403, 'itself'), numberOf(403, 'flood')]).toEqual([[], []]);
  });
});

describe('waits between attempts', () => {
  it('that grow are seen to, and equal ones not to', () => {
    expect(saidOf([0.2, 0.4, 0.8], 3)).toEqual(['CLI-22 pass', 'CLI-24 pass']);
    expect(saidOf([0.4, 0.4, 0.4], 3)).toEqual(['CLI-22 pass', 'CLI-24 fail']);
  });

  it('tell nothing where a late machine may have made them', () => {
    expect(saidOf([0.2, 0.4, 0.8], 900)).toEqual([]);
    expect(saidOf([0.4, 0.4, 0.4], 300)).toEqual(['CLI-22 pass']);
  });

  it('that are none are told however late the machine is, since nothing makes a wait shorter', () => {
    expect(saidOf([0.001, 0.02, 0.001], 900)).toEqual(['CLI-22 fail', 'CLI-24 fail']);
  });
});
