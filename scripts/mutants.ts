/**
 * `npm run mutants`: proves the suite on known-bad targets. A mock, in front of it one mutant after another, and the
 * scenarios that can speak of the clause that it offends: that clause has to turn red. `-- --help` lists the flags.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { Command, InvalidArgumentError } from 'commander';
import { innocents, mutants, unnoticed, unturned } from '../conformance/mutants/index.js';
import { allJudges, groupOf } from '../conformance/mutants/trial.js';
import { loadDocuments } from '../conformance/run/run.js';
import { loadClauses } from '../spec/clauses.js';
import type { Result, Task } from './mutants-worker.js';

interface Flags {
  only?: string[];
  live?: boolean;
  full?: boolean;
  innocents?: boolean;
  neuter?: boolean;
  words?: boolean;
  jobs: number;
}

/** Every name that `--only` takes. */
const names = new Set([
  ...innocents.map(({ name }) => name),
  ...mutants.flatMap(({ name, clause }) => [name, clause, groupOf(clause)]),
]);

const flags = new Command('mutants')
  .description('Tries the suite on known-bad targets, and on harmless differences that it must not mind.')
  .option(
    '--only <names>',
    'these mutants, innocents, clauses (IDEM-3) or groups of clauses (IDEM) alone, by comma',
    namesIn,
  )
  .option('--live', 'as on a live target: one key, no admin API')
  .option('--full', 'the whole suite on every mutant')
  .option('--innocents', 'the innocents alone')
  .option('--neuter', 'each oracle and predicate left out in turn: which loss would nobody notice?')
  .option('--words', 'what is said of each red clause')
  .option('--jobs <n>', 'processes at a time', wholeNumber, availableParallelism())
  .addHelpText(
    'after',
    '\nExit 1 for survivors, mutants that never fired, false alarms, or a suite that broke; 2 for a bad flag.',
  )
  .allowExcessArguments(false)
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .parse()
  .opts<Flags>();

function namesIn(list: string): string[] {
  const asked = list.split(',');
  const unknown = asked.find((name) => !names.has(name));
  if (unknown === undefined) return asked;
  throw new InvalidArgumentError(`No mutant, innocent or offended clause is called "${unknown}".`);
}

function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a whole number from 1 to 999.');
}

const say = (line = ''): void => void process.stdout.write(`${line}\n`);
const begun = performance.now();
const only = flags.only ?? null;
const wanted = (name: string, clause = ''): boolean =>
  only === null || only.some((each) => each === name || each === clause || each === groupOf(clause));

/** Hands tasks to so many processes, each the next as soon as it is free. */
async function perform(tasks: readonly Task[], told: (result: Result) => void): Promise<Result[]> {
  const queue = [...tasks];
  const results: Result[] = [];
  const width = Math.min(flags.jobs, queue.length);
  const work = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const child: ChildProcess = fork(new URL('./mutants-worker.ts', import.meta.url), [
        ...(flags.live ? ['--live'] : []),
        ...(flags.full ? ['--full'] : []),
      ]);
      child.on('message', (message: Result | 'ready') => {
        if (message !== 'ready') {
          results.push(message);
          told(message);
        }
        child.send(queue.shift() ?? 'end');
      });
      child.on('error', reject);
      child.on('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`a worker ended with ${code} in the middle of its work`)),
      );
    });
  await Promise.all(Array.from({ length: width }, work));
  return results;
}

const troubles: string[] = [];
const byName = new Map(mutants.map((each) => [each.name, each]));

function tellMore({ task, words, broken }: Result): void {
  if (flags.words) for (const [clause, text] of words) say(`      ${clause} ${text.slice(0, 300)}`);
  for (const each of broken) {
    say(`      broke: ${each.slice(0, 300)}`);
    troubles.push(`${task.name}: the suite or the rule broke: ${each.slice(0, 300)}`);
  }
}

function judge(result: Result): void {
  const { clause, unseenFromOutside } = byName.get(result.task.name)!;
  const red = result.red.map(([id]) => id);
  const others = red.filter((id) => id !== clause);
  const hidden = flags.live && unseenFromOutside !== undefined;
  const mark = red.includes(clause) ? 'red ' : hidden ? 'hides' : result.fired === 0 ? 'IDLE' : 'LIVES';
  say(`${mark}  ${result.task.name}  ${clause}${others.length > 0 ? `  and ${others.join(' ')}` : ''}`);
  tellMore(result);
}

function acquit(result: Result): void {
  const { name } = result.task;
  say(`${result.red.length === 0 ? 'calm' : 'RED '}  ${name}  ${result.red.map(([id]) => id).join(' ')}`);
  tellMore(result);
  for (const [clause, words] of result.words) troubles.push(`${name}: a false alarm on ${clause}: ${words}`);
  if (result.fired === 0 && name !== 'nothing-changed') troubles.push(`${name}: never fired`);
  // Without the admin API some readings show nowhere.
  const { readings = [], fromOutside = false } = innocents.find((each) => each.name === name)!;
  for (const choice of readings)
    if ((fromOutside || !flags.live) && !result.seen.includes(choice))
      troubles.push(`${name}: the report does not name the choice ${choice}`);
}

