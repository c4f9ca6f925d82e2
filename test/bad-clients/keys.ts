/** Mistakes with operation keys (CLI-1 to CLI-12). */
import { createHash, randomUUID } from 'node:crypto';
import { badClientsOf } from './bad-client.js';
import { both, freshKey, sleep, type Json, type Override } from './client.js';

const hashed = (value: unknown): string =>
  `use_v1_${createHash('sha256').update(JSON.stringify(value)).digest('hex')}`;

const keyFromBody: Override = { keyOf: ({ body }) => hashed(body) };

/** Sends a new key after a failure with one of these statuses; null is a lost answer. */
export function otherKeyAfter(...statuses: (number | null)[]): Override {
  return {
    keyOfAttempt: ({ search, after }) =>
      after !== null && statuses.includes(after.status) ? freshKey() : (search?.key ?? null),
  };
}

const noKey: Override = { keyOf: () => null };

/** Uses one key for all searches. */
export const onlyOneKey: Override = () => {
  const only = freshKey();
  return { newKey: () => only };
};

/** Changes the body of some attempts. */
function bodyBy(change: (body: Json, attempt: number) => Json): Override {
  return { bodyOfAttempt: ({ search, attempt }) => change(search!.body, attempt) };
}

const fewerJobs = bodyBy((body, attempt) => ({ ...body, limit: 11 - attempt }));

/** Sends a copy under another key if the answer takes long. */
const hedges: Override = (right) => ({
  send: async (request) => {
    const first = right.send(request);
    const isSlow = await Promise.race([first.then(() => false), sleep(300).then(() => true)]);
    if (!isSlow) return first;
    const headers = { ...request.headers, 'Idempotency-Key': freshKey() };
    return Promise.any([first, right.send({ ...request, headers })]);
  },
});

