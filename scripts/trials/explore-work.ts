/** Trials of `explore` and `compare`: without packs, they must find stateful mutants, and nothing on conforming targets. */
import { writeFileSync } from 'node:fs';
import { compare } from '../../conformance/explore/compare.js';
import { explore, type Finding } from '../../conformance/explore/explore.js';
import { replayFiles } from '../../conformance/explore/send-again.js';
import type { StoryStep } from '../../conformance/explore/step.js';
import { loadDocuments } from '../../conformance/pack/model/documents.js';
import { makeProfile, type Profile } from '../../conformance/run/target/profile.js';
import { count } from '../../conformance/values/text.js';
import type { Time } from '../../conformance/wire/pacer.js';
import { startMock } from '../../mock-server/index.js';
import { parseReadings } from '../../mock-server/domain/readings.js';
import { habitsOf } from '../../test/independent-service/habits.js';
import { testData } from '../../test/mock/checked-mock.js';
import { STATEFUL } from '../../test/mutants/catalogue.js';
import { mutants, startProxy } from '../../test/mutants/index.js';
import { scratchFolder } from '../../test/support/scratch-folder.js';
import { movedTime } from '../../test/worlds/rows.js';
import { strangerOf } from './run-work.js';
import type { Outcome, Task, Trials } from './trials.js';

const documents = loadDocuments();

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

interface ExploreTask extends ExploreFlags, Task {
  kind: 'explore';
  mutant: string | null;
  /** Habits of the independent service; undefined for a mock. */
  stranger?: number;
  readings: Readonly<Record<string, string>>;
}

interface ExploreOutcome extends Outcome {
  task: ExploreTask;
  steps: number;
  isFound: boolean;
  /** The requests and credits until each confirmed finding, or difference. */
  broken: { requests: number; credits: number }[];
}

