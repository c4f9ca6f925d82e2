/** `npm run bench -- worst`: sends expensive requests, and prints how long each delays a lookup. */
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { table } from '../table.js';
import { rawRequest, runLoad } from './load.js';
import { inWords } from './measure.js';
import { forkMock, microsOf, usage, type Question, type Server } from './servers.js';
import { worstRequests, type Request } from './worst-requests.js';

/** The goal: the longest wait of a lookup, in ms of processor time. */
const LIMIT_MS = 50;
/** A request above the goal is sent this many times. The shortest wait counts, since other programs can only lengthen it. */
const TIMES = 3;
const SHOWN = 15;
const BALANCE = '/api/v1/credits/balance';

/** Times in ms. */
interface Measured {
  what: string;
  refused: boolean;
  /** The longest wait of a lookup during the request, in wall and in processor time of the mock. */
  wait: number;
  blocked: number;
  /** The time until the answer, in wall and in processor time of the mock. */
  answered: number;
  processor: number;
}

/** `checkout` is the root of another version of the repository, whose mock is measured with the same requests. */
export async function benchWorst(setup: { postings: number; checkout?: string }): Promise<void> {
  const mock = await forkMock(setup);
  try {
    mock.process.send('watch' satisfies Question);
    const [key = ''] = await mock.newKeys(1);
    const requests = worstRequests(key);
    // An uncounted request: the first one with keywords also compiles the code that all others run.
    await measure(mock, key, requests[0]!);
    const measured: Measured[] = [];
    for (const request of requests) measured.push(await measure(mock, key, request));
    const total = `${measured.length} requests over ${setup.postings.toLocaleString('en')} postings`;
    print(`The longest waits of a lookup, of ${total}`, measured, 'blocked');
    print('The most processor time', measured, 'processor');
    const late = measured.filter(({ blocked }) => blocked > LIMIT_MS).length;
    console.log(`\nGoal: no lookup waits longer than ${LIMIT_MS} ms. Missed by ${late} requests.`);
  } finally {
    mock.process.kill();
  }
}

/** Sends one request while lookups follow each other on another connection. */
async function measure(mock: Server, key: string, [what, request]: Request): Promise<Measured> {
  const { port } = mock;
  let best: Measured | null = null;
  for (let time = 0; time < TIMES && (best === null || best.blocked > LIMIT_MS); time += 1) {
    const finish = new AbortController();
    const before = await usage(mock);
    const until = { signal: finish.signal };
    const lookups = runLoad({ port, connections: 1, requests: [rawRequest('GET', BALANCE, key)], until });
    // Waits for the first lookups, which open the connection.
    await pause(10);
    const start = performance.now();
    const socket = connect(port, '127.0.0.1');
    socket.write(request);
    const refused = (await buffer(socket)).toString('latin1', 9, 12) !== '200';
    const answered = performance.now() - start;
    finish.abort();
    const wait = Math.max(...(await lookups).waits);
    const after = await usage(mock);
    const processor = (microsOf(after) - microsOf(before)) / 1_000;
    const once = { what, refused, wait, blocked: after.longest, answered, processor };
    if (best === null || once.blocked < best.blocked) best = once;
  }
  return best!;
}

function print(title: string, rows: readonly Measured[], by: 'blocked' | 'processor'): void {
  const head = ['request', 'answer', 'answered after', 'processor', 'longest wait', 'processor'];
  const top = rows.toSorted((a, b) => b[by] - a[by]).slice(0, SHOWN);
  const cells = top.map(({ what, refused, answered, processor, wait, blocked }) => [
    what,
    refused ? 'refused' : 'results',
    ...[answered, processor, wait].map(inWords),
    `${inWords(blocked)}${blocked > LIMIT_MS ? ' !' : ''}`,
  ]);
  console.log(`\n${title}\n\n${table(head, cells)}`);
}
