/** Every job returned satisfies the filters of its request, wherever the job shows it (§4.1 to §4.6). */
import type { ClauseId } from '../../../spec/clauses.js';
import type { Contract } from '../../../spec/contract.js';
import type { Oracle } from '../oracle.js';
import { canonical } from '../../values/json.js';
import { countryName, placeName } from '../../values/places.js';
import { shown } from '../../values/text.js';
import {
  fields,
  integer,
  isText,
  knownBoards,
  searchAnswers,
  strings,
  type Fields,
  type KnownBoards,
  type SearchAnswer,
} from './answers.js';
import { gatherEvidence } from './evidence.js';

/** Whether a job agrees with a filter, as far as it shows that. */
type Agreement = 'yes' | 'no' | 'unknown';

/** One filter of a request, and the clause that demands it. */
export interface Filter {
  clause: ClauseId;
  expected: string;
  agrees(job: Fields): Agreement;
  /** What the job shows of it. */
  shows(job: Fields): string;
  /** A job may agree by what it does not show: then only most jobs of a page together are against it. */
  hasUnseen?: boolean;
  /** Whether a job that is against it has nothing of what is asked for; absent where that is so of each. */
  isApart?(job: Fields): boolean;
}

export const filters: Oracle = {
  id: 'filters',
  clauses: [
    'FILT-1',
    'FILT-2',
    'FILT-3',
    'FILT-4',
    'FILT-5',
    'FILT-6',
    'FILT-7',
    'FILT-8',
    'FILT-9',
    'FILT-11',
    'FILT-12',
    'FILT-13',
    'FILT-14',
    'FILT-18',
    'FILT-19',
    'FILT-20',
    'FILT-30',
    'FILT-31',
    'FILT-36',
    'PAGE-17',
    'HIST-9',
  ],
  judge(history, context) {
    const evidence = gatherEvidence('filters', context);
    const boards = knownBoards(history).names;
    const found = searchAnswers(history, context);
    const leftOutByPlaces = leftOutBy(found);
    for (const answer of found) {
      const { exchange, jobs, operation, request } = answer;
      if (jobs.length === 0) continue;
      const asked = filtersOf(answer, boards, context.contract.enums);
      const leftOut = leftOutByPlaces(answer);
      const looked = asked.map((filter) => ({ filter, ...lookAt(jobs, filter, leftOut) }));
      const allSo = `${jobs.length} jobs, all of them so`;
      for (const { filter, holds, fault } of looked)
        if (holds !== null) evidence.judge(filter.clause, exchange, holds, filter.expected, fault ?? allSo);
      const wrong = looked.find(({ holds }) => holds === false);
      const paged = (request[operation.cursorField] ?? null) !== null;
      const expected = `jobs that satisfy all ${asked.length} filters`;
      if (wrong !== undefined || looked.every(({ holds }) => holds === true)) {
        const isKept = wrong === undefined;
        const actual = wrong?.fault ?? allSo;
        if (asked.length > 1) evidence.judge('FILT-36', exchange, isKept, expected, actual);
        if (asked.length > 0 && paged) evidence.judge('PAGE-17', exchange, isKept, expected, actual);
      }
      if (
        (request['country_exists'] ?? false) !== true &&
        jobs.some((job) => (job['Country'] ?? null) === null)
      ) {
        evidence.judge(
          'FILT-12',
          exchange,
          true,
          'jobs without a country are not left out',
          'one of them is here',
        );
      }
      if (operation.id === 'searchCompanyJobsHistorical' && request['salary_data_available'] === undefined) {
        if (jobs.some((job) => !hasSalary(job)))
          evidence.observe('historical-salary-default', 'none', exchange);
      }
    }
    return evidence.findings();
  },
};

/** On a short page so many jobs may all be there by a value that they do not show, such as a second place. */
const FEW_UNSEEN = 4;

/**
 * `holds` is null where the jobs do not show it; `fault` names the first job that disagrees. Where the filter is known to have
 * left out as many jobs, most of a page may be there by what they do not show, as long as one shows it.
 */
function lookAt(
  jobs: readonly Fields[],
  { agrees, shows, hasUnseen = false, isApart = () => true }: Filter,
  leftOut: number,
): { holds: boolean | null; fault: string | null } {
  const looks = jobs.map(agrees);
  const against = looks.filter((look) => look === 'no').length;
  const isShown = looks.includes('yes');
  if (against === 0) return { holds: isShown ? true : null, fault: null };
  const isFew = against <= FEW_UNSEEN || against * 2 <= jobs.length;
  const areApart = jobs.every((job, i) => looks[i] !== 'no' || isApart(job));
  if (hasUnseen && (isFew || (leftOut >= against && isShown && areApart)))
    return { holds: null, fault: null };
  const at = looks.indexOf('no');
  const job = jobs[at]!;
  return { holds: false, fault: `job ${at + 1}, ${shown(job['Job Title'], 60)}, has ${shows(job)}` };
}

