/** `npm run bench -- worst`: looks for the request that keeps the others waiting longest, and shows how long that is. */
import { connect } from 'node:net';
import { draw, keyOf } from '../../fixtures/random.js';
import { loadContract, type OperationId } from '../../spec/index.js';
import { forkMock, usage, watch, type Server } from './forked.js';
import { rawPost, runLoad } from './load.js';
import { inWords } from './measure.js';
import { table } from './table.js';
import { describe, RequestMaker, SEARCHES, type Plan } from './worst-requests.js';

export interface WorstOptions {
  postings: number;
  /** How many requests are tried. */
  tries: number;
  seed: number;
  /** Another version of the repository, whose mock is measured with the same requests. */
  checkout?: string;
}

/** What no lookup should have to wait longer than, in ms. */
const LIMIT_MS = 50;
/** A request that takes longer is given up, and the mock with it. On a busy machine nearly all of it is waiting. */
const PATIENCE_MS = 120_000;
/** Each is sent so often, and the time with the least wait counts: others at work on the machine only ever add to it. */
const TIMES = 3;
/** How many of the most expensive are changed further. */
const KEPT = 12;
const SHOWN = 10;

interface Measured {
  what: string;
  plan: Plan | null;
  bytes: number;
  /** In ms: the longest wait of a lookup meanwhile, and how much of it the mock had the processor. */
  wait: number;
  held: number;
  /** In ms: until the answer, and how much of that the mock had the processor. */
  answered: number;
  processor: number;
  refused: boolean;
}

/** Requests whose cost is known to have been out of bounds, as plans, so that the search starts from them. */
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

export async function benchWorst({ postings, tries, seed, checkout }: WorstOptions): Promise<void> {
  const bench = await Bench.start(postings, checkout);
  try {
    const idle = await bench.measure('nothing: lookups alone', null, null);
    const known: Measured[] = [];
    for (const plan of KNOWN) known.push(await bench.tryPlan(plan));
    for (const [what, request] of otherRequests()) known.push(await bench.measure(what, null, request));
    console.log(
      `\nKnown requests, over ${postings.toLocaleString('en')} postings\n\n${show([idle, ...known])}`,
    );
    const found = await search(bench, known, tries, seed);
    const slowest = [...found].sort((a, b) => b.held - a.held).slice(0, SHOWN);
    const dearest = [...found].sort((a, b) => b.processor - a.processor).slice(0, SHOWN);
    console.log(
      `\nOf ${found.length} requests of seed ${seed}, those that kept a lookup waiting longest\n\n${show(slowest)}`,
    );
    console.log(`\nThose that took most of the processor\n\n${show(dearest)}`);
    console.log(`\nGoal: no lookup waits longer than ${LIMIT_MS} ms.`);
  } finally {
    bench.end();
  }
}

/** Starts from every kind of request, then changes the most expensive ones. */
async function search(
  bench: Bench,
  known: readonly Measured[],
  tries: number,
  seed: number,
): Promise<Measured[]> {
  const found: Measured[] = known.filter(({ plan }) => plan !== null);
  const tried = new Set(found.map(({ what }) => what));
  for (let i = 0; found.length < tries && i < 20 * tries; i += 1) {
    const key = keyOf(seed, i);
    const fresh: Plan = {
      operation: SEARCHES[draw(key, 11) % SEARCHES.length]!,
      parts: [{ kind: bench.maker.kinds[draw(key, 12) % bench.maker.kinds.length]!, size: 100 }],
    };
    const [by, at] = [
      draw(key, 13) % 2 === 0 ? ('held' as const) : ('processor' as const),
      draw(key, 14) % KEPT,
    ];
    const parent = [...found].sort((a, b) => b[by] - a[by])[at]?.plan;
    const plan = i < tries / 4 || !parent ? fresh : bench.maker.mutate(parent, key);
    if (tried.has(describe(plan))) continue;
    tried.add(describe(plan));
    if (bench.maker.bodyOf(plan) !== null) found.push(await bench.tryPlan(plan));
  }
  return found;
}

function show(rows: readonly Measured[]): string {
  return table(
    ['request', 'bytes', 'answer', 'answered after', 'processor', 'a lookup waits up to', 'processor'],
    rows.map(({ what, bytes, refused, answered, processor, wait, held }) => [
      what,
      bytes.toLocaleString('en'),
      refused ? 'refused' : 'results',
      answered > PATIENCE_MS ? `over ${inWords(PATIENCE_MS)}` : inWords(answered),
      inWords(processor),
      inWords(wait),
      `${inWords(held)}${held > LIMIT_MS ? ' !' : ''}`,
    ]),
  );
}

/** A mock, sent one request at a time while lookups follow each other on another connection. */
class Bench {
  readonly maker = new RequestMaker();
  readonly #restart: () => Promise<Server>;
  readonly #contract = loadContract();
  #mock: Server;
  #key: string;

