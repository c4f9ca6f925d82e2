import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../spec/contract.js';
import type { Job } from '../../values/postings.js';
import { apartFacts, dayFacts, valueFacts, type Beside } from './values.js';

const contract = loadContract();
const beside: Beside = { boards: [], otherJobs: [], listedOtherwise: new Set(), isWhole: true };
const facts = (jobs: Job[], more: Partial<Beside> = {}): Record<string, unknown> =>
  valueFacts(jobs, contract, { ...beside, ...more });

describe('values of a slice', () => {
  it('are those that some jobs have and others do not', () => {
    const jobs = [
      { Country: 'Peru', State: 'Cusco', City: 'Cusco', 'Job Type': 'full time' },
      { Country: 'Peru', State: 'Cusco', City: 'Urubamba', 'Job Type': 'Contract' },
      { Country: 'Peru', State: null, City: null, 'Job Type': 'Temporary' },
    ];
    const found = facts(jobs);
    expect(found).toMatchObject({
      State: 'Cusco',
      City: 'Cusco',
      Place: { country: 'Peru', state: 'Cusco', city: 'Cusco' },
      PlaceRead: 3,
      JobType: 'Contract',
      OtherJobType: 'Full Time',
    });
    expect(found).not.toHaveProperty('Country');
    expect(found).not.toHaveProperty('SeniorityLevel');
  });

  it('start with those that have letters beyond ASCII, which are lost most easily', () => {
    const named = (City: string, n: number): Job[] => Array.from({ length: n }, () => ({ City }));
    expect(facts([...named('Bonn', 3), ...named('Köln', 1), ...named('Ulm', 5)])['City']).toBe('Köln');
  });

  it('count as one if they differ only in spelling, or if one is the code of the country', () => {
    const jobs = [
      { Country: 'Germany', State: 'Berlin', City: 'Berlin' },
      { Country: 'DE', State: 'Berlin', City: 'BERLIN ' },
      { Country: 'Peru', State: 'Cusco', City: 'Cusco' },
    ];
    expect(facts(jobs, { otherJobs: [{ Country: 'Deutschland' }, { Country: 'Kenya' }] })).toMatchObject({
      Country: 'Peru',
      OtherCountry: 'Germany',
      AbsentCountry: 'Kenya',
    });
  });

  it('may be missing or null in some jobs', () => {
    const placed = { Country: 'Peru', 'Job Board': 'Ruby Jobs' };
    for (const unplaced of [{}, { Country: null, 'Job Board': null }])
      expect(facts([placed, unplaced])).toMatchObject({ Unplaced: true, CareerPage: true });
    expect(facts([placed])).toMatchObject({ Unplaced: false, CareerPage: false });
  });

  it('are absent only if all jobs of the slice are known', () => {
    const jobs = [{ Country: 'Peru' }, { Country: 'Chile' }];
    const otherJobs = [{ Country: 'chile' }, { Country: 'Kenya' }];
    expect(facts(jobs, { otherJobs })['AbsentCountry']).toBe('Kenya');
    expect(Object.keys(facts(jobs, { otherJobs, isWhole: false })).join()).not.toContain('Absent');
  });

  it('are two departments, each of which some job has without the other', () => {
    const of = (...names: string[]): Job => ({ 'Department Name': names });
    expect(facts([of('Sales'), of('Legal'), of()])).toMatchObject({
      Department: 'Legal',
      OtherDepartment: 'Sales',
      AbsentDepartment: 'Accounting',
    });
    expect(facts([of('Sales', 'Legal'), of('Legal'), of()])['OtherDepartment']).toBeUndefined();
    expect(facts([of('sales'), of('Juggling'), of()])['Department']).toBeUndefined();
  });

  it('include a department that some job lists after another, if there is one', () => {
    const jobs = [['Sales'], ['Legal'], ['Finance'], ['Marketing', 'Research'], []].map((names) => ({
      'Department Name': names,
    }));
    expect(facts(jobs)).toMatchObject({ Department: 'Finance', OtherDepartment: 'Research' });
  });

  it('are values of boards from the lookup, whatever the case of the label', () => {
    const boards = [
      { label: 'Ruby Jobs', value: 'ruby_jobs' },
      { label: 'opal', value: 'opal' },
      { label: 'Jet', value: 'jet' },
    ];
    const jobs = ['RUBY JOBS', 'Opal', 'unlisted', null].map((board) => ({ 'Job Board': board }));
    expect(facts(jobs, { boards })).toMatchObject({
      Board: 'opal',
      BoardLabel: 'Opal',
      OtherBoard: 'ruby_jobs',
      AbsentBoard: 'jet',
      CareerPage: true,
    });
  });

  it('show two kinds of jobs only if both exist', () => {
    const paid = { 'Salary Offered': '9', 'Salary From': 9, 'Salary To': 9, 'Salary Currency': 'EUR' };
    const salary = ['Salary Offered', 'Salary From', 'Salary To', 'Salary Currency'];
    const unpaid = Object.fromEntries(salary.map((name) => [name, null]));
    const [remote, office] = [
      { ...paid, 'Is Remote': true, Country: null },
      { ...unpaid, 'Is Remote': false, Country: 'Peru' },
    ];
    expect(facts([remote, office])).toMatchObject({ Remote: true, Salary: true, Unplaced: true });
    expect(facts([remote, { ...unpaid, 'Is Remote': null, Country: null }])).toMatchObject({
      Remote: false,
      Salary: true,
      Unplaced: false,
    });
  });
});

describe('two separate days of a slice', () => {
  const window = { published_after: '2026-03-01', published_before: '2026-03-20' };
  const on = (...days: number[]): Job[] =>
    days.map((day) => ({ 'Post Date': `2026-03-${String(day).padStart(2, '0')}` }));

  it.each<[string, Job[], string, string]>([
    ['have jobs on both sides, about half on each', on(2, 3, 9, 10, 11, 15), '2026-03-11', '2026-03-13'],
    ['are found between two days with jobs', on(4, 4, 4, 8), '2026-03-05', '2026-03-07'],
    ['begin with the slice if it is too narrow', on(4, 5, 6), '2026-03-01', '2026-03-03'],
    ['begin with the slice if no job has a date', [{}, { 'Post Date': null }], '2026-03-01', '2026-03-03'],
  ])('%s', (_what, jobs, earlier, later) => {
    expect(apartFacts(jobs, window)).toEqual({ Earlier: earlier, Later: later });
  });

  it('end before the slice does, which may have ended yesterday', () => {
    const narrow = { published_after: '2026-03-19', published_before: '2026-03-20' };
    expect(apartFacts(on(19, 19), narrow)).toEqual({ Earlier: '2026-03-17', Later: '2026-03-19' });
  });
});

describe('the first two days of the jobs', () => {
  const on = (...dates: (string | null)[]): Job[] => dates.map((date) => ({ 'Post Date': date }));

  it('are counted in any order of the jobs', () => {
    expect(dayFacts(on('2026-03-09', '2026-03-04', '2026-03-11', '2026-03-04', '2026-03-09'))).toEqual({
      Day: '2026-03-04',
      NextDay: '2026-03-09',
      OnDay: 2,
      OnBothDays: 4,
    });
  });

  it.each([[[]], [['2026-03-04', '2026-03-04']], [['2026-03-04', '2026-03-09', null]]])(
    'are unknown for jobs of the days %j',
    (dates) => {
      expect(dayFacts(on(...dates))).toEqual({});
    },
  );
});
