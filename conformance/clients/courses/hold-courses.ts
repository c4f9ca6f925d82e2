/** Sends a client, a command or a function, through courses, some of them concurrently, each with its own account. */
import { setMaxListeners } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadContract } from '../../../spec/contract.js';
import type { Course } from '../rules/situation.js';
import { type Start, functionClient, type CourseClient } from './client.js';
import { holdCourse, watchLag } from './hold-course.js';
import { judgeCourse } from './judge-course.js';
import { startCourseMock, type CourseMock, takeCourseMock, type RunningMock } from './mock.js';
import { courseReport, type CourseReport, type Judged } from './report.js';

export interface CourseOptions {
  courses: readonly Course[];
  start: Start;
  /** Number of concurrent courses. */
  concurrency: number;
  /** Whether the client outlives its runs, because it is a function in this process. */
  livesOn: boolean;
  /** Seconds that a run may take until its first request, and again from its first request to its end. Default 20. */
  patience?: number;
  /** Whether breaking a recommended rule fails the client. */
  isStrict?: boolean;
  /** Aborts the courses. The report contains the courses that have ended. */
  signal?: AbortSignal | undefined;
  /** Called after each course. */
  onCourse?: (judged: Judged, done: number) => void;
  /** A running mock. By default, starts a mock and closes it after the courses. */
  mock?: CourseMock;
}

/** Default of `patience`, in seconds. */
export const PATIENCE = 20;

/** Runs all courses. Rejects if the mock or the client cannot start. */
export async function holdCourses(options: CourseOptions): Promise<CourseReport> {
  const { courses, start, livesOn, signal, patience = PATIENCE, isStrict = false } = options;
  const contract = loadContract();
  const folder = mkdtempSync(join(tmpdir(), 'job-search-clients-'));
  const mock = options.mock ?? (await startCourseMock());
  const failure = new AbortController();
  const stop = AbortSignal.any([failure.signal, ...(signal === undefined ? [] : [signal])]);
  // Each concurrent course adds a listener.
  setMaxListeners(0, stop);
  const held = { mock, contract, start, livesOn, patience, signal: stop, lags: [] as number[] };
  const lagWatch = watchLag(mock, held.lags);
  const once = async (course: Course, time: number): Promise<Judged> => {
    const begun = performance.now();
    const seen = await holdCourse(course, { ...held, folder: join(folder, String(time)) });
    const seconds = Math.round((performance.now() - begun) / 100) / 10;
    return { ...judgeCourse(seen, contract), seen, seconds };
  };
  const queue = inOrder(courses);
  const judged: Judged[] = [];
  const work = async (): Promise<void> => {
    for (let course = queue.shift(); course !== undefined && !stop.aborted; course = queue.shift()) {
      let result = await once(course, 1);
      for (let time = 2; isDoubtful(result) && time <= MOST_TIMES && !stop.aborted; time += 1)
        result = await once(course, time);
      judged.push(result);
      options.onCourse?.(result, judged.length);
    }
  };
  try {
    // If one client cannot start, wait for the others to end before rejecting.
    const workers = Array.from({ length: options.concurrency }, () =>
      work().catch((error: unknown) => {
        failure.abort();
        throw error;
      }),
    );
    for (const end of await Promise.allSettled(workers)) if (end.status === 'rejected') throw end.reason;
    judged.sort((a, b) => courses.indexOf(a.seen.course) - courses.indexOf(b.seen.course));
    const isSilent = judged.every(({ seen }) => seen.history.exchanges.length === 0);
    const strays = isSilent ? await mock.strays() : [];
    return courseReport(judged, contract, { isInterrupted: signal?.aborted, isStrict, strays });
  } finally {
    clearInterval(lagWatch);
    if (options.mock === undefined) await mock.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** With more lag than this, in ms, a client may not get a response in time. */
const LOADED_LAG = 250;
/** How often to run a course whose results are doubtful. */
const MOST_TIMES = 3;

/** True if a loaded machine may have caused the result. Real behavior occurs again in another run of the course. */
function isDoubtful({ seen, judgements, verdict }: Judged): boolean {
  const isFound = verdict === 'inconclusive' || judgements.some((each) => each.verdict === 'fail');
  const { course, attempts, lag } = seen;
  // Three attempts have two gaps. If CLI-24 has no verdict then, the lag hides whether the gaps grow.
  const isGrowthUnknown =
    course.rules.includes('CLI-24') &&
    attempts.length > 2 &&
    !judgements.some(({ rule }) => rule === 'CLI-24');
  return (isFound && lag > LOADED_LAG) || isGrowthUnknown;
}

/** Moves courses with long waits to the front, so that none of them runs alone at the end. */
function inOrder(courses: readonly Course[]): Course[] {
  const isLong = ({ faults = [] }: Course): boolean =>
    faults.some(({ effect, times }) => times === null || effect === 'stall' || effect === 'rate-limited');
  return [...courses.filter(isLong), ...courses.filter((course) => !isLong(course))];
}

export interface CourseGround {
  /** Runs a client on a course with a new account. Rejects if the mock does not answer. The report has errors of the client. */
  hold(course: Course, client: CourseClient, options?: HoldOptions): Promise<CourseReport>;
  /** Ends the mock; in a mock that was running before, only deletes the accounts of the courses. */
  close(): Promise<void>;
  [Symbol.dispose](): void;
}

export type HoldOptions = Pick<CourseOptions, 'patience'>;

/** Starts a mock or uses `running`. Rejects with UsageError if that mock lacks the postings of `--write-data`. */
export async function startCourses(running?: RunningMock): Promise<CourseGround> {
  const mock = running === undefined ? await startCourseMock() : await takeCourseMock(running);
  return {
    hold: (course, client, options = {}) => {
      const start = functionClient(client);
      return holdCourses({ courses: [course], start, concurrency: 1, livesOn: true, mock, ...options });
    },
    close: async () => mock.close(),
    [Symbol.dispose]: () => void mock.close(),
  };
}
