/**
 * `npm run stranger`: the whole suite, with one key, on a server that shares no code with the mock. The server conforms, so
 * every violation is a false alarm; with `-- --faults` it has one fault at a time, which the suite must report.
 */
import { InvalidArgumentError } from 'commander';
import { habitsOf, setHabit } from '../../test/independent-service/habits.js';
import { FAULTS } from '../../test/mutants/stranger-faults.js';
import { command, namesAmong } from './command.js';
import { strangerTrials } from './stranger-trials.js';
import { runTrials } from './trials.js';

interface Flags {
  seed: number[];
  habit: string[];
  faults?: true | string[];
  noise?: true;
  allKeys?: true;
}

const { seed, habit, faults, noise, allKeys }: Flags = command('stranger')
  .description('Judges a server that was written from the source alone; seeds choose its habits and data.')
  .option('--seed <numbers>', 'comma-separated seeds', seedsIn, [1, 2, 3, 4])
  .option('--habit <name=choice>', 'overrides the choice of a seed; repeatable', habitIn, [])
  .option(
    '--noise',
    'changing data, 2 % of answers 500 or 503, ten times slower: the seed chooses some of these',
  )
  .option(
    '--faults [names]',
    'break the source: all faults, or comma-separated names; each seed has one of them',
    namesAmong('fault', Object.keys(FAULTS)),
  )
  .option('--all-keys', 'with a key of each role, instead of one key')
  .addHelpText(
    'after',
    '\nExit 1 for a false alarm or a fault that the suite does not report; 2 for a bad flag.',
  )
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
