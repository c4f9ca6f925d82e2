/** Trials of `explore` and `compare`: without packs, they must find stateful mutants, and nothing on conforming targets. */
import { loadClauses } from '../../spec/clauses.js';
import { grouped } from '../../conformance/values/grouped.js';
import { count } from '../../conformance/values/text.js';
import { mutants } from '../../test/mutants/index.js';
import { STATEFUL } from '../../test/mutants/catalogue.js';
import type { Trials } from './trials.js';

export interface ExploreFlags {
  only?: readonly string[];
  /** Tries only every nth mutant. */
  every?: number;
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

export interface ExploreTask extends ExploreFlags {
  /** The mutant or conforming target, and the seed. */
  names: readonly [string];
  mutant: string | null;
  /** Habits of the independent service; undefined for a mock. */
  stranger?: number;
  readings: Readonly<Record<string, string>>;
}

export interface ExploreResult {
  task: ExploreTask;
  /** Confirmed findings with their stories, or differences; each with the requests and credits until it was found. */
  broken: {
    pair: string;
    story: string[];
    /** Requests of the story: a step sends one for each copy. */
    length: number;
    requests: number;
    credits: number;
    words: string;
  }[];
  /** How often the first finding failed again. */
  again: number;
  /** Findings that did not recur, or differences between lawful choices, in words. */
  once: string[];
  steps: number;
  requests: number;
  credits: number;
  durationMs: number;
  errors: string[];
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

const clauses = new Map(mutants.map(({ name, clause }) => [name, clause]));

export function exploreTrials(flags: ExploreFlags): Trials<ExploreResult> {
  const { only, every = 1, seeds = 1, mocks, strangers } = flags;
  const taskOf = (i: number, name: string, more: Partial<ExploreTask> = {}): ExploreTask => {
    const seed = flags.seed + i;
    return { ...flags, seed, names: [`${name}, seed ${seed}`], mutant: null, readings: {}, ...more };
  };
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
    linesOf({ task: { names, compare, replays = 0 }, broken, again, once, requests, credits, durationMs }) {
      const [first] = broken;
      const what = compare
        ? broken.map(({ pair }) => pair).join(', ')
        : `${first?.pair}, ${count(first?.length ?? 0, 'request')}`;
      const found =
        first === undefined
          ? 'nothing found'
          : `${what}, after ${first.requests} requests and ${first.credits} credits` +
            (replays > 0 ? `, again ${again} of ${replays} times` : '');
      const beside = once.length === 0 ? '' : `; seen once: ${once.join('; ')}`;
      return [
        `${names[0]}: ${found} (${requests} requests, ${credits} credits, ${Math.round(durationMs / 1000)} s)${beside}`,
        ...(first?.story ?? []).map((step) => `    ${step}`),
      ];
    },
    problemsOf(result) {
      const { task, broken, again, once, errors } = result;
      const { replays = 0, mutant } = task;
      const [name] = task.names;
      const words = errors.map((each) => `${name}: ${each}`);
      if (mutant !== null && !isNamed(result)) words.push(`${name}: not found`);
      if (mutant !== null && broken.length > 0 && again < replays)
        words.push(`${name}: its story failed again ${again} of ${replays} times`);
      if (mutant === null)
        words.push(...broken.map((each) => `${name}: false alarm: ${each.pair} ${each.words}`));
      // Independent services may fail now and then, and their data changes.
      if (mutant === null && (task.stranger === undefined || task.compare))
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
            ? `${results.length} stories on conforming targets, ${sent} steps`
            : `${found.length} of ${results.length} found; median ${requests} requests, ${credits} credits`,
          ...(seeds > 1 ? lengthsOf(found) : []),
        ],
        problems: [],
      };
    },
  };
}

/** True if a comparison names the clause of the mutant. An exploration may find any clause that the mutant breaks. */
function isNamed({ task: { compare, mutant }, broken }: ExploreResult): boolean {
  return broken.some(({ pair }) => !compare || pair.startsWith(`${clauses.get(mutant ?? '')} `));
}

/** The first story of each mutant, and the shortest one of any seed that breaks the same clause. */
function lengthsOf(found: readonly ExploreResult[]): string[] {
  const clauseOf = ({ pair }: { pair: string }): string => pair.split(' ')[0]!;
  const lengths = [...grouped(found, ({ task }) => task.mutant)].map(([mutant, results]) => {
    const own = results[0]!.broken[0]!;
    const alike = results.flatMap(({ broken }) => broken).filter((each) => clauseOf(each) === clauseOf(own));
    return [mutant, own.length, Math.min(...alike.map(({ length }) => length))] as const;
  });
  const short = lengths.filter(([, own, shortest]) => own <= 1.5 * shortest);
  return [
    ...lengths.map(
      ([mutant, own, shortest]) => `${mutant}: ${count(own, 'request')}; the shortest has ${shortest}`,
    ),
    `${short.length} of ${lengths.length} stories have at most 1.5 times the length of the shortest`,
  ];
}
