import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../spec/contract.js';
import type { Job } from './slice.js';
import { valueFacts, type Beside } from './values.js';

const contract = loadContract();
const beside: Beside = { boards: [], otherJobs: [], isWhole: true };
const facts = (jobs: Job[], more: Partial<Beside> = {}): Record<string, unknown> =>
  valueFacts(jobs, contract, { ...beside, ...more });

describe('values of a slice', () => {
  it('are those that some jobs have and others do not', () => {
    const jobs = [
      { Country: 'Peru', State: 'Cusco', City: 'Cusco', 'Job Type': 'full time' },
      { Country: 'Peru', State: 'Cusco', City: 'Urubamba', 'Job Type': 'Contract' },
      { Country: 'Peru', State: null, City: null, 'Job Type': 'Temporary' },
    ];
    expect(facts(jobs)).toMatchObject({
      Country: undefined,
      State: 'Cusco',
      City: 'Cusco',
      Place: { country: 'Peru', state: 'Cusco', city: 'Cusco' },
      JobType: 'Contract',
      OtherJobType: 'Full Time',
      SeniorityLevel: undefined,
    });
  });

  it('are absent only where all jobs of the slice are known', () => {
    const jobs = [{ Country: 'Peru' }, { Country: 'Chile' }];
    const otherJobs = [{ Country: 'chile' }, { Country: 'Kenya' }];
    expect(facts(jobs, { otherJobs })['AbsentCountry']).toBe('Kenya');
    expect(facts(jobs, { otherJobs, isWhole: false })).toMatchObject({
      AbsentCountry: null,
      AbsentBoard: null,
      AbsentDepartment: null,
    });
  });

  it('are two departments of which each stands without the other somewhere', () => {
    const of = (...names: string[]): Job => ({ 'Department Name': names });
    expect(facts([of('Sales'), of('Legal'), of()])).toMatchObject({
      Department: 'Legal',
      OtherDepartment: 'Sales',
      AbsentDepartment: 'Accounting',
    });
    expect(facts([of('Sales', 'Legal'), of('Legal'), of()])['OtherDepartment']).toBeUndefined();
    expect(facts([of('sales'), of('Juggling'), of()])['Department']).toBeUndefined();
  });

  it('are boards by their value in the lookup, whatever the case of the label', () => {
    const boards = [
      { label: 'Ruby Jobs', value: 'ruby_jobs' },
      { label: 'opal', value: 'opal' },
      { label: 'Jet', value: 'jet' },
    ];
    const jobs = ['RUBY JOBS', 'Opal', 'unlisted', null].map((board) => ({ 'Job Board': board }));
    expect(facts(jobs, { boards })).toMatchObject({
      Board: 'opal',
      BoardLabel: 'Opal',
      BoardOtherCase: 'OPAL',
      OtherBoard: 'ruby_jobs',
      AbsentBoard: 'jet',
      CareerPage: true,
    });
  });

  it('tell of two kinds of jobs only where both are there', () => {
    const paid = { 'Salary Offered': '9', 'Salary From': 9, 'Salary To': 9, 'Salary Currency': 'EUR' };
    const unpaid = {
      'Salary Offered': null,
      'Salary From': null,
      'Salary To': null,
      'Salary Currency': null,
    };
    const [remote, office] = [
      { ...paid, 'Is Remote': true, Country: null },
      { ...unpaid, 'Is Remote': false, Country: 'Peru' },
    ];
    expect(facts([remote, office])).toMatchObject({ Remote: true, Salary: true, Unplaced: true });
    expect(facts([remote, { ...unpaid, 'Is Remote': null, Country: null }])).toMatchObject({
      Remote: null,
      Salary: true,
      Unplaced: null,
    });
  });
});
