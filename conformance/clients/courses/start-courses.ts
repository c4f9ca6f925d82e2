/** Courses for a client that is a function: no process is needed for it, and any runner of tests can hold them. */
import type { CourseClient } from './client.js';
import { functionClient } from './client.js';
import type { CourseReport } from './report.js';
import { holdCourses } from './hold-courses.js';
import type { Course } from '../rules/situation.js';
import { startCourseMock, takeCourseMock, type RunningMock } from './mock.js';

export interface CourseGround {
  /**
   * Sends a client through a course, with an account of its own, so that any number can be held side by side. Rejects
   * where the mock does not answer; what the client throws is in the report.
   */
  hold(course: Course, client: CourseClient, options?: HoldOptions): Promise<CourseReport>;
  /** Ends the mock, or removes the accounts that were made on one that runs already. */
  close(): Promise<void>;
  [Symbol.dispose](): void;
}

export interface HoldOptions {
  /** Seconds that a run may take. Default 20. */
  patience?: number;
}

/**
 * Starts the mock that courses are held on, in a process of its own; or takes one that runs already, with the postings that
 * `clients --write-data` writes. Rejects with UsageError where that holds others.
 */
export async function startCourses(running?: RunningMock): Promise<CourseGround> {
  const mock = running === undefined ? await startCourseMock() : await takeCourseMock(running);
  return {
    hold: (course, client, options = {}) =>
      holdCourses({
        courses: [course],
        start: functionClient(client),
        concurrency: 1,
        livesOn: true,
        mock,
        ...options,
      }),
    close: async () => mock.close(),
    [Symbol.dispose]: () => void mock.close(),
  };
}
