import { expect, it } from 'vitest';
import { startMock, type Mock } from '../../mock-server/index.js';
import { testData } from '../../test/mock/checked-mock.js';
import { runConformance } from '../index.js';

const RUNS = 2;
/** How long a request takes on the mock's clock, in milliseconds. */
const REQUEST_MS = 1_000;

/** Clocks of concurrent runs. Each request advances the time; if all runs wait, it advances until the first can continue. */
function sharedTime({ world: { clock, events } }: Mock) {
  clock.change({ frozen: true });
  const waits = new Set<{ run: number; until: number; end: () => void }>();
  const ended = new Set<number>();
  const pass = (ms: number): void => {
    clock.advance({ milliseconds: ms });
    for (const wait of waits) if (wait.until <= clock.now() && waits.delete(wait)) wait.end();
  };
  const skip = (): void => {
    const idle = new Set([...ended, ...Array.from(waits, ({ run }) => run)]);
    if (idle.size < RUNS || waits.size === 0) return;
    pass(Math.max(0, Math.min(...Array.from(waits, ({ until }) => until)) - clock.now()));
  };
  events.on('request', () => pass(REQUEST_MS));
  return {
    end: (run: number): void => void (ended.add(run), skip()),
    of: (run: number) => ({
      now: () => clock.now(),
      sleep: (ms: number) =>
        new Promise<void>((end) => {
          waits.add({ run, until: clock.now() + Math.ceil(ms), end });
          skip();
        }),
    }),
  };
}

it('no clause fails if two concurrent runs use one key, and a note says that another caller used it', async () => {
  const shared = await testData({ now: '2026-03-01T12:00:00Z' });
  await using mock = await startMock({ shared, admin: false });
  const apiKey = await mock.accounts.create({ credits: 2000 });
  const times = sharedTime(mock);
  const judge = (run: number) =>
    runConformance({ target: mock.url, apiKey, time: times.of(run), packs: ['balance', 'billing'] }).finally(
      () => times.end(run),
    );
  const reports = await Promise.all(Array.from({ length: RUNS }, (_, run) => judge(run)));
  for (const { verdict, clauses } of reports) {
    expect(clauses.filter((each) => each.verdict === 'fail').map(({ clause }) => clause.id)).toEqual([]);
    expect(verdict).not.toBe('does-not-conform');
  }
  expect(reports.flatMap(({ notes }) => notes).join()).toContain('nother caller used this key');
}, 60_000);
