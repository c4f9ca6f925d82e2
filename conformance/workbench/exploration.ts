/** An exploration as the workbench shows it: its coverage as tables, and its findings. */
import { binds } from '../../spec/clauses.js';
import type { OperationId } from '../../spec/contract.js';
import type { Coverage } from '../explore/choose.js';
import type { ExploreProgress, Finding } from '../explore/explore.js';
import { pairOf } from '../explore/judge-story.js';
import { oracles } from '../judge/oracles/index.js';
import { loadDocuments } from '../pack/model/documents.js';
import { withVisibleTexts } from '../reports/view.js';
import type { Profile } from '../run/target/profile.js';
import { pick } from '../values/fields.js';

export type ShownExploration = ReturnType<typeof shownExploration>;

/** Control characters in texts are escaped, but secrets are not redacted yet. */
export function shownExploration(
  progress: ExploreProgress,
  { pairs, tries }: Coverage,
  findings: readonly Finding[],
  { absent, budget }: Profile,
) {
  const { contract, clauses: stated } = loadDocuments();
  const operations = contract.operations.map(({ id }) => id).filter((id) => !absent.includes(id));
  const broken = new Set(findings.map(({ violation }) => pairOf(violation)));
  const judged = new Set(oracles.flatMap((oracle) => oracle.clauses));
  const binding = stated.clauses.filter((clause) => binds(clause) && judged.has(clause.id));
  // `of` is the most that `count` can reach; null if there is no limit.
  const shown = (section: string, operation: OperationId) => {
    const all = binding
      .filter((clause) => clause.section === section && clause.operations.includes(operation))
      .map((clause) => pairOf({ clause, operation }));
    const among = (seen: ReadonlySet<string>): number => all.filter((pair) => seen.has(pair)).length;
    return { count: among(pairs), of: all.length, broken: among(broken) };
  };
  const tried = (state: string, operation: OperationId) => {
    const times = tries.flatMap((each) =>
      each.state === state && each.operation === operation ? each.times : [],
    );
    return { count: times.reduce((sum, n) => sum + n, 0), of: null, broken: 0 };
  };
  const bySection = stated.sections.map(({ id, title }) => ({
    name: `§${id} ${title}`,
    cells: operations.map((operation) => shown(id, operation)),
  }));
  const byState = [...new Set(tries.map(({ state }) => state))].sort().map((state) => ({
    name: state,
    cells: operations.map((operation) => tried(state, operation)),
  }));
  return withVisibleTexts({
    progress,
    /** Credits; null if there is no ceiling. */
    ceiling: budget.credits,
    operations,
    tables: [
      {
        title: 'Clauses shown, by section',
        rows: bySection.filter(({ cells }) => cells.some(({ of }) => of !== 0)),
      },
      { title: 'Moves tried, by state of the account', rows: byState },
    ],
    findings: findings.map(({ violation: { clause, operation, judgement }, story, ...finding }) => ({
      ...pick(finding, 'name', 'state', 'reason', 'at'),
      /** Such as `BILL-9 on searchJobs: no charge for empty results`. */
      title: `${clause.id} on ${operation}: ${clause.title}`,
      ...pick(judgement, 'expected', 'actual'),
      /** Operations and calls of the admin API in the order of the story. */
      steps: story.map(({ step }) => step.operation ?? step.call!.helper),
    })),
  });
}
