/** Groups of innocents. One run tries all members of a group. */
import type { Innocent, Rule } from './mutant.js';
import { noticing } from './proxy.js';
import { inTurn } from './rules.js';

/** The size limit of a group. If a group turns red, its members are tried one by one. */
const MOST = 14;

/** Puts each innocent into the first group whose members do not conflict with it. Innocents that conflict often go first. */
export function groupsOf(innocents: readonly Innocent[]): Innocent[][] {
  const groups: Innocent[][] = [];
  for (const innocent of innocents.toSorted(
    (a, b) => Number(conflictsOften(b)) - Number(conflictsOften(a)),
  )) {
    const group = groups.find(
      (others) => others.length < MOST && others.every((other) => canJoin(innocent, other)),
    );
    if (group === undefined) groups.push([innocent]);
    else group.push(innocent);
  }
  return groups.map((group) => innocents.filter((each) => group.includes(each)));
}

function conflictsOften({ rewrites, movesDays }: Innocent): boolean {
  return rewrites !== undefined || movesDays === true;
}

function canJoin(one: Innocent, other: Innocent): boolean {
  if ([one, other].some(({ alone, leavesOpen }) => alone || leavesOpen)) return false;
  if (one.undisturbed !== other.undisturbed) return false;
  if ((one.rewrites !== undefined && one.rewrites === other.rewrites) || (one.movesDays && other.movesDays))
    return false;
  const taken = new Set(readingsOf(other));
  return !readingsOf(one).some((reading) => taken.has(reading));
}

function readingsOf({ readings = [] }: Innocent): string[] {
  return readings.map((choice) => choice.replace(/=.*/, ''));
}

/** The rules of a group as one rule, and the names of members that have not changed anything yet. */
export function groupRule(group: readonly Innocent[]): { rule: Rule; idle: () => string[] } {
  const fired = new Set<string>();
  // Rules that rewrite texts are outermost: rules outside them would parse and write the JSON again.
  const ordered = group.toSorted((a, b) => (b.rewrites ?? 0) - (a.rewrites ?? 0));
  const rules = ordered.map(({ name, rule }) => noticing(rule(), () => void fired.add(name)));
  return {
    rule: inTurn(...rules),
    idle: () => group.map(({ name }) => name).filter((name) => !fired.has(name)),
  };
}
