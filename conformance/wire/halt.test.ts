import { describe, expect, it } from 'vitest';
import { createHalt, RunHalted } from './halt.js';
import { createPacer, realTime } from './pacer.js';
import { sleptTime } from '../../test/support/manual-time.js';

describe('createHalt', () => {
  it('does not stop a run without a reason', async () => {
    const halt = createHalt(sleptTime(), { minutes: null, signal: undefined });
    await halt.time.sleep(1e9);
    expect([halt.reason, halt.signal.aborted]).toEqual([null, false]);
    expect(() => halt.check()).not.toThrow();
  });

  it('sleeps no longer than the run may take', async () => {
    const time = sleptTime();
    const halt = createHalt(time, { minutes: 2, signal: undefined });
    await halt.time.sleep(60_000);
    await expect(halt.time.sleep(3_600_000)).rejects.toThrow(
      new RunHalted('the time of the run was up (--max-time 2)'),
    );
    // The remaining time is for judging and reports.
    expect([time.slept, halt.signal.aborted]).toEqual([96_000, true]);
  });

  it('wakes a sleeper when the run is interrupted, with the reason', async () => {
    const interruption = new AbortController();
    const halt = createHalt(realTime, { minutes: null, signal: interruption.signal });
    const sleeping = halt.time.sleep(3_600_000);
    interruption.abort(new Error('interrupted by SIGINT'));
    await expect(sleeping).rejects.toThrow(new RunHalted('interrupted by SIGINT'));
    expect(halt.reason).toBe('interrupted by SIGINT');
    halt.release();
  });

  it('ends a run that was interrupted before it began', () => {
    const halt = createHalt(realTime, { minutes: 1, signal: AbortSignal.abort() });
    expect(halt.reason).toBe('the run was interrupted');
    halt.release();
  });

  it('rejects requests that wait for their turn', async () => {
    const interruption = new AbortController();
    const pacer = createPacer(createHalt(realTime, { minutes: null, signal: interruption.signal }).time);
    const limit = { requests: 1, seconds: 3600 };
    await pacer.admit('lane', limit, 1);
    const waiting = pacer.admit('lane', limit, 1);
    const behind = pacer.admit('lane', limit, 1);
    interruption.abort();
    await expect(waiting).rejects.toThrow(RunHalted);
    await expect(behind).rejects.toThrow(RunHalted);
  });
});
