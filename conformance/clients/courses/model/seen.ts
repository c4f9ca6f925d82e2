/** What was seen of a client in a course: its runs, and what they asked for. */
import type { TrafficHistory } from '../../../record/traffic.js';
import type { Attempt } from '../../rules/attempt.js';
import type { Course, CourseResult } from './course.js';

/**
 * How a run ended: by itself; by force since the course is about that, since its patience was over, or since it sent
 * requests without end; or not, since the whole was interrupted.
 */
export type RunEnd = 'itself' | 'restart' | 'patience' | 'flood' | 'interrupted';

/** What a client did, before anything is concluded from it. */
export interface Run {
  end: RunEnd;
  /** What it said in the end; null where it said nothing that is one. */
  result: CourseResult | null;
  /** Whether it says that it does not do such tasks. */
  declined: boolean;
  /** Why there is no result, in words; what is unusual about one that is there. */
  remark: string | null;
  /** The end of what it wrote for people. */
  notes: string;
}

export interface RunSeen extends Run {
  /** What it sent, in the order of arrival. */
  attempts: readonly Attempt[];
  /** When its result was told, on the clock of the attempts; null where none was. */
  toldAt: number | null;
  /** The same as a history of its own. */
  history: TrafficHistory;
}

export interface CourseSeen {
  course: Course;
  runs: readonly RunSeen[];
  /** Of all runs, in the order of arrival. */
  history: TrafficHistory;
  attempts: readonly Attempt[];
  /** Whether each fault has hit, so that the situation of the course arose. */
  isMet: boolean;
  /** How late this machine was at most while the course was held, ms: each wait of the client may have been as much longer. */
  lag: number;
}
