/** Trials of `explore` and `compare`: without packs, they must find stateful mutants, and accuse no lawful target. */
import { loadClauses } from '../../spec/clauses.js';
import { count } from '../../conformance/values/text.js';
import { mutants } from '../../test/mutants/index.js';
import { STATEFUL } from '../../test/mutants/stateful.js';
import type { Trials } from './trials.js';

/** What all stories of a command have in common. */
interface Common {
  /** With one key and no admin API. */
  live: boolean;
  /** Compares each target with the same one over other data, without the mutant. */
  compare: boolean;
  seed: number;
  steps: number;
  /** Sends the pack of the first finding again so often. */
  replays: number;
}

export interface ExploreTask extends Common {
  /** A mutant, or a lawful target. */
  names: readonly [string];
  /** The mutant in front of a mock; null for none. */
  mutant: string | null;
  /** Habits of the independent service; undefined for a mock. */
  stranger?: number;
  /** Readings of the mock. */
  readings: Readonly<Record<string, string>>;
}

export interface ExploreResult {
  task: ExploreTask;
  /** Confirmed findings, or differences, with the moves of their stories, and requests and credits until it was seen. */
  broken: { pair: string; story: string[]; requests: number; credits: number; words: string }[];
  /** How often the first finding failed again. */
  again: number;
  /** Findings that did not come again, or differences between lawful choices, in words. */
  once: string[];
  steps: number;
  requests: number;
  credits: number;
  pairs: number;
  durationMs: number;
  errors: string[];
}

export interface ExploreFlags extends Partial<Common> {
  only?: readonly string[];
  /** Of the mutants, every nth. */
  every?: number;
  /** Stories of each mutant, with one seed after the other. */
  seeds?: number;
  seed: number;
  steps: number;
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

const clauses = new Map(mutants.map(({ name, clause }) => [name, clause]));

export function exploreTrials(flags: ExploreFlags): Trials<ExploreResult> {
  const { only, every = 1, seeds = 1, mocks, strangers } = flags;
  const taskOf = (i: number, name: string, more: Partial<ExploreTask> = {}): ExploreTask => ({
    live: flags.live ?? false,
    compare: flags.compare ?? false,
    steps: flags.steps,
    replays: flags.replays ?? 0,
    mutant: null,
    readings: {},
    seed: flags.seed + i,
    names: [`${name}, seed ${flags.seed + i}`],
    ...more,
  });
  const wanted = Object.values(STATEFUL)
    .flat()
    .filter((name, i) => (only?.includes(name) ?? true) && (i + 1) % every === 0);
  return {
    kind: 'explore',
    tasks: [
      ...(mocks + strangers > 0 ? [] : wanted).flatMap((mutant) =>
        Array.from({ length: seeds }, (_, i) => taskOf(i, mutant, { mutant })),
      ),
      ...Array.from({ length: mocks }, (_, i) =>
        taskOf(i, 'mock', { readings: readings[i % readings.length]!, live: i % 2 === 1 }),
      ),
      ...Array.from({ length: strangers }, (_, i) =>
        taskOf(i, 'independent service', { stranger: flags.seed + i, live: true }),
      ),
    ],
    hasSecondTry: false,
    linesOf({ task, broken, again, once, requests, credits, pairs, durationMs }) {
      const [first] = broken;
      const found =
        first === undefined
          ? 'nothing found'
          : `${first.pair}, ${count(first.story.length, 'step')}, after ${first.requests} requests and ${first.credits} credits` +
            (task.replays > 0 ? `, again ${again} of ${task.replays} times` : '');
      const beside = once.length === 0 ? '' : `; seen once: ${once.join('; ')}`;
      return [
        `${task.names[0]}: ${found} (${requests} requests, ${credits} credits, ${pairs} pairs, ${Math.round(durationMs / 100) / 10} s)${beside}`,
        ...(first?.story ?? []).map((step) => `    ${step}`),
      ];
    },
    problemsOf(result) {
      const { task, broken, again, once, errors } = result;
      const [name] = task.names;
      const words = errors.map((each) => `${name}: ${each}`);
      if (task.mutant !== null && !isNamed(result)) words.push(`${name}: not found`);
      if (task.mutant !== null && broken.length > 0 && again < task.replays)
        words.push(`${name}: its story failed again ${again} of ${task.replays} times`);
      if (task.mutant === null)
        words.push(...broken.map(({ pair, words: said }) => `${name}: false alarm: ${pair} ${said}`));
      // Independent services fail in passing, and their data moves.
      if (task.mutant === null && (task.stranger === undefined || task.compare))
        words.push(...once.map((each) => `${name}: seen once: ${each}`));
      return words;
    },
    conclude(results) {
      const found = results.filter((each) => each.task.mutant !== null && isNamed(each));
      const [requests, credits] = (['requests', 'credits'] as const).map(
        (of) => found.map(({ broken }) => broken[0]![of]).sort((a, b) => a - b)[Math.floor(found.length / 2)],
      );
      const sent = results.reduce((sum, { steps }) => sum + steps, 0);
      return {
        lines: [
          '',
          results.some(({ task }) => task.mutant === null)
            ? `${results.length} stories told to lawful targets, ${sent} steps`
            : `${found.length} of ${results.length} found; median ${requests} requests, ${credits} credits`,
          ...(seeds > 1 ? lengthsOf(found) : []),
        ],
        problems: [],
      };
    },
  };
}

/** A comparison must name the clause of the mutant; an exploration may find any of those that it breaks. */
function isNamed({ task: { compare, mutant }, broken }: ExploreResult): boolean {
  return broken.some(({ pair }) => !compare || pair.startsWith(`${clauses.get(mutant ?? '')} `));
}

/** For each first finding with the first seed: the shortest story of any seed for the same mutant and clause. */
function lengthsOf(found: readonly ExploreResult[]): string[] {
  const clauseOf = ({ pair }: { pair: string }): string => pair.split(' ')[0]!;
  const firsts = found.filter(
    ({ task }, i) => found.findIndex((each) => each.task.mutant === task.mutant) === i,
  );
  const lengths = firsts.map(({ task: { mutant }, broken: [first] }) => {
    const all = found.filter(({ task }) => task.mutant === mutant).flatMap(({ broken }) => broken);
    const alike = all.filter((each) => clauseOf(each) === clauseOf(first!));
    return {
      mutant,
      own: first!.story.length,
      shortest: Math.min(...alike.map(({ story }) => story.length)),
    };
  });
  const short = lengths.filter(({ own, shortest }) => own <= 1.5 * shortest);
  return [
    ...lengths.map(
      ({ mutant, own, shortest }) =>
        `${mutant}: ${count(own, 'step')}; the shortest known story has ${shortest}`,
    ),
    `${short.length} of ${lengths.length} stories have at most 1.5 times the length of the shortest known one`,
  ];
}
