import { describe, expect, it } from 'vitest';
import { gatherEvidence } from './oracle.js';
import { contextOf, history } from '../../test/samples/exchanges.js';

const [direct, legacy, lookup] = history(
  {},
  { operation: 'searchCompanyJobsLegacy' },
  { operation: 'listDepartments', answer: { departments: [] } },
);

describe('evidence', () => {
  it('is stored only for clauses that apply to the operation', () => {
    const evidence = gatherEvidence('watcher', contextOf());
    evidence.judge('IDEM-1', direct!, true, 'a', 'b');
    evidence.judge('IDEM-1', legacy!, false, 'a', 'b');
    evidence.judge('LOOK-28', [lookup!, direct!], false, 'c', 'd');
    evidence.judge('NONE-1' as 'IDEM-1', direct!, false, 'e', 'f');
    const place = { by: 'oracle watcher', scenario: 'pack/scenario', step: 'step1' };
    const common = { ...place, because: null, known: null };
    expect(evidence.findings().judgements).toEqual([
      { ...common, clauses: ['IDEM-1'], verdict: 'pass', exchanges: [1], expected: 'a', actual: 'b' },
      { ...common, clauses: ['LOOK-28'], verdict: 'fail', exchanges: [3, 1], expected: 'c', actual: 'd' },
    ]);
  });

  it('is a sample of passes and nearly all failures', () => {
    const evidence = gatherEvidence('watcher', contextOf());
    for (let i = 0; i < 100; i += 1) {
      evidence.judge('ENV-1', direct!, true, 'a', 'b');
      evidence.judge('ENV-1', legacy!, true, 'a', 'b');
      evidence.judge('ENV-1', direct!, false, 'a', 'b');
    }
    const { judgements } = evidence.findings();
    expect(judgements.filter(({ verdict }) => verdict === 'pass')).toHaveLength(6);
    expect(judgements.filter(({ verdict }) => verdict === 'fail')).toHaveLength(50);
  });

  it('records the observed choice for an open clause', () => {
    const evidence = gatherEvidence('watcher', contextOf());
    for (let i = 0; i < 9; i += 1) evidence.observe('auth-status', '403', direct!);
    evidence.observe('auth-status', '401', direct!);
    const { judgements, observations } = evidence.findings();
    expect(observations).toEqual([
      { reading: 'auth-status', choice: '403', exchanges: [1, 1, 1, 1, 1] },
      { reading: 'auth-status', choice: '401', exchanges: [1] },
    ]);
    expect(judgements).toHaveLength(3);
    expect(judgements[0]).toMatchObject({
      clauses: ['AUTH-8'],
      verdict: 'pass',
      exchanges: [1],
      expected: 'one of 403, 401',
      actual: '403: status 403 with `{detail}`, as for an inactive key',
    });
  });
});
