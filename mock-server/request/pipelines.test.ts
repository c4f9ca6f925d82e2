import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { MOST_STARTS, Pipelines } from './pipelines.js';

it('a few requests of a packet start in each turn, in their order, and those of others at once', async () => {
  const pipelines = new Pipelines();
  const [busy, other] = [{ bytesRead: 1_000 }, { bytesRead: 10 }] as unknown as [Socket, Socket];
  const started: string[] = [];
  for (let i = 0; i < 3 * MOST_STARTS; i += 1) pipelines.start(busy, () => started.push(`busy ${i}`));
  pipelines.start(other, () => started.push('other'));
  expect(started).toHaveLength(MOST_STARTS + 1);
  expect(started.at(-1)).toBe('other');
  Object.assign(busy, { bytesRead: 2_000 });
  pipelines.start(busy, () => started.push('behind them'));
  for (let turn = 2; turn <= 3; turn += 1) {
    await nextTurn();
    expect(started).toHaveLength(turn * MOST_STARTS + 1);
  }
  await nextTurn();
  expect(started.filter((name) => name !== 'other')).toEqual([
    ...Array.from({ length: 3 * MOST_STARTS }, (_, i) => `busy ${i}`),
    'behind them',
  ]);
  Object.assign(busy, { bytesRead: 3_000 });
  pipelines.start(busy, () => started.push('later'));
  expect(started.at(-1)).toBe('later');
});
