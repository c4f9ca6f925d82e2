import { describe, expect, it } from 'vitest';
import { strangerProblems, type StrangerResult } from './stranger-trials.js';

function result(over: Partial<StrangerResult> = {}): StrangerResult {
  return {
    task: { names: ['seed 7 moving=true'], seed: 7, habits: ['moving=true'], breaks: null },
    exitCode: 0,
    headline: 'Some words.',
    credits: 300,
    requests: 1700,
    against: [],
    errors: [],
    clauses: 1,
    pairs: 1,
    open: [],
    durationMs: 1,
    ...over,
  };
}

const found = { clause: 'IDEM-14', isMust: true, words: 'by oracle ledger in x: expected 1; 2' };
const breaks = { names: ['seed 7 charges-a-retry'], seed: 7, habits: [], breaks: 'charges-a-retry' } as const;

describe('a run on the independent service', () => {
  it.each<[Partial<StrangerResult>, string[]]>([
    [{}, []],
    [
      { exitCode: 1, against: [found] },
      [
        'seed 7 moving=true: false alarm: IDEM-14 by oracle ledger in x: expected 1; 2',
        'seed 7 moving=true: exited with 1: Some words.',
      ],
    ],
    [{ exitCode: 5 }, ['seed 7 moving=true: exited with 5: Some words.']],
    [{ exitCode: 5, task: { ...breaks, breaks: null, habits: ['failing=true'] } }, []],
    [{ against: [{ ...found, isMust: false }] }, []],
    [{ errors: ['a/b broke: why'] }, ['seed 7 moving=true: a/b broke: why']],
  ])('without a fault and with %j has the problems %j', (over, problems) => {
    expect(strangerProblems(result(over))).toEqual(problems);
  });

  it.each<[Partial<StrangerResult>, string[]]>([
    [{ exitCode: 1, against: [found] }, []],
    [{ exitCode: 0 }, ['seed 7 charges-a-retry: exited with 0: Some words.']],
    [{ exitCode: 5, task: { ...breaks, breaks: 'charges-nothing' } }, []],
    [
      { exitCode: 1, against: [{ ...found, clause: 'REQ-4' }] },
      ['seed 7 charges-a-retry: reports REQ-4 instead of IDEM-14'],
    ],
  ])('with a fault and %j has the problems %j', (over, problems) => {
    expect(strangerProblems(result({ task: breaks, ...over }))).toEqual(problems);
  });
});
