/** Courses for a client that is a function: no process is needed for it, and any runner of tests can hold them. */
import type { CourseClient } from './client.js';
import { functionClient } from './client.js';
import type { CourseReport } from './conclude.js';
import { holdCourses } from './hold-courses.js';
import type { Course } from './model/course.js';
import { startCourseMock } from './mock.js';

export interface CourseGround {
  /**
   * Sends a client through a course, with an account of its own, so that any number can be held side by side. Rejects
   * where the mock does not answer; what the client throws is in the report.
   */
  hold(course: Course, client: CourseClient, options?: HoldOptions): Promise<CourseReport>;
  /** Ends the mock. */
  close(): void;
  [Symbol.dispose](): void;
}

export interface HoldOptions {
  /** Seconds that a run may take. Default 20. */
  patience?: number;
}

/** Starts the mock that courses are held on, in a process of its own. */
export async function startCourses(): Promise<CourseGround> {
  const mock = await startCourseMock();
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
    close: mock.close,
    [Symbol.dispose]: mock.close,
  };
}
