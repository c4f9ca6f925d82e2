/** Mistakes with operation keys (CLI-1 to CLI-12). */
import { createHash, randomUUID } from 'node:crypto';
import type { BadClient } from './bad-client.js';
import {
  Client,
  freshKey,
  sleep,
  type Answer,
  type Attempted,
  type Json,
  type Outgoing,
  type Search,
} from './client.js';

const hashed = (value: unknown): string =>
  `use_v1_${createHash('sha256').update(JSON.stringify(value)).digest('hex')}`;

/** Sends a second copy, under another key where it says so, when the answer takes long. */
class HedgesUnderOtherKey extends Client {
  override async send(request: Outgoing): Promise<Answer> {
    const first = super.send(request);
    const isSlow = await Promise.race([first.then(() => false), sleep(300).then(() => true)]);
    if (!isSlow) return first;
    const headers = { ...request.headers, 'Idempotency-Key': freshKey() };
    return Promise.any([first, super.send({ ...request, headers })]);
  }
}

/** After a failure of these kinds, another key. */
function otherKeyAfter(isMeant: (status: number | null) => boolean) {
  return class extends Client {
    override keyOfAttempt({ search, after }: Attempted): string | null {
      return after !== null && isMeant(after.status) ? freshKey() : (search?.key ?? null);
    }
  };
}

/** The keys of new searches by a function of theirs, and none kept from an earlier run. */
function keyBy(key: (search: Search, client: Client) => string | null) {
  return class extends Client {
    override keyOf(search: Search): string | null {
      return key(search, this);
    }
  };
}

const withoutCursor = ({ body }: Search): Json =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'search_after'));

