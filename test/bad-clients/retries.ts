/** Mistakes after refusals and losses (CLI-13 to CLI-32). */
import type { BadClient } from './bad-client.js';
import {
  Client,
  Failure,
  freshKey,
  sleep,
  type Answer,
  type Attempted,
  type Json,
  type Outgoing,
  type Page,
  type Search,
} from './client.js';

/** Takes these for passing. */
function triesAgainAt(...statuses: number[]) {
  return class extends Client {
    override triesAgain(failure: Failure) {
      return (failure.status !== null && statuses.includes(failure.status)) || super.triesAgain(failure);
    }
  };
}

function givesUpAt(status: number) {
  return class extends Client {
    override triesAgain(failure: Failure) {
      return failure.status !== status && super.triesAgain(failure);
    }
  };
}

function waits(pause: (failure: Failure, attempt: number) => number, attempts = 4) {
  return class extends Client {
    override attempts = attempts;
    override pause(failure: Failure, attempt: number) {
      return pause(failure, attempt);
    }
  };
}

const underNewKeys = (base: new (...given: ConstructorParameters<typeof Client>) => Client) =>
  class extends base {
    override keyOfAttempt() {
      return freshKey();
    }
  };

/** Tries again around what tries again already. */
class Nested extends Client {
  override backoff() {
    return 15;
  }
  override async ask(search: Search | null, path: string): Promise<Json> {
    for (let round = 1; ; round += 1)
      try {
        return await super.ask(search, path);
      } catch (error) {
        if (round === 4) throw error;
        await sleep(20);
      }
  }
}

/** Sends one more request when it is over. */
class Forgetful extends Client {
  override send(request: Outgoing): Promise<Answer> {
    setTimeout(() => void super.send(request).catch(() => undefined), 1_900);
    return super.send(request);
  }
}

