import { describe, expect, it } from 'vitest';
import { Clock, parseInstant } from './clock.js';

const START = Date.UTC(2026, 2, 15, 12);

function clocks() {
  const real = { now: 1_000_000 };
  const world = new Clock(() => real.now, START);
  return { real, world, account: new Clock(() => world.now()) };
}

describe('a clock', () => {
  it('starts at the given instant and runs with its source', () => {
    const { real, world } = clocks();
    expect(world.now()).toBe(START);
    real.now += 5;
    expect(world.now()).toBe(START + 5);
  });

  it('stops when frozen and then continues from there', () => {
    const { real, world } = clocks();
    world.change({ frozen: true });
    real.now += 5;
    expect(world.now()).toBe(START);
    world.advance({ seconds: 1 });
    expect(world.now()).toBe(START + 1_000);
    world.change({ frozen: false });
    real.now += 5;
    expect(world.now()).toBe(START + 1_005);
  });

  it('of an account follows that of the world with an offset', () => {
    const { world, account } = clocks();
    world.advance({ days: 1 });
    expect(account.now()).toBe(world.now());
    account.advance({ hours: 1 });
    expect(account.own).toBe(true);
    world.advance({ days: 1 });
    expect(account.now()).toBe(world.now() + 3_600_000);
    account.reset();
    expect(account.now()).toBe(world.now());
    expect(account.own).toBe(false);
  });

  it('that is frozen shows exactly the given instant, even if time passes while it is set', () => {
    let real = 1_000_000;
    const ticking = () => real++;
    expect(new Clock(ticking, START, true).now()).toBe(START);
    const clock = new Clock(ticking);
    clock.change({ now: START, frozen: true });
    expect(clock.now()).toBe(START);
    clock.change({ now: START + 5 });
    expect([clock.now(), clock.frozen]).toEqual([START + 5, true]);
  });

  it('never shows a year of more than four digits', () => {
    const { world } = clocks();
    expect(() => world.change({ now: Date.UTC(9001, 0, 1) })).toThrow(/between 1970 and 9000/);
    expect(() => world.advance({ days: 1e9 })).toThrow(/between 1970 and 9000/);
    expect(world.now()).toBe(START);
  });
});

it('parseInstant rejects texts that are not times, and times that no clock can show', () => {
  expect(() => parseInstant('yesterday')).toThrow(/"yesterday" is not a time/);
  expect(() => parseInstant('1969-12-31')).toThrow(/between 1970 and 9000/);
});
