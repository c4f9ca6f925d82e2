/** Tries `explore` or `compare` on stateful mutants, or on conforming targets. */
import { STATEFUL } from '../../test/mutants/catalogue.js';
import { command, namesAmong } from '../command.js';
import { exploreTrials, type ExploreFlags } from './explore-work.js';
import { runTrials } from './trials.js';

const { jobs, ...flags } = command('explore', {
  names: namesAmong('stateful mutant', Object.values(STATEFUL).flat()),
})
  .parse()
  .opts<ExploreFlags & { jobs?: number }>();

process.exitCode = await runTrials([exploreTrials(flags)], jobs);
