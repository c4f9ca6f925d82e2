/**
 * Filters that can be asked for at once so that each of them matters: where one is passed over because another is there,
 * a job comes that the search should have left out, and that job shows it.
 */
import type { Contract, SearchId, SearchOperation } from '../../../spec/contract.js';
import { boardNames } from '../../model/boards.js';
import { askedFilters } from '../../model/filters.js';
import type { FactName, Facts } from '../../pack/language/facts.js';
import type { Job } from '../../values/postings.js';
import type { Option } from './lookups.js';
import { textAt, type Slice } from './slice.js';
import { isThere } from './values.js';
import { wordsHeldBy, type Word } from './words.js';

/** The facts that are such bodies, by the search that they are for. */
export const TOGETHER = {
  searchJobs: ['directTogetherA', 'directTogetherB', 'directTogetherC'],
  searchCompanyJobs: ['companyTogetherA', 'companyTogetherB', 'companyTogetherC'],
  searchCompanyJobsHistorical: ['historicalTogetherA', 'historicalTogetherB'],
  searchCompanyJobsLegacy: ['legacyTogetherA', 'legacyTogetherB'],
} as const satisfies Partial<Record<SearchId, readonly FactName[]>>;

type Body = Readonly<Record<string, unknown>>;

/** One value of one filter: which jobs it keeps and which it takes away, as far as they show it. */
interface Choice {
  field: string;
  value: unknown;
  keeps: ReadonlySet<Job>;
  takes: ReadonlySet<Job>;
}

/** Jobs on the page of a body. */
const SHOWN = 25;
/** Fewer may be gone by what jobs do not show. */
const LEAST_KEPT = 2;
/** The share of the jobs that a filter should keep: then several together still keep some. */
const KEPT = 0.75;
/** Of each filter so many values are tried, and so many words of each text. */
const TRIED = 10;
/** A search names no more countries than that. */
const COUNTRIES = 3;

/** Where a job shows none of one of these, the filter may keep it or not. */
const SPOKEN_OF: Readonly<Record<string, readonly string[]>> = {
  is_remote: ['Is Remote'],
  salary_data_available: ['Salary Offered', 'Salary From', 'Salary To', 'Salary Currency'],
  exclude_jobs_locations: ['Country', 'City'],
};

/** Choices that are asked for together, and the jobs that show that each of them matters. */
interface Group {
  chosen: readonly Choice[];
  /** Jobs that all of them keep. */
  kept: ReadonlySet<Job>;
  /** Jobs that each of them alone takes away, in the order of `chosen`. */
  taken: readonly ReadonlySet<Job>[];
}

/** The bodies for one search, each within the slice and with the members of `payload`. */
export function togetherFacts(
  id: keyof typeof TOGETHER,
  payload: Body,
  { jobs, window, scope }: Slice,
  { boards, contract, needed }: { boards: readonly Option[]; contract: Contract; needed: readonly string[] },
): Facts {
  const names: readonly FactName[] = TOGETHER[id];
  if (!names.some((name) => needed.includes(name))) return {};
  const found = filtersTogether(
    names.length,
    choicesOf(jobs, boards, contract.operation(id), contract),
    jobs,
  );
  return Object.fromEntries(
    found.map((filters, at) => {
      const groups = (filters['advanced_job_keywords'] ?? []) as readonly unknown[];
      const within = scope === null ? {} : { advanced_job_keywords: [scope, ...groups] };
      const page = { exclude_duplicates: false, limit: SHOWN };
      return [names[at], { ...payload, ...window, ...filters, ...within, ...page }];
    }),
  );
}

/** Up to so many groups of filters, each of them the one that brings the most together that those before it do not. */
function filtersTogether(most: number, choices: readonly Choice[], jobs: readonly Job[]): Body[] {
  const seen = new Set<string>();
  const found: Body[] = [];
  // Of each filter the value that keeps the share that it should.
  const starts = choices.filter(({ field }, i) => field !== choices[i - 1]?.field);
  while (found.length < most) {
    let best: readonly Choice[] = [];
    const fresh = (chosen: readonly Choice[]): number =>
      pairsOf(chosen)
        .filter((pair) => !seen.has(pair))
        .reduce((sum, pair) => sum + worthOf(pair), 0);
    for (const start of starts) {
      const { chosen } = grownFrom(start, choices, jobs, seen);
      if (fresh(chosen) > fresh(best)) best = chosen;
    }
    if (best.length === 0) break;
    for (const pair of pairsOf(best)) seen.add(pair);
    found.push(Object.fromEntries(best.map(({ field, value }) => [field, value])));
  }
  return found;
}

