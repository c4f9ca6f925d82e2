/** Mistakes after refusals and lost answers (CLI-13 to CLI-32, CLI-37). */
import { badClientsOf } from './bad-client.js';
import { both, freshKey, sleep, type Failure, type Override } from './client.js';
import { onlyOneKey, otherKeyAfter } from './keys.js';

/** Retries after these statuses. */
function triesAgainAt(...statuses: number[]): Override {
  return (right) => ({
    triesAgain: (failure) => statuses.includes(failure.status ?? 0) || right.triesAgain(failure),
  });
}

function givesUpAt(status: number): Override {
  return (right) => ({
    triesAgain: (failure) => failure.status !== status && right.triesAgain(failure),
  });
}

/** Waits so many milliseconds before the next attempt. */
function waits(pause: (retryAfter: number, attempt: number) => number, attempts = 4): Override {
  return { attempts, pause: ({ answer }, attempt) => pause(answer?.retryAfter ?? 0, attempt) };
}

const waitsByAttempt: Override = { pause: (_failure, attempt) => 60 * 2 ** attempt };
const newKeys: Override = { keyOfAttempt: freshKey };

/** Retries around the retries of the right client. */
const nested: Override = (right) => ({
  backoff: () => 15,
  ask: async (search, path) => {
    for (let round = 1; ; round += 1)
      try {
        return await right.ask(search, path);
      } catch (error) {
        if (round === 4) throw error;
        await sleep(20);
      }
  },
});

/** Starts again with the first page and new keys instead of retrying one page. */
const beginsAnew: Override = (right) => {
  let round = 0;
  return {
    triesAgain: () => false,
    page: (body) => right.page(body, round),
    collect: async () => {
      for (; ; round += 1)
        try {
          return await right.collect();
        } catch (error) {
          if (round === 3) throw error;
          await sleep(150);
        }
    },
  };
};

function crashesAt(isMeant: (failure: Failure) => boolean, error: Error): Override {
  return (right) => ({
    triesAgain: (failure) => {
      if (isMeant(failure)) throw error;
      return right.triesAgain(failure);
    },
  });
}

const EMPTY = {
  status: 200,
  requestId: null,
  retryAfter: 0,
  text: '{"success":true,"data":{"jobs":[],"search_after":null}}',
};