const plain = { innocent: false, without: null };
const guilty: Task[] = flags.innocents
  ? []
  : mutants.filter(({ name, clause }) => wanted(name, clause)).map(({ name }) => ({ ...plain, name }));
const harmless: Task[] = innocents
  .filter(({ name, fromOutside }) => wanted(name) && (flags.live || fromOutside !== true))
  .map(({ name }) => ({ ...plain, name, innocent: true }));

// The long ones first, so that no process is left alone with them in the end.
const results = await perform([...harmless, ...guilty], (result) =>
  result.task.innocent ? acquit(result) : judge(result),
);
const trials = results.filter(({ task }) => !task.innocent);
const missed = trials.filter(({ task, red }) => !red.some(([id]) => id === byName.get(task.name)!.clause));
const unseen = missed.filter(
  ({ task }) => flags.live && byName.get(task.name)!.unseenFromOutside !== undefined,
);
const rest = missed.filter((each) => !unseen.includes(each));
const survivors = rest.filter(({ fired }) => fired > 0);
for (const { task, fired } of rest)
  if (fired === 0) troubles.push(`${task.name}: never fired, which proves nothing`);

if (flags.neuter) await neuter();

/** For each judge the cells of the matrix that it alone turned red, confirmed by a run without it. */
async function neuter(): Promise<void> {
  const names = [
    ...allJudges.oracles.map(({ id }) => `oracle ${id}`),
    ...Object.keys(allJudges.predicates).map((name) => `predicate ${name}`),
  ];
  const cells = new Map(
    names.map((name) => [
      name,
      trials.flatMap(({ task, red }) =>
        red
          .filter(([, by]) => by.length === 1 && by[0] === name)
          .map(([clause]) => ({ mutant: task.name, clause })),
      ),
    ]),
  );
  const tasks = names.flatMap((name) =>
    [...new Set(cells.get(name)!.map(({ mutant }) => mutant))]
      .slice(0, 3)
      .map((mutant): Task => ({ name: mutant, innocent: false, without: name })),
  );
  const noticed = new Map<string, string>();
  await perform(tasks, ({ task, red }) => {
    const pale = cells
      .get(task.without!)!
      .find(({ mutant, clause }) => mutant === task.name && !red.some(([id]) => id === clause));
    if (pale !== undefined) noticed.set(task.without!, `${pale.mutant} no longer offends ${pale.clause}`);
  });
  say('\nWithout one judge');
  const reasons = new Map(unnoticed(loadDocuments()).map(({ judge, why }) => [judge, why]));
  for (const name of names) {
    const [seen, why] = [noticed.get(name), reasons.get(name)];
    if (only === null && seen === undefined && why === undefined)
      troubles.push(`${name}: nobody notices its loss, and no reason is given`);
    if (seen !== undefined && why !== undefined)
      troubles.push(`${name}: its loss is noticed, though a reason says why it is not`);
    const text = seen ?? `not noticed; ${why ?? 'NO REASON GIVEN'}`;
    say(`  ${name}: ${text} (alone in ${cells.get(name)!.length} cells)`);
  }
  say(`${noticed.size} of ${names.length} losses are noticed.`);
}

if (only === null && !flags.innocents && !flags.live) {
  const reached = new Set(trials.flatMap(({ red }) => red.map(([id]) => id)));
  const reasons = new Map(unturned.map(({ clause, why }) => [clause, why]));
  const { clauses } = loadClauses();
  const pale = clauses.filter(({ id }) => !reached.has(id));
  say(`\nClauses that no mutant turned red: ${pale.length} of ${clauses.length}`);
  for (const { id, check, why } of pale) {
    const reason = reasons.get(id) ?? (check === 'none' ? why : undefined);
    say(`  ${id}  ${reason ?? 'NO REASON GIVEN'}`);
    if (reason === undefined) troubles.push(`${id}: no mutant turns it red, and no reason is given`);
  }
}
if (unseen.length > 0) say('\nNot to be seen from outside');
for (const { task } of unseen) {
  const { name, clause, unseenFromOutside } = byName.get(task.name)!;
  say(`  ${name} (${clause}): ${unseenFromOutside}`);
}
if (survivors.length > 0) say('\nSurvivors');
for (const { task, red } of survivors)
  say(
    `  ${task.name} (${byName.get(task.name)!.clause}), red only ${red.map(([id]) => id).join(' ') || 'nothing'}`,
  );
if (troubles.length > 0) say('\nTroubles');
for (const each of troubles) say(`  ${each}`);
const seconds = Math.round((performance.now() - begun) / 1000);
say(
  `\n${trials.length} mutants: ${trials.length - missed.length} caught, ${survivors.length} survive` +
    `${flags.live ? `, ${unseen.length} not to be seen from outside` : ''}; ` +
    `${harmless.length} innocents; ${troubles.length} troubles; ${seconds} s.`,
);
process.exitCode = survivors.length + troubles.length > 0 ? 1 : 0;
