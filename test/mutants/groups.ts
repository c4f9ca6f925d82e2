/** Groups of innocents: one run tries several of them, since a lawful service has many habits. */
import type { Innocent, Rule } from './mutant.js';
import { noticing } from './proxy.js';
import { inTurn } from './rules.js';

/** The size limit of a group. If a group turns red, its members are tried one by one. */
const MOST = 14;

/** Puts each innocent into the first group that it does not disturb. */
export function groupsOf(innocents: readonly Innocent[]): Innocent[][] {
  const groups: Innocent[][] = [];
  for (const innocent of rewritingFirst(innocents)) {
    const group = groups.find(
      (others) => others.length < MOST && others.every((other) => canJoin(innocent, other)),
    );
    if (group === undefined) groups.push([innocent]);
    else group.push(innocent);
  }
  return groups;
}

function rewritingFirst(innocents: readonly Innocent[]): Innocent[] {
  return [...innocents].sort((a, b) => Number(b.rewrites ?? false) - Number(a.rewrites ?? false));
}

function canJoin(one: Innocent, other: Innocent): boolean {
  if ([one, other].some(({ alone, leavesOpen }) => alone || leavesOpen)) return false;
  if (one.undisturbed !== other.undisturbed) return false;
  if ((one.rewrites && other.rewrites) || (one.movesDays && other.movesDays)) return false;
  const taken = new Set(readingsOf(other));
  return !readingsOf(one).some((reading) => taken.has(reading));
}

function readingsOf({ readings = [] }: Innocent): string[] {
  return readings.map((choice) => choice.replace(/=.*/, ''));
}

/** The rules of a group as one rule, and the names of members that have not changed anything yet. */
export function groupRule(group: readonly Innocent[]): { rule: Rule; idle: () => string[] } {
  const fired = new Set<string>();
  // The rule that rewrites JSON texts is outermost: rules outside it would parse and write the JSON again.
  const rules = rewritingFirst(group).map(({ name, rule }) => noticing(rule(), () => void fired.add(name)));
  return {
    rule: inTurn(...rules),
    idle: () => group.map(({ name }) => name).filter((name) => !fired.has(name)),
  };
}
