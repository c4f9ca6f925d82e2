/** GitHub-flavored Markdown for the summary page of a CI run, far below its limit of 1 MiB. */
import { codeSpan, fenced, markdown } from './escape.js';
import { renderExchange } from './render-exchange.js';
import { sectionsOf, type Finding, type Part } from './sections.js';
import type { ReportView } from './view.js';

export function writeMarkdown(view: ReportView): string {
  const { verdictWord, headline, facts } = view.page;
  return `${[
    `## ${verdictWord}`,
    markdown(headline, 1_000),
    ...(facts.length === 0 ? [] : [table(facts)]),
    ...sectionsOf(view, 'verbose').flatMap(({ title, parts }) => [
      `### ${markdown(title)}`,
      ...parts.flatMap((part) => draw(part, view)),
    ]),
  ].join('\n\n')}\n`;
}

function draw(part: Part, view: ReportView): string[] {
  switch (part.as) {
    case 'clause':
      return [`#### ${codeSpan(part.clause.id)} ${markdown(part.clause.text, 500)}`];
    case 'finding':
      return findingParts(part, view);
    case 'list':
      return [list(part.lines)];
    case 'table':
      return [table(part.rows)];
  }
}

function list(lines: readonly string[]): string {
  return lines.map((line) => `- ${markdown(line, 2_000)}`).join('\n');
}

/** A table without column titles. */
function table(rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map((cell) => markdown(cell)).join(' | ')} |`;
  return ['| | |', '|---|---|', ...rows.map(line)].join('\n');
}

function findingParts({ facts, exchanges, commands }: Finding, view: ReportView): string[] {
  return [
    [
      ...facts.map(([name, text]) => `- **${name}** ${markdown(text, 500)}`),
      ...exchanges.map((id) => `- **request** #${id} ${markdown(view.lineOf(id))}`),
    ].join('\n'),
    ...(commands.length === 0 ? [] : [fenced(commands.join('\n'), 'sh')]),
    ...[...view.bodies(exchanges.slice(-1))].flatMap((bodies) => {
      const shown = view.page.exchanges.find(({ id }) => id === bodies.id)!;
      const { request, response } = renderExchange(shown, bodies);
      return [
        `<details><summary>Request and response of #${bodies.id}</summary>`,
        fenced(request.slice(0, 3_000), 'http'),
        fenced(response.slice(0, 3_000), 'http'),
        '</details>',
      ];
    }),
  ];
}
