/** Right clients of several styles. No course may report a broken *must* rule for them. */
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Failure, freshKey, sleep, type Answer, type Override } from './client.js';

const overHttp10: Override = (_right, client) => ({
  async send({ method, path, headers, body }) {
    const { hostname, port } = new URL(client.place.url);
    const text = body === null ? '' : JSON.stringify(body);
    const lines = Object.entries({ ...headers, 'Content-Length': String(Buffer.byteLength(text)) });
    const socket = connect(Number(port), hostname);
    socket.setTimeout(client.timeoutMs, () => socket.destroy(new Error('Timeout')));
    socket.write(
      `${method} ${path} HTTP/1.0\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${text}`,
    );
    return answerOf(
      await buffer(socket).catch((error: unknown) => {
        throw new Failure(String(error));
      }),
    );
  },
});

function answerOf(bytes: Buffer): Answer {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) throw new Failure('cut short');
  const [first = '', ...lines] = bytes.subarray(0, end).toString().split('\r\n');
  const headers = new Map(
    lines.map((line) => [line.split(':')[0]!.toLowerCase(), line.replace(/^[^:]*: */, '')]),
  );
  const body = bytes.subarray(end + 4);
  if (body.length !== Number(headers.get('content-length'))) throw new Failure('cut short');
  return {
    status: Number(first.split(' ')[1]),
    requestId: headers.get('x-request-id') ?? null,
    retryAfter: Number(headers.get('retry-after') ?? 0),
    text: body.toString(),
  };
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
      const settled = first.then(
        () => false,
        () => false,
      );
      const isSlow = await Promise.race([settled, sleep(800).then(() => true)]);
      return isSlow && request.body !== null
        ? Promise.any([first, right.send(request)]).catch(() => first)
        : first;
    },
  }),
  'without-keep-alive': { agent: false },
  'http-1.0': overHttp10,
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
