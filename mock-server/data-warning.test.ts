import { expect, it } from 'vitest';
import { makeDataset } from '../fixtures/index.js';
import { temporaryFile } from '../test/support/temporary-folder.js';
import { dataWarning } from './data-warning.js';
import { startMock } from './index.js';

it.each<[string[], RegExp | null]>([
  [[], /^Warning: --data x holds no postings, so every search is empty\. Put one job object on each line\.$/],
  [
    ['2025-08-02', '2024-01-01'],
    /^Warning: the postings of --data x are from 2024-01-01 to 2025-08-02\. On 2026-03-01, only the historical searches find them by default\. Pass --now 2025-08-03, or change their dates\.$/,
  ],
  [['2026-03-02'], /no search finds them by default\. Pass --now 2026-03-03/],
  [['2024-01-01', '2026-02-28'], null],
])('warns if no search finds the postings of a file: %j', async (days, warning) => {
  const { job } = makeDataset({ now: '2026-03-01', jobs: 1 }).posting(0);
  const lines = days.map((day) => JSON.stringify({ ...job, 'Post Date': day }));
  const data = temporaryFile('mine.ndjson', lines.join('\n'));
  await using mock = await startMock({ data, now: '2026-03-01' });
  const said = dataWarning(mock.world, 'x');
  if (warning === null) expect(said).toBeNull();
  else expect(said).toMatch(warning);
});
