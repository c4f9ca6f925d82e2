/** Groups the findings of a report by cause, and its open checks by reason. */
import { counts } from '../../spec/clauses.js';
import { grouped } from '../values/grouped.js';
import { count, listed } from '../values/text.js';
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

/** A judgement on a clause: its place in `judgements`, and its last exchange, which shows it, by its number and itself. */
interface Found extends ShownJudgement {
  place: number;
  last: number | undefined;
  exchange: ShownExchange | undefined;
}

interface Broken {
  clause: ShownClause;
  failed: Found[];
  held: Found[];
  /** The scenarios that failed or, in traffic and courses, the last exchanges, since there one scenario may show many faults. */
  places: Set<string>;
}

/** Broken clauses by cause, under titles. With `ofTraffic`, failures of the service and of its callers have separate titles. */
export function failuresIn(page: Page, ofTraffic = false): PageView['failures'] {
  const exchanges = new Map(page.exchanges.map((each) => [each.id, each]));
  const scenarios = new Set(page.terms.scenario === 'scenario' ? page.scenarios.map(({ id }) => id) : []);
  const broken = page.clauses
    .filter(({ failures }) => failures > 0)
    .map((clause): Broken => {
      const all = clause.evidence.map((place): Found => {
        const judgement = page.judgements[place]!;
        const last = judgement.exchanges.at(-1);
        return { ...judgement, place, last, exchange: exchanges.get(last ?? -1) };
      });
      const failed = all.filter(({ verdict }) => verdict === 'fail');
      const places = failed.map(({ scenario, last }) => (scenarios.has(scenario) ? scenario : `#${last}`));
      return {
        clause,
        failed,
        held: all.filter(({ verdict }) => verdict === 'pass'),
        places: new Set(places),
      };
    })
    .filter(({ failed }) => failed.length > 0);
  // Each course has accounts of its own, so they say nothing in common.
  const traits = TRAITS.filter(([name]) => name !== 'by account' || page.terms.scenario === 'scenario');
  const titleOf = ({ clause }: Broken): string => {
    if (clause.verdict === 'known') return 'Known failures, in the baseline';
    if (clause.verdict === 'warn') return 'Possible breaches';
    if (!counts(clause)) return 'Recommended, not followed';
    if (!ofTraffic) return 'Failures';
    return clause.instead === '' ? 'Failures of the service' : 'Failures of callers';
  };
  return [...grouped(broken, titleOf)]
    .map(([title, all]) => ({ title, causes: causesOf(all, traits) }))
    .sort((a, b) => Number(b.title.startsWith('Failures')) - Number(a.title.startsWith('Failures')));
}

const byFailures = (a: Broken, b: Broken): number => b.clause.failures - a.clause.failures;

/** Causes, and the clauses of each, by the number of failures. */
function causesOf(broken: readonly Broken[], traits: readonly Trait[]): Cause[] {
  const groups: Broken[][] = [];
  for (const each of broken.toSorted(byFailures)) {
    const related = groups.filter((group) => group.some((other) => shareCause(other, each)));
    for (const group of related) groups.splice(groups.indexOf(group), 1);
    groups.push([...related.flat(), each].sort(byFailures));
  }
  return groups
    .sort(([a], [b]) => byFailures(a!, b!))
    .map((group) => ({ common: commonIn(group[0]!, traits), broken: group.map(brokenClause) }));
}

/** Two clauses share a cause if the places in common are at least these parts of the smaller and of the larger set of places. */
const SHARE = { ofFewer: 1 / 2, ofMore: 1 / 5 };

/**
 * Two clauses probably fail for one cause if they fail in the same places, or if both report the same text on one exchange. A
 * fault in every answer has places in common with all other faults, so a few common places among many do not count.
 */
function shareCause(a: Broken, b: Broken): boolean {
  const shared = [...a.places].filter((place) => b.places.has(place)).length;
  const [fewer, more] = [a.places.size, b.places.size].sort((x, y) => x - y);
  if (shared >= SHARE.ofFewer * fewer! && shared >= SHARE.ofMore * more!) return true;
  return a.failed.some(({ last, actual }) =>
    b.failed.some((each) => each.last === last && each.actual === actual),
  );
}

type Trait = [name: string, of: (exchange: ShownExchange) => string | number | null];

const TRAITS: Trait[] = [
  ['with status', ({ status }) => status],
  ['on', ({ operation }) => operation],
  ['by account', ({ account }) => account],
];

/** The most traits of passes that are listed. */
const MOST_OTHERS = 5;

/** A trait of all failures that no pass has: `151 times, all with status 422; held with status 400, 403`. */
function commonIn({ clause, failed, held }: Broken, traits: readonly Trait[]): string {
  const times = count(clause.failures, 'time');
  for (const [name, of] of traits) {
    const seen = (all: readonly Found[]) =>
      new Set(all.flatMap(({ exchange }) => (exchange ? [of(exchange)] : [])));
    const [values, others] = [seen(failed), seen(held)];
    const [value] = values;
    // A request without a response has no status.
    if (values.size !== 1 || value === null || others.size === 0) continue;
    if (others.has(null) || others.has(value!)) continue;
    return `${times}, ${clause.failures > 1 ? 'all ' : ''}${name} ${value}; held ${name} ${listed([...others].map(String), MOST_OTHERS)}`;
  }
  if (clause.failures + clause.passes === 1) return '';
  return clause.passes === 0 ? times : `${times}; held ${count(clause.passes, 'time')}`;
}

/** Lists one finding of each form, known failures last. Forms differ in more than numbers and quoted texts. */
function brokenClause({ clause: { id }, failed }: Broken): BrokenClause {
  const sorted = failed.toSorted((a, b) => Number(a.known !== null) - Number(b.known !== null));
  const alike = grouped(sorted, ({ exchange, known, expected, actual }) => {
    const form = `${expected} ${actual}`.replace(/"(?:[^"\\]|\\.)*"/g, '""').replace(/\d+/g, '0');
    return `${exchange?.operation} ${known !== null} ${form}`;
  });
  const findings = [...alike.values()].map(([first, ...others]) => ({
    place: first!.place,
    alike:
      others.length === 0
        ? ''
        : `and ${count(others.length, 'more finding')} like it, the last on #${others.at(-1)!.last}`,
  }));
  return { id, findings };
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
