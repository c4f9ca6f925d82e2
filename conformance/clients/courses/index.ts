/** Loads all courses, in the order of `courses.yaml`. */
import { readFileSync } from 'node:fs';
import type { SearchId } from '../../../spec/contract.js';
import type { Course, CourseTask } from '../rules/situation.js';
import { urlsOf } from './model/world.js';

/** The generated form of `courses.yaml`. */
interface Table {
  searches: Record<string, { finds?: string; operation: SearchId; body: Record<string, unknown> }>;
  courses: (Omit<Course, 'name' | 'task' | 'ideal'> & {
    id: string;
    task: { task: string; search?: string; body?: Record<string, unknown> };
    ideal: Omit<Course['ideal'], 'jobs'> & { jobs?: { from: number; to?: number } };
  })[];
}

const { searches, courses: rows } = JSON.parse(
  readFileSync(new URL('generated/courses.json', import.meta.url), 'utf8'),
) as Table;

export const courses: readonly Course[] = rows.map(
  ({ id, task: { search = '', body: changes, ...task }, ideal: { jobs, ...ideal }, ...row }) => {
    const { finds, operation, body } = searches[search] ?? {};
    const enough = task.task === 'collect' ? { enough: null } : {};
    const searchTask = operation && { operation, body: { ...body, ...changes }, ...enough };
    return {
      ...row,
      name: id,
      task: { ...searchTask, ...task } as CourseTask,
      ideal: { ...ideal, ...(jobs && { jobs: urlsOf(finds).slice(jobs.from, jobs.to) }) },
    };
  },
);

/** The courses for functions. They exclude restarts, because a function cannot be killed. */
export const functionCourses: readonly Course[] = courses.filter(({ runs }) => runs !== 'restarted');
