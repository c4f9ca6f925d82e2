/** Makes bodies that combine filters. If a search ignores a filter beside another one, it returns jobs that fail only that filter. */
import type { SearchId } from '../../../spec/contract.js';
import { boardNames } from '../../model/answers.js';
import {
  FILTERS,
  isKeywordFilter,
  safeMatch,
  type FilterContext,
  type Match,
  type TermsToTry,
  type TextBlock,
} from '../../model/filters.js';
import type { FactName, Facts } from '../../pack/language/facts.js';
import type { Job } from '../../values/postings.js';
import { textAt } from './job-texts.js';
import type { Slice } from './slice.js';
import type { Context } from './steps.js';
import { wordsHeldBy } from './words.js';

/** One letter for each body. Six bodies combine most pairs of filters. */
const GROUPS = ['A', 'B', 'C', 'D', 'E', 'F'] as const;

function factsFor<Search extends string>(search: Search) {
  return GROUPS.map((group) => `${search}Together${group}` as const);
}

/** For each search, the names of the facts that contain its bodies. */
export const TOGETHER = {
  searchJobs: factsFor('direct'),
  searchCompanyJobs: factsFor('company'),
  searchCompanyJobsHistorical: factsFor('historical'),
  searchCompanyJobsLegacy: factsFor('legacy'),
} as const satisfies Partial<Record<SearchId, readonly FactName[]>>;

type Body = Readonly<Record<string, unknown>>;

/** One value of one filter. */
type Choice = ReturnType<typeof choicesOf>[number];

/** The limit of each body. */
const LIMIT = 25;
/** The fewest jobs that a body must find: more than one, because a job can have a hidden value that a filter rejects. */
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
  { boards, contract, needed }: Pick<Context, 'boards' | 'contract' | 'needed'>,
): Facts {
  const names: readonly FactName[] = TOGETHER[id];
  if (!names.some((name) => needed.includes(name))) return {};
  const context = { operation: contract.operation(id), boards: boardNames(boards), enums: contract.enums };
  const choices = choicesOf(jobs, context);
  const bodyOf = (group: readonly Choice[]): Body => {
    const filters: Body = Object.fromEntries(group.map(({ field, value }) => [field, value]));
    const words = (filters['advanced_job_keywords'] ?? []) as readonly unknown[];
    const within = scope === null ? {} : { advanced_job_keywords: [scope, ...words] };
    return { ...payload, ...window, ...filters, ...within, exclude_duplicates: false, limit: LIMIT };
  };
  const groups = filtersTogether(names.length, choices);
  return Object.fromEntries(
    names.flatMap((name, at) => (groups[at]!.length === 0 ? [] : [[name, bodyOf(groups[at]!)]])),
  );
}

/**
 * Returns `count` groups of filters. Each combines as many new pairs of filters as possible; it is empty if no new pair is left. The
 * first group has only filters that keep its jobs under every reading.
 */
function filtersTogether(count: number, choices: readonly Choice[]): (readonly Choice[])[] {
  /** Pairs of fields in earlier groups, as `missed beside`: the first filter removed jobs, so the pair was checked. */
  const seen = new Set<string>();
  const isNew = (missed: Choice, beside: Choice): boolean =>
    missed.removes && !seen.has(`${missed.field} ${beside.field}`);
  /** The weight of the new pairs: a search could ignore the first filter of a pair because of the second. */
  const gainOf = (one: Choice, group: readonly Choice[]): number =>
    group.reduce((sum, other) => {
      // A search evaluates words and values in different ways, so pairs of both weigh more.
      const weight = isKeywordFilter(one.field) === isKeywordFilter(other.field) ? 1 : 2;
      return sum + weight * (Number(isNew(one, other)) + Number(isNew(other, one)));
    }, 0);
  return Array.from({ length: count }, (_, at) => {
    const open = at === 0 ? choices.filter(({ isSure }) => isSure) : choices;
    let best: { group: readonly Choice[]; gain: number } = { group: [], gain: 0 };
    for (const [i, start] of open.entries()) {
      // The first choice of each filter keeps about the right share of the jobs.
      if (start.field === open[i - 1]?.field) continue;
      const group = grownFrom(start, open, gainOf);
      const gain = group.reduce((sum, each, i) => sum + gainOf(each, group.slice(0, i)), 0);
      if (gain > best.gain) best = { group, gain };
    }
    for (const one of best.group)
      if (one.removes) for (const beside of best.group) seen.add(`${one.field} ${beside.field}`);
    return best.group;
  });
}

