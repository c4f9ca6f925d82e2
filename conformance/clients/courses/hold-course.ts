/** Sends a client through one course, and gives what was seen. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Contract } from '../../../spec/contract.js';
import { createRedactor } from '../../../common/redact.js';
import { attemptsOf } from '../rules/attempt.js';
import type { TrafficHistory } from '../../record/traffic.js';
import type { Running, Start } from './client.js';
import { isSearchTask, type Course } from '../rules/situation.js';
import { openRelay, RELAY_MARK, type CourseAccount, type CourseMock } from './mock.js';
import type { CourseSeen, Run, RunSeen } from '../rules/situation.js';

/** A client that sends so many requests does not end. */
const FLOOD = 150;
/** How often it is looked whether faults have hit, ms. */
const LOOK_MS = 60;
/** What was under way when a run ended has arrived after this, ms. */
const SETTLE_MS = 100;
/** So much later a request that nobody waits for any more may still come from a client that goes on living, ms. */
const LINGER_MS = 1_500;

export interface Held {
  mock: CourseMock;
  contract: Contract;
  start: Start;
  /** A folder for what clients keep. */
  folder: string;
  /** Whether the client lives on after its runs, as a function does. */
  livesOn: boolean;
  /** Seconds that a run may take. */
  patience: number;
  signal?: AbortSignal | undefined;
}

interface Ended extends Run {
  toldAt: number | null;
  /** When it had ended, on the clock of the mock. */
  endedAt: number;
}

export async function holdCourse(course: Course, held: Held): Promise<CourseSeen> {
  const { mock, livesOn } = held;
  const account = await mock.createAccount({ credits: 1_000, ...course.account });
  const { task } = course;
  // What else a client asks for is left alone.
  const operation = isSearchTask(task) ? { operation: task.operation } : {};
  // One that waits for another attempt does not meet a client that lawfully reports the first failure.
  const needed: string[] = [];
  for (const { onRetry, ...fault } of course.faults ?? []) {
    const id = await mock.addFault(account.id, { ...operation, ...fault });
    if (onRetry !== true) needed.push(id);
  }
  const flood = await mock.addFault(account.id, { effect: 'delay', delayMs: 0, skip: FLOOD });
  const session = new Session(course, held, account, needed, flood);
  const lag = watchLag(mock);
  const runs = await session.hold().finally(() => lag.stop());
  if (livesOn && course.rules.includes('CLI-30')) await sleep(LINGER_MS);
  const hits = await mock.hits(account.id);
  const history = await mock.traffic(account.id);
  return {
    course,
    runs: seenRuns(course, runs, history, held.contract),
    history,
    attempts: attemptsOf(history.exchanges, held.contract),
    isMet: history.exchanges.length > 0 && needed.every((id) => (hits.get(id) ?? 0) > 0),
    lag: lag.most(),
  };
}

/** How late a timer of this process fires, and the mock answers: what a loaded machine adds to the waits of everybody. */
function watchLag(mock: CourseMock): { most(): number; stop(): void } {
  let most = 0;
  let due = performance.now() + LOOK_MS;
  const look = (): void => {
    const begun = due;
    due = performance.now() + LOOK_MS;
    mock.beat().then(
      () => (most = Math.max(most, performance.now() - begun)),
      () => undefined,
    );
  };
  const timer = setInterval(look, LOOK_MS);
  return { most: () => most, stop: () => clearInterval(timer) };
}

/** One course with one account. */
class Session {
  readonly #course: Course;
  readonly #held: Held;
  readonly #account: CourseAccount;
  readonly #faults: readonly string[];
  readonly #flood: string;

  constructor(course: Course, held: Held, account: CourseAccount, faults: readonly string[], flood: string) {
    this.#course = course;
    this.#held = held;
    this.#account = account;
    this.#faults = faults;
    this.#flood = flood;
  }

