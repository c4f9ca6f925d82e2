/** The facts of a course: the task, the situation, and what was observed of a client. Every rule may read them. */
import type { AdminSchemas } from '../../../spec/admin.js';
import type { ClientRuleId } from '../../../spec/clients.js';
import type { SearchId } from '../../../spec/contract.js';
import type { TrafficHistory } from '../../record/traffic.js';
import type { Attempt } from './attempt.js';

export type CourseTask =
  /** Search and fetch pages with the body's `limit`, to the end or until there are at least `enough` jobs. */
  | { task: 'collect'; operation: SearchId; body: Record<string, unknown>; enough: number | null }
  /** Request the same first page in `times` separate searches, in sequence. */
  | { task: 'poll'; operation: SearchId; body: Record<string, unknown>; times: number }
  | { task: 'balance' }
  | { task: 'locations'; q: string };

export type SearchTask = Extract<CourseTask, { operation: SearchId }>;

/** The result that a client reports. */
export type CourseResult =
  | {
      outcome: 'done';
      /** `Job URL` of each delivered job, in order; for a poll, of its last search. */
      jobs?: (string | null)[];
      balance?: number;
      labels?: string[];
    }
  /** `requestId`: `X-Request-ID` of the last attempt that got a response. */
  | { outcome: 'failed'; status?: number | null; requestId?: string | null; message?: string };

export type CourseFault = Omit<AdminSchemas['NewFault'], 'account' | 'skip' | 'times'> & {
  skip?: number;
  times?: number | null;
  /** Set if only clients that retry meet this fault: other clients are judged without it. */
  onRetry?: true;
};

/**
 * The runs of a client: one; two in sequence; two with the first killed as soon as the faults have hit; or two concurrent
 * processes that share the account.
 */
export type CourseRuns = 'once' | 'again' | 'restarted' | 'two-at-once';

/** A situation that a client is sent through, and the behavior of an ideal client: a row of `courses.yaml`. */
export interface Course {
  /** Such as `lost-first-page`. */
  name: string;
  title: string;
  /** The rules that the course tests. A client that ends without a result breaks the first of them, or CLI-39. */
  rules: readonly [ClientRuleId, ...ClientRuleId[]];
  task: CourseTask;
  account?: { credits?: number; active?: boolean };
  faults?: readonly CourseFault[];
  runs?: CourseRuns;
  /** The behavior of an ideal client. */
  ideal: {
    /** The most credits that it pays in all runs. */
    credits: number;
    /** Its outcome; `either` if both are lawful. */
    says: 'done' | 'failed' | 'either';
    /** The jobs of the last run, if it is done; absent if the postings alone do not determine them. */
    jobs?: readonly (string | null)[];
    balance?: number;
  };
  /** True if a client that still runs at the end of its patience may be waiting for `Retry-After`. */
  mayWait?: boolean;
}

/**
 * The end of a run: the client ended; or it was killed for the course, at the end of its patience, because it sent requests
 * without end, or because the user interrupted everything.
 */
export type RunEnd = 'itself' | 'restart' | 'patience' | 'flood' | 'interrupted';

/** The output of a run. */
export interface Run {
  end: RunEnd;
  /** Null if there is no readable result. */
  result: CourseResult | null;
  /** Whether the client said that it does not support the task. */
  declined: boolean;
  /** Why there is no result, or what is unusual about it. */
  remark: string | null;
  /** The end of its standard error. */
  notes: string;
}

export interface RunSeen extends Run {
  /** In the order of arrival. */
  attempts: readonly Attempt[];
  /** Requests that the run sent after its result. `attempts` does not contain them. */
  late?: readonly Attempt[];
  /** When the result was reported, on the clock of the attempts; null without a result. */
  resultAt: number | null;
}

/** The observations of a client in a course. */
export interface CourseSeen {
  course: Course;
  runs: readonly RunSeen[];
  /** The traffic of all runs, in the order of arrival. */
  history: TrafficHistory;
  attempts: readonly Attempt[];
  /** Whether each fault has hit, so the situation of the course arose. */
  isMet: boolean;
  /** The longest delay of this machine during the course, ms: each wait of the client may have been shorter by this much. */
  lag: number;
  /** Whether the client sends concurrent copies of a search, which may be under way when a response arrives. Absent if unknown. */
  sendsCopies?: boolean | undefined;
}

export function isSearchTask(task: CourseTask): task is SearchTask {
  return task.task === 'collect' || task.task === 'poll';
}
