/** Trials of `explore` and `compare`: without packs, they must find stateful mutants, and nothing on conforming targets. */
import { loadClauses } from '../../spec/clauses.js';
import { STATEFUL } from '../../test/mutants/catalogue.js';
import type { Outcome, Task, Trials } from './trials.js';

export interface ExploreFlags {
  only?: readonly string[];
  /** Number of stories for each mutant, each with another seed. */
  seeds?: number;
  /** Whether targets have one key and no admin API. */
  live?: boolean;
  /** Compares each target with the same target without the mutant, with other data. */
  compare?: boolean;
  /** The seed of the first story. */
  seed: number;
  steps: number;
  /** How often to replay the pack of the first finding. */
  replays?: number;
  /** Conforming targets: numbers of runs on mocks and on independent services. */
  mocks: number;
  strangers: number;
}

export interface ExploreTask extends ExploreFlags, Task {
  kind: 'explore';
  mutant: string | null;
  /** Habits of the independent service; undefined for a mock. */
  stranger?: number;
  readings: Readonly<Record<string, string>>;
}

export interface ExploreOutcome extends Outcome {
  task: ExploreTask;
  steps: number;
  /** Whether the mutant was found. */
  isFound: boolean;
  /** The requests and credits until each confirmed finding, or difference. */
  broken: { requests: number; credits: number }[];
}

/** Readings that a mock can have, each with one choice that differs; the first has the usual choices. */
const readings: readonly Record<string, string>[] = [
  {},
  ...loadClauses()
    .readings.filter((reading) => reading.switch)
    .flatMap(({ id, choices }) => choices.slice(1).map((choice) => ({ [id]: String(choice.id) }))),
];

/** 50,000 requests to mocks in all readings: mock, model and oracles check each other. */
export const checkedStories: ExploreFlags = { seed: 1, steps: 3125, mocks: 16, strangers: 0 };

export function exploreTrials(flags: ExploreFlags): Trials<ExploreOutcome> {
  const { only, seeds = 1, mocks, strangers } = flags;
  const tasks = (length: number, name: string, more: (i: number) => Partial<ExploreTask>): ExploreTask[] =>
    Array.from({ length }, (_, i) => {
      const seed = flags.seed + i;
      const names = [`${name}, seed ${seed}`];
      return { kind: 'explore', mutant: null, readings: {}, ...flags, seed, names, ...more(i) };
    });
  const wanted = Object.values(STATEFUL)
    .flat()
    .filter((name) => only?.includes(name) ?? true);
  return {
    tasks: [
      ...(mocks + strangers > 0 ? [] : wanted).flatMap((mutant) => tasks(seeds, mutant, () => ({ mutant }))),
      ...tasks(mocks, 'mock', (i) => ({ readings: readings[i % readings.length]!, live: i % 2 === 1 })),
      ...tasks(strangers, 'independent service', (i) => ({ stranger: flags.seed + i, live: true })),
    ],
    conclude(outcomes) {
      const found = outcomes.filter(({ isFound }) => isFound);
      const medianOf = (of: 'requests' | 'credits') =>
        found.map(({ broken }) => broken[0]![of]).sort((a, b) => a - b)[found.length >> 1];
      const sent = outcomes.reduce((sum, { steps }) => sum + steps, 0);
      return {
        lines: [
          '',
          outcomes.some(({ task }) => task.mutant === null)
            ? `${outcomes.length} stories on conforming targets, ${sent} steps`
            : `${found.length} of ${outcomes.length} found; median ${medianOf('requests')} requests, ` +
              `${medianOf('credits')} credits`,
        ],
        problems: [],
      };
    },
  };
}
