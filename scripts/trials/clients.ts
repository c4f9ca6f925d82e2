/** `npm run mutants -- --clients`: the courses must report the broken rule of each bad client, and nothing about right clients. */
import { functionClient } from '../../conformance/clients/courses/client.js';
import { holdCourses } from '../../conformance/clients/courses/hold-courses.js';
import { functionCourses } from '../../conformance/clients/courses/index.js';
import { startCourseMock } from '../../conformance/clients/courses/mock.js';
import type { CourseReport } from '../../conformance/clients/courses/report.js';
import { loadClientRules } from '../../spec/clients.js';
import { newClient } from '../../test/bad-clients/client.js';
import { badClients, rightClients, type BadClient, type RightClient } from '../../test/bad-clients/index.js';
import { say } from './trials.js';

/** Concurrent clients, which wait most of the time. */
const CONCURRENCY = 5;
/** Concurrent clients with `rounds`, which load the machine: that must cause no false alarm. */
const CROWD = 10;

/** Tries clients, and returns the exit status. With `rounds`, tries each right client that often, and no bad clients. */
export async function tryClients(only: readonly string[] | undefined, rounds?: number): Promise<number> {
  const begun = performance.now();
  const isWanted = (name: string, rule = ''): boolean =>
    only?.some((each) => [name, rule].includes(each)) ?? true;
  const bad = badClients.filter(({ name, rule }) => rounds === undefined && isWanted(name, rule));
  const right = rightClients.filter(({ name }) => isWanted(name));
  const queue: (RightClient | BadClient)[] = [
    ...Array.from({ length: rounds ?? 1 }, () => right).flat(),
    ...bad,
  ];
  const mock = await startCourseMock();
  /** Names of bad clients by rule. */
  const tried = new Map<string, string[]>();
  const passed: string[] = [];
  let problems = 0;
  const work = async (): Promise<void> => {
    for (let each = queue.shift(); each !== undefined; each = queue.shift()) {
      const { name, client } = each;
      const start = functionClient((task, place) => newClient(task, place, client).run());
      const shared = { start, livesOn: true, mock };
      let problem: string | null;
      if ('courses' in each) {
        const { rule, patience = 20 } = each;
        const courses = functionCourses.filter((course) => each.courses.includes(course.name));
        const attempt = async (): Promise<string | null> =>
          complaintOn(each, await holdCourses({ ...shared, courses, patience, concurrency: 1 }));
        // Tries again, because on a loaded machine a client that does not wait may seem to wait.
        problem = (await attempt()) && (await attempt());
        const names = tried.get(rule) ?? [];
        tried.set(rule, [...names, problem === null ? name : `${name} SURVIVES`]);
      } else {
        const report = await holdCourses({ ...shared, courses: functionCourses, concurrency: 3 });
        problem = alarmOn(report);
        const ignored = report.rules.filter(({ verdict }) => verdict === 'not-followed');
        const ids = ignored.map(({ rule }) => rule.id).join(' ');
        const recommended = ids && ` (ignores recommendations: ${ids})`;
        passed.push(`right  ${name}: ${problem === null ? 'no alarm' : 'FALSE ALARM'}${recommended}`);
      }
      if (problem === null) continue;
      say(`  ${name}: ${problem}`);
      problems += 1;
    }
  };
  try {
    await Promise.all(Array.from({ length: rounds === undefined ? CONCURRENCY : CROWD }, work));
  } finally {
    await mock.close();
  }
  say();
  for (const { id, title } of loadClientRules().rules)
    if (tried.has(id)) say(`${id.padEnd(6)} ${title}: ${tried.get(id)!.sort().join(', ')}`);
  for (const line of passed) say(line);
  const seconds = Math.round((performance.now() - begun) / 1_000);
  say(`\n${bad.length} bad clients, ${right.length} right clients; ${problems} problems; ${seconds} s.`);
  return problems === 0 ? 0 : 1;
}

/** Why the report does not catch a bad client; null if it fails the rule and reports the wasted credits. */
function complaintOn(bad: BadClient, report: CourseReport): string | null {
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
function alarmOn(report: CourseReport): string | null {
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