export const badRetries = badClientsOf({
  'CLI-13 tries-422-again in refused-request': triesAgainAt(422),
  'CLI-13 tries-400-again in refused-board': triesAgainAt(400),
  'CLI-13 tries-403-again in refused-key': triesAgainAt(403),
  'CLI-13 tries-422-again-under-new-keys in refused-request': both(triesAgainAt(422), newKeys),
  'CLI-14 tries-402-again in unaffordable': triesAgainAt(402),
  'CLI-14 tries-402-again-under-new-keys in unaffordable': both(triesAgainAt(402), newKeys),
  'CLI-15 tries-409-again in pages': both(triesAgainAt(409), onlyOneKey),
  'CLI-16 tries-invalid-result-again in invalid-result': triesAgainAt(503),
  'CLI-16 tries-invalid-result-again-under-new-keys in invalid-result': both(triesAgainAt(503), newKeys),
  'CLI-17 gives-up-at-503 in unavailable': givesUpAt(503),
  'CLI-17 gives-up-at-503-of-a-later-page in unavailable-later': { attempts: 1 },
  'CLI-18 gives-up-at-429 in rate-limited': givesUpAt(429),
  'CLI-18 gives-up-at-429-in-a-poll in poll-limited': { attempts: 1 },
  'CLI-19 does-not-read-retry-after in rate-limited': waitsByAttempt,
  'CLI-19 does-not-read-retry-after-of-a-later-page in rate-limited-later': waitsByAttempt,
  'CLI-19 takes-seconds-for-milliseconds in rate-limited': waits((seconds) => Math.max(seconds, 20)),
  'CLI-19 waits-half-as-long in rate-limited': waits((seconds) => seconds * 500 + 20),
  'CLI-19 waits-a-second-at-most in rate-limited': waits((seconds) => Math.min(seconds * 1_000, 1_000)),
  'CLI-19 tries-once-at-once in rate-limited': waits((seconds, attempt) =>
    attempt === 1 ? 5 : seconds * 1_020,
  ),
  'CLI-19 retry-after-with-jitter-below in rate-limited': waits(
    (seconds) => seconds * 1_000 * (0.7 + Math.random() / 5),
  ),
  'CLI-20 begins-anew-while-it-should-wait in rate-limited-later': (right) => ({
    triesAgain: () => false,
    collect: () => right.collect().catch(() => sleep(400).then(() => right.collect())),
  }),
  'CLI-20 asks-something-else-while-it-should-wait in rate-limited': (right, client) => ({
    ask: (search, path) => {
      const probe = setTimeout(() => {
        const body = { ...client.taskBody(), department: ['Security'] };
        const headers = { Authorization: `Bearer ${client.place.key}`, 'Content-Type': 'application/json' };
        void client.send({ method: 'POST', path, headers, body }).catch(() => undefined);
      }, 700);
      return right.ask(search, path).finally(() => clearTimeout(probe));
    },
  }),
  'CLI-21 waits-two-seconds-of-an-hour in long-wait': { longestWaitS: 10_000, pause: () => 700 },
  'CLI-22 does-not-wait-after-503 in always-unavailable': { pause: () => 0 },
  'CLI-22 does-not-wait-after-a-loss in never-answers': { pause: () => 0 },
  'CLI-23 never-gives-up in always-unavailable': { attempts: Infinity, pause: () => 50 },
  'CLI-23 never-gives-up-after-losses in never-answers': {
    patience: 6,
    client: waits((_seconds, attempt) => Math.min(30 * 2 ** attempt, 200), Infinity),
  },
  'CLI-23 never-gives-up-and-waits-as-told in always-limited': {
    patience: 14,
    client: { attempts: Infinity, pause: () => 1_020 },
  },
  'CLI-23 never-gives-up-a-limited-page in always-limited-later': {
    patience: 13,
    client: waits((seconds) => seconds * 1_020, Infinity),
  },
  'CLI-24 waits-equally-long in always-unavailable': { pause: () => 400 },
  'CLI-24 waits-equally-long-and-often in never-answers': { attempts: 6, pause: () => 120 },
  'CLI-24 waits-shorter-each-time in never-answers': { pause: (_failure, attempt) => 800 / attempt },
  'CLI-25 nested-retries in always-unavailable': nested,
  'CLI-25 nested-retries-after-losses in never-answers': nested,
  'CLI-25 twelve-attempts in always-unavailable': {
    attempts: 12,
    pause: (_failure, attempt) => 20 * attempt,
  },
  'CLI-26 new-key-after-500 in server-error': { wastes: 2, client: otherKeyAfter(500) },
  'CLI-27 sends-each-search-twice in pages': (right) => ({
    send: (request) => right.send(request).then(() => right.send(request)),
  }),
  'CLI-27 repeats-a-recovered-search in lost-first-page': (right) => ({
    ask: async (search, path) => {
      await right.ask(search, path);
      return right.ask(search, path);
    },
  }),
  'CLI-27 repeats-each-search-much-later in pages': (right) => ({
    agent: false,
    ask: async (search, path) => {
      await right.ask(search, path);
      return sleep(1_200).then(() => right.ask(search, path));
    },
  }),
  'CLI-27 repeats-each-search-on-another-connection in slow': (right) => ({
    agent: false,
    timeoutMs: 10_000,
    send: (request) => right.send(request).then(() => right.send(request)),
  }),
  'CLI-27 polls-once-more in poll': (right) => ({ poll: (times) => right.poll(times + 1) }),
  'CLI-27 looks-at-the-first-page-before in pages': (right, client) => ({
    collect: () => client.page(client.taskBody(), 1).then(() => right.collect()),
  }),
  'CLI-6 polls-without-end in poll': {
    isOpen: true,
    client: (right) => ({ poll: () => right.poll(Infinity) }),
  },
  'CLI-28 no-timeout in stalled': { patience: 5, client: { timeoutMs: 600_000 } },
  'CLI-28 crashes-at-its-own-timeout in stalled': crashesAt(
    ({ message }) => message.includes('Timeout'),
    new TypeError('no answer'),
  ),
  'CLI-29 new-key-after-its-own-timeout in stalled': {
    wastes: 2,
    client: {
      keyOfAttempt: ({ search, after }) => (after?.message.includes('Timeout') ? freshKey() : search!.key),
      pause: () => 0,
    },
  },
  // Sends one more request after its end.
  'CLI-30 forgets-a-timer in slow': (right) => ({
    send: (request) => {
      setTimeout(() => void right.send(request).catch(() => undefined), 1_900);
      return right.send(request);
    },
  }),
  'CLI-31 takes-half-an-answer in truncated': (right) => ({
    send: (request) => right.send(request).catch(() => EMPTY),
  }),
  'CLI-31 crashes-at-half-an-answer in truncated': crashesAt(
    ({ status }) => status === null,
    new SyntaxError('unexpected end of JSON'),
  ),
  'CLI-32 new-key-after-a-closed-connection in closed-connection': otherKeyAfter(null),
  'CLI-37 begins-anew-after-a-loss in lost-later-page': { wastes: 2, client: beginsAnew },
  'CLI-37 begins-anew-after-503 in unavailable-later': beginsAnew,
  'CLI-37 begins-anew-after-a-closed-connection in closed-connection': beginsAnew,
});
