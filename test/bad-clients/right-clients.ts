/** Right clients of several styles: no course may find anything against a *must* rule in them. */
import { connect } from 'node:net';
import type { ClientClass } from './bad-client.js';
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
} from './client.js';

export interface RightClient {
  name: string;
  client: ClientClass;
}

/** HTTP/1.0 over a bare socket. */
class OverHttp10 extends Client {
  override send({ method, path, headers, body }: Outgoing): Promise<Answer> {
    const { hostname, port } = new URL(this.place.url);
    const text = body === null ? '' : JSON.stringify(body);
    const lines = Object.entries({ ...headers, 'Content-Length': String(Buffer.byteLength(text)) });
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      const parts: Buffer[] = [];
      socket.setTimeout(this.timeoutMs, () => socket.destroy(new Error('Timeout')));
      socket.on('data', (part) => parts.push(part));
      socket.on('error', (error) => reject(new Failure(error.message)));
      socket.on('close', () => {
        const answer = answerOf(Buffer.concat(parts));
        if (answer === null) reject(new Failure('cut short'));
        else resolve(answer);
      });
      socket.write(
        `${method} ${path} HTTP/1.0\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${text}`,
      );
    });
  }
}

function answerOf(bytes: Buffer): Answer | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [first = '', ...lines] = bytes.subarray(0, end).toString().split('\r\n');
  const headers = new Map(
    lines.map((line) => [line.split(':')[0]!.toLowerCase(), line.replace(/^[^:]*: */, '')]),
  );
  const body = bytes.subarray(end + 4);
  if (body.length !== Number(headers.get('content-length'))) return null;
  return {
    status: Number(first.split(' ')[1]),
    requestId: headers.get('x-request-id') ?? null,
    retryAfter: Number(headers.get('retry-after') ?? 0),
    text: body.toString(),
  };
}

export const rightClients: readonly RightClient[] = [
  { name: 'plain', client: Client },
  {
    // Without a key, what may have been paid for is reported, and not sent again.
    name: 'no-keys',
    client: class extends Client {
      override newKey() {
        return null;
      }
      override triesAgain(failure: Failure) {
        return failure.status !== null && failure.status !== 500 && super.triesAgain(failure);
      }
    },
  },
  {
    name: 'gives-up-at-once',
    client: class extends Client {
      override attempts = 1;
    },
  },
  {
    name: 'full-jitter',
    client: class extends Client {
      override backoff(attempt: number) {
        return Math.random() * 400 * 2 ** attempt;
      }
    },
  },
  {
    name: 'copies-under-one-key',
    client: class extends Client {
      override async send(request: Outgoing): Promise<Answer> {
        const first = super.send(request);
        const isSlow = await Promise.race([
          first.then(
            () => false,
            () => false,
          ),
          sleep(800).then(() => true),
        ]);
        return isSlow && request.body !== null
          ? Promise.any([first, super.send(request)]).catch(() => first)
          : first;
      }
    },
  },
  {
    name: 'without-keep-alive',
    client: class extends Client {
      override agent = false as const;
    },
  },
  { name: 'http-1.0', client: OverHttp10 },
  {
    name: 'new-key-after-409',
    client: class extends Client {
      override async page(body: Json, round = 0): Promise<Page> {
        return super.page(body, round).catch((error: unknown) => {
          if (error instanceof Failure && error.status === 409) return super.page(body, round + 1_000);
          throw error;
        });
      }
    },
  },
  {
    name: 'fewer-jobs-after-a-refusal',
    client: class extends Client {
      override async page(body: Json, round = 0): Promise<Page> {
        return super.page(body, round).catch((error: unknown) => {
          const isTooMuch = error instanceof Failure && [402, 503].includes(error.status ?? 0);
          const limit = Math.floor(Number(body['limit']) / 2);
          if (!isTooMuch || limit < 1 || error.message.includes('service_unavailable')) throw error;
          return this.page({ ...body, limit }, round);
        });
      }
    },
  },
  {
    name: 'begins-anew-under-its-keys',
    client: class extends Client {
      override async collect() {
        for (let round = 0; ; round += 1)
          try {
            return await super.collect();
          } catch (error) {
            const passes = error instanceof Failure && super.triesAgain(error);
            if (round === 3 || !passes) throw error;
            await sleep(this.pause(error, round + 1));
          }
      }
      override triesAgain() {
        return false;
      }
    },
  },
  {
    name: 'looks-at-its-balance',
    client: class extends Client {
      override async page(body: Json, round = 0) {
        await this.balance();
        return super.page(body, round);
      }
    },
  },
  {
    name: 'paces-itself',
    client: class extends Client {
      override async page(body: Json, round = 0) {
        await sleep(120);
        return super.page(body, round);
      }
    },
  },
  {
    name: 'no-wait-after-a-first-loss',
    client: class extends Client {
      override pause(failure: Failure, attempt: number) {
        return failure.status === null && attempt === 1 ? 0 : super.pause(failure, attempt);
      }
    },
  },
  {
    name: 'many-attempts',
    client: class extends Client {
      override attempts = 8;
      override backoff(attempt: number) {
        return 20 * 1.6 ** attempt;
      }
    },
  },
  {
    name: 'keys-of-its-own-form',
    client: class extends Client {
      readonly #base = freshKey().slice(7, 20);
      override keyOfAttempt({ search }: Attempted) {
        return search === null ? null : `use_v1_A-${this.#base}_${search.number}`;
      }
    },
  },
  {
    name: 'smaller-last-page',
    client: class extends Client {
      #held = 0;
      override jobsOf(page: Page) {
        const jobs = super.jobsOf(page);
        this.#held += jobs.length;
        return jobs;
      }
      override nextBody(body: Json, page: Page) {
        const next = super.nextBody(body, page);
        return next !== null && this.#held >= 20 ? { ...next, limit: 7 } : next;
      }
    },
  },
  {
    name: 'gives-up-slow-answers',
    client: class extends Client {
      override timeoutMs = 900;
    },
  },
  {
    // It asks for no page that it cannot pay for, and says so.
    name: 'counts-its-credits',
    client: class extends Client {
      override nextBody(body: Json, page: Page) {
        const next = super.nextBody(body, page);
        if (next !== null && Number(page['credits_remaining']) <= 0) throw new Failure('no credits are left');
        return next;
      }
    },
  },
  {
    name: 'calls-what-was-lost-504',
    client: class extends Client {
      override failed(failure: Failure) {
        return { ...super.failed(failure), status: failure.status ?? 504 };
      }
    },
  },
];
