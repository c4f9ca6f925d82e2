/** Words and counts that several formats share. */
import { operationIds } from '../../spec/contract.js';
import { thousands } from '../values/text.js';
import type { PageView, RunView } from './view.js';

export type Tallied = [name: string, verdicts: string[]];

/** The verdicts of clauses by section, sections in the order of the source. */
export function bySection({ sections, clauses }: PageView): Tallied[] {
  return withVerdicts(
    sections.map(({ id, title }) => [
      title,
      clauses.filter(({ group }) => group === id).map(({ verdict }) => verdict),
    ]),
  );
}

/** The verdicts of pairs by operation, operations in the order of the source. */
export function byOperation({ clauses }: PageView): Tallied[] {
  const pairs = clauses.flatMap((each) => each.pairs);
  return withVerdicts(
    operationIds.map((id) => [
      id,
      pairs.filter(({ operation }) => operation === id).map(({ verdict }) => verdict),
    ]),
  );
}

const withVerdicts = (rows: Tallied[]): Tallied[] => rows.filter(([, verdicts]) => verdicts.length > 0);

/** The number of each verdict that occurs, the most important verdict first. */
export function tally({ words }: PageView, verdicts: readonly string[]): [verdict: string, n: number][] {
  return Object.keys(words)
    .map((verdict): [string, number] => [verdict, verdicts.filter((each) => each === verdict).length])
    .filter(([, n]) => n > 0);
}

/** `40 of 1,240 announced, ceiling 2,000` */
export function creditsSpent({ creditsUsed, creditsTold, ...budget }: RunView['budget']): string {
  // Jobs that were bought earlier in the cycle are free, but a ceiling cannot rely on that.
  const spent =
    creditsTold === creditsUsed
      ? thousands(creditsUsed)
      : `${thousands(creditsTold)} as answers tell, ${thousands(creditsUsed)} at most,`;
  return ofAnnounced(spent, budget.creditsAnnounced, budget.creditsCeiling);
}

export function ofAnnounced(spent: string, announced: number, ceiling: number | null): string {
  const most = ceiling === null ? '' : `, ceiling ${thousands(ceiling)}`;
  return `${spent} of ${thousands(announced)} announced${most}`;
}

export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