const yesIf = (agrees: boolean): Agreement => (agrees ? 'yes' : 'no');

/** The filters of a search. `boards` says which boards there are. */
export function filtersOf(
  { request, operation }: Pick<SearchAnswer, 'request' | 'operation'>,
  boards: KnownBoards['names'],
  enums: Contract['enums'],
): Filter[] {
  const asked: Filter[] = [];
  const knows = (name: string): boolean => operation.bodyFields.includes(name);

  // A job may show a value as its posting has it (JOB-12), and that says nothing of the value that it was found by.
  for (const [name, field, clause] of [
    ['job_type', 'Job Type', 'FILT-18'],
    ['seniority_level', 'Seniority Level', 'FILT-19'],
  ] as const) {
    const wanted = strings(request[name]);
    if (wanted.length === 0) continue;
    const isAccepted = (value: unknown): boolean => (enums[name] as readonly unknown[]).includes(value);
    asked.push({
      clause,
      expected: `${field} among ${wanted.join(', ')}`,
      agrees: ({ [field]: value }) =>
        isText(value) && !isAccepted(value) ? 'unknown' : yesIf(wanted.includes(String(value))),
      shows: (job) => `${field} ${shown(job[field])}`,
    });
  }

  const departments = strings(request['department']);
  if (departments.length > 0) {
    asked.push({
      clause: departments.length === 1 ? 'FILT-13' : 'FILT-14',
      expected: `a department among ${departments.join(', ')}`,
      agrees: (job) => {
        const names = strings(job['Department Name']);
        if (names.some((name) => departments.includes(name))) return 'yes';
        return names.every((name) => (enums.department as readonly string[]).includes(name))
          ? 'no'
          : 'unknown';
      },
      shows: (job) => `Department Name ${shown(job['Department Name'])}`,
    });
  }

  const remote = request['is_remote'];
  if (remote === true) asked.push(remoteFilter('FILT-8', 'Is Remote true', (value) => value === true));
  if (remote === false) asked.push(remoteFilter('FILT-9', 'Is Remote not true', (value) => value !== true));
  if (request['country_exists'] === true && knows('country_exists')) {
    asked.push({
      clause: 'FILT-11',
      expected: 'a country',
      agrees: (job) => yesIf(isText(job['Country'])),
      shows: (job) => `Country ${shown(job['Country'])}`,
    });
  }
  if (request['salary_data_available'] === true && knows('salary_data_available')) {
    asked.push({
      clause: 'FILT-20',
      expected: 'salary data',
      agrees: (job) => yesIf(hasSalary(job)),
      shows: () => 'no salary text, bounds or currency',
    });
  }
  return [...asked, ...locationFilters(request, knows), ...boardFilters(request, boards)];
}

function remoteFilter(clause: ClauseId, expected: string, holds: (value: unknown) => boolean): Filter {
  return {
    clause,
    expected,
    agrees: (job) => yesIf(holds(job['Is Remote'])),
    shows: (job) => `Is Remote ${shown(job['Is Remote'])}`,
  };
}

/* ------------------------------------------------------------------------------------------------------- locations */

const PARTS = [
  ['country', 'Country'],
  ['state', 'State'],
  ['city', 'City'],
] as const;

type Place = [field: string, wanted: string][];

/** Tells how many jobs fewer a search for places found than the same search without them; 0 where that is not known. */
function leftOutBy(found: readonly SearchAnswer[]): (answer: SearchAnswer) => number {
  const nameOf = ({ exchange, operation, request }: SearchAnswer): string => {
    const rest = Object.entries(request).filter(
      ([name]) => !['jobs_locations', 'limit', operation.cursorField].includes(name),
    );
    return `${operation.id} ${exchange.account} ${canonical(Object.fromEntries(rest))}`;
  };
  const totalOf = ({ data }: SearchAnswer): number | null => integer(data['total_jobs_found']);
  const anywhere = new Map(
    found
      .filter(({ request }) => !Object.hasOwn(request, 'jobs_locations'))
      .map((answer) => [nameOf(answer), totalOf(answer)]),
  );
  return (answer) => {
    const places = placesIn(answer.request['jobs_locations']);
    if (places.length === 0 || places.some(({ length }) => length === 0)) return 0;
    const [there, everywhere] = [totalOf(answer), anywhere.get(nameOf(answer)) ?? null];
    return there === null || everywhere === null ? 0 : Math.max(0, everywhere - there);
  };
}