export const badKeys: readonly BadClient[] = [
  { name: 'no-key', rule: 'CLI-1', courses: ['lost-first-page'], wastes: 2, client: keyBy(() => null) },
  {
    name: 'no-key-and-500',
    rule: 'CLI-1',
    courses: ['server-error'],
    wastes: 2,
    client: keyBy(() => null),
  },
  {
    name: 'key-from-the-second-attempt-on',
    rule: 'CLI-1',
    courses: ['lost-first-page'],
    client: class extends Client {
      override keyOfAttempt({ search, attempt }: Attempted) {
        return attempt === 1 ? null : search!.key;
      }
    },
  },
  {
    name: 'new-key-for-each-attempt',
    rule: 'CLI-2',
    courses: ['lost-first-page'],
    wastes: 2,
    client: class extends Client {
      override keyOfAttempt() {
        return freshKey();
      }
    },
  },
  {
    name: 'new-key-after-a-loss',
    rule: 'CLI-2',
    courses: ['lost-first-page'],
    wastes: 2,
    client: otherKeyAfter((status) => status === null),
  },
  {
    name: 'new-key-after-a-loss-at-double-price',
    rule: 'CLI-2',
    courses: ['lost-at-double-price'],
    wastes: 4,
    client: otherKeyAfter((status) => status === null),
  },
  {
    name: 'new-key-after-two-losses',
    rule: 'CLI-2',
    courses: ['lost-twice'],
    client: class extends Client {
      override keyOfAttempt({ search, attempt }: Attempted) {
        return attempt > 2 ? freshKey() : search!.key;
      }
    },
  },
  {
    name: 'new-key-after-a-truncated-answer',
    rule: 'CLI-2',
    courses: ['truncated'],
    wastes: 2,
    client: otherKeyAfter((status) => status === null),
  },
  {
    name: 'new-key-after-429',
    rule: 'CLI-2',
    courses: ['rate-limited'],
    client: otherKeyAfter((status) => status === 429),
  },
  {
    name: 'new-key-after-429-of-a-later-page',
    rule: 'CLI-2',
    courses: ['rate-limited-later'],
    client: otherKeyAfter((status) => status === 429),
  },
  {
    name: 'new-key-after-429-in-a-poll',
    rule: 'CLI-2',
    courses: ['poll-limited'],
    client: otherKeyAfter((status) => status === 429),
  },
  {
    name: 'new-key-after-a-loss-in-a-poll',
    rule: 'CLI-2',
    courses: ['poll-lost'],
    client: otherKeyAfter((status) => status === null),
  },
  {
    name: 'new-key-after-503',
    rule: 'CLI-2',
    courses: ['unavailable'],
    client: otherKeyAfter((status) => status === 503),
  },
  {
    name: 'drops-the-key-after-a-loss',
    rule: 'CLI-2',
    courses: ['lost-first-page'],
    wastes: 2,
    client: class extends Client {
      override keyOfAttempt({ search, after }: Attempted) {
        return after === null ? search!.key : null;
      }
    },
  },
  {
    name: 'key-with-the-number-of-the-attempt',
    rule: 'CLI-2',
    courses: ['lost-first-page'],
    client: class extends Client {
      override keyOfAttempt({ search, attempt }: Attempted) {
        return `${search!.key}-${attempt}`;
      }
    },
  },
  {
    name: 'key-from-the-time-of-the-attempt',
    rule: 'CLI-2',
    courses: ['lost-first-page'],
    client: class extends Client {
      override keyOfAttempt() {
        return `use_v1_${Date.now()}`;
      }
    },
  },
  {
    name: 'fewer-jobs-under-the-same-key',
    rule: 'CLI-3',
    courses: ['unavailable'],
    client: class extends Client {
      override bodyOfAttempt({ search, attempt }: Attempted) {
        return { ...search!.body, limit: 11 - attempt };
      }
    },
  },
  {
    name: 'another-filter-under-the-same-key',
    rule: 'CLI-3',
    courses: ['lost-first-page'],
    client: class extends Client {
      override bodyOfAttempt({ search, attempt }: Attempted) {
        return attempt === 1 ? search!.body : { ...search!.body, is_remote: true };
      }
    },
  },
  {
    name: 'loses-the-filters-in-a-later-attempt',
    rule: 'CLI-3',
    courses: ['lost-later-page', 'unavailable'],
    client: class extends Client {
      override bodyOfAttempt({ search, attempt }: Attempted) {
        const { body } = search!;
        return attempt === 1 ? body : { search_after: body['search_after'], limit: body['limit'] };
      }
    },
  },
  {
    name: 'fewer-jobs-after-invalid-result-under-the-same-key',
    rule: 'CLI-3',
    courses: ['invalid-result'],
    client: class extends Client {
      override bodyOfAttempt({ search, attempt }: Attempted) {
        return { ...search!.body, limit: 11 - attempt };
      }
      override triesAgain() {
        return true;
      }
    },
  },
  {
    name: 'one-key-for-two-operations',
    rule: 'CLI-4',
    courses: ['company'],
    client: class extends Client {
      override pathOf(search: Search) {
        return search.number === 0 ? '/api/v1/jobs-search/search' : super.pathOf(search);
      }
      override async collect() {
        const body = { published_after: this.taskBody['published_after'], department: ['Security'] };
        await this.page(body);
        return super.collect();
      }
      #only: string | null = null;
      override keyOf(search: Search) {
        if (search.number > 1) return super.keyOf(search);
        return (this.#only ??= freshKey());
      }
    },
  },
  {
    name: 'one-key-for-all-pages',
    rule: 'CLI-5',
    courses: ['pages'],
    client: class extends Client {
      readonly #only = freshKey();
      override newKey() {
        return this.#only;
      }
    },
  },
  {
    name: 'key-from-the-filters',
    rule: 'CLI-5',
    courses: ['pages'],
    client: keyBy((search) => hashed(withoutCursor(search))),
  },
  {
    name: 'one-key-for-two-pages',
    rule: 'CLI-5',
    courses: ['pages'],
    client: class extends Client {
      readonly #base = randomUUID();
      override newKey({ number }: Search) {
        return `use_v1_${this.#base}-${number >> 1}`;
      }
    },
  },
  {
    name: 'key-from-the-body',
    rule: 'CLI-6',
    courses: ['poll'],
    client: keyBy(({ body }) => hashed(body)),
  },
  {
    name: 'answers-a-poll-from-its-memory',
    rule: 'CLI-6',
    courses: ['poll'],
    client: class extends Client {
      override poll() {
        return super.poll(1);
      }
    },
  },
  {
    name: 'one-key-for-a-poll',
    rule: 'CLI-6',
    courses: ['poll'],
    client: class extends Client {
      readonly #only = freshKey();
      override newKey() {
        return this.#only;
      }
    },
  },
  {
    name: 'key-from-the-body-in-a-second-run',
    rule: 'CLI-6',
    courses: ['again'],
    client: keyBy(({ body }) => hashed(body)),
  },
  {
    name: 'keeps-keys-after-it-was-done',
    rule: 'CLI-6',
    courses: ['again'],
    client: class extends Client {
      override done(jobs: (string | null)[]) {
        return { outcome: 'done' as const, jobs };
      }
    },
  },
  { name: 'key-without-prefix', rule: 'CLI-7', courses: ['pages'], client: keyBy(() => randomUUID()) },
  {
    name: 'key-too-long',
    rule: 'CLI-7',
    courses: ['pages'],
    client: keyBy(() => `use_v1_${'a'.repeat(122)}`),
  },
  {
    name: 'key-with-colons',
    rule: 'CLI-7',
    courses: ['pages'],
    client: keyBy(({ number }) => `use_v1_12:00:00.${number}`),
  },
  { name: 'key-of-the-prefix-alone', rule: 'CLI-7', courses: ['pages'], client: keyBy(() => 'use_v1_') },
  {
    name: 'keys-that-count',
    rule: 'CLI-8',
    courses: ['two-processes'],
    client: keyBy(({ number }) => `use_v1_${number + 1}`),
  },
  {
    name: 'keys-of-the-day',
    rule: 'CLI-8',
    courses: ['two-processes'],
    client: keyBy(({ number }) => `use_v1_${new Date().toISOString().slice(0, 10)}_${number}`),
  },
  {
    name: 'key-from-the-body-in-two-processes',
    rule: 'CLI-8',
    courses: ['two-processes'],
    client: keyBy(({ body }) => hashed(body)),
  },
  {
    name: 'api-key-in-the-key',
    rule: 'CLI-9',
    courses: ['pages'],
    client: keyBy(({ number }, { place }) => `use_v1_${place.key}_${number}`),
  },
  {
    name: 'part-of-the-api-key-in-the-key',
    rule: 'CLI-9',
    courses: ['pages'],
    client: keyBy(({ number }, { place }) => `use_v1_${place.key.slice(0, 12)}-${number}`),
  },
  {
    name: 'sends-an-expired-key-again',
    rule: 'CLI-11',
    courses: ['period-ends'],
    client: class extends Client {
      override triesAgain() {
        return true;
      }
    },
  },
  {
    name: 'copy-under-another-key',
    rule: 'CLI-12',
    courses: ['slow'],
    client: HedgesUnderOtherKey,
  },
  {
    name: 'two-copies-from-the-start',
    rule: 'CLI-12',
    courses: ['slow'],
    client: class extends Client {
      override send(request: Outgoing): Promise<Answer> {
        const headers = { ...request.headers, 'Idempotency-Key': freshKey() };
        return Promise.any([super.send(request), super.send({ ...request, headers })]);
      }
    },
  },
];
