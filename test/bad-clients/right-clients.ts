/** Right clients of several styles. No course may report a broken *must* rule for them. */
import { Agent } from 'node:http';
import type { Duplex } from 'node:stream';
import { Failure, freshKey, sleep, type Override } from './client.js';

/** Sends requests as HTTP/1.0, which has neither a Host header nor connections for several requests. */
class AgentOfHttp10 extends Agent {
  override createConnection(...given: Parameters<Agent['createConnection']>): Duplex {
    const socket = super.createConnection(...given) as Duplex;
    const write = socket.write.bind(socket) as (text: string, ...others: unknown[]) => boolean;
    const asHttp10 = (text: string): string =>
      text.replace(' HTTP/1.1\r\n', ' HTTP/1.0\r\n').replace(/^(Host|Connection): .*\r\n/gm, '');
    return Object.assign(socket, {
      write: (chunk: string, ...others: unknown[]) => write(asHttp10(String(chunk)), ...others),
    });
  }
}

const styles: Readonly<Record<string, Override>> = {
  plain: {},
  // It sends no keys, so it reports searches that may have been charged instead of retrying them.
  'no-keys': (right) => ({
    newKey: () => null,
    triesAgain: (failure) => failure.status !== null && failure.status !== 500 && right.triesAgain(failure),
  }),
  'gives-up-at-once': { attempts: 1 },
  'full-jitter': { backoff: (attempt) => Math.random() * 400 * 2 ** attempt },
  'copies-under-one-key': (right) => ({
    send: async (request) => {
      const first = right.send(request);
      const answered = first.then(() => false);
      const isSlow = await Promise.race([answered, sleep(800).then(() => true)]).catch(() => false);
      return isSlow && request.body !== null
        ? Promise.any([first, right.send(request)]).catch(() => first)
        : first;
    },
  }),
  'without-keep-alive': { agent: false },
  // Each client destroys its agent in the end.
  'http-1.0': () => ({ agent: new AgentOfHttp10() }),
  'new-key-after-409': (right) => ({
    page: (body, round = 0) =>
      right.page(body, round).catch((error: unknown) => {
        if (error instanceof Failure && error.status === 409) return right.page(body, round + 1_000);
        throw error;
      }),
  }),
  'fewer-jobs-after-a-refusal': (right, client) => ({
    page: (body, round = 0) =>
      right.page(body, round).catch((error: unknown) => {
        const isTooMuch = error instanceof Failure && [402, 503].includes(error.status ?? 0);
        const limit = Math.floor(Number(body['limit']) / 2);
        if (!isTooMuch || limit < 1 || error.message.includes('service_unavailable')) throw error;
        return client.page({ ...body, limit }, round);
      }),
  }),
  'begins-anew-under-its-keys': (right, client) => ({
    triesAgain: () => false,
    collect: async () => {
      for (let round = 0; ; round += 1)
        try {
          return await right.collect();
        } catch (error) {
          if (!(error instanceof Failure) || round === 3 || !right.triesAgain(error)) throw error;
          await sleep(client.pause(error, round + 1));
        }
    },
  }),
  'looks-at-its-balance': (right, client) => ({
    page: (body, round) => client.balance().then(() => right.page(body, round)),
  }),
  'paces-itself': (right) => ({ page: (body, round) => sleep(120).then(() => right.page(body, round)) }),
  'no-wait-after-a-first-loss': (right) => ({
    pause: (failure, attempt) =>
      failure.status === null && attempt === 1 ? 0 : right.pause(failure, attempt),
  }),
  'many-attempts': { attempts: 8, backoff: (attempt) => 20 * 1.6 ** attempt },
  'keys-of-its-own-form': () => {
    const base = freshKey().slice(7, 20);
    return { keyOfAttempt: ({ search }) => (search === null ? null : `use_v1_A-${base}_${search.number}`) };
  },
  'smaller-last-page': (right) => {
    let held = 0;
    return {
      nextBody: (body, page) => {
        held += page.jobs.length;
        const next = right.nextBody(body, page);
        return next !== null && held >= 20 ? { ...next, limit: Math.min(7, Number(body['limit'])) } : next;
      },
    };
  },
  'gives-up-slow-answers': { timeoutMs: 900 },
  // Reports that it cannot pay for the next page instead of requesting it.
  'counts-its-credits': (right) => ({
    nextBody: (body, page) => {
      const next = right.nextBody(body, page);
      if (next !== null && Number(page['credits_remaining']) <= 0) throw new Failure('no credits are left');
      return next;
    },
  }),
  'calls-what-was-lost-504': (right) => ({
    failed: (failure) => ({ ...right.failed(failure), status: failure.status ?? 504 }),
  }),
};

export type RightClient = (typeof rightClients)[number];

export const rightClients = Object.entries(styles).map(([name, client]) => ({ name, client }));
