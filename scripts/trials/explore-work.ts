/** Explores one target of this process: a mutant, a mock, or an independent service. */
import { explore } from '../../conformance/explore/explore.js';
import { loadDocuments } from '../../conformance/pack/model/documents.js';
import { makeProfile } from '../../conformance/run/target/profile.js';
import type { Time } from '../../conformance/wire/pacer.js';
import { startMock } from '../../mock-server/index.js';
import { parseReadings } from '../../mock-server/domain/readings.js';
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
  faults(): readonly string[];
  close(): Promise<void>;
}

export async function perform(task: ExploreTask): Promise<ExploreResult> {
  const began = performance.now();
  const none = { broken: [], once: [], requests: 0, credits: 0, pairs: 0 };
  try {
    const found = await exploreTask(task);
    return { task, ...found, durationMs: performance.now() - began };
  } catch (error) {
    const errors = [error instanceof Error ? (error.stack ?? error.message) : String(error)];
    return { task, ...none, errors, durationMs: performance.now() - began };
  }
}

async function exploreTask(task: ExploreTask): Promise<Omit<ExploreResult, 'task' | 'durationMs'>> {
  const { time, faults, close, ...reached } = await placeOf(task);
  try {
    const { findings, progress } = await explore({
      profile: makeProfile(reached, {}),
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
    return {
      broken: said
        .filter(({ state }) => state === 'broken')
        .map(({ pair, story, at, violation, pack }) => ({
          pair,
          steps: story.length,
          ...at,
          words: `expected ${violation.judgement.expected}; ${violation.judgement.actual}`,
          pack,
        })),
      once: said.flatMap(({ state, pair, reason }) => (state === 'broken' ? [] : [`${pair}: ${reason}`])),
      requests: progress.requests,
      credits: progress.credits,
      pairs: progress.pairs,
      errors: [...faults()],
    };
  } finally {
    await close();
  }
}

async function placeOf({ mutant, stranger, readings, live }: ExploreTask): Promise<Place> {
  if (stranger !== undefined) {
    const server = await strangerOf({ names: [''], seed: stranger, habits: [], breaks: null });
    return { ...server, faults: () => [] } as Place;
  }
  const chosen = parseReadings(
    documents.clauses.readings,
    Object.entries(readings).map(([id, choice]) => `${id}=${choice}`),
  );
  const mock = await startMock({ seed: 1, now: NOW, admin: !live, readings: chosen });
  const time = movedTime(mock);
  const access = live ? { apiKey: 'key_demo' } : { adminUrl: mock.url };
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
