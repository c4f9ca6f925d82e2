/** Courses for a client that is a function: any test runner can run them, without a process for the client. */
import { functionClient, type CourseClient } from './client.js';
import { holdCourses, type CourseOptions } from './hold-courses.js';
import { startCourseMock, takeCourseMock, type RunningMock } from './mock.js';
import type { CourseReport } from './report.js';
import type { Course } from '../rules/situation.js';

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
