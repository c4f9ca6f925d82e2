import { expect, it } from 'vitest';
import { exchange } from '../../test/servers/servers.js';
import { mayPass, outwait, type Patience } from './patience.js';
import type { Outgoing } from './wire.js';

const refused = exchange({ response: { status: 429, headers: { 'retry-after': '1' } } });

/** A target that answers 429 to all requests. Counts the repetitions. */
function refusing() {
  let sent = 0;
  const patience: Patience = {
    wire: {
      send() {
        sent += 1;
        return Promise.resolve([refused]);
      },
    },
    time: { now: () => 0, sleep: () => Promise.resolve() },
    maxWaitMs: 60_000,
    holdBack: () => undefined,
    exhausted: new Map(),
  };
  const ask = () => outwait(refused, {} as Outgoing, () => true, patience);
  return { ask, patience, sent: () => sent };
}

it('gives up at once if the last request was refused in vain, but not if a concurrent one was', async () => {
  const { ask, sent } = refusing();
  const concurrent = await Promise.all([ask(), ask()]);
  expect(concurrent.map(({ gaveUp }) => gaveUp)).toEqual(Array(2).fill(expect.stringMatching(/ 4 times$/)));
  expect(sent()).toBe(6);
  expect((await ask()).gaveUp).toMatch(/ again$/);
  expect(sent()).toBe(6);
});

it('tries each kind of failure as often as alone', async () => {
  const failed = exchange({ response: { status: 502 } });
  const search = exchange({ response: { body: { success: false } } });
  const answers = [refused, search, refused, failed, failed, search, exchange({ response: { status: 200 } })];
  const { patience } = refusing();
  patience.wire.send = () => Promise.resolve([answers.shift()!]);
  const { exchange: last, gaveUp } = await outwait(failed, {} as Outgoing, mayPass, patience);
  expect([last.response?.status, gaveUp]).toEqual([200, null]);
});

it('gives a target that lost the connection seconds to restart', async () => {
  const lost = exchange({ response: null, failure: { kind: 'connection', message: 'nobody listens there' } });
  const waits: number[] = [];
  const { patience } = refusing();
  patience.wire.send = () => Promise.resolve([lost]);
  patience.time.sleep = (ms) => Promise.resolve(void waits.push(ms));
  await outwait(lost, {} as Outgoing, () => true, patience);
  expect(waits).toEqual([1000, 2000, 4000]);
});
