/** Operation keys over several searches, runs and processes (§5.2). */
import { collect, type Course } from '../model/course.js';
import { LEGAL } from '../model/world.js';

const poll = {
  task: 'poll',
  operation: 'searchJobs',
  body: { ...LEGAL.filter, limit: 10 },
} as const;

export const keys: readonly Course[] = [
  {
    name: 'poll',
    title: 'The same search three times, and new postings come in after the first.',
    rules: ['CLI-6'],
    task: { ...poll, times: 3 },
    faults: [{ effect: 'new-postings', newPostings: 2 }],
    ideal: { credits: 12, jobs: LEGAL.urls.slice(0, 10), says: 'done' },
  },
  {
    name: 'poll-limited',
    title: 'The same search twice; the second is refused with 429 at first: one second to wait.',
    rules: ['CLI-18', 'CLI-2'],
    task: { ...poll, times: 2 },
    faults: [{ effect: 'rate-limited', retryAfterSeconds: 1, skip: 1 }],
    ideal: { credits: 10, jobs: LEGAL.urls.slice(0, 10), says: 'either' },
  },
  {
    name: 'poll-lost',
    title: 'The same search twice; the answer to the first is lost, and new postings come in.',
    rules: ['CLI-2', 'CLI-6'],
    task: { ...poll, times: 2 },
    faults: [{ effect: 'drop-after-charge', newPostings: 2 }],
    ideal: { credits: 12, jobs: LEGAL.urls.slice(0, 10), says: 'either' },
  },
  {
    name: 'again',
    title: 'The client runs again after it was done, and new postings came in.',
    rules: ['CLI-6'],
    task: collect(LEGAL, { enough: 20 }),
    faults: [{ effect: 'new-postings', newPostings: 2 }],
    runs: 'again',
    ideal: { credits: 22, jobs: LEGAL.urls.slice(0, 20), says: 'done' },
  },
  {
    name: 'restart',
    title:
      'The client is ended by force while it waits for the first page, and starts again; new postings came in.',
    rules: ['CLI-10'],
    task: collect(LEGAL),
    faults: [{ effect: 'stall', newPostings: 2 }],
    runs: 'restarted',
    ideal: { credits: LEGAL.urls.length - 2, says: 'done' },
  },
  {
    name: 'two-processes',
    title: 'Two processes collect the same search at the same time with one API key.',
    rules: ['CLI-8'],
    task: collect(LEGAL),
    runs: 'two-at-once',
    ideal: { credits: LEGAL.urls.length, jobs: LEGAL.urls, says: 'done' },
  },
];
