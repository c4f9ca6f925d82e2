/** Differences that harm nobody: a suite that turns red over one of these raises a false alarm. */
import { gzipSync } from 'node:zlib';
import type { Rule } from './mutant.js';
import {
  ALL,
  answered,
  concerns,
  editAnswer,
  everyJob,
  incoming,
  isFields,
  KEYED,
  listed,
  LOOKUPS,
  outgoing,
  refusal,
  resultsOf,
  SEARCHES,
  type Fields,
  type Results,
} from './rules.js';

export interface Innocent {
  name: string;
  /** Not where a scenario plants faults or provokes refusals: one more cannot be told from those. */
  undisturbed?: true;
  rule(): Rule;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function addTo(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(addTo);
  if (!isFields(value)) return value;
  return Object.fromEntries([
    ...Object.entries(value).map(([name, each]) => [name, addTo(each)]),
    ['x_more', 'yes'],
  ]);
}

function backwards(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(backwards);
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, each]) => [name, backwards(each)]),
  );
}

/** Refuses every n-th search that says nothing against it, once each, in passing. */
function inPassing(status: number, every: number): Rule {
  let count = 0;
  return (call) => {
    if (!concerns(ALL, call) || call.key === '') return call.send();
    count += 1;
    if (count % every !== 0) return call.send();
    const answer = refusal(
      call,
      status,
      status === 503 ? 'service_unavailable: try again' : 'Rate limit exceeded: 200 requests per minute',
    );
    answer.headers['retry-after'] = '1';
    return Promise.resolve(answer);
  };
}

/** The same results, each page from its end to its beginning. */
function pagesBackwards(): Rule {
  return outgoing(SEARCHES, 200, (answer) => {
    if (resultsOf(answer) === null) return;
    editAnswer(answer, (body) => void (body['data'] as Results).jobs.reverse());
  });
}

export const innocents: readonly Innocent[] = [
  { name: 'nothing-changed', rule: () => (call) => call.send() },
  {
    // Not within the balance, where the contract leaves the field unnamed and a profile would name it.
    name: 'added-fields',
    rule: () =>
      answered(ALL, 200, (body, call) =>
        call.operation?.kind === 'balance' ? { ...body, x_more: 'yes' } : addTo(body),
      ),
  },
  {
    name: 'added-fields-in-errors',
    rule: () => answered(ALL, [400, 402, 403, 409, 429, 503], (body) => ({ ...body, docs: '/docs' })),
  },
  { name: 'members-backwards', rule: () => answered(ALL, null, (body) => backwards(body)) },
  {
    name: 'headers-in-capitals',
    rule: () =>
      outgoing(ALL, null, (answer) => {
        answer.headers = Object.fromEntries(
          Object.entries(answer.headers).map(([name, value]) => [name.toUpperCase(), value]),
        );
      }),
  },
  {
    name: 'more-headers',
    rule: () =>
      outgoing(ALL, null, ({ headers }) => {
        Object.assign(headers, {
          'x-ratelimit-remaining': '199',
          'set-cookie': 'a=b',
          server: 'nginx',
          vary: 'origin',
        });
      }),
  },
  {
    name: 'content-type-without-charset',
    rule: () =>
      outgoing(ALL, null, ({ headers }) => {
        headers['content-type'] = headers['content-type']?.replace('; charset=utf-8', '') ?? '';
      }),
  },
  {
    name: 'other-jobs',
    rule: () =>
      everyJob((job) => {
        job['Logo URL'] = null;
        job['Valid Through'] = null;
        if (typeof job['Apply URL'] === 'string') job['Apply URL'] = `${job['Apply URL']}?from=kit`;
      }),
  },
  { name: 'pages-backwards', rule: pagesBackwards },
  {
    name: 'other-words',
    rule: () =>
      outgoing(SEARCHES, 200, (answer) => {
        const data = resultsOf(answer);
        if (data === null || data.jobs.length > 0) return;
        editAnswer(answer, (body) => void (body['error'] = 'Leider nichts gefunden.'));
      }),
  },
  {
    name: 'slow-answers',
    rule: () => async (call) => {
      await pause(15);
      const answer = await call.send();
      await pause(15);
      return { ...answer, headers: { ...answer.headers, 'x-slow': '1' } };
    },
  },
  { name: 'now-and-then-503', undisturbed: true, rule: () => inPassing(503, 61) },
  { name: 'now-and-then-429', undisturbed: true, rule: () => inPassing(429, 67) },
  {
    name: 'in-chunks',
    rule: () => outgoing(ALL, null, ({ headers }) => void (headers['transfer-encoding'] = 'chunked')),
  },
  {
    name: 'compressed',
    rule: () =>
      outgoing(ALL, null, (answer) => {
        answer.headers['content-encoding'] = 'gzip';
        answer.body = gzipSync(answer.body);
      }),
  },
  {
    name: 'capitals-sort-first',
    rule: () =>
      listed(LOOKUPS, (items: Fields[], call) =>
        call.operation!.id === 'listLocations'
          ? items
          : [...items].sort((a, b) => (String(a['label']) < String(b['label']) ? -1 : 1)),
      ),
  },
  {
    name: 'request-ids-unread',
    rule: () => incoming(ALL, ({ request }) => void delete request.headers['x-request-id']),
  },
  {
    // Reading effective-key-on-errors.
    name: 'no-operation-key-on-errors',
    rule: () =>
      outgoing(
        KEYED,
        [400, 402, 403, 409, 422, 429, 500, 503],
        ({ headers }) => void delete headers['idempotency-key'],
      ),
  },
  {
    // Reading replay-body needs no mutant: a recovered response may tell the balance of now.
    name: 'balance-elsewhere',
    rule: () =>
      answered(['getCreditBalance'], 200, (body) => ({ account: { balance: body['credits_remaining'] } })),
  },
];
