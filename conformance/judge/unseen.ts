/**
 * Clauses that a run could not check with its options, because all their scenarios lacked something that the user of
 * the suite can provide. Clauses that were tried without a result do not count.
 */
import { binds } from '../../spec/clauses.js';
import type { ClauseResult, ScenarioResult, Unseen } from './report.js';

/** Like a requirement of a scenario: a key that has not bought all jobs yet. */
export const UNSPENT = 'unspent';

/** Like a requirement of a scenario: access that the service grants only to some keys (reading historical-access). */
export const ACCESS = 'access';

/** Kinds of requirements, those first that are easy to provide. */
const KINDS = [UNSPENT, 'throttling', 'fact', ACCESS, 'key', 'admin'];

/** Requirements that would let one of the scenarios run, the easiest first; null if something else prevents one. */
export function needsOf(scenarios: readonly Pick<ScenarioResult, 'verdict' | 'outcome'>[]): string[] | null {
  if (!scenarios.every(({ verdict }) => verdict === 'not-applicable')) return null;
  const lacking = scenarios.map(({ outcome }) => outcome.lacks ?? []).filter(({ length }) => length > 0);
  return lacking.sort((a, b) => effort(a) - effort(b))[0] ?? null;
}

function effort(lacks: readonly string[]): number {
  return lacks.reduce((sum, each) => sum + 10 ** KINDS.indexOf(each.replace(/:.*/, '')), 0);
}

/** Binding clauses without an observation, by the requirements that would let a run check them, the largest group first. */
export function unseenIn(clauses: readonly ClauseResult[]): Unseen[] {
  const found = new Map<string, Unseen>();
  for (const { clause, verdict, pairs } of clauses) {
    if (!binds(clause) || verdict !== 'not-applicable') continue;
    const needs = pairs.flatMap((pair) => (pair.needs === undefined ? [] : [pair.needs]));
    const easiest = needs.sort((a, b) => effort(a) - effort(b))[0];
    if (easiest === undefined) continue;
    const name = easiest.join(' ');
    const known = found.get(name) ?? { needs: easiest, clauses: [] };
    known.clauses.push(clause.id);
    found.set(name, known);
  }
  return [...found.values()].sort((a, b) => b.clauses.length - a.clauses.length);
}
