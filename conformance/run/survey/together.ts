/** Bodies that combine filters. If a search ignores a filter because of another, a job that fails this filter alone shows it. */
import type { Contract, SearchId, SearchOperation } from '../../../spec/contract.js';
import { boardNames } from '../../model/boards.js';
import {
  FILTERS,
  isKeywordFilter,
  safeMatch,
  type Match,
  type TermsToTry,
  type TextBlock,
} from '../../model/filters.js';
import type { FactName, Facts } from '../../pack/language/facts.js';
import type { Job } from '../../values/postings.js';
import type { Option } from './lookups.js';
import { textAt } from './job-texts.js';
import type { Slice } from './slice.js';
import { wordsHeldBy } from './words.js';

/** Enough bodies for most pairs of filters. */
const GROUPS = ['A', 'B', 'C', 'D', 'E', 'F'] as const;

function factsFor<Search extends string>(search: Search) {
  return GROUPS.map((group) => `${search}Together${group}` as const);
}

/** The facts that are such bodies, by the search that they are for. */
export const TOGETHER = {
  searchJobs: factsFor('direct'),
  searchCompanyJobs: factsFor('company'),
  searchCompanyJobsHistorical: factsFor('historical'),
  searchCompanyJobsLegacy: factsFor('legacy'),
} as const satisfies Partial<Record<SearchId, readonly FactName[]>>;

type Body = Readonly<Record<string, unknown>>;

/** One value of one filter. */
interface Choice {
  field: string;
  value: unknown;
  /** Whether the search returns each job; `unknown` if the job does not show it. */
  returns: readonly Match[];
  /** True if the filter certainly removes a job. */
  removes: boolean;
}

/** Jobs on the page of a body. */
const SHOWN = 25;
/** Some of the jobs may be missing because of what they do not show. */
const LEAST_KEPT = 2;
/** The share of the jobs that a filter should keep, so that several together still keep some. */
const KEPT = 0.75;
/** The most values of each filter, and words of each text, that are tried. */
const TRIED = 10;

/** The bodies for one search, each within the slice and with the members of `payload`. */
export function togetherFacts(
  id: keyof typeof TOGETHER,
  payload: Body,
  { jobs, window, scope }: Slice,
  { boards, contract, needed }: { boards: readonly Option[]; contract: Contract; needed: readonly string[] },
): Facts {
  const names: readonly FactName[] = TOGETHER[id];
  if (!names.some((name) => needed.includes(name))) return {};
  const choices = choicesOf(jobs, boards, contract.operation(id), contract);
  return Object.fromEntries(
    filtersTogether(names.length, choices).map((filters, at) => {
      const groups = (filters['advanced_job_keywords'] ?? []) as readonly unknown[];
      const within = scope === null ? {} : { advanced_job_keywords: [scope, ...groups] };
      const page = { exclude_duplicates: false, limit: SHOWN };
      return [names[at], { ...payload, ...window, ...filters, ...within, ...page }];
    }),
  );
}

/** Up to `most` groups of filters. Each brings as many new pairs of filters together as possible. */
function filtersTogether(most: number, choices: readonly Choice[]): Body[] {
  const seen = new Set<string>();
  const found: Body[] = [];
  // The first choice of each filter keeps about the right share of the jobs.
  const starts = choices.filter(({ field }, i) => field !== choices[i - 1]?.field);
  while (found.length < most) {
    let best: { chosen: readonly Choice[]; gain: number } = { chosen: [], gain: 0 };
    for (const start of starts) {
      const grown = grownFrom(start, choices, seen);
      if (grown.gain > best.gain) best = grown;
    }
    const { chosen } = best;
    if (chosen.length === 0) break;
    for (const one of chosen) for (const other of chosen) if (one.removes) seen.add(pairOf(one, other));
    found.push(Object.fromEntries(chosen.map(({ field, value }) => [field, value])));
  }
  return found;
}

/** Adds one choice after the other: with the most new pairs, and among equals with the most remaining jobs. */
function grownFrom(
  first: Choice,
  choices: readonly Choice[],
  seen: ReadonlySet<string>,
): { chosen: readonly Choice[]; gain: number } {
  let [chosen, gain] = [[first], 0];
  let against = againstAll(
    first.returns.map(() => undefined),
    first,
  );
  for (;;) {
    let next: { choice: Choice; gain: number; left: number } | null = null;
    for (const choice of choices) {
      if (chosen.some(({ field }) => excludes(field, choice.field))) continue;
      const more = gainOf(choice, chosen, seen);
      if (more === 0 || more < (next?.gain ?? 0)) continue;
      const left = leastLeft([...chosen, choice], againstAll(against, choice));
      if (left > 0 && (next === null || more > next.gain || left > next.left))
        next = { choice, gain: more, left };
    }
    if (next === null) return { chosen, gain };
    chosen = [...chosen, next.choice];
    against = againstAll(against, next.choice);
    gain += next.gain;
  }
}

