/**
 * `npm run worlds`: the whole suite on data that nobody made it for, with an admin API and with one key alone. The mock
 * conforms on all of it, so whatever is said against it is a false alarm. `-- --help` lists the flags.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { didYouMean } from '../../common/nearest.js';
import { table } from '../table.js';
import { instant } from '../instant.js';
import { perform } from '../workers.js';
import { floorName, openIn, problemsOf, raised, type Floors, type Result, type Task } from './result.js';
import { ACCESSES, NOW, rowsAt } from '../../test/worlds/rows.js';
import { linesOf, WORLDS } from '../../test/worlds/worlds.js';

const HEAD = [
  'row',
  'what is unlike',
  'access',
  'verdict',
  'exit',
  'clauses verified',
  'pairs verified',
  'pairs not applicable',
  'credits',
];

const FLOORS = new URL('./floors.json', import.meta.url);

interface Flags {
  only?: string[];
  now?: string;
  raise?: boolean;
  write?: string;
  words?: boolean;
}

const { only, now, raise, write, words }: Flags = new Command('worlds')
  .description(
    'Judges the mock on data unlike the seeded, on few and many postings, and at turns of the calendar.',
  )
  .option('--only <names>', 'these rows alone, by comma', namesIn)
  .option('--now <instant>', `the clock that dates are relative to; floors hold for ${NOW} alone`, instant)
  .addOption(new Option('--raise', 'write into floors.json what was verified beyond it').conflicts('now'))
  .option('--words', 'what kept each row from ending with 0')
  .option('--write <folder>', 'only write the data files of the worlds, for job-search-mock --data')
  .addHelpText(
    'after',
    '\nExit 1 for a false alarm, or where less is verified than before; 2 for a bad flag.',
  )
  .allowExcessArguments(false)
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .parse()
  .opts<Flags>();

const wanted = (name: string): boolean => only?.includes(name) ?? true;
if (write === undefined) process.exitCode = await judgeRows();
else await writeFiles(write);

function namesIn(list: string): string[] {
  const names = rowsAt(NOW).map(({ name }) => name);
  const asked = list.split(',');
  const unknown = asked.find((name) => !names.includes(name));
  if (unknown === undefined) return asked;
  throw new InvalidArgumentError(`No row is called "${unknown}".${didYouMean(unknown, names)}`);
}

async function writeFiles(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const world of WORLDS.filter(({ name }) => wanted(name))) {
    const file = join(folder, `${world.name}.ndjson`);
    await writeFile(file, linesOf(world, now ?? NOW));
    console.log(`${file}: ${world.postings} postings; ${world.unlike}.`);
  }
}

/** Returns the exit status. */
async function judgeRows(): Promise<number> {
  const began = performance.now();
  const floors = JSON.parse(readFileSync(FLOORS, 'utf8')) as Floors;
  const tasks = rowsAt(now ?? NOW)
    .filter(({ name }) => wanted(name))
    .flatMap((row) => ACCESSES.map((access): Task => ({ row, access })));
  const worker = { script: new URL('./worker.ts', import.meta.url), jobs: availableParallelism() };
  const results = await perform<Task, Result>(worker, tasks, ({ task, headline, durationMs }) =>
    console.log(`${floorName(task)} (${Math.round(durationMs / 1000)} s): ${headline}`),
  );
  const place = new Map(tasks.map((task, i) => [floorName(task), i]));
  results.sort((a, b) => place.get(floorName(a.task))! - place.get(floorName(b.task))!);
  console.log(`\n${table(HEAD, results.map(cellsOf))}\n`);
  if (raise) writeFileSync(FLOORS, rendered(raised(floors, results)));
  const held = now === undefined ? (raise ? raised(floors, results) : floors) : null;
  const problems = results.flatMap((result) => problemsOf(result, held));
  if (words === true) for (const line of results.flatMap(openIn)) console.log(line);
  for (const problem of problems) console.log(problem);
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`${results.length} runs, ${problems.length} problems; ${seconds} s.`);
  return problems.length > 0 ? 1 : 0;
}

function cellsOf({ task, ...result }: Result): string[] {
  const { verdict, exitCode, clauses, pairs, notApplicable, credits } = result;
  const counts = [exitCode, clauses, pairs, notApplicable, credits];
  return [task.row.name, task.row.unlike, task.access, verdict, ...counts.map(String)];
}

/** One row a line, so that a change shows what it raises. */
function rendered(floors: Floors): string {
  const lines = Object.entries(floors).map(
    ([name, floor]) => `  ${JSON.stringify(name)}: ${JSON.stringify(floor)}`,
  );
  return `{\n${lines.join(',\n')}\n}\n`;
}
