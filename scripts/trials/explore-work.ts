/** Explores one target of this process, or compares it with another: a mutant, a mock, or an independent service. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare } from '../../conformance/explore/compare.js';
import { explore, type Finding } from '../../conformance/explore/explore.js';
import { replayFiles } from '../../conformance/explore/send-again.js';
import type { StoryStep } from '../../conformance/explore/step.js';
import { loadDocuments } from '../../conformance/pack/model/documents.js';
import { makeProfile } from '../../conformance/run/target/profile.js';
import type { Time } from '../../conformance/wire/pacer.js';
import { startMock } from '../../mock-server/index.js';
import { parseReadings } from '../../mock-server/domain/readings.js';
import { habitsOf } from '../../test/independent-service/habits.js';
import { mutants, startProxy } from '../../test/mutants/index.js';
import { movedTime } from '../../test/worlds/start.js';
import type { ExploreResult, ExploreTask } from './explore-trials.js';
import { strangerOf } from './run-work.js';

const documents = loadDocuments();
/** An ordinary day. */
const NOW = '2026-11-23T10:30:00Z';

interface Place {
  target: string;
  apiKey?: string;
  adminUrl?: string;
  time: Time;
  /** A new API key with plenty of credits; undefined if the admin API makes them. */
  newKey?(): Promise<string>;
  faults(): readonly string[];
  close(): Promise<void>;
}

export async function perform(task: ExploreTask): Promise<ExploreResult> {
  const began = performance.now();
  const none = { broken: [], again: 0, once: [], steps: 0, requests: 0, credits: 0, pairs: 0 };
  try {
    const found = await (task.compare ? compareTask(task) : exploreTask(task));
    return { task, ...found, durationMs: performance.now() - began };
  } catch (error) {
    const errors = [error instanceof Error ? (error.stack ?? error.message) : String(error)];
    return { task, ...none, errors, durationMs: performance.now() - began };
  }
}

type Found = Omit<ExploreResult, 'task' | 'durationMs'>;

/** Compares the target with the same one over other data, without the mutant. */
async function compareTask(task: ExploreTask): Promise<Found> {
  const places = [await placeOf({ ...task, mutant: null }), await placeOf(task, 1000 + task.seed)];
  try {
    const sides = places.map(({ target, apiKey, adminUrl, time }) => ({
      profile: makeProfile({ target, apiKey, adminUrl }, {}),
      time,
    }));
    const { differences, lawful, spent, steps } = await compare({
      targets: sides as [(typeof sides)[0], (typeof sides)[0]],
      documents,
      seed: task.seed,
      steps: task.steps,
    });
    const [{ requests, credits }] = spent as [(typeof spent)[0]];
    return {
      broken: differences.map(({ clause, operation, facts }) => ({
        pair: `${clause ?? 'unexplained'} ${operation}`,
        story: [],
        requests,
        credits,
        words: facts.join(' | '),
      })),
      once: lawful.map(({ reading, operation, facts }) => `${reading} ${operation}: ${facts.join(' | ')}`),
      steps,
      requests,
      credits,
      again: 0,
      pairs: 0,
      errors: places.flatMap(({ faults }) => [...faults()]),
    };
  } finally {
    for (const { close } of places) await close();
  }
}

async function exploreTask(task: ExploreTask): Promise<Found> {
  const place = await placeOf(task);
  const { target, apiKey, adminUrl, time } = place;
  try {
    const { findings, progress } = await explore({
      profile: makeProfile({ target, apiKey, adminUrl }, {}),
      documents,
      seed: task.seed,
      steps: task.steps,
      stopAtFirst: task.mutant !== null,
      time,
    });
    const said = findings.map((each) => ({
      ...each,
      pair: `${each.violation.clause.id} ${each.violation.operation}`,
    }));
    const first = said.find(({ state }) => state === 'broken');
    return {
      again: first === undefined ? 0 : await replay(first, place, task.replays),
      broken: said
        .filter(({ state }) => state === 'broken')
        .map(({ pair, story, at, violation: { judgement } }) => ({
          pair,
          story: story.map(({ step }) => wordsOf(step)),
          ...at,
          words: `expected ${judgement.expected}; ${judgement.actual}`,
        })),
      once: said.flatMap(({ state, pair, reason }) => (state === 'broken' ? [] : [`${pair}: ${reason}`])),
      ...progress,
      errors: [...place.faults()],
    };
  } finally {
    await place.close();
  }
}

const wordsOf = ({ move, operation, call, body, key, copies }: StoryStep): string =>
  [
    `${move} ${operation ?? call!.helper}`,
    JSON.stringify(call?.given ?? body),
    ...(key === null ? [] : [key]),
    ...(copies > 1 ? [`${copies} copies`] : []),
  ].join(' ');

/** Sends a finding again so often. Returns how often it failed again. */
async function replay({ pack }: Finding, place: Place, times: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'job-search-kit-story-'));
  const file = join(folder, 'story.yaml');
  writeFileSync(file, pack);
  let failed = 0;
  try {
    for (let i = 0; i < times; i += 1) {
      const { target, adminUrl, time } = place;
      const apiKey = (await place.newKey?.()) ?? place.apiKey;
      const { replayed } = await replayFiles([file], {
        profile: makeProfile({ target, apiKey, adminUrl }, {}),
        time,
      });
      if (replayed.every(({ state }) => state === 'still broken')) failed += 1;
    }
    return failed;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** `data`: the seed of its postings. */
async function placeOf(
  { mutant, stranger, readings, live }: ExploreTask,
  data = stranger ?? 1,
): Promise<Place> {
  if (stranger !== undefined) {
    const habits = Object.entries(habitsOf(stranger)).map(([name, choice]) => `${name}=${choice}`);
    const server = await strangerOf({ names: [''], seed: data, habits, breaks: null });
    return { ...server, faults: () => [] } as Place;
  }
  const chosen = parseReadings(
    documents.clauses.readings,
    Object.entries(readings).map(([id, choice]) => `${id}=${choice}`),
  );
  const mock = await startMock({ seed: data, now: NOW, admin: !live, readings: chosen });
  const time = movedTime(mock);
  const newKey = (): Promise<string> => mock.accounts.create({ credits: 100_000 });
  const access = live ? { apiKey: 'key_demo', newKey } : { adminUrl: mock.url };
  const rule = mutants.find(({ name }) => name === mutant)?.rule();
  if (rule === undefined)
    return { target: mock.url, ...access, time, faults: () => [], close: () => mock.close() };
  const proxy = await startProxy(documents.contract, mock.url, rule, () => mock.clock.now());
  return {
    target: proxy.url,
    ...access,
    time,
    faults: () => proxy.faults(),
    async close() {
      await proxy.close();
      await mock.close();
    },
  };
}
