/** Sends a client through courses, several at a time, each with an account of its own. */
import { setMaxListeners } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadClientRules } from '../../../spec/clients.js';
import { loadContract } from '../../../spec/contract.js';
import { kitVersion } from '../../../common/kit-version.js';
import type { TrafficExchange } from '../../record/traffic.js';
import type { Start } from './client.js';
import { courseReport, type CourseReport, type Judged } from './report.js';
import type { Course } from '../rules/situation.js';
import { holdCourse, type Held } from './hold-course.js';
import { judgeCourse } from './judge-course.js';
import { startCourseMock, type CourseMock } from './mock.js';

export interface CourseOptions {
  courses: readonly Course[];
  start: Start;
  /** Courses at a time. */
  concurrency: number;
  livesOn: boolean;
  /** Seconds that a run may take. Default 20. */
  patience?: number;
  /** Ends what is under way; what was done is reported. */
  signal?: AbortSignal | undefined;
  /** Hears of each course that is over. */
  onCourse?: (judged: Judged, done: number) => void;
  /** One that runs already. Default: a new one, which ends with the courses. */
  mock?: CourseMock;
}

/** Seconds. */
export const PATIENCE = 20;

/** Rejects where the mock does not start, or the client cannot be started at all. */
export async function holdCourses(options: CourseOptions): Promise<CourseReport> {
  const { courses, start, livesOn, signal, onCourse } = options;
  const { rules } = loadClientRules();
  const contract = loadContract();
  const folder = mkdtempSync(join(tmpdir(), 'job-search-clients-'));
  const mock = options.mock ?? (await startCourseMock());
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted === true) stop();
  const both = stopping.signal;
  // Each course that is under way listens.
  setMaxListeners(0, both);
  const { patience = PATIENCE } = options;
  const held: Held = { mock, contract, start, folder, livesOn, patience, signal: both };
  const queue = inOrder(courses);
  const judged: Judged[] = [];
  let strays: TrafficExchange[] = [];
  const once = async (course: Course, time: number): Promise<Judged> => {
    const begun = performance.now();
    const seen = await holdCourse(course, { ...held, folder: join(folder, String(time)) });
    const seconds = Math.round((performance.now() - begun) / 100) / 10;
    return { ...judgeCourse(seen, rules, contract), seen, seconds };
  };
  const work = async (): Promise<void> => {
    for (let course = queue.shift(); course !== undefined && !both.aborted; course = queue.shift()) {
      let one = await once(course, 1);
      for (let time = 2; isDoubtful(one) && time <= MOST_TIMES && !both.aborted; time += 1)
        one = await once(course, time);
      judged.push(one);
      onCourse?.(judged.at(-1)!, judged.length);
    }
  };
  try {
    // Where one cannot begin, the others are ended before this ends.
    const all = Array.from({ length: options.concurrency }, () =>
      work().catch((error: unknown) => {
        stop();
        throw error;
      }),
    );
    const ends = await Promise.allSettled(all);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    if (judged.every(({ seen }) => seen.history.exchanges.length === 0)) strays = await mock.strays();
  } finally {
    signal?.removeEventListener('abort', stop);
    if (options.mock === undefined) await mock.close();
    rmSync(folder, { recursive: true, force: true });
  }
  judged.sort((a, b) => courses.indexOf(a.seen.course) - courses.indexOf(b.seen.course));
  return courseReport(judged, rules, contract, {
    kitVersion: kitVersion(),
    isInterrupted: signal?.aborted === true,
    strays,
  });
}

/** A machine that is so late may keep a client from reading in time what was sent to it in time, ms. */
const LATE = 250;
const MOST_TIMES = 3;

/** Whether a course is held again: what is found on a machine that was late may be the machine's. What the client does shows again. */
function isDoubtful({ seen, judgements, verdict }: Judged): boolean {
  const isFound = verdict === 'inconclusive' || judgements.some((each) => each.verdict === 'fail');
  const { course, attempts, lag } = seen;
  // Whether its waits grow cannot be told where the machine may have made them.
  const isUntold =
    course.rules.includes('CLI-24') &&
    attempts.length > 2 &&
    !judgements.some(({ rule }) => rule === 'CLI-24');
  return (isFound && lag > LATE) || isUntold;
}

/** Those first in which a client may have to wait long, so that none of them is left alone in the end. */
function inOrder(courses: readonly Course[]): Course[] {
  const isLong = ({ faults = [] }: Course): boolean =>
    faults.some(({ effect, times }) => times === null || effect === 'stall' || effect === 'rate-limited');
  return [...courses.filter(isLong), ...courses.filter((course) => !isLong(course))];
}
