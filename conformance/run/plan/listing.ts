/** The text of `--list`: scenarios with their clauses, requirements and highest costs. Needs no target. */
import { count } from '../../values/text.js';
import type { Scenario } from './scenarios.js';

/** `skipped`: by id, why a scenario cannot run on the target. */
export function listingOf(scenarios: readonly Scenario[], skipped: ReadonlyMap<string, string>): string {
  const lines: string[] = [];
  let pack = '';
  for (const { id, facts, source, cost } of scenarios) {
    if (facts.pack !== pack) {
      pack = facts.pack;
      lines.push('', `${pack}: ${source.title}${source.summary === '' ? '' : `. ${source.summary}`}`);
    }
    const needs = facts.requires.filter((each) => !each.startsWith('operation:'));
    const reason = skipped.get(id);
    const parts = [
      facts.clauses.join(' '),
      cost === 0 ? 'free' : `up to ${count(cost, 'credit')}`,
      ...(needs.length === 0 ? [] : [`needs ${needs.join(', ')}`]),
      ...(reason === undefined ? [] : [`skipped: ${reason}`]),
    ];
    lines.push(`  ${facts.workflowId}`, `      ${facts.title}`, `      ${parts.join(' · ')}`);
  }
  const cited = new Set(scenarios.flatMap(({ facts }) => facts.clauses)).size;
  const cost = scenarios.reduce((sum, each) => sum + each.cost, 0);
  const total = [
    count(scenarios.length, 'scenario'),
    count(cited, 'clause'),
    `up to ${count(cost, 'credit')}`,
  ];
  return `${[...lines, '', `${total.join(', ')}.`].join('\n').trimStart()}\n`;
}
