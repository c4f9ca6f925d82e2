/**
 * `npm run stranger`: the whole suite, with one key, on a server that shares no code with the mock. It keeps to the
 * source, so whatever is said against it is a false alarm; with `-- --faults` it breaks it, one clause at a time.
 */
import { availableParallelism } from 'node:os';
import { Command, InvalidArgumentError } from 'commander';
import { didYouMean } from '../../common/nearest.js';
import { perform } from '../workers.js';
import { FAULTS, type Fault } from '../../test/independent-service/faults.js';
import { habitsOf, setHabit } from '../../test/independent-service/habits.js';
import { nameOf, problemsOf, type Result, type Task } from './result.js';

interface Flags {
  seed: number[];
  habit: string[];
  faults?: true | Fault[];
}

const { seed, habit, faults }: Flags = new Command('stranger')
  .description(
    'Judges a server that was written from the source alone, its habits and data drawn from seeds.',
  )
  .option('--seed <numbers>', 'seeds, by comma', seedsIn, [1, 2, 3, 4])
  .option('--habit <name=choice>', 'in place of what a seed draws; repeatable', habitIn, [])
  .option('--faults [names]', 'break the source instead, each fault once, or those named, by comma', faultsIn)
  .addHelpText('after', '\nExit 1 for a false alarm or a fault that is not named; 2 for a bad flag.')
  .allowExcessArguments(false)
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .parse()
  .opts<Flags>();

const names = faults === true ? (Object.keys(FAULTS) as Fault[]) : faults;
const tasks: Task[] =
  names === undefined
    ? seed.map((each) => ({ seed: each, habits: habit, breaks: null }))
    : names.map((breaks, i) => ({ seed: seed[i % seed.length]!, habits: habit, breaks }));
const began = performance.now();
const worker = { script: new URL('./worker.ts', import.meta.url), jobs: availableParallelism() };
const results = await perform<Task, Result>(
  worker,
  tasks,
  ({ task, headline, against, durationMs, credits, requests }) => {
    const broken = against.length === 0 ? '' : ` ${against.map(({ clause }) => clause).join(', ')}.`;
    const spent = `${credits} credits, ${requests} requests, ${Math.round(durationMs / 1000)} s`;
    console.log(`${nameOf(task)} (${spent}): ${headline}${broken}`);
  },
);
const problems = results.flatMap(problemsOf);
for (const problem of problems) console.log(problem);
const seconds = Math.round((performance.now() - began) / 1000);
console.log(`${results.length} runs, ${problems.length} problems; ${seconds} s.`);
process.exitCode = problems.length > 0 ? 1 : 0;

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

function faultsIn(list: string): Fault[] {
  const asked = list.split(',');
  const unknown = asked.find((name) => !Object.hasOwn(FAULTS, name));
  if (unknown === undefined) return asked as Fault[];
  throw new InvalidArgumentError(
    `No fault is called "${unknown}".${didYouMean(unknown, Object.keys(FAULTS))}`,
  );
}
