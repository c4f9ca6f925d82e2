/** What answers may hold (§2.1, §2.3, §9), and what is no search. */
import { collect, type Course } from '../model/course.js';
import { FINANCE, LEGAL, NOTHING, NULLS } from '../model/world.js';

export const answers: readonly Course[] = [
  {
    name: 'empty-result',
    title: 'A search finds nothing, and says so in error.',
    rules: ['CLI-48'],
    task: collect(NOTHING),
    ideal: { credits: 0, jobs: [], says: 'done' },
  },
  {
    name: 'unknown-fields',
    title: 'Answers have members that no document names.',
    rules: ['CLI-43'],
    task: collect(LEGAL),
    faults: [{ effect: 'unknown-fields', times: null }],
    ideal: { credits: LEGAL.urls.length, jobs: LEGAL.urls, says: 'done' },
  },
  {
    name: 'nulls',
    title: 'In each field of a job there is a null somewhere.',
    rules: ['CLI-44', 'CLI-39'],
    task: collect(NULLS),
    ideal: { credits: NULLS.urls.length, says: 'done' },
  },
  {
    name: 'balance',
    title: 'The balance is below zero.',
    rules: ['CLI-39'],
    task: { task: 'balance' },
    account: { credits: -25 },
    ideal: { credits: 0, balance: -25, says: 'done' },
  },
  {
    name: 'balance-of-zero',
    title: 'The balance is zero.',
    rules: ['CLI-39'],
    task: { task: 'balance' },
    account: { credits: 0 },
    ideal: { credits: 0, balance: 0, says: 'done' },
  },
  {
    name: 'last-credit',
    title: 'The credits suffice for just all pages: after the last one, none are left.',
    rules: ['CLI-39'],
    task: collect(FINANCE),
    account: { credits: FINANCE.urls.length },
    ideal: { credits: FINANCE.urls.length, jobs: FINANCE.urls, says: 'done' },
  },
  {
    name: 'locations',
    title: 'Locations are looked up by a word with a letter beyond ASCII.',
    rules: ['CLI-39'],
    task: { task: 'locations', q: 'zürich' },
    ideal: { credits: 0, says: 'done' },
  },
  {
    name: 'locations-signs',
    title:
      'Locations are looked up by words with signs that mean something in an address, and there are none.',
    rules: ['CLI-39'],
    task: { task: 'locations', q: 'zürich & 100% a/b? c+d#e=f;g' },
    ideal: { credits: 0, says: 'done' },
  },
];
