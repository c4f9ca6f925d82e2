/** Trials of mutants, which the suite must catch, and of innocents, on which it must stay silent. */
import { EXIT_CODES } from '../../conformance/judge/verdicts.js';
import { loadClauses } from '../../spec/clauses.js';
import {
  groupsOf,
  innocents,
  mutants,
  pairMutants,
  uncaught,
  type Mutant,
  type PairMutant,
} from '../../test/mutants/index.js';
import { groupOf, type Trial } from '../../test/mutants/trial.js';
import type { Conclusion, Trials } from './trials.js';

export const SEEDED = 'seeded';
/**
 * Data for trials with one key, in turn. These worlds show nearly everything that one key can see. A mutant that its world
 * does not show is tried on the seeded postings, then in the other worlds.
 */
export const WORLDS = ['polish', 'japanese', 'one-country'];

export const pairs = pairMutants(loadClauses());
const byName = new Map<string, Mutant | PairMutant>([...mutants, ...pairs].map((each) => [each.name, each]));

export interface MutantFlags {
  /** Names of mutants and innocents, clauses, or groups of clauses. */
  only?: readonly string[];
  live?: boolean;
  once?: boolean;
  innocents?: boolean;
  singly?: boolean;
  pairs?: boolean;
  words?: boolean;
}

export interface MutantTask {
  /** A mutant, or the innocents of a group. */
  names: readonly string[];
  innocents: boolean;
  /** As on a live target: one key, no admin API. */
  live: boolean;
  /** A world, or `SEEDED`. */
  data: string;
}

/** Facts of the last trial. */
export interface MutantResult extends Omit<Trial, 'faults'> {
  task: MutantTask;
  /** The data of the last try. Earlier data did not show the mutant. */
  shownOn: string;
  /** Innocents that changed nothing. */
  idle: string[];
  /** Errors of the suite or of the rule. */
  broken: string[];
}

export function mutantTrials(flags: MutantFlags): Trials<MutantResult> {
  return {
    kind: 'mutant',
    tasks: tasksFor(flags),
    hasSecondTry: true,
    linesOf: (result) => linesOf(result, flags),
    problemsOf(result) {
      const { name, problems } = outcomeOf(result);
      const broken = result.broken.map(
        (each) => `${name}: the suite or the rule broke: ${each.slice(0, 300)}`,
      );
      return [...broken, ...problems];
    },
    conclude,
  };
}

/** The world of a mutant depends on its place in the catalogue, so `only` does not change it. */
export function dataFor(mutant: Mutant | PairMutant, live: boolean): string {
  const place = mutants.findIndex(({ name }) => name === mutant.name);
  return live && mutant.unseenFromOutside === undefined ? WORLDS[place % WORLDS.length]! : SEEDED;
}

function tasksFor(flags: MutantFlags): MutantTask[] {
  const { live = false, once = false, only } = flags;
  const isWanted = (name: string, clause = ''): boolean =>
    only?.some((each) => [name, clause, groupOf(clause)].includes(each)) ?? true;
  const some = { innocents: false, data: SEEDED };
  const harmless = [false, true]
    .filter((each) => once || each === live)
    .flatMap((live) => {
      const all = innocents.filter(
        ({ name, fromOutside, fromWithin }) => isWanted(name) && !(live ? fromWithin : fromOutside),
      );
      const groups = flags.singly ? all.map((each) => [each]) : groupsOf(all);
      return groups.map((group) => ({
        ...some,
        names: group.map(({ name }) => name),
        live,
        innocents: true,
      }));
    });
  const guilty = [...(flags.pairs ? [] : mutants), ...(live ? [] : pairs)]
    .filter((each) => isWanted(each.name, each.clause))
    .map((each) => {
      const isLive = once ? !('operation' in each) && each.unseenFromOutside === undefined : live;
      return { ...some, names: [each.name], live: isLive, data: dataFor(each, isLive) };
    });
  return [...(flags.pairs ? [] : harmless), ...(flags.innocents ? [] : guilty)];
}

/** A `hidden` mutant cannot be seen from outside. An `idle` mutant never fired, and proves nothing. */
const MARKS = {
  caught: 'red ',
  hidden: 'hides',
  idle: 'IDLE',
  survives: 'LIVES',
  calm: 'calm',
  alarming: 'RED ',
};

interface Outcome {
  verdict: keyof typeof MARKS;
  name: string;
  red: string;
  problems: string[];
}

function outcomeOf(result: MutantResult): Outcome {
  return result.task.innocents ? innocentOutcome(result) : mutantOutcome(result);
}

