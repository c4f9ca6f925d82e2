/** Judges recorded courses of clients: by the rules of courses, and as plain traffic. */
import { courseReport } from '../../conformance/clients/courses/report.js';
import { courses } from '../../conformance/clients/courses/index.js';
import { judgeCourse } from '../../conformance/clients/courses/judge-course.js';
import type { CourseSeen, RunSeen } from '../../conformance/clients/rules/situation.js';
import { attemptsOf } from '../../conformance/clients/rules/attempt.js';
import { clientReport, type ClientRuleResult } from '../../conformance/clients/report.js';
import type { Documents } from '../../conformance/pack/model/documents.js';
import { readTraffic } from '../../conformance/record/traffic.js';
import { blames } from './judged.js';

/** As in the record: `history` is the JSON of a traffic history. Attempts are computed from it. */
type Stored<Seen> = Omit<Seen, 'attempts' | 'history'> & { history: string };

interface StoredClient {
  name: string;
  courses: (Omit<Stored<CourseSeen>, 'course' | 'runs'> & { course: string; runs: Stored<RunSeen>[] })[];
}

/** Returns lines for each client: its rules in all courses, its result in each course, and its rules in each course as traffic. */
export function linesOfClients(text: Buffer, { contract }: Documents): string[] {
  const restored = (json: string): Pick<CourseSeen, 'history' | 'attempts'> => {
    const history = readTraffic(json);
    return { history, attempts: attemptsOf(history.exchanges, contract) };
  };
  return (JSON.parse(text.toString()) as StoredClient[]).flatMap(({ name, courses: stored }) => {
    const judged = stored.map((each) => {
      const course = courses.find((known) => known.name === each.course)!;
      const runs = each.runs.map((run) => ({ ...run, ...restored(run.history) }));
      const seen = { ...each, ...restored(each.history), course, runs };
      return { ...judgeCourse(seen, contract), seen, seconds: 0 };
    });
    const report = courseReport(judged, contract);
    return [
      `${name}: ${report.verdict}, paid ${report.paid}, wasted ${report.wasted}`,
      ...linesOfRules(name, report.rules),
      ...report.courses.map((each) => `${name} in ${each.name}: ${each.verdict}`),
      ...judged.flatMap(({ seen: { course, history } }) => {
        const traffic = clientReport(history, { contract, askedOnce: false });
        return linesOfRules(`${name} in ${course.name} as traffic`, traffic.rules);
      }),
    ];
  });
}

function linesOfRules(of: string, rules: readonly ClientRuleResult[]): string[] {
  return rules.flatMap(({ rule: { id }, verdict, judgements }) => [
    ...(verdict === 'not-met' ? [] : [`${of}: ${id} ${verdict}`]),
    ...blames(`${of}: ${id}`, judgements),
  ]);
}
