/** GitHub-flavored Markdown for the summary page of a CI run, far below its limit of 1 MiB. */
import { parsedJson } from '../values/json.js';
import { codeSpan, fenced, markdown } from './escape.js';
import { sectionsOf, type Finding, type Part } from './sections.js';
import type { ExchangeBodies, ReportView, ShownExchange } from './view.js';

/** Longer texts and lists in bodies are shortened. */
const MAX_STRING = 240;
const MAX_ITEMS = 3;

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

/** Start line, headers and body of both messages, as text. */
function renderExchange(
  { method, url, status, failure: loss }: ShownExchange,
  { request, response, failure }: ExchangeBodies,
): { request: string; response: string } {
  const cut = response?.bodyCut === undefined ? '' : `\n… (the beginning of ${response.bodyCut} bytes)`;
  return {
    request: block(`${method} ${url}`, request.headers, request.bodyText),
    response:
      response === null
        ? `no response: ${(failure ?? 'unknown').replace(': ', '\n')}`.trimEnd()
        : block(`HTTP ${status ?? `response, ${loss}`}`, response.headers, response.bodyText) + cut,
  };
}

/** JSON on several lines; other text as it is. */
function block(start: string, headers: Record<string, string>, text: string | null): string {
  const lines = [start, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  return (text ? [...lines, '', JSON.stringify(parsedJson(text), shortened, 2) ?? text] : lines).join('\n');
}

/** Long lists and texts end with the number of missing items. */
function shortened(_name: string, value: unknown): unknown {
  if (typeof value === 'string' && value.length > MAX_STRING)
    return `${value.slice(0, MAX_STRING)}… (${value.length - MAX_STRING} more characters)`;
  if (Array.isArray(value) && value.length > MAX_ITEMS)
    return [...(value as unknown[]).slice(0, MAX_ITEMS), `… ${value.length - MAX_ITEMS} more`];
  return value;
}
