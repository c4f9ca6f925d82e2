/** Mistakes with operation keys (CLI-1 to CLI-12). */
import { randomUUID } from 'node:crypto';
import { freshKey, sleep, type Json, type Override, type Overrides } from './client.js';
import { hashed } from './rows.js';

function bodyBy(change: (body: Json, attempt: number) => Json): Override {
  return { bodyOfAttempt: ({ search, attempt }) => change(search!.body, attempt) };
}

/** Sends a copy under another key if the answer takes long. With `cancels`, ends the slower of the two. */
const hedges =
  (cancels: boolean): Override =>
  (right) => ({
    send: async (request) => {
      const slower = new AbortController();
      const signals = cancels ? [slower.signal] : [];
      const first = right.send(request, ...signals);
      const isSlow = await Promise.race([first.then(() => false), sleep(300).then(() => true)]);
      if (!isSlow) return first;
      const headers = { ...request.headers, 'Idempotency-Key': freshKey() };
      const copy = right.send({ ...request, headers }, ...signals);
      return Promise.any([first, copy]).finally(() => slower.abort());
    },
  });

export const badKeys: Overrides = {
  'key-from-the-second-attempt-on': {
    keyOfAttempt: ({ search, attempt }) => (attempt === 1 ? null : search!.key),
  },
  'new-key-after-two-losses': {
    keyOfAttempt: ({ search, attempt }) => (attempt > 2 ? freshKey() : search!.key),
  },
  'drops-the-key-after-a-loss': {
    keyOfAttempt: ({ search, after }) => (after === null ? search!.key : null),
  },
  'key-with-the-number-of-the-attempt': {
    keyOfAttempt: ({ search, attempt }) => `${search!.key}-${attempt}`,
  },
  'key-from-the-time-of-the-attempt': {
    keyOfAttempt: () => `use_v1_${Date.now()}`,
  },
  'fewer-jobs-under-the-same-key': bodyBy((body, attempt) => ({ ...body, limit: 11 - attempt })),
  'another-filter-under-the-same-key': bodyBy((body, attempt) =>
    attempt === 1 ? body : { ...body, is_remote: true },
  ),
  'loses-the-filters-in-a-later-attempt': bodyBy((body, attempt) =>
    attempt === 1 ? body : { search_after: body['search_after'], limit: body['limit'] },
  ),
  // Its processes seem to start a second apart.
  'keys-of-another-second': (_right, { place }) => ({
    keyOf: ({ number }) => `use_v1_${Math.floor(Date.now() / 1_000) + Number(place.state.at(-1))}_${number}`,
  }),
  'one-key-for-two-operations': (right, client) => {
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
  'key-from-the-filters': {
    keyOf: ({ body }) => hashed({ ...body, search_after: undefined }),
  },
  'one-key-for-two-pages': () => {
    const base = randomUUID();
    return { newKey: ({ number }) => `use_v1_${base}-${number >> 1}` };
  },
  'answers-a-poll-from-its-memory': (right) => ({ poll: () => right.poll(1) }),
  'keeps-keys-after-it-was-done': { done: (jobs) => ({ outcome: 'done', jobs }) },
  'keeps-an-expired-key': {
    failed: ({ status, message, answer }) => ({
      outcome: 'failed',
      status,
      requestId: answer?.requestId ?? null,
      message,
    }),
  },
  'copy-under-another-key': hedges(false),
  'copy-under-another-key-and-a-cancel': hedges(true),
  'two-copies-from-the-start': (right) => ({
    send: (request) => {
      const headers = { ...request.headers, 'Idempotency-Key': freshKey() };
      return Promise.any([right.send(request), right.send({ ...request, headers })]);
    },
  }),
};
