/** `npm run worlds`: judges the mock with unusual data, with an admin API and with one key. Every failure is a false alarm. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Option } from 'commander';
import { NOW, rowsAt } from '../../test/worlds/rows.js';
import { linesOf, WORLDS } from '../../test/worlds/worlds.js';
import { command, instant, namesAmong } from './command.js';
import { runTrials, say } from './trials.js';
import { worldTrials, type WorldOptions } from './world-trials.js';

const rows = rowsAt(NOW).map(({ name }) => name);

const { write, ...options } = command('worlds')
  .description(
    'Judges the mock with unusual data, with few and many postings, and at the ends of days, months and years.',
  )
  .option('--only <names>', 'comma-separated names of rows', namesAmong('row', rows))
  .option('--now <instant>', `the time that dates are relative to; floors apply only to ${NOW}`, instant)
  .addOption(new Option('--raise', 'store higher floors in floors.json').conflicts('now'))
  .option('--words', 'print what prevents an exit status of 0 in each row')
  .option('--write <folder>', 'only write the data files of the worlds, for job-search-mock --data')
  .addHelpText(
    'after',
    '\nExit 1 for a false alarm, or if a row verifies less than before; 2 for a bad flag.',
  )
  .parse()
  .opts<WorldOptions & { write?: string }>();

if (write === undefined) process.exitCode = await runTrials([worldTrials(options)]);
else {
  await mkdir(write, { recursive: true });
  for (const world of WORLDS.filter(({ name }) => options.only?.includes(name) ?? true)) {
    const file = join(write, `${world.name}.ndjson`);
    await writeFile(file, linesOf(world, options.now ?? NOW));
    say(`${file}: ${world.postings} postings; ${world.unlike}.`);
  }
}
