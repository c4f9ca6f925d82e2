/** The report on a terminal. */
import { oneLine } from './escape.js';
import { sectionsOf, type Detail, type Part } from './sections.js';
import { duration, type ReportView } from './view.js';

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
  const { target, startedAt, durationMs } = page;
  const paint = (code: string, text: string): string => (color ? `\u001b[${code}m${text}\u001b[0m` : text);
  const draw = (part: Part): string[] => {
    switch (part.as) {
      case 'clause': {
        const { id, verdict, level, section, text } = part.clause;
        return ['', `${paint(CODES[verdict] ?? '1;33', id)}  ${level}, §${section}  ${oneLine(text)}`];
      }
      case 'finding': {
        const requests = part.exchanges.map((id) => oneLine(`#${id} ${view.lineOf(id)}`));
        const facts = part.facts.map(([name, text]) => [name, oneLine(text, 500)]);
        const rest = Object.entries({ requests, again: part.commands });
        const named = rest.flatMap(([name, lines]) => lines.map((line, i) => [i === 0 ? name : '', line]));
        return [...rowLines([...facts, ...named], 8), ''];
      }
      case 'list':
        return part.lines
          .flatMap((line) => line.split('\n'))
          .map((line) => `  ${oneLine(line, MOST_CHARACTERS)}`);
      case 'table':
        return tableLines(part.rows);
    }
  };
  const place = [target, startedAt].filter(Boolean).join(', ');
  const places = durationMs === null ? [] : [`  ${place}, took ${duration(durationMs)}`];
  const verdict = paint(CODES[page.verdict] ?? '1;33', page.verdictWord);
  const blocks = [
    [
      `${verdict}: ${oneLine(page.headline, 1_000)}`,
      ...(detail === 'verbose' ? tableLines(page.facts) : places),
    ],
    ...sectionsOf(view, detail).map(({ title, parts }) => [
      paint('1', oneLine(title)),
      ...parts.flatMap(draw),
    ]),
  ];
  const texts = blocks.map((lines) =>
    lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trimEnd(),
  );
  return `${texts.join('\n\n')}\n`;
}

function tableLines(rows: readonly (readonly string[])[]): string[] {
  return rowLines(rows.map(([name = '', ...cells]) => [name, oneLine(cells.join('  '), 500)]));
}

function rowLines(rows: string[][], width = Math.max(0, ...rows.map(([name]) => name!.length))): string[] {
  return rows.map(([name, text]) => `  ${name!.padEnd(width)}  ${text}`);
}
