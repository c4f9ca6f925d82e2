/** Runs a client through one course and returns the observed requests. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Contract } from '../../../spec/contract.js';
import { Redactor } from '../../../common/redact.js';
import { attemptsOf, type Attempt } from '../rules/attempt.js';
import type { TrafficHistory } from '../../record/traffic.js';
import type { CourseOptions } from './hold-courses.js';
import { isSearchTask, type Course, type CourseSeen, type Run, type RunSeen } from '../rules/situation.js';
import { openRelay, RELAY_MARK, type CourseMock } from './mock.js';

/** A run that sends more requests than this is killed as endless. */
const MOST_REQUESTS = 150;
/** Time between two requests for the state of the mock, ms. */
const POLL_MS = 60;
/** Time after the end of a run in which its last requests may still arrive, ms. */
const SETTLE_MS = 100;
/** Multiplies the patience of the course about timeouts. Only a client without a timeout needs all of it. */
const TIMEOUT_FACTOR = 3;
/** How long a stalled response lasts after the suite has killed a client that still waits for it, ms. */
const STALL_MS = 1_000;
/** Time to wait for unfinished requests of a client that outlives its run, ms. */
const LINGER_MS = 1_500;

export interface Held extends Required<Pick<CourseOptions, 'start' | 'livesOn' | 'signal' | 'patience'>> {
  mock: CourseMock;
  contract: Contract;
  /** Folder for the state of clients. */
  folder: string;
  /** Delays in all concurrent courses so far, ms: see `watchLag`. */
  lags: readonly number[];
}

/** A run with times on the clock of the mock. */
interface Ended extends Run {
  resultAt: number | null;
  endedAt: number;
}

/** Runs the course. Rejects if the mock does not answer or the client cannot start. */
export async function holdCourse(course: Course, held: Held): Promise<CourseSeen> {
  const { mock, contract } = held;
  const account = await mock.createAccount({ credits: 1_000, ...course.account });
  const { task } = course;
  // Faults hit only the operation of the task.
  const operation = isSearchTask(task) ? { operation: task.operation } : {};
  const longest = held.patience * (course.rules[0] === 'CLI-28' ? TIMEOUT_FACTOR : 1);
  const needed: string[] = [];
  for (const { onRetry, ...fault } of course.faults ?? []) {
    const stall = fault.effect === 'stall' ? { delayMs: Math.round(longest * 1_000) + STALL_MS } : {};
    const id = await mock.addFault(account.id, { ...operation, ...fault, ...stall });
    // A conforming client may report the first failure without a retry, so a fault on retries need not hit.
    if (onRetry !== true) needed.push(id);
  }
  const flood = await mock.addFault(account.id, { effect: 'delay', delayMs: 0, skip: MOST_REQUESTS });
  const haveHit = (ids: readonly string[], hits: ReadonlyMap<string, number>): boolean =>
    ids.every((id) => (hits.get(id) ?? 0) > 0);

  const run = async (url: string, state: string, untilMet = false): Promise<Ended> => {
    const place = join(held.folder, course.name, state);
    mkdirSync(place, { recursive: true });
    const { patience, signal } = held;
    const requests = async (): Promise<number> => (await mock.traffic(account.id)).exchanges.length;
    const before = await requests();
    let outputAt: number | null = null;
    const stop = new AbortController();
    const client = { url, key: account.key, state: place, patience, signal: stop.signal };
    const running = held.start(task, client, () => (outputAt = performance.now()));
    let hasBegun = false;
    const look = async (restart: () => void): Promise<void> => {
      // The patience restarts with the first request, because some languages take seconds to start.
      if (!hasBegun && (hasBegun = (await requests()) > before)) restart();
      const hits = await mock.hits(account.id);
      if (untilMet && haveHit(needed, hits)) stop.abort('restart');
      else if (haveHit([flood], hits)) stop.abort('flood');
    };
    const stopWatch = watch(stop, longest, look, untilMet ? POLL_MS : 4 * POLL_MS, signal);
    try {
      const ended = withoutKey(await running, account.key);
      await sleep(SETTLE_MS);
      const asked = performance.now();
      const { takenAt: endedAt = 0 } = await mock.traffic(account.id);
      // The mock has its own clock. The time of its answer makes this late rather than early.
      const resultAt = ended.result === null || outputAt === null ? null : outputAt + endedAt - asked;
      return { ...ended, resultAt, endedAt };
    } finally {
      stopWatch();
    }
  };

  const earlier = held.lags.length;
  const runs = await runsOf(course, mock.url, run);
  if (held.livesOn && course.rules.some((rule) => rule === 'CLI-28' || rule === 'CLI-30'))
    await sleep(LINGER_MS);
  const hits = await mock.hits(account.id);
  const history = await mock.traffic(account.id);
  const attempts = attemptsOf(history.exchanges, contract);
  return {
    course,
    runs: seenRuns(course, runs, history, attempts),
    history,
    attempts,
    isMet: history.exchanges.length > 0 && haveHit(needed, hits),
    lag: Math.max(0, ...held.lags.slice(earlier)),
  };
}