  private constructor(restart: () => Promise<Server>, mock: Server, key: string) {
    this.#restart = restart;
    this.#mock = mock;
    this.#key = key;
  }

  static async start(postings: number, checkout?: string): Promise<Bench> {
    const restart = async () => {
      const started = await forkMock(postings, checkout);
      watch(started);
      return started;
    };
    const mock = await restart();
    const [key] = await mock.newKeys(1);
    const bench = new Bench(restart, mock, key!);
    // The first keyword compiles what all others run.
    await bench.tryPlan({ operation: 'searchJobs', parts: [{ kind: 'common words in either', size: 10 }] });
    return bench;
  }

  end(): void {
    this.#mock.process.kill();
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
      if (once.answered > PATIENCE_MS) break;
    }
    return best!;
  }

  async #once(request: RequestParts | null): Promise<Omit<Measured, 'what' | 'plan' | 'bytes'>> {
    const before = await usage(this.#mock);
    const lookups = new Lookups(this.#mock.port, this.#key);
    await lookups.begin();
    const start = performance.now();
    const sent = request === null ? pause(200) : this.#send(request);
    const result = await Promise.race([sent, pause(PATIENCE_MS)]);
    const answered = performance.now() - start;
    if (answered >= PATIENCE_MS) {
      lookups.end();
      this.#mock.process.kill('SIGKILL');
      this.#mock = await this.#restart();
      [this.#key] = (await this.#mock.newKeys(1)) as [string];
      return { wait: answered, held: answered, answered: Infinity, processor: answered, refused: false };
    }
    const wait = await lookups.finish();
    const { cpu, longest: held } = await usage(this.#mock);
    const processor = (cpu.user + cpu.system - before.cpu.user - before.cpu.system) / 1_000;
    return { wait, held, answered, processor, refused: (result?.refused ?? 0) > 0 };
  }

  #send({ operation, body, query, pieces }: RequestParts): Promise<{ refused: number }> {
    const { path, method } = this.#contract.operation(operation);
    const bytes =
      pieces !== undefined
        ? inPieces(path, this.#key, pieces)
        : body === undefined
          ? Buffer.from(`${method} ${path}?${query} HTTP/1.1\r\n${headOf(this.#key)}\r\n`)
          : rawPost(path, this.#key, JSON.parse(body));
    return runLoad({
      host: '127.0.0.1',
      port: this.#mock.port,
      connections: 1,
      requests: [bytes],
      until: { answers: 1 },
    });
  }
}

interface RequestParts {
  operation: OperationId;
  body?: string;
  query?: string;
  /** The body is so many bytes, each in a chunk of its own. */
  pieces?: number;
}

function otherRequests(): [string, RequestParts][] {
  return [
    ['searchJobs: a body in chunks of one byte', { operation: 'searchJobs', pieces: 200_000 }],
    [
      'listLocations: two hundred letters',
      { operation: 'listLocations', query: `q=${'a'.repeat(200)}&limit=30` },
    ],
    ['listLocations: what many places have', { operation: 'listLocations', query: 'q=ing&limit=30' }],
    ['listJobBoards: 12 KB of parameters', { operation: 'listJobBoards', query: '&q=a'.repeat(3_000) }],
  ];
}

const headOf = (key: string): string => `Host: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n`;

function inPieces(path: string, key: string, pieces: number): Buffer {
  const body = `{"limit":10${' '.repeat(pieces - 12)}}`;
  const chunks = Array.from(body, (byte) => `1\r\n${byte}\r\n`).join('');
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\n${headOf(key)}Transfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`,
  );
}

/** Lookups that follow each other on one connection, and the longest that one of them took. */
class Lookups {
  readonly #socket;
  readonly #request: string;
  #sentAt = 0;
  #longest = 0;
  #answered: () => void = () => undefined;
  #isEnding = false;

  constructor(port: number, key: string) {
    this.#socket = connect(port, '127.0.0.1');
    this.#request = `GET /api/v1/credits/balance HTTP/1.1\r\n${headOf(key)}\r\n`;
    this.#socket.on('error', () => undefined);
    this.#socket.on('data', () => this.#next());
  }

  /** Ends when the first is answered. */
  async begin(): Promise<void> {
    this.#send();
    await new Promise<void>((resolve) => (this.#answered = resolve));
    this.#longest = 0;
  }

  #send(): void {
    this.#sentAt = performance.now();
    this.#socket.write(this.#request);
  }

  #next(): void {
    this.#longest = Math.max(this.#longest, performance.now() - this.#sentAt);
    this.#answered();
    if (this.#isEnding) this.#socket.destroy();
    else this.#send();
  }

  /** Waits for the one under way; returns the longest wait, in ms. */
  async finish(): Promise<number> {
    const answered = new Promise<void>((resolve) => (this.#answered = resolve));
    this.#isEnding = true;
    await answered;
    return this.#longest;
  }

  end(): void {
    this.#socket.destroy();
  }
}

function pause(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, ms, null).unref());
}
