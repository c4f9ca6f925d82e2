/** Loads `courses.yaml`: all courses, in its order, and the postings of their mock, from which the expected jobs are computed. */
import { readFileSync } from 'node:fs';
import type { SearchId } from '../../../spec/contract.js';
import type { Course, CourseTask } from '../rules/situation.js';

/** The start of the mock's clock: noon on the first day of a billing cycle. */
export const NOW = '2026-03-01T12:00:00Z';

/** The fields of a posting (§2.1). */
type Posting = Record<string, string | number | boolean | null | string[]>;

/** A group of postings in `courses.yaml`. */
interface Group {
  /** Value of `Department Name`. */
  department: string;
  company?: string;
  count: number;
  /** Day of its newest posting. */
  newest: string;
}

/** The generated form of `courses.yaml`. */
interface Table {
  posting: Posting;
  postings: Record<string, Group>;
  searches: Record<string, { finds?: string; operation: SearchId; body: Record<string, unknown> }>;
  courses: (Omit<Course, 'name' | 'task' | 'ideal'> & {
    id: string;
    task: { task: string; search?: string; body?: Record<string, unknown> };
    ideal: Omit<Course['ideal'], 'jobs'> & { jobs?: { from: number; to?: number } };
  })[];
}

const {
  posting: template,
  postings: groups,
  searches,
  courses: rows,
} = JSON.parse(readFileSync(new URL('generated/courses.json', import.meta.url), 'utf8')) as Table;

const DAY = 86_400_000;

/** One of this many postings has no salary: a historical search without `salary_data_available: false` misses it. */
const WITHOUT_SALARY = 5;
const NO_SALARY = { 'Salary Offered': null, 'Salary From': null, 'Salary To': null, 'Salary Currency': null };

/** The postings of a group, newest first. */
function postingsOf({ department, company, count, newest }: Group): Posting[] {
  const word = (company ?? department).toLowerCase().replaceAll(/[^a-z]+/g, '-');
  return Array.from({ length: count }, (_, i) => {
    const number = String(i + 1).padStart(2, '0');
    const parts = { department, word, number, company: company ?? `${department} House ${number}` };
    const text = JSON.stringify(template).replaceAll(/\{(\w+)\}/g, (_all, name) => parts[name as 'word']);
    return {
      ...(JSON.parse(text) as Posting),
      ...((i + 1) % WITHOUT_SALARY === 0 ? NO_SALARY : {}),
      'Is Remote': i % 2 === 0,
      'Post Date': new Date(Date.parse(newest) - i * DAY).toISOString().slice(0, 10),
    };
  });
}

/** Makes postings of the first day: each lacks another field, and the last one lacks all. Their titles and companies are equal. */
function postingsWithNulls(): Posting[] {
  const day = NOW.slice(0, 10);
  const [first] = postingsOf({ department: 'Research', count: 1, newest: day });
  const names = Object.keys(first!);
  const whole = postingsOf({ department: 'Research', count: names.length, newest: day });
  const { 'Job Title': title, 'Company Name': company } = first!;
  const equal = { 'Job Title': title!, 'Company Name': company!, 'Post Date': day };
  const each = names.map((name, i) => ({ ...whole[i], ...equal, [name]: null }));
  return [...each, Object.fromEntries(names.map((name) => [name, null]))];
}

/** Returns the `Job URL` of a group's postings, in the order of results; empty if there is no such group. */
export function urlsOf(group = ''): (string | null)[] {
  const own = groups[group];
  return own === undefined ? [] : postingsOf(own).map((posting) => posting['Job URL'] as string);
}

/** The dataset's `hash` in a mock with these postings whose clock starts at NOW. */
export const WORLD_HASH = '1f61e5998a37639bbbf973431d9722656c87db3dfa1ddaea453f4adf920b2145';

/** Returns all postings of the courses, as lines of JSON. */
export function worldLines(): string {
  const all = [...Object.values(groups).flatMap(postingsOf), ...postingsWithNulls()];
  return all.map((posting) => `${JSON.stringify(posting)}\n`).join('');
}

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
