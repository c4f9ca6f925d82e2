/** Findings and open checks of a report, with similar ones together. */
import { grouped } from '../values/grouped.js';
import { count } from '../values/text.js';
import type { BrokenClause, PageView, ShownClause, ShownJudgement, Unchecked } from './view.js';

type Judged = Pick<PageView, 'clauses' | 'judgements' | 'exchanges'>;

/** Broken clauses under their titles; `ofTraffic` tells the service from its callers. */
export function failuresIn(page: Judged, ofTraffic = false): PageView['failures'] {
  const titleOf = ({ level, verdict, instead }: ShownClause): string => {
    if (verdict === 'known') return 'Known failures, in the baseline';
    if (verdict === 'warn') return 'Looks like a breach, and need not be one';
    if (level === 'should') return 'Recommended, not followed';
    if (!ofTraffic) return 'Failures';
    return instead === '' ? 'Failures of the service' : 'Failures of callers';
  };
  const failed = page.clauses.filter(({ failures }) => failures > 0);
  const titles = ['Failures', 'Failures of the service', 'Failures of callers'];
  const byTitle = [...grouped(failed, titleOf)].map(([title, clauses]) => ({
    title,
    broken: clauses.map((clause) => brokenClause(clause, page)).filter(({ findings }) => findings.length > 0),
  }));
  return byTitle
    .filter(({ broken }) => broken.length > 0)
    .sort((a, b) => Number(titles.includes(b.title)) - Number(titles.includes(a.title)));
}

/** Known failures come last. */
function brokenClause({ id, evidence }: ShownClause, { judgements, exchanges }: Judged): BrokenClause {
  const operations = new Map(exchanges.map((exchange) => [exchange.id, exchange.operation]));
  const failed = evidence.filter((place) => judgements[place]!.verdict === 'fail');
  const isKnown = (place: number): boolean => judgements[place]!.known !== null;
  const alike = grouped(failed, (place) => {
    const finding = judgements[place]!;
    return `${operations.get(finding.exchanges.at(-1) ?? -1)} ${isKnown(place)} ${formOf(finding)}`;
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

/** Open checks by reason, since one reason often explains many; `words` orders the verdicts. */
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
