/** A course: a situation that a client is sent through, and what an ideal client makes of it. */
import type { ClientRuleId } from '../../../../spec/clients.js';
import type { AdminSchemas } from '../../../../spec/admin.js';
import type { SearchId } from '../../../../spec/contract.js';

/** What a client is asked to do. */
export type CourseTask =
  /** Search and page on with the body's `limit`, to the end or until at least `enough` jobs are held. */
  | { task: 'collect'; operation: SearchId; body: Record<string, unknown>; enough: number | null }
  /** The same first page as so many separate searches, one after the other. */
  | { task: 'poll'; operation: SearchId; body: Record<string, unknown>; times: number }
  | { task: 'balance' }
  | { task: 'locations'; q: string };

/** What a client says in the end. */
export type CourseResult =
  | {
      outcome: 'done';
      /** Of a search: `Job URL` of each delivered job, in order; of a poll, those of its last search. */
      jobs?: (string | null)[];
      balance?: number;
      labels?: string[];
    }
  /** `requestId`: `X-Request-ID` of the last attempt that was answered. */
  | { outcome: 'failed'; status?: number | null; requestId?: string | null; message?: string };

/** A fault of the mock; its account is the course's. */
export type CourseFault = Omit<AdminSchemas['NewFault'], 'account' | 'skip' | 'times'> & {
  skip?: number;
  times?: number | null;
  /** Meets only clients that try again, so that others are judged without it. */
  onRetry?: true;
};

/**
 * How a client is run: once; twice, one after the other; ended by force as soon as the faults have hit, and then again; or in
 * two processes at once, which share the account.
 */
export type CourseRuns = 'once' | 'again' | 'restarted' | 'two-at-once';

export interface Course {
  /** Such as `lost-first-page`. */
  name: string;
  /** What happens in it. */
  title: string;
  /** The rules that it is for. The first is the one that a client offends that ends without a result. */
  rules: readonly [ClientRuleId, ...ClientRuleId[]];
  task: CourseTask;
  account?: { credits?: number; active?: boolean };
  faults?: readonly CourseFault[];
  runs?: CourseRuns;
  /** What an ideal client makes of it. */
  ideal: {
    /** The most that it pays, over all runs. */
    credits: number;
    /** What it says: `done`, `failed`, or either where both are lawful. */
    says: 'done' | 'failed' | 'either';
    /** The jobs of a last run that is done; absent where the postings alone do not tell. */
    jobs?: readonly (string | null)[];
    balance?: number;
  };
  /** Whether a client that has not ended after its patience may just be waiting as it was told. */
  mayWait?: boolean;
}

/** Whether the client is to carry out searches. */
export function isSearchTask(task: CourseTask): task is Extract<CourseTask, { operation: SearchId }> {
  return task.task === 'collect' || task.task === 'poll';
}