async function runsOf(
  { runs }: Course,
  url: string,
  run: (url: string, state: string, untilMet?: boolean) => Promise<Ended>,
): Promise<Ended[]> {
  if (runs === 'two-at-once') {
    const relay = await openRelay(url);
    return Promise.all([run(url, 'state-1'), run(relay.url, 'state-2')]).finally(relay.close);
  }
  const first = await run(url, 'state', runs === 'restarted');
  return runs === 'again' || runs === 'restarted' ? [first, await run(url, 'state')] : [first];
}

/**
 * Kills a run after `patience` seconds or if the user interrupts it. Calls `look` at intervals, which may kill the run or
 * restart the time limit. Returns a function that stops the watch.
 */
function watch(
  stop: AbortController,
  patience: number,
  look: (restart: () => void) => Promise<void>,
  everyMs: number,
  signal?: AbortSignal,
): () => void {
  const timeout = setTimeout(() => stop.abort('patience'), patience * 1_000);
  const restart = (): void => void timeout.refresh();
  const looks = setInterval(() => void look(restart).catch(() => undefined), everyMs);
  const interrupt = (): void => stop.abort('interrupted');
  signal?.addEventListener('abort', interrupt, { once: true });
  if (signal?.aborted === true) interrupt();
  return () => {
    clearTimeout(timeout);
    clearInterval(looks);
    signal?.removeEventListener('abort', interrupt);
  };
}

/** Adds delays of timers and of the mock's responses to `lags`, because a loaded machine adds them to every wait in all courses. */
export function watchLag(mock: CourseMock, lags: number[]): NodeJS.Timeout {
  let due = performance.now() + POLL_MS;
  return setInterval(() => {
    const begun = due;
    due = performance.now() + POLL_MS;
    mock.beat().then(
      () => lags.push(performance.now() - begun),
      () => undefined,
    );
  }, POLL_MS);
}

/** Redacts the API key in the output of a client, since reports contain the output. */
function withoutKey(run: Run, key: string): Run {
  const redactor = new Redactor();
  redactor.add(key, '[key]');
  const isWritten = run.notes.includes(key) || JSON.stringify(run.result).includes(key);
  const remarks = [run.remark, isWritten && 'its output contains its API key'].filter(Boolean);
  return redactor.value({ ...run, remark: remarks.join('; ') || null });
}

/** Assigns attempts to runs: by the connection to the relay if the runs are concurrent, else by time. */
function seenRuns(
  { runs: kind }: Course,
  runs: readonly Ended[],
  { exchanges }: TrafficHistory,
  attempts: readonly Attempt[],
): RunSeen[] {
  // The relay marks requests of a connection, which may be to any path.
  const marked = exchanges.filter(({ request }) => request.headers?.[RELAY_MARK] !== undefined);
  const relayed = new Set(marked.map(({ connection }) => connection));
  return runs.map((run, i) => {
    const from = runs[i - 1]?.endedAt ?? -Infinity;
    // A function may still send requests after the suite has killed its run. They do not count.
    const to = i === runs.length - 1 && run.end !== 'patience' ? Infinity : run.endedAt;
    const own = attempts.filter(({ exchange: { connection, arrivedAt } }) =>
      kind === 'two-at-once' ? relayed.has(connection) === (i === 1) : arrivedAt! > from && arrivedAt! <= to,
    );
    return { ...run, attempts: own };
  });
}
