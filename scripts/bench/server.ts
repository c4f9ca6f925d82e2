/** `npm run bench -- server` and `scale`: searches of 10 postings over HTTP. */
import { writeFileSync } from 'node:fs';
import { scratchFolder } from '../../test/support/scratch-folder.js';
import { table } from '../table.js';
import { rawRequest, runLoad } from './load.js';
import { median } from './measure.js';
import { startPrism } from './prism.js';
import { anyKeys, forked, forkMock, microsOf, usage, type Server } from './servers.js';

const PATH = '/api/v1/jobs-search/search';
const MS = 3000;
const ROUNDS = 3;
/** Number of accounts that share a load. With this number, about half of the jobs in a round are new to their account. */
export const ACCOUNTS = 40;
const PAGES = 20;

export type Body = Record<string, unknown>;

/** Bodies with ten postings per page and several filters, like those of a client team's pipeline. */
const bodies: readonly Body[] = [
  { limit: 10 },
  { limit: 10, is_remote: true },
  { limit: 10, department: ['Engineering', 'Software Engineering'], job_type: ['Full Time'] },
  { limit: 10, seniority_level: ['Mid Level'], salary_data_available: true },
  { limit: 10, job_keywords: { title: ['engineer', 'manager'] } },
  { limit: 10, job_boards: true, exclude_duplicates: false },
];

export async function benchServer(): Promise<void> {
  const mock = await forkMock();
  const { requests, answers } = await turnPages(mock);
  using folder = scratchFolder();
  const file = folder.file('pages.json');
  writeFileSync(file, JSON.stringify(answers));
  const prism: Server = { name: 'Prism', ...(await startPrism()), newKeys: anyKeys };
  const servers = [mock, await forked('bare Express', 'express.ts', [file]), prism];
  try {
    const rows: string[][] = [];
    for (const connections of [8, 64]) {
      const rates = new Map<Server, number[]>(servers.map((server) => [server, []]));
      // In turn, so that all servers are affected if the machine slows down. The first round is a warm-up.
      for (let round = 0; round < ROUNDS + 1; round += 1)
        for (const server of servers) {
          const keys = await server.newKeys(ACCOUNTS);
          const until = { ms: round === 0 ? 1000 : MS };
          const { answers, seconds } = await load(server, keys, requests, connections, until);
          if (round > 0) rates.get(server)!.push(answers / seconds);
        }
      const medianOf = (server: Server): number => median(rates.get(server)!);
      for (const server of servers) {
        const rate = Math.round(medianOf(server)).toLocaleString('en');
        rows.push([String(connections), server.name, rate, (medianOf(mock) / medianOf(server)).toFixed(2)]);
      }
    }
    console.log(table(['connections', 'server', 'searches/s', 'mock is … times as fast'], rows));
    console.log('Goals: at least 2 times Prism, at least 0.75 of bare Express.');
  } finally {
    for (const server of servers) server.process.kill();
  }
}

/** Measures how the number of postings affects the processor time of a search. */
export async function benchScale(): Promise<void> {
  const rows: string[][] = [];
  let first = 0;
  for (const postings of [10_000, 1_000_000]) {
    const mock = await forkMock({ postings });
    try {
      // Warms up both sizes with every body, so that their code is compiled.
      const keys = await mock.newKeys(1);
      const started = await usage(mock);
      await load(mock, keys, bodies, 8, { answers: 3_000 });
      const before = await usage(mock);
      const { answers } = await load(mock, keys, bodies, 8, { answers: 12_000 });
      const after = await usage(mock);
      const micros = (microsOf(after) - microsOf(before)) / answers;
      first ||= micros;
      rows.push([
        postings.toLocaleString('en'),
        `${Math.round(micros)} µs`,
        (micros / first).toFixed(2),
        ...[started, after].map(({ rss }) => `${Math.round(rss / 2 ** 20)} MiB`),
      ]);
    } finally {
      mock.process.kill();
    }
  }
  const memory = ['resident at start', 'after 15,000 searches'];
  console.log(table(['postings', 'processor time per search', 'of 10,000 postings', ...memory], rows));
  console.log('Goal: at most 1.4 times.');
}

/** Sends every body with every key, body by body. Throws if the server refuses any. */
export async function load(
  { name, port }: Server,
  keys: readonly string[],
  sent: readonly Body[],
  connections: number,
  until: { answers?: number; ms?: number },
) {
  const requests = sent.flatMap((body) => keys.map((key) => rawRequest('POST', PATH, key, body)));
  const result = await runLoad({ port, connections, requests, until });
  if (result.refused > 0) throw new Error(`${name} refused ${result.refused} requests`);
  return result;
}

/** Follows the cursor of every search for some pages. Returns the sent bodies and their responses. */
export async function turnPages(mock: Server): Promise<{ requests: Body[]; answers: string[] }> {
  const [key] = await mock.newKeys(1);
  const requests: Body[] = [];
  const answers: string[] = [];
  for (const body of bodies) {
    let request: Body | null = body;
    for (let page = 0; page < PAGES && request !== null; page += 1) {
      const response: Response = await fetch(`http://127.0.0.1:${mock.port}${PATH}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(request),
      });
      const answer = await response.text();
      requests.push(request);
      answers.push(answer);
      const { search_after } = (JSON.parse(answer) as { data: { search_after: unknown } }).data;
      request = search_after === null ? null : { ...body, search_after };
    }
  }
  return { requests, answers };
}
