/** Sends a bad or a right client through courses, and says what came of it. */
import { functionClient } from '../../conformance/courses/client.js';
import type { CourseReport } from '../../conformance/courses/conclude.js';
import { holdCourses } from '../../conformance/courses/hold-courses.js';
import { functionCourses } from '../../conformance/courses/index.js';
import type { CourseMock } from '../../conformance/courses/mock.js';
import type { BadClient, ClientClass } from './bad-client.js';

export function send(
  client: ClientClass,
  names: readonly string[] | null,
  mock: CourseMock,
  { patience = 20, concurrency = 1 }: { patience?: number | undefined; concurrency?: number } = {},
): Promise<CourseReport> {
  const asked = functionCourses.filter(({ name }) => names === null || names.includes(name));
  if (names !== null && asked.length !== names.length)
    throw new Error(`no such course among ${names.join(', ')}`);
  return holdCourses({
    courses: asked,
    start: functionClient((task, place) => new client(task, place).run()),
    concurrency,
    livesOn: true,
    patience,
    mock,
  });
}

/** Why the trial of a bad client is none; null where it was caught, by its rule and at its price. */
export function complaintOn(bad: BadClient, report: CourseReport): string | null {
  const { verdict } = report.rules.find(({ rule }) => rule.id === bad.rule)!;
  const broken = report.rules
    .filter((each) => each.verdict === 'fail' || each.verdict === 'not-followed')
    .map(({ rule }) => rule.id);
  if (bad.isOpen === true)
    return report.verdict === 'incomplete' ? null : `is not told to be open: ${report.headline}`;
  if (verdict !== 'fail' && verdict !== 'not-followed' && verdict !== 'warn')
    return `survives ${bad.rule} (${verdict}), red only ${broken.join(', ') || 'nothing'}: ${report.headline}`;
  const { wasted } = report;
  if (bad.wastes !== undefined && bad.wastes !== wasted) return `wastes ${wasted}, not ${bad.wastes}`;
  return null;
}

/** What is said against a right client; null where nothing is. */
export function alarmOn(report: CourseReport): string | null {
  const against = report.rules.filter(({ verdict }) => verdict === 'fail');
  if (report.verdict === 'conforms' && against.length === 0) return null;
  const findings = against.flatMap(({ judgements }) =>
    judgements
      .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
      .map(
        ({ rule, course, expected, actual }) =>
          `${rule} in ${course}: expected ${expected}, actual ${actual}`,
      ),
  );
  return [report.headline, ...findings].join('\n      ');
}
