/** Runs of a client in a course, for tests of its rules. */
import { attemptsOf } from '../../conformance/clients/rules/attempt.js';
import { contract, historyOf } from './client-history.js';
import type { Course } from '../../conformance/clients/courses/model/course.js';
import type { CourseSeen, RunSeen } from '../../conformance/clients/courses/model/seen.js';

/** One run that sent this, told that and ended by itself. */
export function seenIn(
  course: Course,
  history: ReturnType<typeof historyOf>,
  result: RunSeen['result'] = null,
): { run: RunSeen; seen: CourseSeen } {
  const attempts = attemptsOf(history.exchanges, contract);
  const run: RunSeen = {
    end: 'itself',
    result,
    declined: false,
    remark: null,
    notes: '',
    attempts,
    toldAt: null,
    history,
  };
  return { run, seen: { course, runs: [run], history, attempts, isMet: true, lag: 0 } };
}
