/** Refusals that pass (§7.1, §8): how long a client waits, and how often it tries. */
import { collect, type Course } from '../model/course.js';
import { HARBOR, LEGAL } from '../model/world.js';

const WHOLE = { credits: LEGAL.urls.length, jobs: LEGAL.urls };

export const waiting: readonly Course[] = [
  {
    name: 'unavailable',
    title: 'The first page is refused once with 503 service_unavailable.',
    rules: ['CLI-17', 'CLI-2'],
    task: collect(LEGAL),
    faults: [{ effect: 'service-unavailable' }],
    ideal: { ...WHOLE, says: 'either' },
  },
  {
    name: 'unavailable-later',
    title: 'The third page is refused once with 503 service_unavailable.',
    rules: ['CLI-17', 'CLI-37'],
    task: collect(LEGAL),
    faults: [{ effect: 'service-unavailable', skip: 2 }],
    ideal: { ...WHOLE, says: 'either' },
  },
  {
    name: 'rate-limited',
    title: 'The first page is refused with 429: two seconds to wait.',
    rules: ['CLI-18', 'CLI-19'],
    task: collect(LEGAL),
    faults: [{ effect: 'rate-limited', retryAfterSeconds: 2 }],
    ideal: { ...WHOLE, says: 'either' },
  },
  {
    name: 'rate-limited-later',
    title: 'The second page is refused with 429: one second to wait.',
    rules: ['CLI-20', 'CLI-18', 'CLI-37'],
    task: collect(LEGAL),
    faults: [{ effect: 'rate-limited', retryAfterSeconds: 1, skip: 1 }],
    ideal: { ...WHOLE, says: 'either' },
  },
  {
    name: 'long-wait',
    title: 'Every search is refused with 429: an hour to wait.',
    rules: ['CLI-21', 'CLI-45', 'CLI-50'],
    task: collect(LEGAL),
    faults: [{ effect: 'rate-limited', retryAfterSeconds: 3_600, times: null }],
    ideal: { credits: 0, says: 'failed' },
    mayWait: true,
  },
  {
    name: 'always-unavailable',
    title: 'Every search is refused with 503 service_unavailable.',
    rules: ['CLI-23', 'CLI-22', 'CLI-24', 'CLI-25', 'CLI-45', 'CLI-50'],
    task: collect(LEGAL),
    faults: [{ effect: 'service-unavailable', times: null }],
    ideal: { credits: 0, says: 'failed' },
  },
  {
    name: 'always-limited',
    title: 'Every search is refused with 429: one second to wait.',
    rules: ['CLI-23', 'CLI-25', 'CLI-45', 'CLI-50'],
    task: collect(LEGAL),
    faults: [{ effect: 'rate-limited', retryAfterSeconds: 1, times: null }],
    ideal: { credits: 0, says: 'failed' },
  },
  {
    name: 'always-limited-later',
    title: 'Every page but the first is refused with 429: one second to wait.',
    rules: ['CLI-23', 'CLI-25', 'CLI-39', 'CLI-45', 'CLI-50'],
    task: collect(LEGAL),
    faults: [{ effect: 'rate-limited', retryAfterSeconds: 1, skip: 1, times: null }],
    ideal: { credits: 10, says: 'failed' },
  },
  {
    name: 'company-unavailable',
    title: 'A search at one company is refused with 503, however often; the legacy search is not.',
    rules: ['CLI-46', 'CLI-25', 'CLI-45', 'CLI-50'],
    task: collect(HARBOR, { operation: 'searchCompanyJobs', body: { ...HARBOR.filter, limit: 10 } }),
    faults: [{ effect: 'service-unavailable', times: null }],
    // What the legacy search gives in its place costs as much, and is only recommended against (CLI-46).
    ideal: { credits: HARBOR.urls.length, jobs: HARBOR.urls, says: 'failed' },
  },
];
