/** A client with one mistake, made for a test: the rule that it breaks, and the courses in which that shows. */
import type { ClientRuleId } from '../../spec/clients.js';
import type { ClientPlace } from '../../conformance/courses/client.js';
import type { CourseTask } from '../../conformance/courses/model/course.js';
import type { Client } from './client.js';

export type ClientClass = new (task: CourseTask, place: ClientPlace) => Client;

export interface BadClient {
  name: string;
  rule: ClientRuleId;
  courses: readonly string[];
  client: ClientClass;
  /** Credits that it wastes there; absent where that is not looked at. */
  wastes?: number;
  /** Nobody can tell it from a right client that is slow: the course must not pass, and is inconclusive. */
  isOpen?: boolean;
  /** Seconds of a run; 20 where not given. */
  patience?: number;
}