export const badRetries: readonly BadClient[] = [
  { name: 'tries-422-again', rule: 'CLI-13', courses: ['refused-request'], client: triesAgainAt(422) },
  { name: 'tries-400-again', rule: 'CLI-13', courses: ['refused-board'], client: triesAgainAt(400) },
  { name: 'tries-403-again', rule: 'CLI-13', courses: ['refused-key'], client: triesAgainAt(403) },
  {
    name: 'tries-422-again-under-new-keys',
    rule: 'CLI-13',
    courses: ['refused-request'],
    client: underNewKeys(triesAgainAt(422)),
  },
  { name: 'tries-402-again', rule: 'CLI-14', courses: ['unaffordable'], client: triesAgainAt(402) },
  {
    name: 'tries-402-again-under-new-keys',
    rule: 'CLI-14',
    courses: ['unaffordable'],
    client: underNewKeys(triesAgainAt(402)),
  },
  {
    name: 'tries-409-again',
    rule: 'CLI-15',
    courses: ['pages'],
    client: class extends triesAgainAt(409) {
      readonly #only = freshKey();
      override newKey() {
        return this.#only;
      }
    },
  },
  {
    name: 'tries-invalid-result-again',
    rule: 'CLI-16',
    courses: ['invalid-result'],
    client: triesAgainAt(503),
  },
  {
    name: 'tries-invalid-result-again-under-new-keys',
    rule: 'CLI-16',
    courses: ['invalid-result'],
    client: underNewKeys(triesAgainAt(503)),
  },
  {
    name: 'gives-up-at-503',
    rule: 'CLI-17',
    courses: ['unavailable'],
    client: givesUpAt(503),
  },
  {
    name: 'gives-up-at-503-of-a-later-page',
    rule: 'CLI-17',
    courses: ['unavailable-later'],
    client: class extends Client {
      override attempts = 1;
    },
  },
  {
    name: 'gives-up-at-429',
    rule: 'CLI-18',
    courses: ['rate-limited'],
    client: givesUpAt(429),
  },
  {
    name: 'gives-up-at-429-in-a-poll',
    rule: 'CLI-18',
    courses: ['poll-limited'],
    client: class extends Client {
      override attempts = 1;
    },
  },
  {
    name: 'does-not-read-retry-after',
    rule: 'CLI-19',
    courses: ['rate-limited'],
    client: waits((_, attempt) => 60 * 2 ** attempt),
  },
  {
    name: 'does-not-read-retry-after-of-a-later-page',
    rule: 'CLI-19',
    courses: ['rate-limited-later'],
    client: waits((_, attempt) => 60 * 2 ** attempt),
  },
  {
    name: 'takes-seconds-for-milliseconds',
    rule: 'CLI-19',
    courses: ['rate-limited'],
    client: waits(({ answer }) => Math.max(answer?.retryAfter ?? 0, 20)),
  },
  {
    name: 'waits-half-as-long',
    rule: 'CLI-19',
    courses: ['rate-limited'],
    client: waits(({ answer }) => (answer?.retryAfter ?? 0) * 500 + 20),
  },
  {
    name: 'waits-a-second-at-most',
    rule: 'CLI-19',
    courses: ['rate-limited'],
    client: waits(({ answer }) => Math.min((answer?.retryAfter ?? 0) * 1_000, 1_000)),
  },
  {
    name: 'tries-once-at-once',
    rule: 'CLI-19',
    courses: ['rate-limited'],
    client: waits(({ answer }, attempt) => (attempt === 1 ? 5 : (answer?.retryAfter ?? 0) * 1_020)),
  },
  {
    name: 'retry-after-with-jitter-below',
    rule: 'CLI-19',
    courses: ['rate-limited'],
    client: waits(({ answer }) => (answer?.retryAfter ?? 0) * 1_000 * (0.7 + Math.random() / 5)),
  },
  {
    name: 'begins-anew-while-it-should-wait',
    rule: 'CLI-20',
    courses: ['rate-limited-later'],
    client: class extends Client {
      override triesAgain() {
        return false;
      }
      override async collect() {
        return super.collect().catch(async () => {
          await sleep(400);
          return super.collect();
        });
      }
    },
  },
  {
    name: 'asks-something-else-while-it-should-wait',
    rule: 'CLI-20',
    courses: ['rate-limited'],
    client: class extends Client {
      override async ask(search: Search | null, path: string): Promise<Json> {
        const probe = setTimeout(() => {
          const body = { ...this.taskBody, department: ['Security'] };
          const headers = { Authorization: `Bearer ${this.place.key}`, 'Content-Type': 'application/json' };
          void this.send({ method: 'POST', path, headers, body }).catch(() => undefined);
        }, 700);
        return super.ask(search, path).finally(() => clearTimeout(probe));
      }
    },
  },
  {
    name: 'waits-two-seconds-of-an-hour',
    rule: 'CLI-21',
    courses: ['long-wait'],
    client: class extends Client {
      override longestWaitS = 10_000;
      override pause() {
        return 700;
      }
    },
  },
  {
    name: 'does-not-wait-after-503',
    rule: 'CLI-22',
    courses: ['always-unavailable'],
    client: waits(() => 0),
  },
  { name: 'does-not-wait-after-a-loss', rule: 'CLI-22', courses: ['never-answers'], client: waits(() => 0) },
  {
    name: 'never-gives-up',
    rule: 'CLI-23',
    courses: ['always-unavailable'],
    client: waits(() => 50, Infinity),
  },
  {
    name: 'never-gives-up-after-losses',
    rule: 'CLI-23',
    courses: ['never-answers'],
    client: waits((_, attempt) => Math.min(30 * 2 ** attempt, 200), Infinity),
    patience: 6,
  },
  {
    name: 'never-gives-up-and-waits-as-told',
    rule: 'CLI-23',
    courses: ['always-limited'],
    client: waits(() => 1_020, Infinity),
    patience: 14,
  },
  {
    name: 'never-gives-up-a-limited-page',
    rule: 'CLI-23',
    courses: ['always-limited-later'],
    patience: 13,
    client: waits(({ answer }) => (answer?.retryAfter ?? 0) * 1_020, Infinity),
  },
  {
    name: 'waits-equally-long',
    rule: 'CLI-24',
    courses: ['always-unavailable'],
    client: waits(() => 400),
  },
  {
    name: 'waits-shorter-each-time',
    rule: 'CLI-24',
    courses: ['never-answers'],
    client: waits((_, attempt) => 800 / attempt),
  },
  { name: 'nested-retries', rule: 'CLI-25', courses: ['always-unavailable'], client: Nested },
  { name: 'nested-retries-after-losses', rule: 'CLI-25', courses: ['never-answers'], client: Nested },
  {
    name: 'twelve-attempts',
    rule: 'CLI-25',
    courses: ['always-unavailable'],
    client: waits((_, attempt) => 20 * attempt, 12),
  },
  {
    name: 'new-key-after-500',
    rule: 'CLI-26',
    courses: ['server-error'],
    wastes: 2,
    client: class extends Client {
      override keyOfAttempt({ search, after }: Attempted) {
        return after?.status === 500 ? freshKey() : search!.key;
      }
    },
  },
  {
    name: 'sends-each-search-twice',
    rule: 'CLI-27',
    courses: ['pages'],
    client: class extends Client {
      override async send(request: Outgoing): Promise<Answer> {
        await super.send(request);
        return super.send(request);
      }
    },
  },
  {
    name: 'polls-once-more',
    rule: 'CLI-27',
    courses: ['poll'],
    client: class extends Client {
      override poll(times: number) {
        return super.poll(times + 1);
      }
    },
  },
  {
    name: 'looks-at-the-first-page-before',
    rule: 'CLI-27',
    courses: ['pages'],
    client: class extends Client {
      override async collect() {
        await this.page(this.taskBody, 1);
        return super.collect();
      }
    },
  },
  {
    name: 'polls-without-end',
    rule: 'CLI-6',
    courses: ['poll'],
    isOpen: true,
    client: class extends Client {
      override poll() {
        return super.poll(Infinity);
      }
    },
  },
  {
    name: 'no-timeout',
    rule: 'CLI-28',
    courses: ['stalled'],
    isOpen: true,
    patience: 5,
    client: class extends Client {
      override timeoutMs = 600_000;
    },
  },
  {
    name: 'crashes-at-its-own-timeout',
    rule: 'CLI-28',
    courses: ['stalled'],
    client: class extends Client {
      override triesAgain(failure: Failure): boolean {
        if (failure.message.includes('Timeout')) throw new TypeError('no answer');
        return super.triesAgain(failure);
      }
    },
  },
  {
    name: 'new-key-after-its-own-timeout',
    rule: 'CLI-29',
    courses: ['stalled'],
    wastes: 2,
    client: class extends Client {
      override keyOfAttempt({ search, after }: Attempted) {
        return after?.message.includes('Timeout') ? freshKey() : search!.key;
      }
      override pause() {
        return 0;
      }
    },
  },
  { name: 'forgets-a-timer', rule: 'CLI-30', courses: ['slow'], client: Forgetful },
  {
    name: 'takes-half-an-answer',
    rule: 'CLI-31',
    courses: ['truncated'],
    client: class extends Client {
      override async send(request: Outgoing): Promise<Answer> {
        return super.send(request).catch(() => ({
          status: 200,
          requestId: null,
          retryAfter: 0,
          text: '{"success":true,"data":{"jobs":[],"search_after":null}}',
        }));
      }
    },
  },
  {
    name: 'crashes-at-half-an-answer',
    rule: 'CLI-31',
    courses: ['truncated'],
    client: class extends Client {
      override triesAgain(failure: Failure): boolean {
        if (failure.status === null) throw new SyntaxError('unexpected end of JSON');
        return super.triesAgain(failure);
      }
    },
  },
  {
    name: 'new-key-after-a-closed-connection',
    rule: 'CLI-32',
    courses: ['closed-connection'],
    client: class extends Client {
      override keyOfAttempt({ search, after }: Attempted) {
        return after?.status === null ? freshKey() : search!.key;
      }
    },
  },
  {
    name: 'begins-anew-after-a-loss',
    rule: 'CLI-37',
    courses: ['lost-later-page'],
    wastes: 2,
    client: beginsAnew(),
  },
  {
    name: 'begins-anew-after-503',
    rule: 'CLI-37',
    courses: ['unavailable-later'],
    client: beginsAnew(),
  },
  {
    name: 'begins-anew-after-a-closed-connection',
    rule: 'CLI-37',
    courses: ['closed-connection'],
    client: beginsAnew(),
  },
];

/** Tries the whole again, with keys of its own, in place of the page. */
function beginsAnew() {
  return class extends Client {
    #round = 0;
    override triesAgain() {
      return false;
    }
    override page(body: Json): Promise<Page> {
      return super.page(body, this.#round);
    }
    override async collect() {
      for (; ; this.#round += 1)
        try {
          return await super.collect();
        } catch (error) {
          if (this.#round === 3) throw error;
          await sleep(150);
        }
    }
  };
}