const pairOf = (missed: Choice, beside: Choice): string => `${missed.field} ${beside.field}`;

/** The weight of the pairs that a choice adds: a search could ignore the first filter of a pair because of the second. */
function gainOf(choice: Choice, chosen: readonly Choice[], seen: ReadonlySet<string>): number {
  const weight = (missed: Choice, beside: Choice): number => {
    if (!missed.removes || seen.has(pairOf(missed, beside))) return 0;
    // A search evaluates words and values in different ways, so pairs of both weigh more.
    return isKeywordFilter(missed.field) === isKeywordFilter(beside.field) ? 1 : 2;
  };
  return chosen.reduce((sum, each) => sum + weight(each, choice) + weight(choice, each), 0);
}

/** To include one board and exclude another is a different question. */
function excludes(field: string, other: string): boolean {
  return field === other || (field.includes('job_boards') && other.includes('job_boards'));
}

/** For each job, the only choice that does not return it; undefined if all return it, null if several do not. */
type Against = readonly (Choice | null | undefined)[];

function againstAll(before: Against, choice: Choice): Against {
  return before.map((only, job) =>
    choice.returns[job] === 'yes' ? only : only === undefined ? choice : null,
  );
}

/** How many jobs all choices keep, or one of them alone removes, whichever is less; 0 if that is too few. */
function leastLeft(chosen: readonly Choice[], against: Against): number {
  const removedBy = new Map(chosen.filter(({ removes }) => removes).map((each) => [each, 0]));
  let kept = 0;
  for (const [job, only] of against.entries()) {
    if (only === undefined) kept += 1;
    else if (only?.returns[job] === 'no') removedBy.set(only, removedBy.get(only)! + 1);
  }
  return kept < LEAST_KEPT ? 0 : Math.min(kept, ...removedBy.values());
}

/** The choices of each filter that the search takes. */
function choicesOf(
  jobs: readonly Job[],
  boards: readonly Option[],
  operation: SearchOperation,
  { enums }: Contract,
): Choice[] {
  const context = { operation, boards: boardNames(boards), enums };
  const withTexts = jobs.filter(
    (job) => textAt(job, 'Job Title') !== null && textAt(job, 'Job Description') !== null,
  );
  const terms = termsIn(withTexts);
  const off = ({ returns }: Choice): number => Math.abs(countYes(returns) / jobs.length - KEPT);
  return Object.entries(FILTERS).flatMap(([field, row]) => {
    const mayIgnore = operation.id === 'searchCompanyJobsHistorical' && field.startsWith('advanced_');
    if (mayIgnore || !operation.bodyFields.includes(field)) return [];
    const returnsBy =
      (value: unknown) =>
      (job: Job): Match => {
        if (isKeywordFilter(field) && !withTexts.includes(job)) return 'unknown';
        const match = safeMatch(row, job, value, context);
        // A posting may be for several places, so a job may be returned although it shows another place.
        return match === 'no' && row.hasNothingOf !== undefined ? 'unknown' : match;
      };
    return row
      .tries(jobs, context, terms)
      .filter((value) => row.wants(value, context) !== null)
      .map((value) => ({ field, value, returns: jobs.map(returnsBy(value)) }))
      .map((choice): Choice => ({ ...choice, removes: choice.returns.includes('no') }))
      .filter(({ returns, removes }) => countYes(returns) >= LEAST_KEPT && (removes || row.hasNothingOf))
      .sort((a, b) => off(a) - off(b))
      .slice(0, TRIED);
  });
}

const countYes = (returns: readonly Match[]): number => returns.filter((each) => each === 'yes').length;

function termsIn(jobs: readonly Job[]): TermsToTry {
  const of = (block: TextBlock) => {
    const [many, few] = [KEPT, 1 - KEPT].map((share) =>
      wordsHeldBy(jobs, block, share, TRIED).map(({ text }) => text),
    );
    // If no word is in most texts, one of several is.
    return { wanted: many!.map((_, last) => many!.slice(0, last + 1)), excluded: few!.map((word) => [word]) };
  };
  return { title: of('title'), description: of('description') };
}
