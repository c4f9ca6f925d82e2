/** What is refused, and stays refused (§7.1): it is reported, with its request id. */
import { collect, type Course } from '../model/course.js';
import { HARBOR, LEGAL } from '../model/world.js';

export const refusals: readonly Course[] = [
  {
    name: 'unaffordable',
    title: 'The credits suffice for two pages and a half.',
    rules: ['CLI-45', 'CLI-50', 'CLI-14', 'CLI-39'],
    task: collect(LEGAL),
    account: { credits: 25 },
    ideal: { credits: 25, says: 'failed' },
  },
  {
    name: 'used-up',
    title: 'The credits suffice for just two pages, after which none are left.',
    rules: ['CLI-39', 'CLI-14'],
    task: collect(LEGAL),
    account: { credits: 20 },
    ideal: { credits: 20, says: 'failed' },
  },
  {
    name: 'refused-request',
    title: 'The search reaches back further than the service allows: 422.',
    rules: ['CLI-45', 'CLI-50', 'CLI-13'],
    task: collect({ ...LEGAL, filter: { ...LEGAL.filter, published_after: '2025-01-01' } }),
    ideal: { credits: 0, says: 'failed' },
  },
  {
    name: 'refused-board',
    title: 'A company search names a job board that there is not: 400.',
    rules: ['CLI-45', 'CLI-50', 'CLI-13'],
    task: collect(HARBOR, {
      operation: 'searchCompanyJobs',
      body: { ...HARBOR.filter, include_job_boards: ['no_such_board'], limit: 10 },
    }),
    ideal: { credits: 0, says: 'failed' },
  },
  {
    name: 'refused-key',
    title: 'The API key is inactive: 403.',
    rules: ['CLI-45', 'CLI-50', 'CLI-13'],
    task: collect(LEGAL),
    account: { active: false },
    ideal: { credits: 0, says: 'failed' },
  },
  {
    name: 'invalid-result',
    title: 'The result is too large to be stored, however often it is asked for: 503 invalid_result.',
    rules: ['CLI-45', 'CLI-50', 'CLI-16'],
    task: collect(LEGAL),
    faults: [{ effect: 'invalid-result', times: null }],
    ideal: { credits: 0, says: 'failed' },
  },
  {
    name: 'failed-search',
    title: 'The second page is a 200 with success false, however often it is asked for.',
    rules: ['CLI-49', 'CLI-45', 'CLI-50'],
    task: collect(LEGAL),
    faults: [{ effect: 'failed-search', skip: 1, times: null }],
    ideal: { credits: 10, says: 'failed' },
  },
];
