/** Pages (§2.3, §4.1): each once, to the end and no further, on each of the searches. */
import { collect, type Course } from '../model/course.js';
import { DATED, FINANCE, HARBOR, LEGAL, PRESS } from '../model/world.js';

const WHOLE = { credits: LEGAL.urls.length, jobs: LEGAL.urls, says: 'done' } as const;

export const paging: readonly Course[] = [
  {
    name: 'pages',
    title: 'A search of four pages, the last with fewer jobs.',
    rules: ['CLI-39', 'CLI-36', 'CLI-35', 'CLI-27'],
    task: collect(LEGAL),
    ideal: WHOLE,
  },
  {
    name: 'full-last-page',
    title: 'A search whose last page is exactly full.',
    rules: ['CLI-35', 'CLI-39'],
    task: collect(FINANCE),
    ideal: { credits: FINANCE.urls.length, jobs: FINANCE.urls, says: 'done' },
  },
  {
    name: 'one-page',
    title: 'A search whose jobs are all on the first page.',
    rules: ['CLI-35', 'CLI-39'],
    task: collect(LEGAL, { body: { ...LEGAL.filter, limit: 100 } }),
    ideal: WHOLE,
  },
  {
    name: 'dates',
    title: 'A search between two days, with postings on the days beside them.',
    rules: ['CLI-39', 'CLI-40'],
    task: collect(DATED),
    ideal: { credits: DATED.urls.length, jobs: DATED.urls, says: 'done' },
  },
  {
    name: 'enough',
    title: 'Fifteen jobs are enough: two pages of ten.',
    rules: ['CLI-38', 'CLI-39'],
    task: collect(LEGAL, { enough: 15 }),
    ideal: { credits: 20, jobs: LEGAL.urls.slice(0, 20), says: 'done' },
  },
  {
    name: 'just-enough',
    title: 'Twenty jobs are enough: just two pages of ten.',
    rules: ['CLI-38', 'CLI-39'],
    task: collect(LEGAL, { enough: 20 }),
    ideal: { credits: 20, jobs: LEGAL.urls.slice(0, 20), says: 'done' },
  },
  {
    name: 'moving-data',
    title: 'New postings come in after the first page.',
    rules: ['CLI-36', 'CLI-37'],
    task: collect(LEGAL),
    faults: [{ effect: 'new-postings', newPostings: 2 }],
    ideal: { credits: LEGAL.urls.length - 2, jobs: LEGAL.urls.slice(2), says: 'done' },
  },
  {
    name: 'cycle-turns',
    title: 'A new billing cycle begins between the second page and the third.',
    rules: ['CLI-36', 'CLI-40'],
    task: collect(LEGAL),
    faults: [{ effect: 'delay', delayMs: 0, skip: 1, advanceDays: 31 }],
    ideal: WHOLE,
  },
  {
    name: 'company',
    title: 'A search at one company.',
    rules: ['CLI-39', 'CLI-36'],
    task: collect(HARBOR, { operation: 'searchCompanyJobs', body: { ...HARBOR.filter, limit: 10 } }),
    ideal: { credits: HARBOR.urls.length, jobs: HARBOR.urls, says: 'done' },
  },
  {
    name: 'historical',
    title: 'A search of old postings at one company, where a job costs two credits.',
    rules: ['CLI-39', 'CLI-40'],
    task: collect(PRESS, {
      operation: 'searchCompanyJobsHistorical',
      body: { ...PRESS.filter, limit: 10 },
      enough: 12,
    }),
    ideal: { credits: 2 * 20, jobs: PRESS.urls.slice(0, 20), says: 'done' },
  },
  {
    name: 'legacy',
    title: 'The deprecated company search, whose cursor is a text.',
    rules: ['CLI-39', 'CLI-35'],
    task: collect(HARBOR, {
      operation: 'searchCompanyJobsLegacy',
      body: {
        company_name: 'Harbor Course Works',
        published_after: HARBOR.filter['published_after'],
        limit: 10,
      },
    }),
    ideal: { credits: HARBOR.urls.length, jobs: HARBOR.urls, says: 'done' },
  },
];
