/** Groups the findings of a report by cause, and its open checks by reason. */
import { counts } from '../../spec/clauses.js';
import { grouped } from '../values/grouped.js';
import { count } from '../values/text.js';
import type {
  BrokenClause,
  Cause,
  PageView,
  ShownClause,
  ShownExchange,
  ShownJudgement,
  Unchecked,
} from './view.js';

type Page = Pick<PageView, 'clauses' | 'judgements' | 'exchanges' | 'scenarios' | 'terms'>;
type Judged = Omit<Page, 'exchanges'> & { exchanges: ReadonlyMap<number, ShownExchange> };

/** Broken clauses by cause, under titles. With `ofTraffic`, failures of the service and of its callers have separate titles. */
export function failuresIn(page: Page, ofTraffic = false): PageView['failures'] {
  const judged = { ...page, exchanges: new Map(page.exchanges.map((each) => [each.id, each])) };
  const titleOf = (clause: ShownClause): string => {
    const { verdict, instead } = clause;
    if (verdict === 'known') return 'Known failures, in the baseline';
    if (verdict === 'warn') return 'Possible breaches';
    if (!counts(clause)) return 'Recommended, not followed';
    if (!ofTraffic) return 'Failures';
    return instead === '' ? 'Failures of the service' : 'Failures of callers';
  };
  const failed = page.clauses.filter(({ failures }) => failures > 0);
  const byTitle = [...grouped(failed, titleOf)].map(([title, clauses]) => ({
    title,
    causes: causesOf(clauses, judged),
  }));
  return byTitle
    .filter(({ causes }) => causes.length > 0)
    .sort((a, b) => Number(b.title.startsWith('Failures')) - Number(a.title.startsWith('Failures')));
}

/** Sorts causes, and the clauses of each cause, by the number of failures. */
function causesOf(clauses: readonly ShownClause[], page: Judged): Cause[] {
  const broken = clauses.filter((clause) => judgementsOf(clause, page, 'fail').length > 0);
  const groups: ShownClause[][] = [];
  for (const clause of broken.sort((a, b) => b.failures - a.failures)) {
    const related = groups.filter((group) => group.some((each) => shareCause(each, clause, page)));
    for (const group of related) groups.splice(groups.indexOf(group), 1);
    groups.push([...related.flat(), clause].sort((a, b) => b.failures - a.failures));
  }
  return groups
    .sort(([a], [b]) => b!.failures - a!.failures)
    .map((group) => ({
      common: commonIn(group[0]!, page),
      broken: group.map((clause) => brokenClause(clause, page)),
    }));
}

/** Two clauses share a cause if the places in common are at least these parts of the smaller and of the larger set of places. */
const SHARE = { ofFewer: 1 / 2, ofMore: 1 / 5 };

/**
 * Two clauses probably fail for one cause if they fail in the same places, or if both report the same text on one exchange. A
 * fault in every answer has places in common with all other faults, so a few common places among many do not count.
 */
function shareCause(a: ShownClause, b: ShownClause, page: Judged): boolean {
  const [findingsA, findingsB] = [judgementsOf(a, page, 'fail'), judgementsOf(b, page, 'fail')];
  const [placesA, placesB] = [findingsA, findingsB].map(
    (findings) => new Set(findings.map((each) => placeOf(each, page))),
  );
  const shared = [...placesA!].filter((place) => placesB!.has(place)).length;
  const [fewer, more] = [placesA!.size, placesB!.size].sort((x, y) => x - y);
  if (shared >= SHARE.ofFewer * fewer! && shared >= SHARE.ofMore * more!) return true;
  return findingsA.some(({ exchanges, actual }) =>
    findingsB.some((each) => each.exchanges.at(-1) === exchanges.at(-1) && each.actual === actual),
  );
}

/** The scenario of a finding or, in traffic and courses, its last exchange, since there one scenario may show many faults. */
function placeOf({ scenario, exchanges }: ShownJudgement, { scenarios, terms }: Judged): string {
  const isScenario = terms.scenario === 'scenario' && scenarios.some(({ id }) => id === scenario);
  return isScenario ? scenario : `#${exchanges.at(-1)}`;
}

