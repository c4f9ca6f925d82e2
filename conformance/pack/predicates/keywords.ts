/** The predicate on keywords (§2.6, §4.1). */
import { groupOf, matchesGroup, type SimpleKeywords } from '../../model/keywords.js';
import type { Job } from '../../values/postings.js';
import { shown } from '../../values/text.js';
import { noneWrong } from './answers.js';
import type { Definitions } from './predicate.js';

export const keywords = {
  'keyword-match': (args, answers) => {
    const excluded = args.excluded === true;
    const how = excluded ? 'strictest' : 'loosest';
    const groups = args.groups ?? (args.group === undefined ? [] : [args.group]);
    const matched = (job: Job): boolean => {
      const parts = [
        matchesGroup(job, groupOf(args as SimpleKeywords), how),
        ...groups.map((group) => matchesGroup(job, group, how)),
      ].filter((part) => part !== null);
      return excluded ? parts.some(Boolean) : parts.every(Boolean);
    };
    const expected = `${excluded ? 'no' : 'every'} job matches ${shown(args, 300)}`;
    const isWrong = (job: Job): boolean => matched(job) === excluded;
    return noneWrong(answers, expected, isWrong, 'all as expected', () =>
      excluded ? 'matches' : 'does not',
    );
  },
} satisfies Partial<Definitions>;
