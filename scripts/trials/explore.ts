/** Tries `explore` or `compare` on stateful mutants, or on lawful targets. */
import { availableParallelism } from 'node:os';
import { STATEFUL } from '../../test/mutants/catalogue.js';
import { command, namesAmong } from './command.js';
import { exploreTrials, type ExploreFlags } from './explore-trials.js';
import { runTrials } from './trials.js';

const { jobs, ...flags } = command('explore')
  .description(
    'Tries explore, without packs, on stateful mutants; or on lawful targets, which it must not accuse.',
  )
  .option(
    '--only <names>',
    'comma-separated mutants',
    namesAmong('stateful mutant', Object.values(STATEFUL).flat()),
  )
  .option('--every <n>', 'every nth of the mutants', Number, 1)
  .option('--seeds <n>', 'so many stories of each mutant, and compares their lengths', Number, 1)
  .option('--live', 'as on a live target: one key, no admin API')
  .option('--compare', 'compares each with a conforming target over other data')
  .option('--seed <n>', 'the seed of the first story', Number, 1)
  .option('--steps <n>', 'requests of each story', Number, 1000)
  .option('--replays <n>', 'sends the pack of the first finding again so often', Number, 0)
  .option('--mocks <n>', 'in place of mutants, so many mocks in all readings', Number, 0)
  .option('--strangers <n>', 'in place of mutants, so many independent services', Number, 0)
  .option('--jobs <n>', 'number of processes', Number, availableParallelism())
  .parse()
  .opts<ExploreFlags & { jobs: number }>();

process.exitCode = await runTrials([exploreTrials(flags)], jobs);