export const badKeys = badClientsOf({
  'CLI-1 no-key in lost-first-page': { wastes: 2, client: noKey },
  'CLI-1 no-key-and-500 in server-error': { wastes: 2, client: noKey },
  'CLI-1 key-from-the-second-attempt-on in lost-first-page': {
    keyOfAttempt: ({ search, attempt }) => (attempt === 1 ? null : search!.key),
  },
  'CLI-2 new-key-for-each-attempt in lost-first-page': { wastes: 2, client: { keyOfAttempt: freshKey } },
  'CLI-2 new-key-after-a-loss in lost-first-page': { wastes: 2, client: otherKeyAfter(null) },
  'CLI-2 new-key-after-a-loss-at-double-price in lost-at-double-price': {
    wastes: 4,
    client: otherKeyAfter(null),
  },
  'CLI-2 new-key-after-two-losses in lost-twice': {
    keyOfAttempt: ({ search, attempt }) => (attempt > 2 ? freshKey() : search!.key),
  },
  'CLI-2 new-key-after-a-truncated-answer in truncated': { wastes: 2, client: otherKeyAfter(null) },
  'CLI-2 new-key-after-429 in rate-limited': otherKeyAfter(429),
  'CLI-2 new-key-after-429-of-a-later-page in rate-limited-later': otherKeyAfter(429),
  'CLI-2 new-key-after-429-in-a-poll in poll-limited': otherKeyAfter(429),
  'CLI-2 new-key-after-a-loss-in-a-poll in poll-lost': otherKeyAfter(null),
  'CLI-2 new-key-after-503 in unavailable': otherKeyAfter(503),
  'CLI-2 drops-the-key-after-a-loss in lost-first-page': {
    wastes: 2,
    client: {
      keyOfAttempt: ({ search, after }) => (after === null ? search!.key : null),
    },
  },
  'CLI-2 key-with-the-number-of-the-attempt in lost-first-page': {
    keyOfAttempt: ({ search, attempt }) => `${search!.key}-${attempt}`,
  },
  'CLI-2 key-from-the-time-of-the-attempt in lost-first-page': {
    keyOfAttempt: () => `use_v1_${Date.now()}`,
  },
  'CLI-3 fewer-jobs-under-the-same-key in unavailable': fewerJobs,
  'CLI-3 another-filter-under-the-same-key in lost-first-page': bodyBy((body, attempt) =>
    attempt === 1 ? body : { ...body, is_remote: true },
  ),
  'CLI-3 loses-the-filters-in-a-later-attempt in lost-later-page,unavailable': bodyBy((body, attempt) =>
    attempt === 1 ? body : { search_after: body['search_after'], limit: body['limit'] },
  ),
  'CLI-3 fewer-jobs-after-invalid-result-under-the-same-key in invalid-result': both(fewerJobs, {
    triesAgain: () => true,
  }),
  'CLI-4 one-key-for-two-operations in company': (right, client) => {
    const only = freshKey();
    return {
      pathOf: (search) => (search.number === 0 ? '/api/v1/jobs-search/search' : right.pathOf(search)),
      collect: async () => {
        const { published_after } = client.taskBody();
        await client.page({ published_after, department: ['Security'] });
        return right.collect();
      },
      keyOf: (search) => (search.number > 1 ? right.keyOf(search) : only),
    };
  },
  'CLI-5 one-key-for-all-pages in pages': onlyOneKey,
  'CLI-5 key-from-the-filters in pages': {
    keyOf: ({ body }) => hashed({ ...body, search_after: undefined }),
  },
  'CLI-5 one-key-for-two-pages in pages': () => {
    const base = randomUUID();
    return { newKey: ({ number }) => `use_v1_${base}-${number >> 1}` };
  },
  'CLI-6 key-from-the-body in poll': keyFromBody,
  'CLI-6 answers-a-poll-from-its-memory in poll': (right) => ({ poll: () => right.poll(1) }),
  'CLI-6 one-key-for-a-poll in poll': onlyOneKey,
  'CLI-6 key-from-the-body-in-a-second-run in again': keyFromBody,
  'CLI-6 keeps-keys-after-it-was-done in again': { done: (jobs) => ({ outcome: 'done', jobs }) },
  'CLI-7 key-without-prefix in pages': { keyOf: () => randomUUID() },
  'CLI-7 key-too-long in pages': { keyOf: () => `use_v1_${'a'.repeat(122)}` },
  'CLI-7 key-with-colons in pages': { keyOf: ({ number }) => `use_v1_12:00:00.${number}` },
  'CLI-7 key-of-the-prefix-alone in pages': { keyOf: () => 'use_v1_' },
  'CLI-8 keys-that-count in two-processes': { keyOf: ({ number }) => `use_v1_${number + 1}` },
  'CLI-8 keys-of-the-day in two-processes': {
    keyOf: ({ number }) => `use_v1_${new Date().toISOString().slice(0, 10)}_${number}`,
  },
  'CLI-8 key-from-the-body-in-two-processes in two-processes': keyFromBody,
  'CLI-9 api-key-in-the-key in pages': (_right, { place }) => ({
    keyOf: ({ number }) => `use_v1_${place.key}_${number}`,
  }),
  'CLI-9 part-of-the-api-key-in-the-key in pages': (_right, { place }) => ({
    keyOf: ({ number }) => `use_v1_${place.key.slice(0, 12)}-${number}`,
  }),
  'CLI-11 sends-an-expired-key-again in period-ends': { triesAgain: () => true },
  'CLI-11 keeps-an-expired-key in period-ends-again': {
    failed: ({ status, message, answer }) => ({
      outcome: 'failed',
      status,
      requestId: answer?.requestId ?? null,
      message,
    }),
  },
  'CLI-12 copy-under-another-key in slow': hedges,
  'CLI-12 two-copies-from-the-start in slow': (right) => ({
    send: (request) => {
      const headers = { ...request.headers, 'Idempotency-Key': freshKey() };
      return Promise.any([right.send(request), right.send({ ...request, headers })]);
    },
  }),
});
