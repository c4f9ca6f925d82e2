/** `npm run worlds`: judges the mock with unusual data, with an admin API and with one key. Every failure is a false alarm. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NOW, rowsAt } from '../../test/worlds/rows.js';
import { linesOf, WORLDS } from '../../test/worlds/worlds.js';
import { command, namesAmong } from '../command.js';
import { runTrials, say } from './trials.js';
import { worldTrials, type WorldOptions } from './world-trials.js';

const rows = rowsAt(NOW).map(({ name }) => name);

const { write, ...options } = command('worlds', { names: namesAmong('row', rows) })
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
