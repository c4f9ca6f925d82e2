/** `npm run bench -- server`: searches of 10 postings a second, beside peers on the same machine in the same run. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPrism } from '../opinions/start-prism.js';
import { anyKeys, forkExpress, forkMock, usage, type Server } from './forked.js';
import { rawPost, runLoad } from './load.js';
import { table } from './table.js';

const PATH = '/api/v1/jobs-search/search';
const MS = 3000;
const ROUNDS = 3;
/** Accounts that share a load: with as many, and pages that differ, about half of what a round sells is new. */
export const ACCOUNTS = 40;
const PAGES = 20;

export type Body = Record<string, unknown>;

/** Ten postings a page, under filters that differ: what a client team's pipeline sends. */
const bodies = [
  { limit: 10 },
  { limit: 10, is_remote: true },
  { limit: 10, department: ['Engineering', 'Software Engineering'], job_type: ['Full Time'] },
  { limit: 10, seniority_level: ['Mid Level'], salary_data_available: true },
  { limit: 10, job_keywords: { title: ['engineer', 'manager'] } },
  { limit: 10, job_boards: true, exclude_duplicates: false },
];

export async function benchServer(): Promise<void> {
  const mock = await forkMock();
  const { turns, answers } = await turnPages(mock);
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const file = join(folder, 'pages.json');
  writeFileSync(file, JSON.stringify(answers));
  const express = await forkExpress(file);
  const prism: Server = { name: 'Prism', ...(await startPrism(['mock'])), newKeys: anyKeys };
  const servers = [mock, express, prism];
  try {
    const rows: string[][] = [];
    for (const connections of [8, 64]) {
      const rates = new Map<Server, number[]>(servers.map((server) => [server, []]));
      // In turn, so that a machine that slows down slows all of them.
      for (let round = 0; round < ROUNDS + 1; round += 1) {
        for (const server of servers) {
          const keys = await server.newKeys(ACCOUNTS);
          const result = await load(server, keys, turns, connections, { ms: round === 0 ? 1000 : MS });
          if (result.refused > 0) throw new Error(`${server.name} refused ${result.refused} requests`);
          if (round > 0) rates.get(server)!.push(result.answers / result.seconds);
        }
      }
      const medianOf = (server: Server): number => rates.get(server)!.sort((a, b) => a - b)[ROUNDS >> 1]!;
      for (const server of servers) {
        rows.push([
          String(connections),
          server.name,
          Math.round(medianOf(server)).toLocaleString('en'),
          `${(medianOf(mock) / medianOf(server)).toFixed(2)}`,
        ]);
      }
    }
    console.log(table(['connections', 'server', 'searches/s', 'mock is … times as fast'], rows));
    console.log('Goals: at least 2 times Prism, at least 0.75 of bare Express.');
  } finally {
    for (const server of servers) server.process.kill();
    rmSync(folder, { recursive: true });
  }
}

/** Processor time of the mock for one search of 10 postings; the number of postings should hardly show in it. */
export async function benchScale(): Promise<void> {
  const rows: string[][] = [];
  let first = 0;
  for (const jobs of [10_000, 1_000_000]) {
    const mock = await forkMock(jobs);
    try {
      // Enough that both sizes have met every body, and compiled what they will run.
      const keys = await mock.newKeys(1);
      await load(mock, keys, bodies, 8, { answers: 3_000 });
      const before = await usage(mock);
      const { answers } = await load(mock, keys, bodies, 8, { answers: 12_000 });
      const after = await usage(mock);
      const micros = (after.cpu.user + after.cpu.system - before.cpu.user - before.cpu.system) / answers;
      first ||= micros;
      rows.push([jobs.toLocaleString('en'), `${Math.round(micros)} µs`, (micros / first).toFixed(2)]);
    } finally {
      mock.process.kill();
    }
  }
  console.log(table(['postings', 'processor time a search', 'of 10,000 postings'], rows));
  console.log('Goal: at most 1.4 times.');
}

/** Memory over a million searches, in five looks; each without an operation key, so that each stores a made one. */
export async function benchMemory(searches: number): Promise<void> {
  const mock = await forkMock();
  try {
    const rows: string[][] = [];
    const keys = await mock.newKeys(1);
    for (let part = 0; part <= 5; part += 1) {
      if (part > 0) await load(mock, keys, bodies, 64, { answers: searches / 5 });
      const { rss } = await usage(mock);
      rows.push([((searches / 5) * part).toLocaleString('en'), `${Math.round(rss / 1024 / 1024)} MiB`]);
    }
    console.log(table(['searches', 'resident'], rows));
  } finally {
    mock.process.kill();
  }
}

/** Every page by every account, page by page. */
export function load(
  { port }: Server,
  keys: readonly string[],
  turns: readonly Body[],
  connections: number,
  until: { answers?: number; ms?: number },
) {
  const requests = turns.flatMap((body) => keys.map((key) => rawPost(PATH, key, body)));
  return runLoad({ host: '127.0.0.1', port, connections, requests, until });
}

/** The first pages of every search, as a client turns them: what it sends, and what it is answered. */
export async function turnPages(mock: Server): Promise<{ turns: Body[]; answers: string[] }> {
  const [key] = await mock.newKeys(1);
  const turns: Body[] = [];
  const answers: string[] = [];
  for (const body of bodies) {
    let cursor: unknown = undefined;
    for (let page = 0; page < PAGES && cursor !== null; page += 1) {
      const turn = cursor === undefined ? body : { ...body, search_after: cursor };
      const response = await fetch(`http://127.0.0.1:${mock.port}${PATH}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(turn),
      });
      const answer = await response.text();
      turns.push(turn);
      answers.push(answer);
      cursor = (JSON.parse(answer) as { data: { search_after: unknown } }).data.search_after;
    }
  }
  return { turns, answers };
}
