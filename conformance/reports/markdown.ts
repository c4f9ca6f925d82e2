/** GitHub-flavored Markdown for the summary page of a CI run, far below its limit of 1 MiB. */
import { count } from '../values/text.js';
import { clientMarkdown } from './client-texts.js';
import { codeSpan, fenced, markdown } from './escape.js';
import { renderExchange } from './render-exchange.js';
import {
  isRunView,
  type BrokenClause,
  type PageView,
  type ReportView,
  type RunView,
  type ShownJudgement,
} from './view.js';
import { byOperation, bySection, creditsSpent, duration, tally, type Tallied } from './words.js';

const MAX_CLAUSES = 25;
const MAX_FINDINGS = 2;

export function writeMarkdown(view: ReportView): string {
  if (!isRunView(view)) return clientMarkdown(view);
  const { page, traffic, changes } = view;
  const titled = (title: string, parts: readonly string[]): string[] =>
    parts.length === 0 ? [] : [`### ${title}`, ...parts];
  return `${[
    ...head(view),
    ...titled(traffic === null ? 'Failures' : 'Failures of the service', clauseParts(view, view.broken)),
    ...titled('Failures of callers', callerParts(view)),
    ...titled('Recommended, not followed', clauseParts(view, view.notFollowed)),
    ...titled('Clauses by section', [tallyTable(page, 'Section', bySection(page))]),
    ...titled('Pairs of clause and operation', [
      tallyTable(
        page,
        'Operation',
        byOperation(page).map(([id, verdicts]) => [codeSpan(id), verdicts]),
      ),
    ]),
    ...titled('Not checked, and why', uncheckedParts(page)),
    ...titled('Where the contract is open, the target reads', readingParts(page)),
    ...titled("Found out of the target's data", surveyParts(view)),
    ...titled('Traffic', list(traffic ?? [])),
    ...titled(markdown(changes?.title ?? ''), list(changes?.lines ?? [], 2000)),
    ...titled('Notes', list(view.notes)),
  ].join('\n\n')}\n`;
}

