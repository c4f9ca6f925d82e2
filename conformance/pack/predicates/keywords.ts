/** The predicate on keywords (§2.6, §4.1). */
import { matchesGroup, matchesSimple, type KeywordGroup, type SimpleKeywords } from '../../model/keywords.js';
import { shown } from '../../values/text.js';
import { jobName, jobsIn, noJobs, type Job } from './answers.js';
import { argument, isTrue, oneOf, optional } from './arguments.js';
import { predicate, said } from './predicate.js';

const terms = optional(argument<readonly string[]>('[term]', {}));

export const keywordMatch = predicate({
  name: 'keyword-match',
  holdsWhen:
    'every job matches by the loosest lawful reading; with `excluded` no job matches by the strictest. ' +
    '`title`, `description`, `mode` are a keywords object; `group` is an advanced group, of `groups` all must match. A text that is null matches nothing',
  arguments: {
    title: terms,
    description: terms,
    mode: optional(oneOf('and', 'or')),
    group: optional(argument<KeywordGroup>('group', {})),
    groups: optional(argument<readonly KeywordGroup[]>('[group]', {})),
    excluded: optional(isTrue),
  },
  judge: (args, answers) => {
    const excluded = args.excluded === true;
    const how = excluded ? 'strictest' : 'loosest';
    const groups = args.groups ?? (args.group === undefined ? [] : [args.group]);
    const matched = (job: Job): boolean => {
      const parts = [
        matchesSimple(job, args as SimpleKeywords, how),
        ...groups.map((group) => matchesGroup(job, group, how)),
      ].filter((part) => part !== null);
      return excluded ? parts.some(Boolean) : parts.every(Boolean);
    };
    const jobs = jobsIn(answers);
    if (jobs === null) return noJobs(answers);
    const wrong = jobs.find(({ item }) => matched(item) === excluded);
    const expected = `${excluded ? 'no' : 'every'} job matches ${shown(args, 300)}`;
    if (wrong === undefined) return said(true, expected, `${jobs.length} jobs, all as asked`, answers);
    const actual = `${jobName(wrong.item)} ${excluded ? 'matches' : 'does not'}`;
    return { holds: false, expected, actual, exchanges: [wrong.exchange] };
  },
});
