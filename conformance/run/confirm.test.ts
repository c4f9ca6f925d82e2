import { describe, expect, it } from 'vitest';
import { testData } from '../../test/mock/checked-mock.js';
import { setJson, type Call, type Rule } from '../../test/mutants/mutant.js';
import * as on from '../../test/mutants/operations.js';
import {
  bodyOf,
  charges,
  charging,
  isFields,
  operationKeyOf,
  resultsOf,
  type Results,
} from '../../test/mutants/rules.js';
import { startOneKey } from '../../test/servers/one-key.js';
import { writeReport, type RunReport } from '../index.js';
import type { Confirm } from './confirm.js';

const shared = await testData({ now: '2026-03-01T12:00:00Z' });

const FILTERS = ['filters/job-type-direct', 'filters/seniority-direct'];

/** Runs scenarios with one key against a mock whose answers `rule` changes. */
async function judged(rule: Rule, confirm?: Confirm, only = FILTERS): Promise<RunReport> {
  const { run } = await startOneKey(shared, rule);
  return run({ only, ...(confirm === undefined ? {} : { confirm }) });
}

/** Applies a fault to the calls that it concerns, while `lasts` is true for their number. */
function faulty(
  concerns: (call: Call) => boolean,
  fault: (call: Call) => ReturnType<Rule>,
  lasts: (nth: number) => boolean,
): Rule {
  let count = 0;
  return (call) => (concerns(call) && lasts((count += 1)) ? fault(call) : call.send());
}

const isBefore =
  (most: number) =>
  (nth: number): boolean =>
    nth <= most;
/** A scenario searches twice before a comparison fails. */
const TWICE = 2;

const filtersByType = (call: Call): boolean =>
  call.operation?.id === 'searchJobs' && isFields(call.json()) && Array.isArray(bodyOf(call)['job_type']);

/** Finds no jobs, which is allowed alone, and wrong if other searches found some. */
const findsNothing = (call: Call): ReturnType<Rule> => {
  setJson(call.request, { ...bodyOf(call), jobs_locations: [{ country: 'Atlantis' }] });
  return call.send();
};

const miscounts = async (call: Call): ReturnType<Rule> => {
  const answer = await call.send();
  const body = JSON.parse(answer.body.toString()) as { data: { total: number } };
  body.data.total += 1;
  setJson(answer, body);
  return answer;
};

const tried = ({ exchanges }: RunReport): number =>
  exchanges.filter(({ step }) => step.includes('(confirm')).length;
const pairsOf = ({ clauses }: RunReport) => clauses.flatMap(({ pairs }) => pairs);
const kinds = ({ confirmations = [] }: RunReport): string[] => [
  ...new Set(confirmations.map(({ kind, tries, again }) => `${kind} ${again} of ${tries}`)),
];

describe('a run on a target', () => {
  it('repeats nothing if it finds no failure', async () => {
    const report = await judged((call) => call.send());
    expect([report.exitCode, report.confirmations, tried(report)]).toEqual([0, undefined, 0]);
  });

  it('counts an inferred failure that occurs again each time', async () => {
    const report = await judged(faulty(filtersByType, findsNothing, () => true));
    expect([report.exitCode, kinds(report)]).toEqual([1, ['inference 3 of 3']]);
    expect(writeReport('terminal', report)).toMatch(/kind +inference, again each time, 3 of 3/);
  });

  it('reports an inferred failure that does not occur again as seen once', async () => {
    const report = await judged(faulty(filtersByType, findsNothing, isBefore(TWICE)));
    expect([report.exitCode, kinds(report)]).toEqual([5, ['inference 0 of 1']]);
    const seen = pairsOf(report).filter(({ seenOnce }) => seenOnce);
    expect(seen.map(({ verdict, failures }) => [verdict, failures])).toContainEqual(['inconclusive', 0]);
    expect(report.headline).toMatch(/none broken; seen once: FILT-\d+ on searchJobs/);
    expect(writeReport('junit', report)).toMatch(
      /<error type="seen-once" message="seen once \(again never of 1\)/,
    );
    expect(writeReport('terminal', report)).toMatch(
      /Seen once, not confirmed\n +FILT-\d+ on searchJobs: seen once/,
    );
  });

  it('counts a proved failure that occurs once, and says that it did not occur again', async () => {
    const report = await judged(faulty(filtersByType, miscounts, isBefore(1)));
    expect([report.exitCode, kinds(report)]).toEqual([1, ['proof 0 of 3']]);
    expect(writeReport('terminal', report)).toMatch(/kind +proof, again never of 3/);
  });

  const isOfPaid = ({ credits_used: used, jobs }: Results): boolean => used === 0 && jobs.length > 0;
  const isThird = (call: Call): boolean => operationKeyOf(call)?.endsWith('-3') === true;
  const one = (applies: boolean): number => (applies ? 1 : 0);
  it.each<[string, string, number, (isNow: () => boolean) => Rule, string]>([
    [
      'a charge for paid jobs',
      'BILL-6',
      4,
      (isNow) => charging(on.SEARCHES, (data) => one(isOfPaid(data) && isNow())),
      'filters/job-type-direct',
    ],
    [
      'a charge for jobs that another search bought',
      'BILL-8',
      1,
      (isNow) => charging(on.HISTORICAL_DIRECT, (data) => one(isOfPaid(data) && isNow()) * 2),
      'billing/paid-on-the-direct-search',
    ],
    [
      'a balance that falls by more than was used',
      'BILL-11',
      3,
      (isNow) => charges(on.SEARCHES, (answer) => one(resultsOf(answer) !== null && isNow())),
      'billing/new-jobs-charged-once-direct',
    ],
    [
      'a second charge for concurrent searches',
      'BILL-25',
      1,
      (isNow) => charging(on.SEARCHES, (data, call) => one(isOfPaid(data) && isThird(call) && isNow())),
      'billing/new-jobs-charged-once-direct',
    ],
    // A new billing cycle may have started before the first jobs that cost again.
  ])('counts %s that occurs once (%s)', async (_what, clause, nth, ruleOf, scenario) => {
    let count = 0;
    const rule = ruleOf(() => (count += 1) === nth);
    const report = await judged(rule, 3, [scenario]);
    expect(count).toBeGreaterThanOrEqual(nth);
    const broken = report.clauses.filter(({ verdict }) => verdict === 'fail');
    expect(report.exitCode).toBe(1);
    expect(broken.map((each) => each.clause.id)).toContain(clause);
  });

  it('counts an inferred failure that was seen once under --confirm 0', async () => {
    const report = await judged(faulty(filtersByType, findsNothing, isBefore(TWICE)), 0);
    expect([report.exitCode, report.confirmations, tried(report)]).toEqual([1, undefined, 0]);
  });

  it('tries an inferred failure once again under --confirm 1', async () => {
    const rule = faulty(filtersByType, findsNothing, () => true);
    const report = await judged(rule, 1);
    expect([report.exitCode, kinds(report)]).toEqual([1, ['inference 1 of 1']]);
  });
});
