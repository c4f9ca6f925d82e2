/** The sections of a report as text. A terminal and Markdown draw the same sections, each in its own way. */
import { grouped } from '../values/grouped.js';
import { count, thousands, titled } from '../values/text.js';
import type { BrokenClause, Cause, PageView, ReportView, ShownClause, TitledLines } from './view.js';

export type Part =
  | { as: 'clause'; clause: ShownClause }
  | Finding
  | { as: 'list'; lines: string[] }
  | { as: 'table'; rows: string[][] };

export interface Finding {
  as: 'finding';
  facts: [name: string, text: string][];
  /** Exchanges. The last one shows the finding. */
  exchanges: number[];
  commands: string[];
}

/** `quiet`: the failures. `normal`: also what was not checked, and what was spent. */
export type Detail = 'quiet' | 'normal' | 'verbose';

/** The most causes in text reports. JSON and HTML reports contain all. */
const MOST_CAUSES = 25;
const MOST_LINES = { normal: 5, verbose: 25 };
/** The most reasons why something was not checked, in a normal report. */
const MOST_REASONS = 9;
/** The most findings of one clause, for few causes and for many. */
const MOST_FINDINGS = { few: 3, many: 1 };
const FEW = 5;

export function sectionsOf({ page }: ReportView, detail: Detail): { title: string; parts: Part[] }[] {
  const { terms, sections, clauses, operations, lists } = page;
  const pairs = clauses.flatMap((each) => each.pairs);
  const failures = page.failures.map(({ title, causes }) => ({
    title,
    parts: causeParts(page, causes, detail === 'verbose'),
  }));
  const brief = [
    ...failures,
    { title: 'Not checked', parts: table(reasonRows(page)) },
    ...lists
      .filter(({ isMinor }) => !isMinor)
      .map(({ title, lines }) => ({ title, parts: list(lines, MOST_LINES.normal) })),
  ];
  const byGroup = grouped(clauses, ({ group }) => group);
  const bySection = sections.map(({ id, title }) => tally(page, title, byGroup.get(id)));
  const byName = grouped(pairs, ({ operation }) => operation);
  const byOperation = operations.map((id) => tally(page, id, byName.get(id)));
  const whole = [
    ...failures,
    { title: `${titled(terms.clause)}s by section`, parts: table(bySection.flat()) },
    { title: 'Pairs of clause and operation', parts: table(byOperation.flat()) },
    { title: 'Not checked, and why', parts: uncheckedParts(page) },
    { title: 'Choices of the target where the contract is open', parts: table(readingRows(page)) },
    ...lists.map(({ title, lines }) => ({ title, parts: list(lines) })),
  ];
  return { quiet: failures, normal: brief, verbose: whole }[detail].filter(({ parts }) => parts.length > 0);
}

function table(rows: string[][]): Part[] {
  return rows.length === 0 ? [] : [{ as: 'table', rows }];
}

function list(lines: TitledLines['lines'], most = MOST_LINES.verbose): Part[] {
  return lines.length === 0 ? [] : [{ as: 'list', lines: cut(lines, most) }];
}

/** The first lines, and the number of the others. */
function cut(lines: readonly string[], most: number): string[] {
  const more = lines.length - most;
  return more > 1 ? [...lines.slice(0, most), `… and ${thousands(more)} more`] : [...lines];
}

function causeParts(page: PageView, causes: readonly Cause[], isWhole: boolean): Part[] {
  const most = isWhole && causes.length <= FEW ? MOST_FINDINGS.few : MOST_FINDINGS.many;
  const clauseOf = (id: string): ShownClause => page.clauses.find((each) => each.id === id)!;
  const left = causes.slice(MOST_CAUSES).flatMap(({ broken }) => broken.map(({ id }) => id));
  const parts = causes.slice(0, MOST_CAUSES).flatMap(({ common, broken: [first, ...others] }): Part[] => {
    const { id, findings } = first!;
    const clause = clauseOf(id);
    const more = findings.length - most;
    const same = others.map((each) => `${each.id} ${clauseOf(each.id).title}`);
    return [
      { as: 'clause', clause },
      ...findings
        .slice(0, most)
        .map((finding, i) => findingPart(page, clause, finding, i === 0 ? common : '', isWhole)),
      ...list(more > 0 ? [`and ${count(more, 'more finding')} of ${id}`] : []),
      ...list(same.length > 0 ? [`probably the same cause: ${same.join('; ')}`] : []),
    ];
  });
  const others = `and ${count(left.length, `more ${page.terms.clause}`)}: ${left.join(', ')}`;
  return [...parts, ...list(left.length > 0 ? [others] : [])];
}

function findingPart(
  page: PageView,
  { why, instead, reason, page: address }: ShownClause,
  { place, alike }: BrokenClause['findings'][number],
  common: string,
  isWhole: boolean,
): Part {
  const { expected, actual, by, scenario, kind = '', known, exchanges, again } = page.judgements[place]!;
  const isOfCourse = page.terms.scenario === 'course' && scenario !== '';
  const facts: Finding['facts'] = [
    ['found', common],
    ['expected', known === null ? expected : `${expected} (known, in the baseline)`],
    ['actual', alike === '' ? actual : `${actual} (${alike})`],
    ['verdict', reason],
    ['kind', kind],
    ['why', isWhole ? why : ''],
    ['instead', instead],
    ['page', address],
    ['by', isWhole || isOfCourse ? by : ''],
  ];
  return {
    as: 'finding',
    facts: facts.filter(([, text]) => text !== ''),
    exchanges: exchanges.slice(isWhole ? -4 : -2),
    commands: again === undefined ? [] : [again.command, ...(isWhole ? again.curl : [])],
  };
}

/** A row with the number of each verdict, such as `10 pass, 3 not applicable`; none if nothing was judged. */
function tally({ words }: PageView, title: string, judged: readonly { verdict: string }[] = []): string[][] {
  const texts = Object.entries(words).flatMap(([verdict, { word }]) => {
    const n = judged.filter((each) => each.verdict === verdict).length;
    return n === 0 ? [] : [`${n} ${word}`];
  });
  return texts.length === 0 ? [] : [[title, texts.reverse().join(', ')]];
}

function uncheckedParts({ unchecked, words }: PageView): Part[] {
  const lines = unchecked.flatMap(({ verdict, reason, pairs, printed }) => [
    `${words[verdict]!.word}: ${reason}: ${cut(pairs, MOST_LINES.verbose).join('; ')}`,
    ...printed.flatMap((text) => text.split('\n').map((line) => `| ${line}`)),
  ]);
  return list(lines, Infinity);
}

/** One row for each reason, with the number of clauses. */
function reasonRows({ unchecked, words, terms }: PageView): string[][] {
  const rows = unchecked.map(({ verdict, reason, pairs }) => {
    const clauses = new Set(pairs.map((pair) => pair.split(' ')[0]));
    const isOpen = ['not-applicable', 'not-met', 'unknown'].includes(verdict);
    const number = verdict === 'error' && terms.clause === 'rule' ? terms.scenario : terms.clause;
    return [count(clauses.size, number), isOpen ? reason : `${words[verdict]!.word}: ${reason}`];
  });
  const more = rows.length - MOST_REASONS;
  return more > 0 ? [...rows.slice(0, MOST_REASONS), ['…', count(more, 'more reason')]] : rows;
}

function readingRows({ readings }: PageView): string[][] {
  return readings
    .filter(({ seen }) => seen.length > 0)
    .map(({ id, seen, inconsistent }) => [
      id,
      `${seen.map(({ choice }) => choice).join(', ')}${inconsistent ? ' (not always the same)' : ''}`,
    ]);
}
