/**
 * `npm run stranger`: the whole suite, with one key, on a server that shares no code with the mock. The server conforms, so
 * every violation is a false alarm; with `-- --faults` it has one fault at a time, which the suite must report.
 */
import { InvalidArgumentError } from 'commander';
import { habitsOf, setHabit } from '../../test/independent-service/habits.js';
import { FAULTS } from '../../test/mutants/stranger-faults.js';
import { command, namesAmong } from '../command.js';
import { strangerTrials } from './stranger-trials.js';
import { runTrials } from './trials.js';

interface Flags {
  seed: number[];
  habit: string[];
  faults?: true | string[];
  noise?: true;
  allKeys?: true;
}

const { seed, habit, faults, noise, allKeys } = command('stranger', {
  seeds: seedsIn,
  habit: habitIn,
  names: namesAmong('fault', Object.keys(FAULTS)),
})
  .parse()
  .opts<Flags>();

process.exitCode = await runTrials([
  strangerTrials(seed, {
    habits: habit,
    faults: faults === true ? Object.keys(FAULTS) : faults,
    hasNoise: noise,
    hasAllKeys: allKeys,
  }),
]);

function seedsIn(list: string): number[] {
  const seeds = list.split(',').map(Number);
  if (seeds.every((each) => Number.isSafeInteger(each) && each >= 0)) return seeds;
  throw new InvalidArgumentError('Seeds are whole numbers.');
}

function habitIn(text: string, others: string[]): string[] {
  try {
    setHabit(habitsOf(1), text);
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
  return [...others, text];
}
