/** `npm run bench -- watch`: searches of 10 postings a second through `watch`, beside a bare Node proxy before the same server. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forkExpress, forkMock, forkPlainProxy, forkWatch, usage, type Server } from './forked.js';
import { rawPost, runLoad } from './load.js';
import { table } from './table.js';

const PATH = '/api/v1/jobs-search/search';
const MS = 3000;

export async function benchWatch({ rounds }: { rounds: number }): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const file = join(folder, 'pages.json');
  writeFileSync(file, JSON.stringify([await pageOfTen()]));
  // A target that costs little itself, so that the proxies show.
  const target = await forkExpress(file);
  const proxies = [await forkPlainProxy(target.port), await forkWatch(target.port)];
  try {
    const seen = proxies.map((): Round[] => []);
    // In turn, so that a machine that slows down slows both.
    for (let round = 0; round <= rounds; round += 1)
      for (const [i, proxy] of proxies.entries()) {
        const one = await roundOf(proxy, round === 0 ? 1000 : MS);
        if (round > 0) seen[i]!.push(one);
      }
    const [bare] = seen.map((each) => medianOf(each.map(({ rate }) => rate)));
    const [bareMicros] = seen.map((each) => medianOf(each.map(({ micros }) => micros)));
    const rows = proxies.map(({ name }, i) => {
      const rate = medianOf(seen[i]!.map((each) => each.rate));
      const micros = medianOf(seen[i]!.map((each) => each.micros));
      return [
        name,
        Math.round(rate).toLocaleString('en'),
        (rate / bare!).toFixed(2),
        `${Math.round(micros)} µs`,
        (bareMicros! / micros).toFixed(2),
      ];
    });
    console.log(
      table(
        ['proxy', 'searches/s', 'of a bare one', 'processor time a search', 'by that, of a bare one'],
        rows,
      ),
    );
    console.log('Goal: at least 0.75 of a bare Node proxy.');
  } finally {
    for (const each of [target, ...proxies]) each.process.kill();
    rmSync(folder, { recursive: true });
  }
}

async function pageOfTen(): Promise<string> {
  const mock = await forkMock();
  try {
    const [key = ''] = await mock.newKeys(1);
    const response = await fetch(`http://127.0.0.1:${mock.port}${PATH}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: '{"limit": 10}',
    });
    return await response.text();
  } finally {
    mock.process.kill();
  }
}

/** Searches a second, and the proxy's processor time for one in µs. */
interface Round {
  rate: number;
  micros: number;
}

async function roundOf(proxy: Server, ms: number): Promise<Round> {
  const before = (await usage(proxy)).cpu;
  const { answers, seconds, refused } = await runLoad({
    host: '127.0.0.1',
    port: proxy.port,
    connections: 16,
    requests: [rawPost(PATH, 'key', { limit: 10 })],
    until: { ms },
  });
  const { user, system } = (await usage(proxy)).cpu;
  if (refused > 0) throw new Error(`${refused} requests were refused`);
  return { rate: answers / seconds, micros: (user + system - before.user - before.system) / answers };
}

function medianOf(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1]!;
}
