/** Every returned job satisfies the filters of its request, as far as the job shows it (§2.6, §4.1 to §4.6). */
import type { ClauseId } from '../../../../spec/clauses.js';
import {
  askedFilters,
  FILTERS,
  hasSalary,
  isKeywordFilter,
  placeNameIn,
  wantedPlaces,
  type AskedFilter,
} from '../../../model/filters.js';
import { integer, type Fields } from '../../../values/fields.js';
import { count, shown } from '../../../values/text.js';
import { knownBoards, searchAnswers, searchWithout, type SearchAnswer } from '../../../model/answers.js';
import { oracleOf } from '../../oracle.js';

/** Clauses of no single filter. */
const OTHERS: ClauseId[] = ['FILT-12', 'FILT-36', 'PAGE-17', 'HIST-9', 'HIST-10'];

export const filters = oracleOf({
  id: 'filters',
  reads: ['request body', 'response body'],
  clauses: [...Object.values(FILTERS).flatMap(({ clauses }) => clauses), ...OTHERS],
  judge(history, context, evidence) {
    const { enums } = context.contract;
    const boards = knownBoards(history, context).names;
    const found = searchAnswers(history, context);
    const countExcluded = excludedByPlace(found);
    const mayBeSpelledOtherwise = placesWithoutName(found);
    for (const answer of found) {
      const { exchange, jobs, operation, request } = answer;
      if (jobs.length === 0) continue;
      const isHistorical = operation.id === 'searchCompanyJobsHistorical';
      const excluded = countExcluded(answer);
      const looked = askedFilters(request, { operation, boards, enums }).map((filter) => {
        const { name } = filter;
        const result = compare(jobs, filter, excluded);
        // Whether the historical search supports advanced keywords is a reading.
        const mayBeIgnored = isHistorical && name.startsWith('advanced_');
        const isWrong = result.holds === false;
        if (mayBeIgnored && isWrong) evidence.observe('historical-advanced-keywords', 'ignored', exchange);
        const isOpen = isWrong && name === 'jobs_locations' && mayBeSpelledOtherwise(answer);
        return { filter, ...(mayBeIgnored || isOpen ? { holds: null, fault: null } : result) };
      });
      const byValue = looked.filter(({ filter }) => !isKeywordFilter(filter.name));
      const ofSeveral: ClauseId[] = byValue.length > 1 ? ['FILT-36'] : [];
      const ofLaterPages: ClauseId[] = (request[operation.cursorField] ?? null) === null ? [] : ['PAGE-17'];
      const allAsExpected = `${count(jobs.length, 'job')}, all as expected`;
      for (const each of looked) {
        const { filter, holds, fault } = each;
        const broken = [filter.clauses[0]!, ...(byValue.includes(each) ? ofSeveral : []), ...ofLaterPages];
        const clauses = holds === true ? filter.clauses : broken;
        if (holds !== null) evidence.judge(clauses, exchange, holds, filter.expected, fault ?? allAsExpected);
      }
      if (byValue.length > 0 && byValue.every(({ holds }) => holds === true)) {
        const clauses = [...ofSeveral, ...ofLaterPages];
        evidence.judge(clauses, exchange, true, 'jobs that satisfy each filter', allAsExpected);
      }
      const isUnplaced = jobs.some((job) => (job['Country'] ?? null) === null);
      const mayBeUnplaced = 'jobs without a country are not left out';
      if (isUnplaced && request['country_exists'] !== true)
        evidence.judge('FILT-12', exchange, true, mayBeUnplaced, 'the page contains such a job');
      const showsNoDefault = request['salary_data_available'] === undefined && !jobs.every(hasSalary);
      if (isHistorical && showsNoDefault) evidence.observe('historical-salary-default', 'none', exchange);
    }
  },
});

/** On a short page, up to this many jobs may match by a value that they do not show, such as a second place. */
const FEW_UNSEEN = 4;

/**
 * Compares the jobs of a page with a filter. `holds` is null if the jobs do not show whether it holds; `fault` describes the
 * first job that disagrees. `excluded`: how many jobs the filter is known to exclude. If these are at least as many as disagree,
 * the others may match by a value that they do not show, as long as one job shows a wanted value.
 */
function compare(jobs: readonly Fields[], { matches, shows, hasNothingOf }: AskedFilter, excluded: number) {
  const looks = jobs.map(matches);
  const against = jobs.filter((_, i) => looks[i] === 'no');
  const isShown = looks.includes('yes');
  if (against.length === 0) return { holds: isShown ? true : null, fault: null };
  if (hasNothingOf !== undefined) {
    const isFew = against.length <= FEW_UNSEEN || against.length * 2 <= jobs.length;
    if (isFew || (excluded >= against.length && isShown && against.every(hasNothingOf)))
      return { holds: null, fault: null };
  }
  const job = against[0]!;
  const at = looks.indexOf('no') + 1;
  return { holds: false, fault: `job ${at}, ${shown(job['Job Title'], 60)}, has ${shows(job)}` };
}

/** Returns how many fewer jobs a search for places found than the same search without them; 0 if that is unknown. */
function excludedByPlace(found: readonly SearchAnswer[]): (answer: SearchAnswer) => number {
  const nameOf = (answer: SearchAnswer): string =>
    `${answer.exchange.account} ${searchWithout(answer, ['jobs_locations', 'limit'])}`;
  const totalOf = ({ data }: SearchAnswer): number | null => integer(data['total_jobs_found']);
  const anywhere = new Map(
    found
      .filter(({ request }) => !Object.hasOwn(request, 'jobs_locations'))
      .map((answer) => [nameOf(answer), totalOf(answer)]),
  );
  return (answer) => Math.max(0, (anywhere.get(nameOf(answer)) ?? 0) - (totalOf(answer) ?? Infinity));
}

/**
 * Returns whether the jobs of an answer may be in the wanted place although they show another name: all of them show the
 * same name, and no job of the record shows the wanted one. Then the lookup may spell the place in another way than postings.
 */
function placesWithoutName(found: readonly SearchAnswer[]): (answer: SearchAnswer) => boolean {
  const namesIn = (jobs: readonly Fields[], field: string): string[] =>
    jobs.map((job) => placeNameIn(field, job[field])).filter((name) => name !== '');
  const known = new Map(
    ['Country', 'State', 'City'].map((field) => [
      field,
      new Set(found.flatMap(({ jobs }) => namesIn(jobs, field))),
    ]),
  );
  return ({ jobs, request }) => {
    const [place, another] = wantedPlaces(request['jobs_locations']);
    return (
      another === undefined &&
      place!.every(
        ({ field, wanted }) =>
          !known.get(field)!.has(placeNameIn(field, wanted)) && new Set(namesIn(jobs, field)).size === 1,
      )
    );
  };
}
