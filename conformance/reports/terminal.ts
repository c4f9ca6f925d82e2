/** The report on a terminal. */
import { oneLine } from './escape.js';
import { sectionsOf, type Detail, type Part } from './sections.js';
import type { PageView, ReportView } from './view.js';
import { duration } from './words.js';

export interface ReportOptions {
  /** Colors the terminal report. Default false. */
  color?: boolean;
  /** Default `verbose`. */
  detail?: Detail;
}

const CODES: Readonly<Record<string, string>> = {
  conforms: '1;32',
  'does-not-conform': '1;31',
  error: '1;31',
  fail: '1;31',
};

/** The longest line of a list. */
const MOST_CHARACTERS = 2_000;

export function writeTerminal(
  view: ReportView,
  { color = false, detail = 'verbose' }: ReportOptions = {},
): string {
  const { page } = view;
  const paint = (code: string, text: string): string => (color ? `\u001b[${code}m${text}\u001b[0m` : text);
  const draw = (part: Part): string[] => {
    switch (part.as) {
      case 'clause': {
        const { id, verdict, level, section, text } = part.clause;
        return ['', `${paint(CODES[verdict] ?? '1;33', id)}  ${level}, §${section}  ${oneLine(text)}`];
      }
      case 'finding': {
        const requests = part.exchanges.map((id) => oneLine(`#${id} ${view.lineOf(id)}`));
        const facts = part.facts.map(([name, text]): [string, string[]] => [name, [oneLine(text, 500)]]);
        const named: [string, string[]][] = [...facts, ['requests', requests], ['again', part.commands]];
        return [...named.flatMap(([name, lines]) => labeled(name, lines)), ''];
      }
      case 'list':
        return part.lines.flatMap((line) =>
          line.split('\n').map((each) => `  ${oneLine(each, MOST_CHARACTERS)}`),
        );
      case 'table':
        return tableLines(part.rows);
    }
  };
  const sections = [
    [
      `${paint(CODES[page.verdict] ?? '1;33', page.verdictWord)}: ${oneLine(page.headline, 1_000)}`,
      ...(detail === 'verbose' ? tableLines(page.facts) : [placeOf(page)]),
    ],
    ...sectionsOf(view, detail).map(({ title, parts }) => [
      paint('1', oneLine(title)),
      ...parts.flatMap(draw),
    ]),
  ];
  const blocks = sections.map((lines) =>
    lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trimEnd(),
  );
  return `${blocks.join('\n\n')}\n`;
}

/** The target and the time of the run, in one line. */
function placeOf({ target, startedAt, durationMs }: PageView): string {
  const took = durationMs === null ? '' : `took ${duration(durationMs)}`;
  return `  ${[target, startedAt, took].filter(Boolean).join(', ')}`;
}

function labeled(name: string, lines: readonly string[]): string[] {
  return lines.map((line, i) => `  ${(i === 0 ? name : '').padEnd(8)}  ${line}`);
}

function tableLines(rows: readonly (readonly string[])[]): string[] {
  const width = Math.max(0, ...rows.map(([name = '']) => name.length));
  return rows.map(
    ([name = '', ...cells]) =>
      oneLine(name.padEnd(width), 80) && `  ${name.padEnd(width)}  ${oneLine(cells.join('  '), 500)}`,
  );
}
