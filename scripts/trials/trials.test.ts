import { describe, expect, it } from 'vitest';
import { afterSecondTry, tasksAgain } from './trials.js';

interface Tried {
  task: { names: string[]; data: string };
  wrong: boolean;
}

const tried = (wrong: boolean, ...names: string[]): Tried => ({ task: { names, data: 'seeded' }, wrong });
const namesOf = (results: readonly Tried[]): string[] => results.flatMap(({ task }) => task.names);
const isWrong = ({ wrong }: Tried): boolean => wrong;

describe('the second try', () => {
  it('repeats a mutant unchanged, and each innocent of a group alone', () => {
    expect(tasksAgain([tried(true, 'survivor'), tried(true, 'a', 'b')])).toEqual(
      ['survivor', 'a', 'b'].map((name) => ({ names: [name], data: 'seeded' })),
    );
  });

  it('replaces the first, whose failure is reported separately if it does not recur', () => {
    const first = [tried(false, 'caught'), tried(true, 'survivor'), tried(true, 'a', 'b')];
    const second = [tried(false, 'survivor'), tried(false, 'a'), tried(false, 'b')];
    const { counted, once } = afterSecondTry(first, second, isWrong);
    expect([namesOf(counted), namesOf(once)]).toEqual([
      ['caught', 'survivor', 'a', 'b'],
      ['survivor', 'a', 'b'],
    ]);
  });

  it('counts a failure that recurs, even if only one member of the group fails', () => {
    const first = [tried(true, 'survivor'), tried(true, 'a', 'b')];
    const second = [tried(true, 'survivor'), tried(false, 'a'), tried(true, 'b')];
    const { counted, once } = afterSecondTry(first, second, isWrong);
    expect([namesOf(counted.filter(isWrong)), namesOf(once)]).toEqual([['survivor', 'b'], []]);
  });
});
