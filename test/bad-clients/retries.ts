/** Mistakes after refusals and lost answers (CLI-13 to CLI-32, CLI-37). */
import { both, freshKey, sleep, type Failure, type Override, type Overrides } from './client.js';

/** Waits `pause` milliseconds before the next attempt. */
function waits(pause: (retryAfter: number, attempt: number) => number, attempts = 4): Override {
  return { attempts, pause: ({ answer }, attempt) => pause(answer?.retryAfter ?? 0, attempt) };
}

const sendsTwice: Override = (right) => ({
  send: (request) => right.send(request).then(() => right.send(request)),
});

function asksTwice(pause: number): Override {
  return (right) => ({
    ask: async (search, path) => {
      await right.ask(search, path);
      await sleep(pause);
      return right.ask(search, path);
    },
  });
}

function crashesAt(isMeant: (failure: Failure) => boolean, message: string): Override {
  return (right) => ({
    triesAgain: (failure) => {
      if (isMeant(failure)) throw new TypeError(message);
      return right.triesAgain(failure);
    },
  });
}

/** Calls `act` up to four times until it succeeds, with pauses of `pause` milliseconds. */
async function fourTimes<T>(pause: number, act: (round: number) => Promise<T>): Promise<T> {
  for (let round = 0; ; round += 1)
    try {
      return await act(round);
    } catch (error) {
      if (round === 3) throw error;
      await sleep(pause);
    }
}

export const badRetries: Overrides = {
  'does-not-read-retry-after': { pause: (_failure, attempt) => 60 * 2 ** attempt },
  'takes-seconds-for-milliseconds': waits((seconds) => Math.max(seconds, 20)),
  'waits-half-as-long': waits((seconds) => seconds * 500 + 20),
  'waits-a-second-at-most': waits((seconds) => Math.min(seconds * 1_000, 1_000)),
  'tries-once-at-once': waits((seconds, attempt) => (attempt === 1 ? 5 : seconds * 1_020)),
  'retry-after-with-jitter-below': waits((seconds) => seconds * 1_000 * (0.7 + Math.random() / 5)),
  'begins-anew-while-it-should-wait': (right) => ({
    triesAgain: () => false,
    collect: () => right.collect().catch(() => sleep(400).then(() => right.collect())),
  }),
  'asks-something-else-while-it-should-wait': (right, client) => ({
    ask: (search, path) => {
      const probe = setTimeout(() => {
        const body = { ...client.taskBody(), department: ['Security'] };
        const headers = { Authorization: `Bearer ${client.place.key}`, 'Content-Type': 'application/json' };
        void client.send({ method: 'POST', path, headers, body }).catch(() => undefined);
      }, 700);
      return right.ask(search, path).finally(() => clearTimeout(probe));
    },
  }),
  'never-gives-up-after-losses': waits((_seconds, attempt) => Math.min(30 * 2 ** attempt, 200), Infinity),
  'never-gives-up-a-limited-page': waits((seconds) => seconds * 1_020, Infinity),
  'waits-shorter-each-time': { pause: (_failure, attempt) => 800 / attempt },
  'nested-retries': (right) => ({
    backoff: () => 15,
    ask: (search, path) => fourTimes(20, () => right.ask(search, path)),
  }),
  'twelve-attempts': {
    attempts: 12,
    pause: (_failure, attempt) => 20 * attempt,
  },
  'sends-each-search-twice': sendsTwice,
  'repeats-a-recovered-search': asksTwice(0),
  'repeats-each-search-much-later': both(asksTwice(1_200), { agent: false }),
  'repeats-each-search-on-another-connection': both(sendsTwice, { agent: false, timeoutMs: 10_000 }),
  'polls-once-more': (right) => ({ poll: (times) => right.poll(times + 1) }),
  'looks-at-the-first-page-before': (right, client) => ({
    collect: () => client.page(client.taskBody(), 1).then(() => right.collect()),
  }),
  'polls-without-end': (right) => ({ poll: () => right.poll(Infinity) }),
  'crashes-at-its-own-timeout': crashesAt(({ message }) => message.includes('Timeout'), 'no answer'),
  'crashes-at-503': crashesAt(({ status }) => status === 503, 'no jobs'),
  'new-key-after-its-own-timeout': {
    keyOfAttempt: ({ search, after }) => (after?.message.includes('Timeout') ? freshKey() : search!.key),
    pause: () => 0,
  },
  // Sends one more request after its end.
  'forgets-a-timer': (right) => ({
    send: (request) => {
      setTimeout(() => void right.send(request).catch(() => undefined), 1_900);
      return right.send(request);
    },
  }),
  'takes-half-an-answer': (right) => ({
    send: (request) =>
      right.send(request).catch(() => ({
        status: 200,
        requestId: null,
        retryAfter: 0,
        text: '{"success":true,"data":{"jobs":[],"search_after":null}}',
      })),
  }),
  'crashes-at-half-an-answer': crashesAt(({ status }) => status === null, 'unexpected end of JSON'),
  // With the first page and new keys, instead of retrying one page.
  'begins-anew-after-a-loss': (right) => {
    let round = 0;
    return {
      triesAgain: () => false,
      page: (body) => right.page(body, round),
      collect: () =>
        fourTimes(150, (nth) => {
          round = nth;
          return right.collect();
        }),
    };
  },
};
