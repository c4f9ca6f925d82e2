/** Runs a bad or a right client through courses, and checks that the report is right about it. */
import { functionClient } from '../../conformance/clients/courses/client.js';
import type { CourseReport } from '../../conformance/clients/courses/report.js';
import { holdCourses } from '../../conformance/clients/courses/hold-courses.js';
import { functionCourses } from '../../conformance/clients/courses/index.js';
import type { CourseMock } from '../../conformance/clients/courses/mock.js';
import type { BadClient } from './index.js';
import { newClient, type Override } from './client.js';

/** Runs a client through the named courses; null means all courses for functions. Throws an Error for an unknown course. */
export function send(
  client: Override,
  names: readonly string[] | null,
  mock: CourseMock,
  { patience = 20, concurrency = 1 }: { patience?: number | undefined; concurrency?: number } = {},
): Promise<CourseReport> {
  const asked = functionCourses.filter(({ name }) => names === null || names.includes(name));
  if (names !== null && asked.length !== names.length)
    throw new Error(`unknown course in: ${names.join(', ')}`);
  return holdCourses({
    courses: asked,
    start: functionClient((task, place) => newClient(task, place, client).run()),
    concurrency,
    livesOn: true,
    patience,
    mock,
  });
}

/** Why the report does not catch a bad client; null if it fails the rule and reports the wasted credits. */
export function complaintOn(bad: BadClient, report: CourseReport): string | null {
  const { verdict } = report.rules.find(({ rule }) => rule.id === bad.rule)!;
  const broken = report.rules
    .filter((each) => each.verdict === 'fail' || each.verdict === 'not-followed')
    .map(({ rule }) => rule.id);
  if (bad.isOpen === true)
    return report.verdict === 'incomplete' ? null : `is not reported as incomplete: ${report.headline}`;
  if (verdict !== 'fail' && verdict !== 'not-followed' && verdict !== 'warn')
    return `survives ${bad.rule} (${verdict}), red only ${broken.join(', ') || 'nothing'}: ${report.headline}`;
  const { wasted } = report;
  if (bad.wastes !== undefined && bad.wastes !== wasted) return `wastes ${wasted}, not ${bad.wastes}`;
  return null;
}

/** The findings of a report against a right client; null if it has none. */
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