function list(lines: readonly string[], limit = 500): string[] {
  return lines.length === 0 ? [] : [lines.map((line) => `- ${markdown(line, limit)}`).join('\n')];
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A row of counts for each name. The columns are `fail`, `pass` and each other verdict that occurs in the run. */
function tallyTable(page: PageView, title: string, rows: readonly Tallied[], none = ''): string {
  const { clauses, scenarios, words } = page;
  const met = new Set([...clauses.flatMap(({ pairs }) => pairs), ...clauses, ...scenarios].map(verdictOf));
  const columns = Object.keys(words).filter(
    (verdict) => verdict === 'fail' || verdict === 'pass' || met.has(verdict),
  );
  return table(
    [title, ...columns.map((verdict) => words[verdict]!.word)],
    rows.map(([name, verdicts]) => {
      const counts = new Map(tally(page, verdicts));
      return [name, ...columns.map((verdict) => String(counts.get(verdict) ?? none))];
    }),
  );
}

const verdictOf = ({ verdict }: { verdict: string }): string => verdict;

function head(view: RunView): string[] {
  const { page, run, target, budget, traffic } = view;
  const scenarios: Tallied[] = [['Scenarios', page.scenarios.map(verdictOf)]];
  return [
    `## ${page.verdictWord}`,
    markdown(page.headline, 500),
    tallyTable(
      page,
      '',
      [
        ['Pairs of clause and operation', page.clauses.flatMap(({ pairs }) => pairs.map(verdictOf))],
        ['Clauses', page.clauses.map(verdictOf)],
        ...(traffic === null ? scenarios : []),
      ],
      '0',
    ),
    traffic === null
      ? [
          `Target ${codeSpan(page.target)}, ${target.hasAdmin ? 'with' : 'without'} admin API`,
          `run ${codeSpan(run.id)}, seed ${run.seed}, ${duration(run.durationMs)}`,
          `credits: ${creditsSpent(budget)}`,
          `${count(budget.requests, 'request')}, ${budget.throttledUnexpected} unexpected 429`,
          `kit ${page.kit}`,
          `clauses ${view.clauseSet}`,
        ].join(' · ')
      : `Target ${codeSpan(page.target)} · kit ${page.kit} · clauses ${view.clauseSet}`,
  ];
}

function clauseParts(view: RunView, broken: readonly BrokenClause[]): string[] {
  return [
    ...broken
      .slice(0, MAX_CLAUSES)
      .flatMap(({ clause, findings }) => [
        `#### ${codeSpan(clause.id)} ${markdown(clause.title)}`,
        markdown(clause.text, 500),
        ...findings.slice(0, MAX_FINDINGS).flatMap((finding) => findingParts(view, finding, clause.why)),
        ...(findings.length > MAX_FINDINGS
          ? [`… and ${count(findings.length - MAX_FINDINGS, 'more finding')}.`]
          : []),
      ]),
    ...(broken.length > MAX_CLAUSES ? [`… and ${count(broken.length - MAX_CLAUSES, 'more clause')}.`] : []),
  ];
}

function findingParts(view: RunView, finding: ShownJudgement, why: string): string[] {
  const { expected, actual, known, by, again, exchanges } = finding;
  const telling = exchanges.slice(-1);
  return [
    [
      `- **expected** ${markdown(expected, 500)}${known === null ? '' : ' *(known, in the baseline)*'}`,
      `- **actual** ${markdown(actual, 500)}`,
      `- **why it matters** ${markdown(why, 500)}`,
      `- **found by** ${markdown(by)}`,
    ].join('\n'),
    fenced([again!.command, ...again!.curl].join('\n'), 'sh'),
    ...[...view.bodies(telling)].flatMap((bodies) => {
      const shown = view.page.exchanges.find(({ id }) => id === bodies.id)!;
      const { request, response } = renderExchange(shown, bodies);
      return [
        `<details><summary>Request and response: #${bodies.id} ${markdown(view.lineOf(bodies.id))}</summary>`,
        fenced(request.slice(0, 3_000), 'http'),
        fenced(response.slice(0, 3_000), 'http'),
        '</details>',
      ];
    }),
  ];
}

function callerParts({ page, callers }: RunView): string[] {
  return page.callers.flatMap(({ id, title, text, word, findings }) => {
    const { rule } = callers!.find((each) => each.rule.id === id)!;
    return [
      `#### ${codeSpan(id)} ${markdown(title)}`,
      `${markdown(text, 500)} (${word})`,
      ...findings
        .slice(0, MAX_FINDINGS)
        .map(({ expected, actual, requests }) =>
          [
            `- **expected** ${markdown(expected, 500)}`,
            `- **actual** ${markdown(actual, 500)}`,
            `- **requests** ${requests.map((line) => markdown(line)).join('; ')}`,
          ].join('\n'),
        ),
      `- **why it matters** ${markdown(rule.why, 500)}\n- **instead** ${markdown(rule.instead, 500)}`,
    ];
  });
}

function uncheckedParts({ unchecked, words }: PageView): string[] {
  const lines = unchecked.map(
    ({ verdict, reason, pairs }) =>
      `- ${words[verdict]!.word}: ${markdown(reason)} (${pairs.map(codeSpan).join('; ')})`,
  );
  return lines.length === 0 ? [] : [lines.join('\n')];
}

function readingParts({ readings }: PageView): string[] {
  const rows = readings
    .filter(({ seen }) => seen.length > 0)
    .map(({ id, question, seen, inconsistent }) => [
      codeSpan(id),
      markdown(question),
      `${seen.map(({ choice }) => codeSpan(choice)).join(', ')}${inconsistent ? ' (not always the same)' : ''}`,
    ]);
  return rows.length === 0 ? [] : [table(['Reading', 'Question', 'Seen'], rows)];
}

function surveyParts({ survey }: RunView): string[] {
  if (survey === null) return [];
  const { looked, found, missing } = survey;
  return [
    [
      `- ${markdown(looked)}`,
      ...missing.map((line) => `- not known: ${markdown(line, 500)}`),
      ...(found.length === 0 ? [] : [`- ${markdown(found.join(', '), 5000)}`]),
    ].join('\n'),
  ];
}
