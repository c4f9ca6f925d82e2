/** Trials of mutants, which the suite must catch, and of innocents, on which it must stay silent. */
import { EXIT_CODES } from '../../conformance/judge/verdicts.js';
import { loadClauses } from '../../spec/clauses.js';
import {
  groupsOf,
  innocents,
  mutants,
  pairMutants,
  unturned,
  type Mutant,
  type PairMutant,
} from '../../test/mutants/index.js';
import { groupOf, type Trial } from '../../test/mutants/trial.js';
import { neuter } from './neuter.js';
import type { Conclusion, Trials } from './trials.js';

export const SEEDED = 'seeded';
/**
 * Mutants on a live target use these worlds in turn. They differ from the seeded postings and show nearly everything that a
 * single key can see. If a world cannot show a mutant, the seeded postings must.
 */
const WORLDS = ['polish', 'japanese', 'one-country'];

export const pairs = pairMutants(loadClauses());
const byName = new Map<string, Mutant | PairMutant>([...mutants, ...pairs].map((each) => [each.name, each]));

export interface MutantFlags {
  /** Names of mutants and innocents, clauses, or groups of clauses. */
  only?: readonly string[];
  live?: boolean;
  once?: boolean;
  full?: boolean;
  innocents?: boolean;
  singly?: boolean;
  pairs?: boolean;
  neuter?: boolean;
  words?: boolean;
}

export interface MutantTask {
  /** A mutant, or the innocents of a group. */
  names: readonly string[];
  innocents: boolean;
  /** As on a live target: one key, no admin API. */
  live: boolean;
  /** Whether the first round has all scenarios. */
  full: boolean;
  /** A judge to leave out: `oracle ledger`. */
  without: string | null;
  /** A world, or `SEEDED`. */
  data: string;
}

export interface MutantResult extends Pick<Trial, 'redPairs' | 'fired' | 'seen' | 'verdict'> {
  task: MutantTask;
  /** The data of the last trial; those before it did not show the mutant. */
  shownOn: string;
  /** Failed clauses, each with the judges that found the failure. */
  red: [clause: string, judges: string[]][];
  words: [clause: string, words: string][];
  /** Innocents that changed nothing. */
  idle: string[];
  /** Errors of the suite or of the rule. */
  broken: string[];
}

export function mutantTrials(flags: MutantFlags): Trials<MutantResult> {
  return {
    kind: 'mutants',
    tasks: tasksFor(flags),
    hasSecondTry: true,
    linesOf: (result) => linesOf(result, flags),
    problemsOf: ({ task, ...result }) =>
      task.innocents ? innocentProblems({ task, ...result }) : mutantProblems({ task, ...result }),
    conclude: (results) => conclude(results, flags),
  };
}

/** The n-th mutant has its world whatever else is tried; a mutant that cannot be seen from outside shows on no data. */
export function dataFor(mutant: Mutant | PairMutant, live: boolean): string {
  const place = mutants.findIndex(({ name }) => name === mutant.name);
  return live && mutant.unseenFromOutside === undefined ? WORLDS[place % WORLDS.length]! : SEEDED;
}

function tasksFor(flags: MutantFlags): MutantTask[] {
  const { full = false, only } = flags;
  const isWanted = (name: string, clause = ''): boolean =>
    only?.some((each) => [name, clause, groupOf(clause)].includes(each)) ?? true;
  const task = (names: readonly string[], live: boolean, data = SEEDED): MutantTask => ({
    names,
    innocents: false,
    live,
    full,
    without: null,
    data,
  });
  const harmless = [false, true]
    .filter((live) => !flags.pairs && (flags.once || live === (flags.live ?? false)))
    .flatMap((live) => {
      const all = innocents.filter(
        ({ name, fromOutside, fromWithin }) => isWanted(name) && !(live ? fromWithin : fromOutside),
      );
      const groups = flags.singly ? all.map((each) => [each]) : groupsOf(all);
      return groups.map((group) => ({
        ...task(
          group.map(({ name }) => name),
          live,
        ),
        innocents: true,
      }));
    });
  const whole = flags.pairs ? [] : mutants;
  const limited = flags.live || full ? [] : pairs;
  const guilty = flags.innocents
    ? []
    : [...whole, ...limited].filter((each) => isWanted(each.name, each.clause));
  return [
    ...harmless,
    ...guilty.map((each) => {
      const live = flags.once ? !('operation' in each) && each.unseenFromOutside === undefined : flags.live;
      return task([each.name], live ?? false, dataFor(each, live ?? false));
    }),
  ];
}

/** A `hidden` mutant cannot be seen from outside. An `idle` mutant never fired, and proves nothing. */
type MutantVerdict = 'caught' | 'hidden' | 'idle' | 'survives';

const MARKS: Record<MutantVerdict, string> = {
  caught: 'red ',
  hidden: 'hides',
  idle: 'IDLE',
  survives: 'LIVES',
};

function mutantOf({ task }: MutantResult): Mutant | PairMutant {
  return byName.get(task.names[0]!)!;
}

function redClauses({ red }: MutantResult): string[] {
  return red.map(([clause]) => clause);
}

function verdictOn(result: MutantResult): MutantVerdict {
  const mutant = mutantOf(result);
  const isRed =
    'operation' in mutant
      ? result.redPairs.includes(`${mutant.clause} ${mutant.operation}`)
      : redClauses(result).includes(mutant.clause);
  if (isRed) return 'caught';
  if (result.task.live && mutant.unseenFromOutside !== undefined) return 'hidden';
  return result.fired === 0 ? 'idle' : 'survives';
}

