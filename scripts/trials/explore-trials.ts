/** Trials of `explore` and `compare`: without packs, they must find stateful mutants, and accuse no lawful target. */
import { loadClauses } from '../../spec/clauses.js';
import { STATEFUL } from '../../test/mutants/stateful.js';
import type { Trials } from './trials.js';

export interface ExploreTask {
  /** A mutant, or a lawful target. */
  names: readonly [string];
  /** The mutant in front of a mock; null for none. */
  mutant: string | null;
  /** Habits of the independent service; undefined for a mock. */
  stranger?: number;
  /** Readings of the mock. */
  readings: Readonly<Record<string, string>>;
  /** With one key and no admin API. */
  live: boolean;
  /** Compares it with the same target over other data, without the mutant. */
  compare: boolean;
  seed: number;
  steps: number;
  /** Sends the pack of the first finding again so often. */
  replays: number;
}

export interface ExploreResult {
  task: ExploreTask;
  /** Confirmed findings, or differences: clause, operation, steps of the story, and requests and credits until it was seen. */
  broken: { pair: string; steps: number; requests: number; credits: number; words: string; pack: string }[];
  /** How often the first finding failed again. */
  again: number;
  /** Findings that did not come again, or differences between lawful choices, in words. */
  once: string[];
  requests: number;
  credits: number;
  pairs: number;
  durationMs: number;
  errors: string[];
}

export interface ExploreFlags {
  only?: readonly string[];
  live?: boolean;
  compare?: boolean;
  seed: number;
  steps: number;
  replays?: number;
  /** Lawful targets: so many runs on mocks, and on independent services. */
  mocks: number;
  strangers: number;
}

/** The choices that a mock offers, one after the other; the first are the usual ones. */
const readings: readonly Record<string, string>[] = [
  {},
  ...loadClauses()
    .readings.filter((reading) => reading.switch)
    .flatMap(({ id, choices }) => choices.slice(1).map((choice) => ({ [id]: String(choice.id) }))),
];

/** 50,000 requests to mocks in all readings: mock, model and oracles check each other. */
export const checkedStories: ExploreFlags = { seed: 1, steps: 3125, mocks: 16, strangers: 0 };

const mutantNames = Object.values(STATEFUL).flat();

export function exploreTrials({
  only,
  live = false,
  compare = false,
  seed,
  steps,
  replays = 0,
  mocks,
  strangers,
}: ExploreFlags): Trials<ExploreResult> {
  const common = { live, compare, seed, steps, replays, readings: {} };
  const lawful = (name: string, i: number): ExploreTask => ({
    ...common,
    names: [`${name} ${seed + i}`],
    mutant: null,
    seed: seed + i,
  });
  const wanted = mocks + strangers > 0 ? [] : mutantNames.filter((each) => only?.includes(each) ?? true);
  return {
    kind: 'explore',
    tasks: [
      ...wanted.map((name): ExploreTask => ({ ...common, names: [name], mutant: name })),
      ...Array.from({ length: mocks }, (_, i) => ({
        ...lawful('mock', i),
        readings: readings[i % readings.length]!,
        live: i % 2 === 1,
      })),
      ...Array.from({ length: strangers }, (_, i) => ({
        ...lawful('independent service', i),
        stranger: seed + i,
        live: true,
      })),
    ],
    hasSecondTry: false,
    linesOf({ task, broken, again, once, requests, credits, pairs, durationMs }) {
      const [first] = broken;
      const found =
        first === undefined
          ? 'not found'
          : `${first.pair}, ${first.steps} steps, after ${first.requests} requests and ${first.credits} credits` +
            (replays > 0 ? `, again ${again} of ${replays} times` : '');
      const beside = once.length === 0 ? '' : `; seen once: ${once.join('; ')}`;
      return [
        `${task.names[0]}: ${found} (${requests} requests, ${credits} credits, ${pairs} pairs, ${Math.round(durationMs / 100) / 10} s)${beside}`,
      ];
    },
    problemsOf({ task, broken, again, once, errors }) {
      const [name] = task.names;
      const words = errors.map((each) => `${name}: ${each}`);
      if (task.mutant !== null && broken.length === 0) words.push(`${name}: not found`);
      if (task.mutant !== null && broken.length > 0 && again < task.replays)
        words.push(`${name}: its story failed again ${again} of ${task.replays} times`);
      if (task.mutant === null)
        words.push(...broken.map(({ pair, words: said }) => `${name}: false alarm: ${pair} ${said}`));
      // Independent services fail in passing, and their data moves.
      if (task.mutant === null && task.stranger === undefined)
        words.push(...once.map((each) => `${name}: seen once: ${each}`));
      return words;
    },
    conclude(results) {
      const found = results.flatMap(({ broken: [first] }) => first ?? []);
      const median = (of: (each: (typeof found)[number]) => number): number =>
        found.map(of).sort((a, b) => a - b)[Math.floor(found.length / 2)] ?? 0;
      return {
        lines: [
          '',
          results.some(({ task }) => task.mutant === null)
            ? `${results.length} stories told to lawful targets, ${results.reduce((sum, { requests }) => sum + requests, 0)} requests`
            : `${found.length} of ${results.length} found; median ${median(({ requests }) => requests)} requests, ` +
              `${median(({ credits }) => credits)} credits, ${median(({ steps }) => steps)} steps`,
        ],
        problems: [],
      };
    },
  };
}
