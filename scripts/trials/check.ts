/** `npm run trials`: the trials that a release needs. With `-- --part`, only the part for the current commit. */
import { RARE_HABITS } from '../../test/independent-service/habits.js';
import { command, wholeNumber } from '../command.js';
import { checkedStories, exploreTrials } from './explore-work.js';
import { mutantTrials } from './mutant-trials.js';
import { onlyPart, partOfCommit, PARTS, remainderOf } from './parts.js';
import { strangerTrials } from './stranger-trials.js';
import { runTrials, say } from './trials.js';
import { worldTrials } from './world-trials.js';

const { part } = command('trials', { part: wholeNumber(1, PARTS) })
  .parse()
  .opts<{ part?: true | number }>();

/** Faults in what the suite compares, which it must find although links and entries of lookups differ between answers. */
const FOUND_DESPITE_RARE_HABITS: readonly string[] = [
  'recovered-links-are-signed-anew',
  'charges-every-time',
  'third-page-repeats-a-job',
  'cursor-of-the-latest-page',
  'underscore-is-a-wildcard',
];

const all = [
  strangerTrials([2, 8]),
  strangerTrials([3], { habits: RARE_HABITS, faults: [null, ...FOUND_DESPITE_RARE_HABITS] }),
  // In the order of labels, the first board is one whose name has blanks.
  strangerTrials([3], { habits: ['otherCaller=true', 'paddedBoards=true', 'listOrder=label'] }),
  worldTrials({ only: ['forty', 'mostly-null', 'odd-texts'] }),
  exploreTrials(checkedStories),
  mutantTrials({ once: true }),
];

if (part === undefined) process.exitCode = await runTrials(all);
else {
  const number = part === true ? partOfCommit() : part;
  process.exitCode = await runTrials(onlyPart(all, number));
  say(remainderOf(all, number));
}
