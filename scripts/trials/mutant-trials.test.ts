import { describe, expect, it } from 'vitest';
import { mutants } from '../../test/mutants/index.js';
import { WORLDS } from '../../test/worlds/worlds.js';
import { dataFor, mutantTrials, SEEDED } from './mutant-trials.js';

describe('the data of mutants', () => {
  it('is one of three worlds, in turn, on a live target, and otherwise seeded', () => {
    const visible = mutants.slice(0, 12).filter((each) => each.unseenFromOutside === undefined);
    const live = visible.map((each) => dataFor(each, true));
    const names = WORLDS.map(({ name }) => name);
    expect(live.every((name) => names.includes(name))).toBe(true);
    expect(new Set(live).size).toBe(3);
    expect(dataFor(visible[0]!, false)).toBe(SEEDED);
  });

  it('is seeded if a run with one key cannot detect the mutant', () => {
    const hidden = mutants.find((each) => each.unseenFromOutside !== undefined);
    expect(dataFor(hidden!, true)).toBe(SEEDED);
  });
});

describe('with --once', () => {
  const { tasks } = mutantTrials({ once: true });

  it('every mutant is tried once, with an admin API only if a run with one key cannot detect it', () => {
    const tried = tasks.filter(({ innocents }) => !innocents);
    const names = tried.map(({ names: [name] }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, unseenFromOutside } of mutants)
      expect(tried.find(({ names }) => names[0] === name)?.live, name).toBe(unseenFromOutside === undefined);
  });

  it('every innocent is tried as by the two commands without --once', () => {
    const both = [mutantTrials({ innocents: true }), mutantTrials({ innocents: true, live: true })];
    expect(tasks.filter((task) => task.innocents)).toEqual(both.flatMap((each) => each.tasks));
  });
});