/** Two filters, of which the first would be missed if it were passed over beside the other. */
function pairsOf(chosen: readonly Choice[]): string[] {
  return chosen.flatMap((each) =>
    each.takes.size === 0 ? [] : chosen.flatMap((other) => (other === each ? [] : pairOf(each, other))),
  );
}

const pairOf = (missed: Choice, beside: Choice): string => `${missed.field} ${beside.field}`;

/** One choice after the other, that with the most new pairs, and of those the one that leaves the most jobs to tell by. */
function grownFrom(
  first: Choice,
  choices: readonly Choice[],
  jobs: readonly Job[],
  seen: ReadonlySet<string>,
): Group {
  let group = withChoice({ chosen: [], kept: new Set(jobs), taken: [] }, first);
  for (;;) {
    let next: { group: Group; fresh: number; left: number } | null = null;
    for (const choice of choices) {
      if (group.chosen.some(({ field }) => excludes(field, choice.field))) continue;
      const fresh = newPairs(choice, group, seen);
      if (fresh === 0 || fresh < (next?.fresh ?? 0)) continue;
      const grown = withChoice(group, choice);
      const left = leastLeft(grown);
      if (left > 0 && (next === null || fresh > next.fresh || left > next.left))
        next = { group: grown, fresh, left };
    }
    if (next === null) return group;
    group = next.group;
  }
}

/** Words and values go different ways through a search, so that they meet is worth more. */
function worthOf(pair: string): number {
  return pair.split(' ').filter((field) => field.endsWith('job_keywords')).length === 1 ? 2 : 1;
}

function newPairs(choice: Choice, { chosen }: Group, seen: ReadonlySet<string>): number {
  const worth = (missed: Choice, beside: Choice): number => {
    const pair = pairOf(missed, beside);
    return missed.takes.size === 0 || seen.has(pair) ? 0 : worthOf(pair);
  };
  return chosen.reduce((sum, each) => sum + worth(each, choice) + worth(choice, each), 0);
}

/** A board that is asked for and left out at once is another question. */
function excludes(field: string, other: string): boolean {
  return field === other || (field.includes('job_boards') && other.includes('job_boards'));
}

function withChoice({ chosen, kept, taken }: Group, choice: Choice): Group {
  const both = (a: ReadonlySet<Job>, b: ReadonlySet<Job>): ReadonlySet<Job> =>
    new Set([...a].filter((job) => b.has(job)));
  return {
    chosen: [...chosen, choice],
    kept: both(kept, choice.keeps),
    taken: [...taken.map((each) => both(each, choice.keeps)), both(kept, choice.takes)],
  };
}

/** How many jobs all of them keep, or one of them alone takes away, whichever is less; 0 where that is too few. */
function leastLeft({ chosen, kept, taken }: Group): number {
  if (kept.size < LEAST_KEPT) return 0;
  return Math.min(kept.size, ...taken.flatMap((each, i) => (chosen[i]!.takes.size === 0 ? [] : each.size)));
}

function choicesOf(
  jobs: readonly Job[],
  boards: readonly Option[],
  operation: SearchOperation,
  contract: Contract,
): Choice[] {
  const known = boardNames(boards);
  const byValue = [...valuesOf(jobs, boards, contract)].flatMap(([field, values]) =>
    values.flatMap((value): Choice[] => {
      const around = { operation, boards: known, enums: contract.enums };
      const [filter] = askedFilters({ [field]: value }, around);
      if (filter === undefined) return [];
      const looks = jobs.map(filter.matches);
      // A posting may be for several places, so a job may be returned although it shows another place.
      const takes = filter.hasNothingOf === undefined ? jobs.filter((_, i) => looks[i] === 'no') : [];
      const speaks = (job: Job): boolean => (SPOKEN_OF[field] ?? []).every((name) => isThere(job[name]));
      const keeps = jobs.filter((job, i) => looks[i] === 'yes' && speaks(job));
      return [{ field, value, keeps: new Set(keeps), takes: new Set(takes) }];
    }),
  );
  const usable = [...byValue, ...wordChoices(jobs)].filter(
    ({ field, keeps, takes }) =>
      operation.bodyFields.includes(field) &&
      !(operation.id === 'searchCompanyJobsHistorical' && field.startsWith('advanced_')) &&
      keeps.size >= LEAST_KEPT &&
      (takes.size > 0 || field === 'jobs_locations'),
  );
  const off = ({ keeps }: Choice): number => Math.abs(keeps.size / jobs.length - KEPT);
  return [...new Set(usable.map(({ field }) => field))].flatMap((name) =>
    usable
      .filter(({ field }) => field === name)
      .sort((a, b) => off(a) - off(b))
      .slice(0, TRIED),
  );
}

