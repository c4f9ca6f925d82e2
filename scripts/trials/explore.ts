/** Tries `explore` or `compare` on stateful mutants, or on conforming targets. */
import { availableParallelism } from 'node:os';
import { STATEFUL } from '../../test/mutants/catalogue.js';
import { command, namesAmong } from './command.js';
import { exploreTrials, type ExploreFlags } from './explore-work.js';
import { runTrials } from './trials.js';

const { jobs, ...flags } = command('explore')
  .description(
    'Tries explore, without packs, on stateful mutants, or on conforming targets, on which it must find nothing.',
  )
  .option(
    '--only <names>',
    'comma-separated mutants',
    namesAmong('stateful mutant', Object.values(STATEFUL).flat()),
  )
  .option('--seeds <n>', 'number of stories for each mutant', Number, 1)
  .option('--live', 'as on a live target: one key, no admin API')
  .option('--compare', 'compare each with a conforming target with other data')
  .option('--seed <n>', 'the seed of the first story', Number, 1)
  .option('--steps <n>', 'steps of each story', Number, 1000)
  .option('--replays <n>', 'number of times to replay the pack of the first finding', Number, 0)
  .option('--mocks <n>', 'instead of mutants, this number of mocks, in all readings', Number, 0)
  .option('--strangers <n>', 'instead of mutants, this number of independent services', Number, 0)
  .option('--jobs <n>', 'number of processes', Number, availableParallelism())
  .parse()
  .opts<ExploreFlags & { jobs: number }>();

process.exitCode = await runTrials([exploreTrials(flags)], jobs);