function mutantOutcome({ task, red, redPairs, fired }: MutantResult): Outcome {
  const mutant = byName.get(task.names[0]!)!;
  const { name, clause } = mutant;
  const isRed = 'operation' in mutant ? redPairs.includes(`${clause} ${mutant.operation}`) : red.has(clause);
  const isHidden = task.live && mutant.unseenFromOutside !== undefined;
  const verdict = isRed ? 'caught' : isHidden ? 'hidden' : fired === 0 ? 'idle' : 'survives';
  const problems = {
    caught: [],
    hidden: [],
    idle: [`${name}: never fired, which proves nothing`],
    survives: [`${name} (${clause}) survives, red only ${[...red.keys()].join(' ') || 'nothing'}`],
  };
  const others = [...red.keys()].filter((id) => id !== clause).join(' ');
  return { verdict, name, red: clause + (others && `  and ${others}`), problems: problems[verdict] };
}

function innocentOutcome({ task, red, words, idle, seen, verdict }: MutantResult): Outcome {
  const name = task.names.join(' + ');
  const group = innocents.filter((each) => task.names.includes(each.name));
  const ignored = new Set<string>(group.flatMap(({ unrecommended = [] }) => unrecommended));
  const alarms = [...words].filter(([clause]) => !ignored.has(clause));
  // Without the admin API, the run cannot observe some readings, and leaves much open.
  const expected = group
    .filter(({ fromOutside = false }) => fromOutside || !task.live)
    .flatMap(({ readings = [] }) => readings);
  const isIncomplete = !task.live && verdict?.exitCode === EXIT_CODES.incomplete;
  const leavesOpen = group.some((each) => each.leavesOpen !== undefined);
  return {
    verdict: alarms.length === 0 ? 'calm' : 'alarming',
    name,
    red: [...red.keys()].join(' '),
    problems: [
      ...alarms.map(([clause, words]) => `${name}: a false alarm on ${clause}: ${words}`),
      ...idle.filter((each) => each !== 'nothing-changed').map((each) => `${each}: never fired`),
      ...(isIncomplete && !leavesOpen ? [`${name}: ${verdict.headline}`] : []),
      ...(!isIncomplete && !task.live && leavesOpen
        ? [`${name}: leavesOpen is set, but nothing is left open`]
        : []),
      ...expected
        .filter((choice) => !seen.includes(choice))
        .map((choice) => `${name}: the report does not name the choice ${choice}`),
    ],
  };
}

function linesOf(result: MutantResult, flags: MutantFlags): string[] {
  const { task, shownOn, words, broken } = result;
  const { verdict, name, red } = outcomeOf(result);
  const lines = [`${MARKS[verdict]}  ${name}${task.live ? `  (${shownOn})` : ''}  ${red}`];
  if (flags.words && task.innocents) lines.push(`      ${result.verdict?.headline ?? 'no verdict'}`);
  if (flags.words) lines.push(...[...words].map(([clause, text]) => `      ${clause} ${text.slice(0, 300)}`));
  return [...lines, ...broken.map((each) => `      broke: ${each.slice(0, 300)}`)];
}

function conclude(results: readonly MutantResult[]): Conclusion {
  const trials = results.filter(({ task }) => !task.innocents);
  const of = (verdict: Outcome['verdict']): MutantResult[] =>
    trials.filter((result) => outcomeOf(result).verdict === verdict);
  const [caught, hidden, survivors] = [of('caught'), of('hidden'), of('survives')];
  const harmless = results.flatMap(({ task }) => (task.innocents ? task.names : []));
  const isWhole = trials.length === mutants.length + pairs.length;
  const { lines, problems } = isWhole ? unreached(trials) : { lines: [], problems: [] };
  const hiddenLines = hidden
    .map(({ task }) => byName.get(task.names[0]!)!)
    .map(({ name, clause, unseenFromOutside }) => `  ${name} (${clause}): ${unseenFromOutside}`);
  return {
    lines: [
      ...lines,
      ...(hidden.length > 0 ? ['', 'Invisible from outside', ...hiddenLines] : []),
      '',
      `${trials.length} mutants: ${caught.length} caught, ${survivors.length} survive, ${hidden.length} ` +
        `invisible from outside; ${harmless.length} innocents.`,
    ],
    problems,
  };
}

/** Clauses that no mutant turned red; each needs a reason. */
function unreached(trials: readonly MutantResult[]): Conclusion {
  const reached = new Set(trials.flatMap(({ red }) => [...red.keys()]));
  const reasons = new Map(uncaught.map(({ clause, why }) => [clause, why]));
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
