import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { MOST_UNDER_WAY, Pipelines } from './pipelines.js';

it('a few requests of a packet are under way, in their order, and those of others start at once', async () => {
  const pipelines = new Pipelines();
  const [busy, other] = [{ bytesRead: 1_000 }, { bytesRead: 10 }] as [Socket, Socket];
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const start = (socket: Socket, name: string): void =>
    pipelines.start(socket, () => {
      started.push(name);
      return new Promise((end) => ends.push(end));
    });
  const names = Array.from({ length: 3 * MOST_UNDER_WAY }, (_, i) => `busy ${i}`);
  for (const name of names) start(busy, name);
  start(other, 'other');
  expect(started).toEqual(['busy 0', 'other']);
  started.pop();
  ends.pop();
  Object.assign(busy, { bytesRead: 2_000 });
  start(busy, 'behind them');
  for (let ended = 0; ended <= names.length; ended += 1) {
    await nextTurn();
    await nextTurn();
    expect(started).toHaveLength(Math.min(MOST_UNDER_WAY + ended, names.length + 1));
    ends[ended]!();
  }
  expect(started).toEqual([...names, 'behind them']);
});
