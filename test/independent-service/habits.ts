/** Habits: choices that the source leaves to a deployment, and other lawful differences. A service has one value of each. */
import { CHOICES, NOISE, RARE } from './generated/habits.js';
import { createRandom } from './random.js';

/** For `setHabit`: all rare habits. */
export const RARE_HABITS = Object.entries(RARE).map(([name, [, rare]]) => `${name}=${rare}`);

/** For `noiseOf`: the habits of each kind of noise. */
const NOISES = [['moving=true', 'vanishing=true'], ['failing=true'], ['tenTimesSlower=true']];

const ALL = { ...CHOICES, ...RARE, ...NOISE };

export type Habits = { [Name in keyof typeof ALL]: (typeof ALL)[Name][number] };

export function habitsOf(seed: number): Habits {
  const random = createRandom(seed);
  const drawn = Object.entries(CHOICES).map(([name, choices]) => [name, random.pick<unknown>(choices)]);
  const quiet = Object.entries({ ...RARE, ...NOISE }).map(([name, [usual]]) => [name, usual]);
  return Object.fromEntries([...drawn, ...quiet]) as Habits;
}

/** Returns the habits of some kinds of noise. Seven consecutive seeds cover every combination. */
export function noiseOf(seed: number): string[] {
  const kinds = 1 + (seed % 7);
  return NOISES.flatMap((habits, i) => ((kinds >> i) & 1 ? habits : []));
}

/** Whether a run with this habit may end incomplete. */
export function isNoise(habit: string): boolean {
  return Object.entries(NOISE).some(
    ([name, [usual]]) => habit.startsWith(`${name}=`) && habit !== `${name}=${usual}`,
  );
}

/** Sets a habit, such as `moving=true`. Throws RangeError for an unknown habit or value. */
export function setHabit(habits: Habits, text: string): Habits {
  const [name = '', value] = text.split('=');
  const choices = new Map<string, readonly unknown[]>(Object.entries(ALL)).get(name);
  if (choices === undefined)
    throw new RangeError(`There is no habit "${name}"; use one of ${Object.keys(ALL).join(', ')}.`);
  const choice = choices.find((each) => String(each) === value);
  if (choice === undefined)
    throw new RangeError(`${name} must be one of ${[...new Set(choices)].join(', ')}.`);
  return { ...habits, [name]: choice };
}