function mutantProblems(result: MutantResult): string[] {
  const { name, clause } = mutantOf(result);
  const problems = breakdowns(result);
  const verdict = verdictOn(result);
  if (verdict === 'idle') problems.push(`${name}: never fired, which proves nothing`);
  if (verdict === 'survives')
    problems.push(`${name} (${clause}) survives, red only ${redClauses(result).join(' ') || 'nothing'}`);
  return problems;
}

function innocentProblems(result: MutantResult): string[] {
  const { names, live } = result.task;
  const name = nameOf(result);
  const group = innocents.filter((each) => names.includes(each.name));
  // Without the admin API, the run cannot observe some readings, and leaves much open.
  const expected = group
    .filter(({ fromOutside = false }) => fromOutside || !live)
    .flatMap(({ readings = [] }) => readings);
  const { exitCode, headline } = result.verdict ?? { exitCode: 0, headline: '' };
  const isIncomplete = !live && exitCode === EXIT_CODES.incomplete;
  const leavesOpen = group.some((each) => each.leavesOpen !== undefined);
  return [
    ...breakdowns(result),
    ...alarmsOf(result).map(([clause, words]) => `${name}: a false alarm on ${clause}: ${words}`),
    ...result.idle.filter((each) => each !== 'nothing-changed').map((each) => `${each}: never fired`),
    ...(isIncomplete && !leavesOpen ? [`${name}: ${headline}`] : []),
    ...(!isIncomplete && !live && leavesOpen ? [`${name}: nothing is left open, though it says so`] : []),
    ...expected
      .filter((choice) => !result.seen.includes(choice))
      .map((choice) => `${name}: the report does not name the choice ${choice}`),
  ];
}

/** Failures of innocents, except those of recommendations that they ignore. */
function alarmsOf({ task, words }: MutantResult): [clause: string, words: string][] {
  const group = innocents.filter(({ name }) => task.names.includes(name));
  const ignored = new Set<string>(group.flatMap(({ unrecommended = [] }) => unrecommended));
  return words.filter(([clause]) => !ignored.has(clause));
}

function breakdowns(result: MutantResult): string[] {
  return result.broken.map((each) => `${nameOf(result)}: the suite or the rule broke: ${each.slice(0, 300)}`);
}

function nameOf({ task }: MutantResult): string {
  return task.names.join(' + ');
}

function linesOf(result: MutantResult, flags: MutantFlags): string[] {
  const { task, shownOn, words, broken, verdict } = result;
  const on = task.live ? `  (${shownOn})` : '';
  const lines: string[] = [];
  if (task.innocents) {
    const mark = alarmsOf(result).length === 0 ? 'calm' : 'RED ';
    lines.push(`${mark}  ${nameOf(result)}${on}  ${redClauses(result).join(' ')}`);
    if (flags.words) lines.push(`      ${verdict?.headline ?? 'no verdict'}`);
  } else {
    const { name, clause } = mutantOf(result);
    const others = redClauses(result).filter((id) => id !== clause);
    const also = others.length > 0 ? `  and ${others.join(' ')}` : '';
    lines.push(`${MARKS[verdictOn(result)]}  ${name}${on}  ${clause}${also}`);
  }
  if (flags.words) lines.push(...words.map(([clause, text]) => `      ${clause} ${text.slice(0, 300)}`));
  return [...lines, ...broken.map((each) => `      broke: ${each.slice(0, 300)}`)];
}

async function conclude(results: readonly MutantResult[], flags: MutantFlags): Promise<Conclusion> {
  const trials = results.filter(({ task }) => !task.innocents);
  const of = (verdict: MutantVerdict): MutantResult[] =>
    trials.filter((result) => verdictOn(result) === verdict);
  const [caught, hidden, survivors] = [of('caught'), of('hidden'), of('survives')];
  const harmless = results.flatMap(({ task }) => (task.innocents ? task.names : []));
  const onWorlds = new Map<string, number>();
  for (const { task, shownOn } of caught)
    if (task.live) onWorlds.set(shownOn, (onWorlds.get(shownOn) ?? 0) + 1);
  const more: Conclusion[] = [];
  if (flags.neuter) more.push(await neuter(flags, trials));
  if (flags.only === undefined && !flags.innocents && !flags.pairs && !flags.live)
    more.push(unreached(trials));
  const hiddenLines = hidden
    .map(mutantOf)
    .map(({ name, clause, unseenFromOutside }) => `  ${name} (${clause}): ${unseenFromOutside}`);
  return {
    lines: [
      ...more.flatMap(({ lines }) => lines),
      ...(hidden.length > 0 ? ['', 'Invisible from outside', ...hiddenLines] : []),
      '',
      `${trials.length} mutants: ${caught.length} caught, ${survivors.length} survive, ${hidden.length} ` +
        `invisible from outside; ${harmless.length} innocents` +
        `${onWorlds.size > 0 ? `; caught on ${[...onWorlds].map((each) => each.join(' ')).join(', ')}` : ''}.`,
    ],
    problems: more.flatMap(({ problems }) => problems),
  };
}

/** Clauses that no mutant turned red; each needs a reason. */
function unreached(trials: readonly MutantResult[]): Conclusion {
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
