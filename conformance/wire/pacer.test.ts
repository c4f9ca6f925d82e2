import { beforeEach, describe, expect, it } from 'vitest';
import { sleptTime } from '../../test/support/manual-time.js';
import { createPacer } from './pacer.js';

describe('createPacer', () => {
  let time: ReturnType<typeof sleptTime>;
  let pacer: ReturnType<typeof createPacer>;
  beforeEach(() => {
    time = sleptTime();
    pacer = createPacer(time);
  });

  it('lets 19 of 20 requests pass and then waits for the window', async () => {
    const limit = { requests: 20, seconds: 60 };
    for (let i = 0; i < 19; i += 1) await pacer.admit('a', limit, 1);
    expect(time.slept).toBe(0);
    await pacer.admit('a', limit, 1);
    expect(time.slept).toBe(61_000);
    expect(pacer.waitedMs).toBe(61_000);
  });

  it('counts a wait that is cut short up to its end', async () => {
    const limit = { requests: 1, seconds: 60 };
    time.sleep = () => {
      time.slept = 10_000;
      return Promise.reject(new Error('the run ends'));
    };
    await pacer.admit('a', limit, 1);
    await expect(pacer.admit('a', limit, 1)).rejects.toThrow('the run ends');
    time.slept += 30_000;
    expect(pacer.waitedMs).toBe(10_000);
  });

  it('limits each lane separately', async () => {
    for (const lane of ['a', 'b', 'c']) await pacer.admit(lane, { requests: 1, seconds: 60 }, 1);
    expect(time.slept).toBe(0);
  });

  it('never exceeds the limit in any window, even with concurrent callers', async () => {
    const sent: number[] = [];
    const ask = async (): Promise<void> => {
      await pacer.admit('a', { requests: 5, seconds: 10 }, 1);
      sent.push(time.slept);
    };
    await Promise.all(Array.from({ length: 23 }, ask));
    for (const at of sent)
      expect(sent.filter((each) => each > at - 10_000 && each <= at).length).toBeLessThanOrEqual(4);
    expect(sent).toHaveLength(23);
  });

  it('delays a lane as long as requested', async () => {
    pacer.holdBack('a', 7000);
    await pacer.admit('a', { requests: 100, seconds: 60 }, 1);
    expect(time.slept).toBe(7000);
  });

  it('returns how long a number of requests must wait', async () => {
    const limit = { requests: 10, seconds: 60 };
    const waits = (...counts: number[]): number[] => counts.map((count) => pacer.wait('a', limit, count));
    await pacer.admit('a', limit, 3);
    await time.sleep(10_000);
    await pacer.admit('a', limit, 2);
    expect(waits(4, 5, 7, 8)).toEqual([0, 51_000, 51_000, 61_000]);
    // A group that is larger than the limit waits for a whole free window.
    expect(waits(9, 100)).toEqual([61_000, 61_000]);
    expect(pacer.wait('b', limit, 100)).toBe(0);
    pacer.holdBack('a', 1000);
    expect(waits(4, 5)).toEqual([1000, 51_000]);
  });

  it('lowers the limit to what the target accepted if it refuses too early', async () => {
    const limit = { requests: 200, seconds: 60 };
    for (let i = 0; i < 31; i += 1) await pacer.admit('a', limit, 1);
    // An earlier run may have sent the rest.
    pacer.refused('a', limit, 1);
    expect(pacer.wait('a', limit, 160)).toBe(0);
    await time.sleep(61_000);
    for (let i = 0; i < 31; i += 1) await pacer.admit('a', limit, 1);
    pacer.refused('a', limit, 1);
    expect(pacer.wait('a', limit, 1)).toBe(61_000);
    await pacer.admit('a', limit, 1);
    expect(time.slept).toBe(122_000);
  });

  it('admits a group of copies above the limit together, once the window is empty', async () => {
    await pacer.admit('a', { requests: 2, seconds: 10 }, 1);
    await pacer.admit('a', { requests: 2, seconds: 10 }, 5);
    expect(time.slept).toBe(11_000);
  });
});
