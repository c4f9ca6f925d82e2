import { expect, it } from 'vitest';
import { startMock } from '../../mock-server/index.js';
import { runConformance } from '../index.js';

it('finds nothing wrong where two runs use one key at the same time, and says why it is unsure', async () => {
  const mock = await startMock({ seed: 1, jobs: 2500, now: '2026-03-01T12:00:00Z', admin: false });
  const apiKey = await mock.accounts.create({ credits: 2000 });
  // Waiting moves the clock of both; in between the other run has its turn.
  const time = {
    now: () => mock.clock.now(),
    sleep: async (ms: number) => {
      await mock.clock.advance({ milliseconds: Math.ceil(ms) });
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
  const judge = () => runConformance({ target: mock.url, apiKey, time, packs: ['balance', 'billing'] });
  try {
    const reports = await Promise.all([judge(), judge()]);
    for (const { verdict, clauses } of reports) {
      expect(clauses.filter((each) => each.verdict === 'fail').map(({ clause }) => clause.id)).toEqual([]);
      expect(verdict).not.toBe('does-not-conform');
    }
    expect(reports.flatMap(({ notes }) => notes).join()).toContain('nother caller used this key');
  } finally {
    await mock.close();
  }
}, 60_000);