/** Readings that a mock can have, each with one choice that differs; the first has the usual choices. */
const readings: readonly Record<string, string>[] = [
  {},
  ...documents.clauses.readings
    .filter((reading) => reading.switch)
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

/** Not near the end of a day, a month or a year. */
const NOW = '2026-11-23T10:30:00Z';

interface Place {
  /** Returns a profile for it, with the admin API or with a new key. */
  side(): Promise<{ profile: Profile; time: Time }>;
  faults(): readonly string[];
  close(): Promise<void>;
}

type Found = Awaited<ReturnType<typeof exploreTask>>;

export async function perform(task: ExploreTask): Promise<ExploreOutcome> {
  const { names, mutant, compare, replays = 0 } = task;
  const began = performance.now();
  const places = compare
    ? [await placeOf({ ...task, mutant: null }), await placeOf(task, 1000 + task.seed)]
    : [await placeOf(task)];
  const { broken, once, steps, requests, credits, again, story } = await (
    compare ? compareTask(task, places) : exploreTask(task, places[0]!)
  ).finally(() => Promise.all(places.map(({ close }) => close())));
  const [first] = broken;
  const what = compare
    ? broken.map(({ clause, operation }) => `${clause} ${operation}`).join(', ')
    : `${first?.clause} ${first?.operation}, ${count(first?.length ?? 0, 'request')}`;
  const words = first
    ? `${what}, after ${first.requests} requests and ${first.credits} credits` +
      (replays > 0 ? `, again ${again} of ${replays} times` : '')
    : 'nothing found';
  const seconds = Math.round((performance.now() - began) / 1000);
  const beside = once.length > 0 ? `; seen once: ${once.join('; ')}` : '';
  // A comparison must name the clause of the mutant. An exploration may find any clause that the mutant breaks.
  const named = mutants.find(({ name }) => name === mutant)?.clause;
  const isFound = mutant !== null && broken.some(({ clause }) => !compare || clause === named);
  const problems = places.flatMap((place) => place.faults());
  if (mutant === null) {
    problems.push(...broken.map((each) => `false alarm: ${each.clause} ${each.operation} ${each.words}`));
    // Independent services may fail now and then, and their data changes.
    if (task.stranger === undefined || compare) problems.push(...once.map((each) => `seen once: ${each}`));
  } else {
    if (!isFound) problems.push('not found');
    if (first && again < replays) problems.push(`its story failed again ${again} of ${replays} times`);
  }
  return {
    task,
    steps,
    isFound,
    broken,
    lines: [
      `${names[0]}: ${words} (${requests} requests, ${credits} credits, ${seconds} s)${beside}`,
      ...story.map((step) => `    ${step}`),
    ],
    problems: problems.map((each) => `${names[0]}: ${each}`),
  };
}

/** Compares the target with one without the mutant, over other data. */
async function compareTask({ seed, steps }: ExploreTask, [one, other]: readonly Place[]): Promise<Found> {
  const targets = [await one!.side(), await other!.side()] as const;
  const { differences, lawful, spent } = await compare({ targets, documents, seed, steps });
  const { requests, credits } = spent[0]!;
  return {
    broken: differences.map(({ clause, operation, facts }) => ({
      clause: clause ?? 'unexplained',
      operation,
      length: 0,
      requests,
      credits,
      words: facts.join(' | '),
    })),
    once: lawful.map(({ reading, operation, facts }) => `${reading} ${operation}: ${facts.join(' | ')}`),
    steps: requests,
    requests,
    credits,
    again: 0,
    story: [],
  };
}

async function exploreTask({ seed, steps, mutant, replays = 0 }: ExploreTask, place: Place) {
  const options = { documents, seed, steps, stopAtFirst: mutant !== null };
  const { findings, progress } = await explore({ ...(await place.side()), ...options });
  const broken = findings.filter(({ state }) => state === 'broken');
  const others = findings.filter(({ state }) => state !== 'broken');
  const [first] = broken;
  return {
    /** Confirmed findings or differences. */
    broken: broken.map(({ story, at, violation: { clause, operation, judgement } }) => ({
      clause: clause.id as string,
      operation: operation as string,
      /** Requests of the story: a step sends one for each copy. */
      length: story.reduce((sum, { step }) => sum + step.copies, 0),
      ...at,
      words: `expected ${judgement.expected}; ${judgement.actual}`,
    })),
    /** Findings that did not recur, or differences between lawful choices, in words. */
    once: others.map(({ violation, reason }) => `${violation.clause.id} ${violation.operation}: ${reason}`),
    steps: progress.steps,
    requests: progress.requests,
    credits: progress.credits,
    /** How often the first finding failed again. */
    again: first === undefined ? 0 : await replay(first, place, replays),
    story: first?.story.map(({ step }) => wordsOf(step)) ?? [],
  };
}

const wordsOf = ({ move, operation, call, body, key, copies }: StoryStep): string =>
  [
    `${move} ${operation ?? call!.helper}`,
    JSON.stringify(call?.given ?? body),
    ...(key === null ? [] : [key]),
    ...(copies > 1 ? [`${copies} copies`] : []),
  ].join(' ');

/** Replays a finding this many times, and returns how often it failed again. */
async function replay({ pack }: Finding, place: Place, times: number): Promise<number> {
  using folder = scratchFolder();
  const file = folder.file('story.yaml');
  writeFileSync(file, pack);
  let failed = 0;
  for (let i = 0; i < times; i += 1) {
    const { replayed } = await replayFiles([file], await place.side());
    if (replayed.every(({ state }) => state === 'still broken')) failed += 1;
  }
  return failed;
}

/** `data`: the seed of its postings. */
async function placeOf(
  { mutant, stranger, readings, live }: ExploreTask,
  data = stranger ?? 1,
): Promise<Place> {
  if (stranger !== undefined) {
    const habits = Object.entries(habitsOf(stranger)).map(([name, choice]) => `${name}=${choice}`);
    const server = await strangerOf({ seed: data, habits, breaks: null });
    const { target, apiKey, time, close } = server;
    const side = { profile: makeProfile({ target, apiKey }, {}), time: time! };
    return { side: () => Promise.resolve(side), faults: () => [], close };
  }
  const chosen = Object.entries(readings).map(([id, choice]) => `${id}=${choice}`);
  const mock = await startMock({
    // Mocks of one process share their postings.
    shared: await testData({ seed: data, jobs: 10_000, now: NOW }),
    admin: !live,
    readings: parseReadings(documents.clauses.readings, chosen),
  });
  const rule = mutants.find(({ name }) => name === mutant)?.rule();
  const proxy = rule && (await startProxy(documents.contract, mock.url, rule, () => mock.clock.now()));
  const target = proxy?.url ?? mock.url;
  const newKey = (): Promise<string> => mock.accounts.create({ credits: 100_000 });
  return {
    async side() {
      const access = live ? { apiKey: await newKey() } : { adminUrl: mock.url };
      return { profile: makeProfile({ target, ...access }, {}), time: movedTime(mock) };
    },
    faults: () => proxy?.faults() ?? [],
    async close() {
      await proxy?.close();
      await mock.close();
    },
  };
}
