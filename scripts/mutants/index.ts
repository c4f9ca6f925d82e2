/**
 * `npm run mutants`: proves the suite on known-bad targets. A mock, in front of it one mutant after another, and the
 * scenarios that can speak of the clause that it offends: that clause has to turn red. `-- --help` lists the flags.
 */
import {
  groupsOf,
  innocents,
  mutants,
  unturned,
  type Mutant,
  type PairMutant,
} from '../../test/mutants/index.js';
import { loadClauses } from '../../spec/clauses.js';
import { perform } from '../workers.js';
import { tryClients } from './clients.js';
import { isWanted, pairs, readFlags, workersFor, type Flags } from './flags.js';
import { dataFor, SEEDED } from './grounds.js';
import { neuter } from './neuter.js';
import { afterSecondTry, tasksAgain } from './second-try.js';
import { judgeInnocents, judgeMutant, mutantOf, redClauses, verdictOn, type Verdict } from './verdicts.js';
import type { Result, Task } from './worker.js';

const say = (line = ''): void => void process.stdout.write(`${line}\n`);

function tasksFor(flags: Flags): Task[] {
  const limited = flags.innocents || flags.live || flags.full ? [] : pairs;
  const guilty = [...(flags.pairs || flags.innocents ? [] : mutants), ...limited].filter(({ name, clause }) =>
    isWanted(flags, name, clause),
  );
  if (flags.pairs) return guilty.map((each) => mutantTask(each, SEEDED));
  const harmless = innocents.filter(
    ({ name, fromOutside, fromWithin }) =>
      isWanted(flags, name) && (flags.live ? fromWithin : fromOutside) !== true,
  );
  // The long ones first, so that no process is left alone with them in the end.
  return [
    ...(flags.singly ? harmless.map((each) => [each]) : groupsOf(harmless)).map((group) =>
      innocentsTask(group.map(({ name }) => name)),
    ),
    ...guilty.map((each) => mutantTask(each, dataOf(each, flags))),
  ];
}

/** A mutant has its place whatever else is asked for; one that cannot be seen from outside shows on no data. */
function dataOf(mutant: Mutant | PairMutant, { live }: Flags): string {
  const place = mutants.findIndex(({ name }) => name === mutant.name);
  return dataFor(place, live === true && mutant.unseenFromOutside === undefined);
}

function mutantTask({ name }: { name: string }, data: string): Task {
  return { name, innocents: [], without: null, data };
}

function innocentsTask(names: readonly string[]): Task {
  return { name: names.join(' + '), innocents: names, without: null, data: SEEDED };
}

function tell({ task, words, broken, verdict: came }: Result, { lines }: Verdict, flags: Flags): void {
  for (const line of lines) say(line);
  if (flags.words && task.innocents.length > 0) say(`      ${came?.headline ?? 'no verdict'}`);
  if (flags.words) for (const [clause, text] of words) say(`      ${clause} ${text.slice(0, 300)}`);
  for (const each of broken) say(`      broke: ${each.slice(0, 300)}`);
}

/** Clauses that no mutant turned red; each needs a reason. */
function unreached(trials: readonly Result[]): Verdict {
  const reached = new Set(trials.flatMap(redClauses));
  const reasons = new Map(unturned.map(({ clause, why }) => [clause, why]));
  const { clauses } = loadClauses();
  const left = clauses
    .filter(({ id }) => !reached.has(id))
    .map(({ id, why }) => ({ id, reason: reasons.get(id) ?? why }));
  return {
    lines: [
      '',
      `Clauses that no mutant turned red: ${left.length} of ${clauses.length}`,
      ...left.map(({ id, reason }) => `  ${id}  ${reason ?? 'NO REASON GIVEN'}`),
    ],
    problems: left
      .filter(({ reason }) => reason === undefined)
      .map(({ id }) => `${id}: no mutant turns it red, and no reason is given`),
  };
}

function section(title: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  say(`\n${title}`);
  for (const line of lines) say(`  ${line}`);
}

/** `once` is what only one of two tries showed. */
async function tryAll(flags: Flags): Promise<{ results: Result[]; once: Result[]; harmless: number }> {
  const live = flags.live === true;
  const hear = (result: Result): void => tell(result, judge(result, live), flags);
  const wrong = (result: Result): boolean =>
    survives(result, live) || judge(result, live).problems.length > 0;
  const first = await perform<Task, Result>(workersFor(flags), tasksFor(flags), hear);
  const second = await perform<Task, Result>(workersFor(flags), tasksAgain(first.filter(wrong)), hear);
  const { counted, once } = afterSecondTry(first, second, wrong);
  return { results: counted, once, harmless: first.flatMap(({ task }) => task.innocents).length };
}

function judge(result: Result, live: boolean): Verdict {
  return result.task.innocents.length > 0 ? judgeInnocents(result, live) : judgeMutant(result, live);
}

function survives(result: Result, live: boolean): boolean {
  return result.task.innocents.length === 0 && verdictOn(result, live) === 'survives';
}

function survivor(result: Result): string {
  const { name, clause } = mutantOf(result);
  return `${name} (${clause}), red only ${redClauses(result).join(' ') || 'nothing'}`;
}

/** `; caught on polish 140, seeded 20` */
function groundsOf(results: readonly Result[]): string {
  if (results.length === 0) return '';
  const counts = new Map<string, number>();
  for (const { shownOn } of results) counts.set(shownOn, (counts.get(shownOn) ?? 0) + 1);
  return `; caught on ${[...counts].map(([data, n]) => `${data} ${n}`).join(', ')}`;
}

/** Returns the exit status. */
async function main(flags: Flags): Promise<number> {
  const begun = performance.now();
  const live = flags.live === true;
  const { results, once, harmless } = await tryAll(flags);
  const problems = results.flatMap((result) => judge(result, live).problems);
  const trials = results.filter(({ task }) => task.innocents.length === 0);
  const more: Verdict[] = [];
  if (flags.neuter) more.push(await neuter(flags, trials));
  if (flags.only === undefined && !flags.innocents && !flags.pairs && !live) more.push(unreached(trials));
  for (const each of more) {
    for (const line of each.lines) say(line);
    problems.push(...each.problems);
  }

  const of = (verdict: ReturnType<typeof verdictOn>): Result[] =>
    trials.filter((result) => verdictOn(result, live) === verdict);
  const [caught, hidden, survivors] = [of('caught'), of('hidden'), of('survives')];
  section(
    'Not to be seen from outside',
    hidden
      .map(mutantOf)
      .map(({ name, clause, unseenFromOutside }) => `${name} (${clause}): ${unseenFromOutside}`),
  );
  section(
    'In one of two tries only',
    once.flatMap((result) => [
      ...(survives(result, live) ? [survivor(result)] : []),
      ...judge(result, live).problems,
    ]),
  );
  section('Survivors', survivors.map(survivor));
  section('Problems', problems);
  say(
    `\n${trials.length} mutants: ${caught.length} caught, ${survivors.length} survive` +
      `${live ? `, ${hidden.length} not to be seen from outside${groundsOf(caught)}` : ''}; ` +
      `${harmless} innocents; ${problems.length} problems; ` +
      `${Math.round((performance.now() - begun) / 1000)} s.`,
  );
  return survivors.length + problems.length > 0 ? 1 : 0;
}

const flags = readFlags();
process.exitCode = await (flags.clients === true ? tryClients(flags, say) : main(flags));