/** Values that are tried for each filter, in an order that the order of the jobs does not change. */
function valuesOf(
  jobs: readonly Job[],
  boards: readonly Option[],
  { enums }: Contract,
): Map<string, readonly unknown[]> {
  const shown = (name: string): string[] => jobs.flatMap((job) => textAt(job, name) ?? []);
  const met = (names: readonly string[], accepted: readonly string[]): string[] =>
    accepted.filter((each) => names.includes(each));
  const lists = (values: readonly string[]): string[][] => [
    ...values.map((value) => [value]),
    ...(values.length > 2 ? values.map((value) => values.filter((each) => each !== value)) : []),
  ];
  const departments = jobs.flatMap((job) => (job['Department Name'] ?? []) as string[]);
  const labels = shown('Job Board').map((label) => label.toLowerCase());
  const boardsMet = boards
    .filter(({ label, value }) =>
      labels.some((each) => each === label.toLowerCase() || each === value.toLowerCase()),
    )
    .map(({ value }) => value)
    .sort();
  const counts = new Map<string, number>();
  for (const country of shown('Country')) counts.set(country, (counts.get(country) ?? 0) + 1);
  const countries = [...counts]
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .map(([country]) => country);
  const cities = [...new Set(shown('City'))].sort();
  return new Map<string, readonly unknown[]>([
    ['is_remote', [true, false]],
    ['country_exists', [true]],
    ['salary_data_available', [true]],
    ['job_type', lists(met(shown('Job Type'), enums.job_type))],
    ['seniority_level', lists(met(shown('Seniority Level'), enums.seniority_level))],
    ['department', lists(met(departments, enums.department))],
    ['include_job_boards', lists(boardsMet)],
    ['exclude_job_boards', boardsMet.map((value) => [value])],
    [
      'jobs_locations',
      countries.slice(0, COUNTRIES).map((_, i) => countries.slice(0, i + 1).map((country) => ({ country }))),
    ],
    [
      'exclude_jobs_locations',
      [...countries.map((country) => [{ country }]), ...cities.map((city) => [{ city }])],
    ],
  ]);
}

/** A job without its texts does not show which words it was found by. */
function wordChoices(jobs: readonly Job[]): Choice[] {
  const told = jobs.filter(
    (job) => textAt(job, 'Job Title') !== null && textAt(job, 'Job Description') !== null,
  );
  return (['title', 'description'] as const).flatMap((block) => {
    const choiceOf = (name: string, words: readonly Word[], isWanted: boolean): Choice[] => {
      const holds = (job: Job): boolean => words.some((word) => word.jobs.has(told.indexOf(job)));
      const [having, lacking] = [told.filter(holds), told.filter((job) => !holds(job))];
      const [keeps, takes] = isWanted ? [having, lacking] : [lacking, having];
      const terms = words.map(({ text }) => text);
      const group = { mode: 'and', [block]: { mode: 'or', terms } };
      const jobsOf = { keeps: new Set(keeps), takes: new Set(takes) };
      return [
        { field: name, value: { [block]: terms }, ...jobsOf },
        { field: `advanced_${name}`, value: [group], ...jobsOf },
      ];
    };
    const many = wordsHeldBy(told, block, KEPT, TRIED);
    const few = wordsHeldBy(told, block, 1 - KEPT, TRIED);
    return [
      // Where no word is in most texts, one of several is.
      ...many.flatMap((_, i) => choiceOf('job_keywords', many.slice(0, i + 1), true)),
      ...few.flatMap((word) => choiceOf('exclude_job_keywords', [word], false)),
    ];
  });
}
