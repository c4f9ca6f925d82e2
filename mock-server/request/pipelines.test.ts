import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Pipelines } from './pipelines.js';

it('one request of a packet starts in each turn, in their order, and those of others at once', async () => {
  const pipelines = new Pipelines();
  const [busy, other] = [{ bytesRead: 1_000 }, { bytesRead: 10 }] as unknown as [Socket, Socket];
  const started: string[] = [];
  for (const name of ['first', 'second', 'third']) pipelines.start(busy, () => started.push(name));
  pipelines.start(other, () => started.push('other'));
  expect(started).toEqual(['first', 'other']);
  Object.assign(busy, { bytesRead: 2_000 });
  pipelines.start(busy, () => started.push('behind them'));
  for (const name of ['second', 'third', 'behind them']) {
    await nextTurn();
    expect(started.at(-1)).toBe(name);
  }
  expect(started).toHaveLength(5);
  Object.assign(busy, { bytesRead: 3_000 });
  pipelines.start(busy, () => started.push('later'));
  expect(started.at(-1)).toBe('later');
});
