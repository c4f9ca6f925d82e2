/** Courses as lines of output: the progress of a client and the output of `--list`. */
import type { Judged } from '../clients/courses/report.js';
import type { Course } from '../clients/rules/situation.js';
import { RULE_WORDS } from './rules.js';

/** A line of progress: `✗ 3/45 lost-first-page 1.2 s  CLI-2` */
export function courseLine({ seen, judgements, verdict, open, seconds }: Judged, place: string): string {
  const against = judgements.filter((each) => each.verdict === 'fail').map(({ rule }) => rule);
  const why = against.length > 0 ? [...new Set(against)].join(', ') : (open?.reason ?? '');
  const mark = RULE_WORDS[verdict === 'pass' && against.length > 0 ? 'not-followed' : verdict].mark;
  return `${mark} ${place} ${seen.course.name} ${seconds.toFixed(1)} s  ${why}`.trimEnd();
}

/** The output of `--list`. */
export function courseListing(courses: readonly Course[]): string {
  const width = Math.max(...courses.map(({ name }) => name.length));
  const lines = courses.map(
    ({ name, title, rules }) => `${name.padEnd(width)}  ${title} (${rules.join(', ')})`,
  );
  return `${[...lines, '', `${courses.length} courses`].join('\n')}\n`;
}
