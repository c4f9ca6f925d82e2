/** `npm run trials`: the trials that `npm run check` needs, in shared worker processes. */
import { checkedStories, exploreTrials } from './explore-trials.js';
import { mutantTrials } from './mutant-trials.js';
import { strangerTrials } from './stranger-trials.js';
import { runTrials } from './trials.js';
import { worldTrials } from './world-trials.js';

process.exitCode = await runTrials([
  strangerTrials([2, 8]),
  worldTrials({ only: ['forty', 'mostly-null', 'odd-texts'] }),
  exploreTrials(checkedStories),
  mutantTrials({ once: true }),
]);
