/**
 * `npm run libraries`: clients over HTTP libraries, sent through all courses: as the libraries come, and set up with care. Those
 * with care have to conform. Prints the table of README.md.
 */
import { functionCourses } from '../../conformance/courses/index.js';
import { startCourseMock, type CourseMock } from '../../conformance/courses/mock.js';
import type { Override } from '../../test/bad-clients/client.js';
import { alarmOn, send } from '../../test/bad-clients/trial.js';
import type { CourseReport } from '../../conformance/courses/conclude.js';
import { installPeers } from '../install-peers.js';
import { libraries, type Send } from './libraries.js';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** The right client with a library below it, so that all findings are the library's. */
function through(library: Send, attempts: number): Override {
  return (_right, { place }) => ({ attempts, send: (request) => library(place.url, request) });
}

function judged(library: Send, attempts: number, mock: CourseMock): Promise<CourseReport> {
  return send(through(library, attempts), null, mock, { patience: 12, concurrency: 6 });
}

function row(name: string, { rules, courses }: CourseReport): string {
  const of = (wanted: string): string =>
    rules
      .filter(({ verdict }) => verdict === wanted)
      .map(({ rule }) => rule.id)
      .join(', ') || '–';
  const open = courses.filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'error');
  return `| ${name} | ${of('fail')} | ${of('not-followed')} | ${open.map((course) => course.name).join(', ') || '–'} |`;
}

installPeers('scripts/libraries');
const mock = await startCourseMock();
let problems = 0;
try {
  say(`${functionCourses.length} courses\n`);
  say('| Library, as it comes | Broken | Not followed | Not to be told |');
  say('|---|---|---|---|');
  for (const { name, defaults } of libraries) say(row(name, await judged(await defaults(), 1, mock)));
  say('\n| Library, set up with care | Broken | Not followed | Not to be told |');
  say('|---|---|---|---|');
  for (const { name, careful, carefulAttempts } of libraries) {
    const report = await judged(await careful(), carefulAttempts, mock);
    say(row(name, report));
    const alarm = alarmOn(report);
    if (alarm !== null) problems += 1;
    if (alarm !== null) say(`      ${alarm}`);
  }
} finally {
  await mock.close();
}
// Libraries keep connections open.
process.exit(problems === 0 ? 0 : 1);