/** What asks for a single place of one part. */
const PLACE_CLAUSES: Record<string, ClauseId> = { Country: 'FILT-1', State: 'FILT-2', City: 'FILT-3' };

function locationFilters(request: Fields, knows: (name: string) => boolean): Filter[] {
  const asked: Filter[] = [];
  const included = placesIn(request['jobs_locations']);
  // An item that names nothing constrains nothing (or is refused), and with it the whole list.
  if (included.length > 0 && included.every((place) => place.length > 0)) {
    const only = included.length === 1 ? included[0]! : null;
    asked.push({
      clause: only === null ? 'FILT-5' : only.length > 1 ? 'FILT-4' : PLACE_CLAUSES[only[0]![0]]!,
      expected: `a place in ${included.map(placeText).join(', or ')}`,
      agrees: (job) => {
        const looks = included.map((place) => agreement(job, place));
        return looks.includes('yes') ? 'yes' : looks.includes('unknown') ? 'unknown' : 'no';
      },
      shows: jobPlace,
      // A posting may be for several places, of which the job shows one.
      hasUnseen: true,
      // One that is in the city and in another country shows that a part is looked past.
      isApart: (job) => included.flat().every((part) => agreement(job, [part]) !== 'yes'),
    });
  }
  const excluded = placesIn(request['exclude_jobs_locations']).filter((place) => place.length > 0);
  if (excluded.length > 0 && knows('exclude_jobs_locations')) {
    asked.push({
      clause: excluded.length === 1 ? 'FILT-6' : 'FILT-7',
      expected: `no place in ${excluded.map(placeText).join(', nor ')}`,
      agrees: (job) => yesIf(!excluded.some((place) => agreement(job, place) === 'yes')),
      shows: jobPlace,
    });
  }
  return asked;
}

function placesIn(value: unknown): Place[] {
  if (!Array.isArray(value)) return [];
  return value.map((item) =>
    PARTS.flatMap(([name, field]) => {
      const wanted = fields(item)?.[name];
      return isText(wanted) ? [[field, wanted] as Place[number]] : [];
    }),
  );
}

/** `unknown` when a part that the job leaves out is asked for, and no other part disagrees. */
function agreement(job: Fields, place: Place): Agreement {
  let missing = false;
  for (const [field, wanted] of place) {
    const value = job[field];
    if (!isText(value)) missing = true;
    else if (
      field === 'Country'
        ? countryName(value) !== countryName(wanted)
        : placeName(value) !== placeName(wanted)
    )
      return 'no';
  }
  return missing ? 'unknown' : 'yes';
}

function placeText(place: Place): string {
  return place.map(([field, wanted]) => `${field} ${shown(wanted)}`).join(' and ');
}

function jobPlace(job: Fields): string {
  return ['City', 'State', 'Country'].map((field) => `${field} ${shown(job[field])}`).join(', ');
}

/* ---------------------------------------------------------------------------------------------------------- boards */

/** A job shows a board's label or value; which boards there are, a lookup of the same run has to have said. */
function boardFilters(request: Fields, names: KnownBoards['names']): Filter[] {
  const boardOf = (job: Fields): string | null => {
    const shownBoard = job['Job Board'];
    return typeof shownBoard === 'string' ? (names.get(shownBoard.toLowerCase()) ?? null) : null;
  };
  const boardShown = (job: Fields): string => `Job Board ${shown(job['Job Board'])}`;
  const known = (value: unknown): string[] =>
    strings(value).flatMap((name) => names.get(name.toLowerCase()) ?? []);
  const asked: Filter[] = [];
  const included = known(request['include_job_boards']);
  if (included.length > 0 && included.length === strings(request['include_job_boards']).length) {
    asked.push({
      clause: 'FILT-30',
      expected: `a job board among ${included.join(', ')}`,
      agrees: (job) => {
        const board = boardOf(job);
        return board === null ? 'unknown' : yesIf(included.includes(board));
      },
      shows: boardShown,
    });
  }
  const excluded = known(request['exclude_job_boards']);
  if (excluded.length > 0) {
    asked.push({
      clause: 'FILT-31',
      expected: `no job board among ${excluded.join(', ')}`,
      agrees: (job) => {
        const board = boardOf(job);
        return board === null ? 'unknown' : yesIf(!excluded.includes(board));
      },
      shows: boardShown,
    });
  }
  return asked;
}

function hasSalary(job: Fields): boolean {
  return ['Salary Offered', 'Salary From', 'Salary To', 'Salary Currency'].some(
    (name) => job[name] !== null && job[name] !== undefined && job[name] !== '',
  );
}
