/** Innocents tried together: a lawful service has many habits at once, and one run tells of them all. */
import type { Innocent, Rule } from './mutant.js';
import { noticing } from './proxy.js';
import { inTurn } from './rules.js';

/** So many at once; a group that is red is tried again one by one. */
const MOST = 8;

/** Puts each innocent into the first group that it does not disturb; a group has room for one that rewrites. */
export function groupsOf(innocents: readonly Innocent[]): Innocent[][] {
  const groups: Innocent[][] = [];
  for (const innocent of rewritingFirst(innocents)) {
    const group = groups.find(
      (others) => others.length < MOST && others.every((other) => canStandBeside(innocent, other)),
    );
    if (group === undefined) groups.push([innocent]);
    else group.push(innocent);
  }
  return groups;
}

function rewritingFirst(innocents: readonly Innocent[]): Innocent[] {
  return [...innocents].sort((a, b) => Number(b.rewrites ?? false) - Number(a.rewrites ?? false));
}

function canStandBeside(one: Innocent, other: Innocent): boolean {
  if ([one, other].some(({ alone, undisturbed, leavesOpen }) => alone || undisturbed || leavesOpen))
    return false;
  if (one.rewrites && other.rewrites) return false;
  const taken = new Set(readingsOf(other));
  return !readingsOf(one).some((reading) => taken.has(reading));
}

function readingsOf({ readings = [] }: Innocent): string[] {
  return readings.map((choice) => choice.replace(/=.*/, ''));
}

/** Their rules as one, and which of them have changed nothing so far. */
export function groupRule(group: readonly Innocent[]): { rule: Rule; idle: () => string[] } {
  const fired = new Set<string>();
  // Whatever stands behind one that rewrites texts would have its JSON parsed, and written anew.
  const rules = rewritingFirst(group).map(({ name, rule }) => noticing(rule(), () => void fired.add(name)));
  return {
    rule: inTurn(...rules),
    idle: () => group.map(({ name }) => name).filter((name) => !fired.has(name)),
  };
}