/** Starts with one choice. The next one is always that with the most new pairs or, on a tie, that which leaves most jobs. */
function grownFrom(
  first: Choice,
  choices: readonly Choice[],
  gainOf: (one: Choice, group: readonly Choice[]) => number,
): readonly Choice[] {
  const group = [first];
  for (let left = leftBy(first, [[...first.returns.keys()]]); ;) {
    const [best] = choices
      .filter(({ field }) => !group.some((each) => excludes(field, each.field)))
      .map((choice) => ({ choice, gain: gainOf(choice, group), left: leftBy(choice, left) }))
      .map((each) => ({ ...each, size: Math.min(...each.left.map(({ length }) => length)) }))
      .filter(({ gain, size }) => gain > 0 && size > 0)
      .sort((a, b) => b.gain - a.gain || b.size - a.size);
    if (best === undefined) return group;
    group.push(best.choice);
    left = best.left;
  }
}

/** True for filters that a body cannot combine: the same field, or boards to include and to exclude. */
function excludes(field: string, other: string): boolean {
  return field === other || (field.includes('job_boards') && other.includes('job_boards'));
}

/** Indexes of jobs: first the jobs that all choices keep, then for each choice with `removes` the jobs that it alone removes. */
type Left = readonly (readonly number[])[];

function leftBy({ returns, removes }: Choice, before: Left): Left {
  const after = before.map((jobs) => jobs.filter((job) => returns[job] === 'yes'));
  if (after[0]!.length < LEAST_KEPT) return [[]];
  return removes ? [...after, before[0]!.filter((job) => returns[job] === 'no')] : after;
}

/** The choices of each filter that the search has. */
function choicesOf(jobs: readonly Job[], context: FilterContext) {
  const { operation } = context;
  const withTexts = jobs.filter(
    (job) => textAt(job, 'Job Title') !== null && textAt(job, 'Job Description') !== null,
  );
  const terms = termsIn(withTexts);
  const off = ({ returns }: { returns: readonly Match[] }): number =>
    Math.abs(countYes(returns) / jobs.length - KEPT);
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
    return (
      row
        .tries(jobs, context, terms)
        .filter((value) => row.wants(value, context) !== null)
        // `returns`: whether the search returns each job; `unknown` if the job does not show it.
        .map((value) => ({ field, value, returns: jobs.map(returnsBy(value)) }))
        .map((choice) => ({
          ...choice,
          /** True if the filter certainly removes a job. */
          removes: choice.returns.includes('no'),
          /** True if the search returns these jobs under every reading, such as department-match. */
          isSure:
            isKeywordFilter(field) ||
            jobs.every(
              (job, i) => choice.returns[i] !== 'yes' || row.surely?.(job, choice.value, context) !== false,
            ),
        }))
        .filter(({ returns, removes }) => countYes(returns) >= LEAST_KEPT && (removes || row.hasNothingOf))
        .sort((a, b) => off(a) - off(b))
        .slice(0, TRIED)
    );
  });
}

const countYes = (returns: readonly Match[]): number => returns.filter((each) => each === 'yes').length;

/** Terms that most of these jobs contain, or few of them. */
export function termsIn(jobs: readonly Job[]): TermsToTry {
  const of = (block: TextBlock) => {
    const [many, few] = [KEPT, 1 - KEPT].map((share) =>
      wordsHeldBy(jobs, block, share, TRIED).map(({ text }) => text),
    );
    // Perhaps no single word is in most texts, so lists of alternatives are tried, too.
    return { wanted: many!.map((_, last) => many!.slice(0, last + 1)), excluded: few!.map((word) => [word]) };
  };
  return { title: of('title'), description: of('description') };
}
