/**
 * A filter removes the jobs that fail it, and no others (§4.1 to §4.6). A job that the same search returned without the filter,
 * before and after, and that certainly satisfies the filter, must be among the results.
 */
import { clauseOfMissing, FILTERS, surelyMatches, type FilterContext } from '../../../model/filters.js';
import { readyText, type ReadyText } from '../../../model/keywords.js';
import { integer, type Fields } from '../../../values/fields.js';
import { grouped } from '../../../values/grouped.js';
import { addressOf } from '../../../values/postings.js';
import { count, shown } from '../../../values/text.js';
import type { ClauseId } from '../../../../spec/clauses.js';
import type { Exchange } from '../../../record/exchange.js';
import { knownBoards, searchAnswers, searchWithout, type SearchAnswer } from '../../../model/answers.js';
import { keyUses, mayBeStored } from '../../../model/key-uses.js';
import { oracleOf } from '../../oracle.js';

/** Filters for which a job can show that it certainly satisfies them. */
const SURE_FILTERS = Object.entries(FILTERS).filter(([, { surely }]) => surely !== null);

/** Searches that differ only in these fields are about the same jobs. */
const APART = [...SURE_FILTERS.map(([name]) => name), 'limit'];

const CLAUSES: ClauseId[] = [
  ...SURE_FILTERS.flatMap(([, { missing, clauses }]) => missing ?? clauses),
  'FILT-36',
];

type Occurrence = { job: Fields; exchange: Exchange };

export const leftOut = oracleOf({
  id: 'left-out',
  clauses: CLAUSES,
  infers: CLAUSES,
  judge(history, context, evidence) {
    // In traffic, the data may have changed between two searches.
    if (context.seen !== 'all') return;
    const readyTexts = new Map<string, ReadyText>();
    const ready = (text: string): ReadyText => {
      const known = readyTexts.get(text) ?? readyText(text);
      readyTexts.set(text, known);
      return known;
    };
    const known = { boards: knownBoards(history, context).names, enums: context.contract.enums, ready };
    const uses = keyUses(history, context);
    const isMade = ({ exchange }: SearchAnswer): boolean => uses.get(exchange.id)?.made === true;
    const isStored = ({ exchange }: SearchAnswer): boolean => mayBeStored(uses.get(exchange.id));
    const answers = searchAnswers(history, context);
    // If the service makes one key twice, any answer with a made key may come from an earlier run (reading made-keys).
    const made = answers.filter(isMade).map(({ exchange }) => uses.get(exchange.id)!.key);
    const areMadeAlike = new Set(made).size < made.length;
    const found = answers.filter(
      (answer) => !isStored(answer) && !(areMadeAlike && isMade(answer)) && isComparable(answer),
    );
    // Groups of searches about the same jobs, and for each group the searches that returned each job.
    const bases = grouped(found, (answer) => searchWithout(answer, APART));
    const occurrences = new Map([...bases].map(([basis, answers]) => [basis, occurrencesIn(answers)]));
    for (const answer of found.filter(isWhole)) {
      const { exchange, operation, request } = answer;
      const asked = SURE_FILTERS.filter(([name]) => isAsked(answer, name));
      if (asked.length === 0) continue;
      const facts: FilterContext = { operation, ...known };
      const isSure = ({ job }: Occurrence): boolean =>
        asked.every(([name, row]) => surelyMatches(row, job, request[name], facts));
      const expected = [...occurrences.get(searchWithout(answer, APART))!].filter(
        ([, all]) => around(all, answer).length === 2 && all.every(isSure),
      );
      if (expected.length === 0) continue;
      const here = new Set(answer.jobs.map(addressOf));
      const [link, all] = expected.find(([each]) => !here.has(each)) ?? [];
      const [name, row] = asked[0]!;
      const clause = asked.length > 1 ? 'FILT-36' : clauseOfMissing(row, request[name], facts);
      const names = asked.map(([each]) => each).join(', ');
      const wanted = `the jobs that match ${names} and that other searches found`;
      if (all === undefined)
        evidence.judge(clause, exchange, true, wanted, `${count(expected.length, 'job')}, none missing`);
      else {
        const missing = `${shown(all[0]?.job['Job Title'], 60)} (${shown(link, 80)}) is missing`;
        evidence.judge(clause, [...around(all, answer), exchange], false, wanted, missing);
      }
    }
  },
});

/**
 * True if the search names its days and asks for duplicates, since filters may decide which duplicate is returned. A
 * historical search must also say whether it filters by salary (reading historical-salary-default).
 */
function isComparable({ operation, request }: SearchAnswer): boolean {
  return (
    (operation.id !== 'searchCompanyJobsHistorical' ||
      typeof request['salary_data_available'] === 'boolean') &&
    typeof request['published_after'] === 'string' &&
    typeof request['published_before'] === 'string' &&
    request['exclude_duplicates'] === false
  );
}

function isWhole({ request, data, jobs, operation }: SearchAnswer): boolean {
  const isFirst = (request[operation.cursorField] ?? null) === null;
  return (
    isFirst &&
    (data[operation.cursorField] ?? null) === null &&
    integer(data['total_jobs_found']) === jobs.length
  );
}

/** True if the search sets this filter. The value `false` filters nothing, except in `is_remote`. */
function isAsked({ operation, request }: SearchAnswer, name: string): boolean {
  const value = request[name] ?? null;
  const saysNothing = value === null || (value === false && name !== 'is_remote');
  return operation.bodyFields.includes(name) && !saysNothing && !(Array.isArray(value) && value.length === 0);
}

/** The last search that returned the job before this one, and the first after it, if they exist. */
function around(seen: readonly Occurrence[], { exchange }: SearchAnswer): Exchange[] {
  const before = seen.findLast((each) => each.exchange.receivedAt <= exchange.sentAt);
  const after = seen.find((each) => each.exchange.sentAt >= exchange.receivedAt);
  return [before, after].flatMap((each) => each?.exchange ?? []);
}

/** The searches that returned each job, by its link. */
function occurrencesIn(answers: readonly SearchAnswer[]): Map<string | null, Occurrence[]> {
  const all = answers.flatMap(({ jobs, exchange }) => jobs.map((job) => ({ job, exchange })));
  return grouped(
    all.filter(({ job }) => addressOf(job) !== null),
    ({ job }) => addressOf(job),
  );
}
