/** `npm run bench -- watch`: searches of 10 postings a second through `watch`, beside a bare Node proxy before the same server. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forkExpress, forkMock, forkPlainProxy, forkWatch } from './forked.js';
import { rawPost, runLoad } from './load.js';
import { table } from './table.js';

const PATH = '/api/v1/jobs-search/search';
const ROUNDS = 5;
const MS = 3000;

export async function benchWatch(): Promise<void> {
  const mock = await forkMock();
  const [key = ''] = await mock.newKeys(1);
  const response = await fetch(`http://127.0.0.1:${mock.port}${PATH}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: '{"limit": 10}',
  });
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const file = join(folder, 'pages.json');
  writeFileSync(file, JSON.stringify([await response.text()]));
  mock.process.kill();
  // A target that costs little itself, so that the proxies show.
  const target = await forkExpress(file);
  const proxies = [await forkPlainProxy(target.port), await forkWatch(target.port)];
  try {
    const requests = [rawPost(PATH, 'key', { limit: 10 })];
    const rates = proxies.map((): number[] => []);
    // In turn, so that a machine that slows down slows both.
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const [i, { port }] of proxies.entries()) {
        const until = { ms: round === 0 ? 1000 : MS };
        const { answers, seconds, refused } = await runLoad({
          host: '127.0.0.1',
          port,
          connections: 16,
          requests,
          until,
        });
        if (refused > 0) throw new Error(`${refused} requests were refused`);
        if (round > 0) rates[i]!.push(answers / seconds);
      }
    }
    const medians = rates.map((each) => each.sort((a, b) => a - b)[ROUNDS >> 1]!);
    const rows = proxies.map(({ name }, i) => [
      name,
      Math.round(medians[i]!).toLocaleString('en'),
      (medians[i]! / medians[0]!).toFixed(2),
    ]);
    console.log(table(['proxy', 'searches/s', 'of a bare one'], rows));
    console.log('Goal: at least 0.75 of a bare Node proxy.');
  } finally {
    for (const each of [target, ...proxies]) each.process.kill();
    rmSync(folder, { recursive: true });
  }
}
