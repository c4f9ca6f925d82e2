/** Trials of the independent service: whole runs with one key, on seeds or on faults that the suite must report. */
import { EXIT_CODES } from '../../conformance/judge/verdicts.js';
import { isNoise, noiseOf } from '../../test/independent-service/habits.js';
import { FAULTS } from '../../test/mutants/stranger-faults.js';
import type { SuiteRun } from './run-work.js';
import type { Outcome, Task, Trials } from './trials.js';

export interface StrangerTask extends Task {
  kind: 'run';
  seed: number;
  /** Habits that override those of the seed, such as `moving=true`. */
  habits: readonly string[];
  breaks: string | null;
  /** Whether the run has a key of each role, instead of one key. */
  hasAllKeys?: boolean;
}

interface Options extends Partial<Pick<StrangerTask, 'habits' | 'hasAllKeys'>> {
  faults?: readonly (string | null)[];
  hasNoise?: boolean;
}

/** Faults change the JSON of answers, and read the balance. */
const READABLE = ['gzip=false', 'balance=flat'];

/** Makes a run for each seed. With faults, each seed has one of them, and each fault has at least one seed. */
export function strangerTrials(seeds: readonly number[], options: Options = {}): Trials {
  const { faults = [null], hasAllKeys } = options;
  const task = (seed: number, breaks: string | null): StrangerTask => {
    const habits = [...(options.hasNoise ? noiseOf(seed) : []), ...(options.habits ?? [])];
    return {
      kind: 'run',
      names: [[`seed ${seed}`, ...habits, ...(breaks === null ? [] : [breaks])].join(' ')],
      seed,
      habits: [...(breaks === null ? [] : [...READABLE, ...(FAULTS[breaks]!.habits ?? [])]), ...habits],
      breaks,
      hasAllKeys,
    };
  };
  return {
    tasks: Array.from({ length: Math.max(seeds.length, faults.length) }, (_, i) =>
      task(seeds[i % seeds.length]!, faults[i % faults.length]!),
    ),
    conclude: ({ length }) => ({ lines: ['', `${length} runs on the independent service`], problems: [] }),
  };
}

export function strangerOutcome(task: StrangerTask, run: SuiteRun): Outcome {
  const { headline, credits, requests, seconds, broken } = run;
  const [name] = task.names;
  // The service may ignore recommendations.
  const red = run.red.filter(({ isMust }) => isMust);
  const named = red.map(({ clause }) => clause).join(', ');
  return {
    task,
    lines: [
      `${name} (${credits} credits, ${requests} requests, ${seconds} s): ${headline}${named && ` ${named}.`}`,
    ],
    problems: [...broken, ...complaints(task, run, red)].map((each) => `${name}: ${each}`),
  };
}

/** Without a fault, any violation is a false alarm; with one, the suite must report its clause. */
function complaints({ breaks, habits }: StrangerTask, run: SuiteRun, red: SuiteRun['red']): string[] {
  const ended = [`exited with ${run.exitCode}: ${run.headline}`];
  const isOpen = run.exitCode === EXIT_CODES.incomplete;
  if (breaks === null) {
    const isExpected = run.exitCode === 0 || (isOpen && habits.some(isNoise));
    const alarms = red.map(({ clause, words }) => `false alarm: ${clause} ${words}`);
    return [...alarms, ...(isExpected ? [] : ended)];
  }
  const { clauses, unseen, leavesOpen } = FAULTS[breaks]!;
  if (run.exitCode !== EXIT_CODES['does-not-conform'])
    return unseen !== undefined || (leavesOpen !== undefined && isOpen) ? [] : ended;
  const named = red.map(({ clause }) => clause);
  if (named.some((clause) => clauses.includes(clause))) return [];
  return [`reports ${named.join(', ')} instead of ${clauses.join(' or ')}`];
}
