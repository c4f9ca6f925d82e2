import { describe, expect, it } from 'vitest';
import { afterSecondTry, tasksAgain } from './second-try.js';

const tried = (name: string, wrong: boolean, innocents: string[] = []): Tried => ({
  task: { name, innocents, without: null, data: 'seeded' },
  wrong,
});
const names = (results: readonly Tried[]): string[] => results.map(({ task }) => task.name);
const isWrong = ({ wrong }: Tried): boolean => wrong;

interface Tried {
  task: { name: string; innocents: string[]; without: null; data: string };
  wrong: boolean;
}

describe('the second try', () => {
  it('takes a mutant as it is, and the innocents of a group each alone', () => {
    const tasks = tasksAgain([tried('survivor', true), tried('a + b', true, ['a', 'b'])]);
    expect(tasks.map(({ name, innocents }) => [name, innocents])).toEqual([
      ['survivor', []],
      ['a', ['a']],
      ['b', ['b']],
    ]);
  });

  it('counts in place of the first, whose fault stands apart when it does not come again', () => {
    const first = [tried('caught', false), tried('survivor', true), tried('a + b', true, ['a', 'b'])];
    const second = [tried('survivor', false), tried('a', false, ['a']), tried('b', false, ['b'])];
    const { counted, once } = afterSecondTry(first, second, isWrong);
    expect([names(counted), names(once)]).toEqual([
      ['caught', 'survivor', 'a', 'b'],
      ['survivor', 'a + b'],
    ]);
  });

  it('leaves what comes again to count, though in one of the group alone', () => {
    const first = [tried('survivor', true), tried('a + b', true, ['a', 'b'])];
    const second = [tried('survivor', true), tried('a', false, ['a']), tried('b', true, ['b'])];
    const { counted, once } = afterSecondTry(first, second, isWrong);
    expect([names(counted.filter(isWrong)), names(once)]).toEqual([['survivor', 'b'], []]);
  });
});