function judgementsOf(
  { evidence }: ShownClause,
  { judgements }: Judged,
  verdict: 'fail' | 'pass',
): ShownJudgement[] {
  return evidence.map((place) => judgements[place]!).filter((each) => each.verdict === verdict);
}

const TRAITS: [name: string, of: (exchange: ShownExchange) => string | number | null][] = [
  ['with status', ({ status }) => status],
  ['on', ({ operation }) => operation],
  ['by account', ({ account }) => account],
];

/** A trait of all failures that no pass has: `151 times, all with status 422; held with status 400, 403`. */
function commonIn(clause: ShownClause, page: Judged): string {
  const exchangesOf = (verdict: 'fail' | 'pass'): ShownExchange[] =>
    judgementsOf(clause, page, verdict).flatMap(
      ({ exchanges }) => page.exchanges.get(exchanges.at(-1) ?? -1) ?? [],
    );
  const [failed, held] = [exchangesOf('fail'), exchangesOf('pass')];
  const times = count(clause.failures, 'time');
  for (const [name, of] of TRAITS) {
    const [values, others] = [new Set(failed.map(of)), new Set(held.map(of))];
    const [value] = values;
    // A request without a response has no status.
    if (values.size !== 1 || value === null || others.size === 0) continue;
    if (others.has(null) || others.has(value!)) continue;
    return `${times}, ${clause.failures > 1 ? 'all ' : ''}${name} ${value}; held ${name} ${[...others].join(', ')}`;
  }
  if (clause.failures + clause.passes === 1) return '';
  return clause.passes === 0 ? times : `${times}; held ${count(clause.passes, 'time')}`;
}

/** Lists one finding of each form, known failures last. */
function brokenClause({ id, evidence }: ShownClause, { judgements, exchanges }: Judged): BrokenClause {
  const failed = evidence.filter((place) => judgements[place]!.verdict === 'fail');
  const isKnown = (place: number): boolean => judgements[place]!.known !== null;
  const alike = grouped(failed, (place) => {
    const finding = judgements[place]!;
    const last = exchanges.get(finding.exchanges.at(-1) ?? -1);
    return `${last?.operation} ${isKnown(place)} ${formOf(finding)}`;
  });
  const findings = [...alike.values()].map((places) => {
    const last = judgements[places.at(-1)!]!.exchanges.at(-1);
    const others = places.length - 1;
    return {
      place: places[0]!,
      alike: others === 0 ? '' : `and ${count(others, 'more finding')} like it, the last on #${last}`,
    };
  });
  return { id, findings: findings.sort((a, b) => Number(isKnown(a.place)) - Number(isKnown(b.place))) };
}

/** Findings have the same form if they differ only in numbers and quoted texts. */
function formOf({ expected, actual }: ShownJudgement): string {
  return `${expected} ${actual}`.replace(/"(?:[^"\\]|\\.)*"/g, '""').replace(/\d+/g, '0');
}

/** A check that was not made. `name` is as in `Unchecked.pairs`. */
interface Open extends Pick<Unchecked, 'verdict' | 'reason'> {
  name: string;
  printed?: readonly string[];
}

/** Groups open checks by reason, since one reason often explains many. `words` has the order of verdicts. */
export function uncheckedFor(open: readonly Open[], words: PageView['words']): Unchecked[] {
  const order = Object.keys(words);
  const causes = grouped(open, ({ verdict, reason }) => `${verdict} ${reason}`);
  return [...causes.values()]
    .map((alike) => ({
      verdict: alike[0]!.verdict,
      reason: alike[0]!.reason,
      pairs: [...new Set(alike.map(({ name }) => name))],
      printed: [...new Set(alike.flatMap(({ printed = [] }) => printed))],
    }))
    .sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict) || b.pairs.length - a.pairs.length);
}
