/** Trials of mutants, which the suite must catch, and of innocents, on which it must stay silent. */
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
import { groupOf } from '../../test/mutants/trial.js';
import type { Conclusion, Outcome, Task, Trials } from './trials.js';

export const SEEDED = 'seeded';
/**
 * Data for trials with one key, in turn. These worlds show nearly everything that one key can see. A mutant that its world
 * does not show is tried on the seeded postings, then in the other worlds.
 */
export const WORLDS = ['polish', 'japanese', 'one-country'];

export const pairs = pairMutants(loadClauses());

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

export interface MutantTask extends Task {
  kind: 'mutant';
  /** Whether `names` are the innocents of a group. */
  innocents: boolean;
  /** As on a live target: one key, no admin API. */
  live: boolean;
  /** A world, or `SEEDED`. */
  data: string;
  /** Whether to print the evidence of each red clause. */
  words: boolean;
}

export interface MutantOutcome extends Outcome {
  task: MutantTask;
  /** Red clauses. */
  red: string[];
  /** `hidden`: one key cannot see it. `idle`: it never fired, which proves nothing. Null for innocents. */
  verdict: 'caught' | 'hidden' | 'idle' | 'survives' | null;
}

export function mutantTrials(flags: MutantFlags): Trials<MutantOutcome> {
  return { tasks: tasksFor(flags), conclude };
}

export function mutantNamed(name: string): Mutant | PairMutant {
  return [...pairs, ...mutants].find((each) => each.name === name)!;
}

/** The world of a mutant depends on its place in the catalogue, so `only` does not change it. */
export function dataFor(mutant: Mutant | PairMutant, live: boolean): string {
  const place = mutants.findIndex(({ name }) => name === mutant.name);
  return live && mutant.unseenFromOutside === undefined ? WORLDS[place % WORLDS.length]! : SEEDED;
}

function tasksFor(flags: MutantFlags): MutantTask[] {
  const { live = false, once = false, words = false, only } = flags;
  const isWanted = (name: string, clause = ''): boolean =>
    only?.some((each) => [name, clause, groupOf(clause)].includes(each)) ?? true;
  const some = { kind: 'mutant', innocents: false, data: SEEDED, words } as const;
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

function conclude(outcomes: readonly MutantOutcome[]): Conclusion {
  const trials = outcomes.filter(({ task }) => !task.innocents);
  const of = (verdict: MutantOutcome['verdict']) => trials.filter((each) => each.verdict === verdict);
  const harmless = outcomes.flatMap(({ task }) => (task.innocents ? task.names : []));
  const isWhole = trials.length === mutants.length + pairs.length;
  const { lines, problems } = isWhole ? unreached(trials) : { lines: [], problems: [] };
  const hidden = of('hidden')
    .map(({ task }) => mutantNamed(task.names[0]!))
    .map(({ name, clause, unseenFromOutside }) => `  ${name} (${clause}): ${unseenFromOutside}`);
  return {
    lines: [
      ...lines,
      ...(hidden.length > 0 ? ['', 'Invisible from outside', ...hidden] : []),
      '',
      `${trials.length} mutants: ${of('caught').length} caught, ${of('survives').length} survive, ${hidden.length} ` +
        `invisible from outside; ${harmless.length} innocents.`,
    ],
    problems,
  };
}

/** Clauses that no mutant turned red; each needs a reason. */
function unreached(trials: readonly MutantOutcome[]): Conclusion {
  const reached = new Set(trials.flatMap(({ red }) => red));
  const reasons = new Map<string, string>(uncaught.map(({ clause, why }) => [clause, why]));
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
