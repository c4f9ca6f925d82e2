/** `npm run bench -- worst`: searches for the request that delays others longest, and shows by how much. */
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { draw, keyOf } from '../../fixtures/random.js';
import { loadContract, type OperationId } from '../../spec/index.js';
import { table } from '../table.js';
import { rawPost, runLoad } from './load.js';
import { inWords } from './measure.js';
import { forkMock, microsOf, usage, type Question, type Server } from './servers.js';
import { describe, RequestMaker, SEARCHES, type Plan } from './worst-requests.js';

export interface WorstOptions {
  postings: number;
  /** Number of requests. */
  tries: number;
  seed: number;
  /** The root of another version of the repository, whose mock is measured with the same requests. */
  checkout?: string;
}

/** The goal: the longest wait of a lookup, in ms of processor time. */
const LIMIT_MS = 50;
/** Each request is sent this often, and the shortest wait counts: other programs on the machine only add to it. */
const TIMES = 3;
/** Number of the most expensive requests that the search changes further. */
const KEPT = 12;
const SHOWN = 10;

interface RequestParts {
  operation: OperationId;
  body?: string;
  query?: string;
  /** Size of a body that is sent in chunks of one byte. */
  pieces?: number;
}

/** All times in ms. */
interface Measured {
  what: string;
  plan: Plan | null;
  bytes: number;
  /** The longest wait of a lookup during the request, in wall and in processor time of the mock. */
  wait: number;
  held: number;
  /** The time until the answer, in wall and in processor time of the mock. */
  answered: number;
  processor: number;
  refused: boolean;
}

/** Requests that were too expensive once; the search starts from these. */
const KNOWN: readonly Plan[] = [
  {
    operation: 'searchJobsHistorical',
    parts: [{ kind: 'one pair again and again in descriptions', size: 500 }],
  },
  { operation: 'searchJobs', parts: [{ kind: 'a pair of one letter in titles', size: 170_000 }] },
  { operation: 'searchJobs', parts: [{ kind: 'one term of combining marks in titles', size: 4_000 }] },
  { operation: 'searchCompanyJobsLegacy', parts: [{ kind: 'a name of spaces', size: 8_000 }] },
  { operation: 'searchCompanyJobsLegacy', parts: [{ kind: 'a domain of slashes', size: 8_000 }] },
  {
    operation: 'searchJobsHistorical',
    parts: [{ kind: 'pairs of common words in descriptions', size: 1_000 }],
  },
  {
    operation: 'searchJobsHistorical',
    parts: [{ kind: 'pairs of less common words in nested groups', size: 200 }],
  },
  { operation: 'searchJobs', parts: [{ kind: 'empty lists', size: 340_000 }] },
  { operation: 'searchJobs', parts: [{ kind: 'fields with nearly a known name', size: 9_000 }] },
  { operation: 'searchJobs', parts: [{ kind: 'lists of what fits nowhere', size: 600 }] },
];

const OTHERS: readonly [string, RequestParts][] = [
  ['searchJobs: a body in chunks of one byte', { operation: 'searchJobs', pieces: 200_000 }],
  ['listLocations: 200 letters', { operation: 'listLocations', query: `q=${'a'.repeat(200)}&limit=30` }],
  ['listLocations: a text of many places', { operation: 'listLocations', query: 'q=ing&limit=30' }],
  ['listJobBoards: 12 KB of parameters', { operation: 'listJobBoards', query: '&q=a'.repeat(3_000) }],
];

export async function benchWorst({ postings, tries, seed, checkout }: WorstOptions): Promise<void> {
  const mock = await forkMock({ postings, ...(checkout === undefined ? {} : { checkout }) });
  try {
    mock.process.send('watch' satisfies Question);
    const [key = ''] = await mock.newKeys(1);
    const bench = new Bench(mock, key);
    // The first keyword compiles the code that all others run.
    await bench.tryPlan({ operation: 'searchJobs', parts: [{ kind: 'common words in either', size: 10 }] });
    const idle = await bench.measure('nothing: lookups alone', null, null);
    const known: Measured[] = [];
    for (const plan of KNOWN) known.push(await bench.tryPlan(plan));
    for (const [what, request] of OTHERS) known.push(await bench.measure(what, null, request));
    print(`Known requests, over ${postings.toLocaleString('en')} postings`, [idle, ...known]);
    const found = await search(bench, known, tries, seed);
    const top = (by: 'held' | 'processor'): Measured[] => found.sort((a, b) => b[by] - a[by]).slice(0, SHOWN);
    print(`The longest waits of a lookup, of ${found.length} requests with seed ${seed}`, top('held'));
    print('The most processor time', top('processor'));
    console.log(`\nGoal: no lookup waits longer than ${LIMIT_MS} ms.`);
  } finally {
    mock.process.kill();
  }
}

