/** Answers that are lost, cut short, stalled or open (§5.2, §7.1): the search may have been paid for. */
import { collect, type Course } from '../model/course.js';
import { HARBOR, LEGAL, PRESS } from '../model/world.js';

/** So many postings come in between a lost answer and the next attempt, so that a new search costs more. */
const NEW = 2;

/** The first page was answered, and stored, before they came in. */
const WITHOUT_NEW = { credits: LEGAL.urls.length - NEW, jobs: LEGAL.urls.slice(NEW) };
const WHOLE = { credits: LEGAL.urls.length, jobs: LEGAL.urls };

export const lostAnswers: readonly Course[] = [
  {
    name: 'lost-first-page',
    title: 'The answer to the first page is lost after the charge, and new postings come in.',
    rules: ['CLI-2', 'CLI-1'],
    task: collect(LEGAL),
    faults: [{ effect: 'drop-after-charge', newPostings: NEW }],
    ideal: { ...WITHOUT_NEW, says: 'either' },
  },
  {
    name: 'lost-twice',
    title: 'The answer to the first page is lost two times, and new postings come in.',
    rules: ['CLI-2', 'CLI-1'],
    task: collect(LEGAL),
    faults: [
      { effect: 'drop-after-charge', newPostings: NEW },
      { effect: 'drop-after-charge', skip: 1, onRetry: true },
    ],
    ideal: { ...WITHOUT_NEW, says: 'either' },
  },
  {
    name: 'lost-later-page',
    title: 'New postings come in after the first page, and the answer to the second is lost.',
    rules: ['CLI-37', 'CLI-2'],
    task: collect(LEGAL),
    faults: [
      { effect: 'new-postings', newPostings: NEW },
      { effect: 'drop-after-charge', skip: 1 },
    ],
    ideal: { ...WITHOUT_NEW, says: 'either' },
  },
  {
    name: 'lost-at-double-price',
    title: 'The answer of a historical search, where a job costs two credits, is lost.',
    rules: ['CLI-2', 'CLI-40'],
    task: collect(PRESS, {
      operation: 'searchCompanyJobsHistorical',
      body: { ...PRESS.filter, limit: 12 },
    }),
    faults: [{ effect: 'drop-after-charge', newPostings: NEW }],
    ideal: { credits: 2 * (PRESS.urls.length - NEW), jobs: PRESS.urls.slice(NEW), says: 'either' },
  },
  {
    name: 'company-lost',
    title: 'The answer of a search at one company is lost, and new postings come in.',
    rules: ['CLI-2', 'CLI-46', 'CLI-40'],
    task: collect(HARBOR, { operation: 'searchCompanyJobs', body: { ...HARBOR.filter, limit: 10 } }),
    faults: [{ effect: 'drop-after-charge', newPostings: NEW }],
    ideal: { credits: HARBOR.urls.length - NEW, jobs: HARBOR.urls.slice(NEW), says: 'either' },
  },
  {
    name: 'truncated',
    title: 'The answer to the first page ends in the middle.',
    rules: ['CLI-31', 'CLI-2'],
    task: collect(LEGAL),
    faults: [{ effect: 'truncate', newPostings: NEW }],
    ideal: { ...WITHOUT_NEW, says: 'either' },
  },
  {
    name: 'stalled',
    title: 'The answer to the first page stops in the middle, and the connection stays open.',
    rules: ['CLI-28', 'CLI-29'],
    task: collect(LEGAL),
    faults: [{ effect: 'stall', newPostings: NEW }],
    ideal: { ...WITHOUT_NEW, says: 'either' },
  },
  {
    name: 'server-error',
    title: 'The first page is charged, and answered with 500.',
    rules: ['CLI-26', 'CLI-1'],
    task: collect(LEGAL),
    faults: [{ effect: 'server-error-after-charge', newPostings: NEW }],
    ideal: { ...WITHOUT_NEW, says: 'either' },
  },
  {
    name: 'closed-connection',
    title: 'The connection is closed after the first page, as the second is asked for.',
    rules: ['CLI-32', 'CLI-37'],
    task: collect(LEGAL),
    faults: [{ effect: 'drop-before-charge', skip: 1 }],
    ideal: { ...WHOLE, says: 'either' },
  },
  {
    name: 'period-ends',
    title: 'The answer to the first page is lost, and the billing period ends before the next attempt.',
    rules: ['CLI-11', 'CLI-40'],
    task: collect(LEGAL),
    faults: [{ effect: 'drop-after-charge', advanceDays: 31 }],
    // A client cannot know; it may ask under a new key after the 409, and pays for the first page again.
    ideal: { credits: LEGAL.urls.length + 10, jobs: LEGAL.urls, says: 'either' },
  },
  {
    name: 'never-answers',
    title: 'No search is ever answered.',
    rules: ['CLI-23', 'CLI-22', 'CLI-24', 'CLI-25'],
    task: collect(LEGAL),
    faults: [{ effect: 'drop-before-charge', times: null }],
    ideal: { credits: 0, says: 'failed' },
  },
  {
    name: 'never-answers-later',
    title: 'No page but the first is ever answered.',
    rules: ['CLI-23', 'CLI-25', 'CLI-39'],
    task: collect(LEGAL),
    faults: [{ effect: 'drop-before-charge', skip: 1, times: null }],
    ideal: { credits: 10, says: 'failed' },
  },
  {
    name: 'slow',
    title: 'The first page takes more than a second, and new postings come in.',
    rules: ['CLI-12', 'CLI-30'],
    task: collect(LEGAL),
    faults: [{ effect: 'delay', delayMs: 1_300, newPostings: NEW }],
    // A client that gives it up before its search began sees the new postings, too.
    ideal: { credits: LEGAL.urls.length, says: 'either' },
  },
];