  async hold(): Promise<Ended[]> {
    const { url } = this.#held.mock;
    switch (this.#course.runs ?? 'once') {
      case 'once':
        return [await this.#run(url, 'state')];
      case 'again':
        return [await this.#run(url, 'state'), await this.#run(url, 'state')];
      case 'restarted':
        return [await this.#run(url, 'state', true), await this.#run(url, 'state')];
      case 'two-at-once': {
        const relay = await openRelay(url);
        try {
          return await Promise.all([this.#run(url, 'state-1'), this.#run(relay.url, 'state-2')]);
        } finally {
          relay.close();
        }
      }
    }
  }

  async #run(url: string, state: string, untilMet = false): Promise<Ended> {
    const { mock, start, folder, signal } = this.#held;
    const place = join(folder, this.#course.name, state);
    mkdirSync(place, { recursive: true });
    const { onTold, told } = lastTime(async () => (await mock.traffic(this.#account.id)).takenAt ?? 0);
    const { patience } = this.#held;
    const running = start(this.#course.task, { url, key: this.#account.key, state: place, patience }, onTold);
    const watched = this.#watch(running, untilMet);
    const interrupt = (): void => running.end('interrupted');
    signal?.addEventListener('abort', interrupt, { once: true });
    if (signal?.aborted === true) interrupt();
    try {
      const run = withoutKey(await running.ended, this.#account.key);
      await sleep(SETTLE_MS);
      const { takenAt = 0 } = await mock.traffic(this.#account.id);
      return { ...run, toldAt: run.result === null ? null : await told(), endedAt: takenAt };
    } finally {
      watched.stop();
      signal?.removeEventListener('abort', interrupt);
    }
  }

  /** Ends the run where its patience is over, it floods the mock, or the course wants it. */
  #watch(running: Running, untilMet: boolean): { stop(): void } {
    const { mock } = this.#held;
    const patience = setTimeout(() => running.end('patience'), this.#held.patience * 1_000);
    const look = async (): Promise<void> => {
      const hits = await mock.hits(this.#account.id);
      const isMet = this.#faults.every((id) => (hits.get(id) ?? 0) > 0);
      if (untilMet && isMet) running.end('restart');
      else if ((hits.get(this.#flood) ?? 0) > 0) running.end('flood');
    };
    const looks = setInterval(() => void look().catch(() => undefined), untilMet ? LOOK_MS : 4 * LOOK_MS);
    return {
      stop: () => {
        clearTimeout(patience);
        clearInterval(looks);
      },
    };
  }
}

/** What a client says may hold the key that it was given; reports show what it says. */
function withoutKey(run: Run, key: string): Run {
  const redactor = createRedactor();
  redactor.add(key, '[key]');
  const isWritten = run.notes.includes(key) || JSON.stringify(run.result).includes(key);
  const remark = isWritten
    ? [run.remark, 'it wrote its API key down'].filter(Boolean).join('; ')
    : run.remark;
  return redactor.value({ ...run, remark });
}

/** When something was told last: a client that tells it a million times is looked after one question at a time. */
function lastTime(ask: () => Promise<number>): { onTold: () => void; told: () => Promise<number | null> } {
  let asking: Promise<number | null> = Promise.resolve(null);
  let isAsking = false;
  let isToldAgain = false;
  const askUntilLast = async (): Promise<number> => {
    let at: number;
    do {
      isToldAgain = false;
      at = await ask();
    } while (isToldAgain);
    return at;
  };
  const onTold = (): void => {
    isToldAgain = true;
    if (isAsking) return;
    isAsking = true;
    asking = askUntilLast().finally(() => (isAsking = false));
    asking.catch(() => undefined);
  };
  return { onTold, told: () => asking };
}

/** Each run with its own requests: by the way that they took where two ran at once, else by when they arrived. */
function seenRuns(
  course: Course,
  runs: readonly Ended[],
  history: TrafficHistory,
  contract: Contract,
): RunSeen[] {
  const relayed = relayedIn(history);
  return runs.map((run, i) => {
    const from = i === 0 ? -Infinity : runs[i - 1]!.endedAt;
    const to = i === runs.length - 1 ? Infinity : run.endedAt;
    const exchanges = history.exchanges.filter(({ connection, arrivedAt }) =>
      course.runs === 'two-at-once'
        ? relayed.has(connection) === (i === 1)
        : arrivedAt! > from && arrivedAt! <= to,
    );
    const own = { ...history, exchanges };
    return { ...run, history: own, attempts: attemptsOf(exchanges, contract) };
  });
}

/** The connections that came over a relay. */
function relayedIn({ exchanges }: TrafficHistory): Set<string | undefined> {
  const marked = exchanges.filter(({ request }) => request.headers?.[RELAY_MARK] !== undefined);
  return new Set(marked.map(({ connection }) => connection));
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