/** Starts from every kind of request, then changes the most expensive ones. */
async function search(
  bench: Bench,
  known: readonly Measured[],
  tries: number,
  seed: number,
): Promise<Measured[]> {
  const { maker } = bench;
  const found = known.filter(({ plan }) => plan !== null);
  const tried = new Set(found.map(({ what }) => what));
  for (let i = 0; found.length < tries && i < 20 * tries; i += 1) {
    const key = keyOf(seed, i);
    const fresh: Plan = {
      operation: SEARCHES[draw(key, 11) % SEARCHES.length]!,
      parts: [{ kind: maker.kinds[draw(key, 12) % maker.kinds.length]!, size: 100 }],
    };
    const by = draw(key, 13) % 2 === 0 ? 'held' : 'processor';
    const parent = found.toSorted((a, b) => b[by] - a[by])[draw(key, 14) % KEPT]?.plan;
    const plan = i < tries / 4 || !parent ? fresh : maker.mutate(parent, key);
    if (tried.has(describe(plan))) continue;
    tried.add(describe(plan));
    if (maker.bodyOf(plan) !== null) found.push(await bench.tryPlan(plan));
  }
  return found;
}

function print(title: string, rows: readonly Measured[]): void {
  const head = ['request', 'bytes', 'answer', 'answered after', 'processor', 'longest wait', 'processor'];
  const cells = rows.map(({ what, bytes, refused, answered, processor, wait, held }) => [
    what,
    bytes.toLocaleString('en'),
    refused ? 'refused' : 'results',
    ...[answered, processor, wait].map(inWords),
    `${inWords(held)}${held > LIMIT_MS ? ' !' : ''}`,
  ]);
  console.log(`\n${title}\n\n${table(head, cells)}`);
}

/** Sends a mock one request at a time while lookups follow each other on another connection. */
class Bench {
  readonly maker = new RequestMaker();
  readonly #contract = loadContract();
  readonly #mock: Server;
  readonly #key: string;

  constructor(mock: Server, key: string) {
    this.#mock = mock;
    this.#key = key;
  }

  tryPlan(plan: Plan): Promise<Measured> {
    const body = this.maker.bodyOf(plan)!;
    return this.measure(describe(plan), plan, { operation: plan.operation, body });
  }

  async measure(what: string, plan: Plan | null, request: RequestParts | null): Promise<Measured> {
    const bytes = request === null ? 0 : Buffer.byteLength(request.body ?? request.query ?? '');
    let best: Measured | null = null;
    for (let time = 0; time < TIMES; time += 1) {
      const once = { what, plan, bytes, ...(await this.#once(request)) };
      if (best === null || once.held < best.held) best = once;
    }
    return best!;
  }

  async #once(request: RequestParts | null): Promise<Omit<Measured, 'what' | 'plan' | 'bytes'>> {
    const before = await usage(this.#mock);
    const finish = await sendLookups(this.#mock.port, this.#key);
    const start = performance.now();
    const refused = request === null ? await pause(200, 0) : await this.#send(request);
    const answered = performance.now() - start;
    const wait = await finish();
    const after = await usage(this.#mock);
    const processor = (microsOf(after) - microsOf(before)) / 1_000;
    return { wait, held: after.longest, answered, processor, refused: refused > 0 };
  }

  /** Returns the number of refused requests: 0 or 1. */
  async #send({ operation, body, query = '', pieces }: RequestParts): Promise<number> {
    const { path, method } = this.#contract.operation(operation);
    const request =
      body !== undefined
        ? rawPost(path, this.#key, JSON.parse(body))
        : Buffer.from(
            pieces === undefined
              ? `${method} ${path}?${query} HTTP/1.1\r\n${headOf(this.#key)}\r\n`
              : `POST ${path} HTTP/1.1\r\n${headOf(this.#key)}Transfer-Encoding: chunked\r\n\r\n${chunks(pieces)}`,
          );
    const until = { answers: 1 };
    return (await runLoad({ port: this.#mock.port, connections: 1, requests: [request], until })).refused;
  }
}

const headOf = (key: string): string => `Host: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n`;

/** A body of the given size in chunks of one byte. */
function chunks(size: number): string {
  const body = `{"limit":10${' '.repeat(size - 12)}}`;
  return `${Array.from(body, (byte) => `1\r\n${byte}\r\n`).join('')}0\r\n\r\n`;
}

/**
 * Sends lookups one after the other on one connection. Resolves at the first answer, with a function that waits for the
 * pending lookup and returns the longest wait in ms.
 */
function sendLookups(port: number, key: string): Promise<() => Promise<number>> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let sentAt = 0;
    let longest = -1;
    let finished: ((longest: number) => void) | null = null;
    const send = (): void => {
      sentAt = performance.now();
      socket.write(`GET /api/v1/credits/balance HTTP/1.1\r\n${headOf(key)}\r\n`);
    };
    socket.once('connect', send);
    socket.on('error', reject);
    socket.on('data', () => {
      // The first answer is a warm-up.
      if (longest < 0) resolve(() => new Promise((done) => (finished = done)));
      longest = longest < 0 ? 0 : Math.max(longest, performance.now() - sentAt);
      if (finished === null) return send();
      socket.destroy();
      finished(longest);
    });
  });
}
