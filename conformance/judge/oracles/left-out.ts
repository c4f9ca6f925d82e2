/**
 * A filter takes away what fails it, and nothing else (§4.1 to §4.6): a job that the same search brought without the filter,
 * and that shows that it satisfies it, is among the results, unless it may have gone meanwhile. What a job does not show,
 * and what a reading may see otherwise, is left alone.
 */
import type { ClauseId } from '../../../spec/clauses.js';
import type { Oracle } from '../oracle.js';
import { shown } from '../../values/text.js';
import { canonical } from '../../values/json.js';
import { matchesText, readyText } from '../../values/keywords.js';
import {
  fields,
  integer,
  knownBoards,
  searchAnswers,
  strings,
  type Fields,
  type KnownBoards,
  type SearchAnswer,
} from './answers.js';
import { gatherEvidence } from './evidence.js';

/** Whether a job is sure to satisfy a filter with this value. */
type Test = (job: Fields, value: unknown, known: Known) => boolean;

interface Known {
  boards: KnownBoards['names'];
}

interface Rule {
  clause: ClauseId;
  /** Where another clause speaks of this value. */
  otherClause?: (value: unknown) => ClauseId | null;
  isSure: Test;
}

const RULES: Readonly<Record<string, Rule>> = {
  is_remote: {
    clause: 'FILT-8',
    otherClause: (value) => (value === false ? 'FILT-9' : null),
    isSure: (job, value) => typeof value === 'boolean' && job['Is Remote'] === value,
  },
  country_exists: { clause: 'FILT-11', isSure: (job) => isText(job['Country']) },
  salary_data_available: {
    clause: 'FILT-20',
    // A service may keep 0 for what it does not know.
    isSure: (job) =>
      [job['Salary From'], job['Salary To']].some((each) => typeof each === 'number' && each > 0),
  },
  department: {
    clause: 'FILT-13',
    // How several departments combine is open (reading department-match).
    isSure: (job, value) => strings(value).every((each) => strings(job['Department Name']).includes(each)),
  },
  job_type: { clause: 'FILT-18', isSure: (job, value) => strings(value).includes(String(job['Job Type'])) },
  seniority_level: {
    clause: 'FILT-19',
    isSure: (job, value) => strings(value).includes(String(job['Seniority Level'])),
  },
  include_job_boards: {
    clause: 'FILT-30',
    isSure: (job, value, { boards }) => boardsIn(value, boards).includes(boardOf(job, boards)),
  },
  exclude_job_boards: {
    clause: 'FILT-31',
    isSure: (job, value, { boards }) => {
      const board = boardOf(job, boards);
      return (
        board !== null && !boardsIn(value, boards).includes(board) && !boardsIn(value, boards).includes(null)
      );
    },
  },
  job_keywords: { clause: 'KEY-3', isSure: (job, value) => standsIn(job, fields(value)) },
  exclude_job_keywords: { clause: 'KEY-21', isSure: (job, value) => isFreeOf(job, fields(value)) },
};

/** What searches may differ in and still be about the same jobs. */
const APART = [...Object.keys(RULES), 'limit', 'search_after', 'next_cursor'];

interface Sighting {
  job: Fields;
  sentAt: number;
  receivedAt: number;
}

/** How many jobs a search found without a filter. */
interface Total {
  found: unknown;
  sentAt: number;
  receivedAt: number;
}

/** Searches that differ in their filters and pages alone. */
interface Base {
  /** Jobs by their links. */
  seen: Map<string, Sighting[]>;
  totals: Total[];
}

export const leftOut: Oracle = {
  id: 'left-out',
  clauses: [...Object.values(RULES).map(({ clause }) => clause), 'FILT-9', 'FILT-36'],
  judge(history, context) {
    const evidence = gatherEvidence('left-out', context);
    // Of traffic that others sent nobody knows what changed in between.
    if (context.seen !== 'all') return evidence.findings();
    const boards = knownBoards(history).names;
    const found = fresh(searchAnswers(history, context)).filter(isComparable);
    const bases = new Map<string, Base>();
    for (const answer of found) {
      const base = bases.get(basisOf(answer)) ?? { seen: new Map<string, Sighting[]>(), totals: [] };
      bases.set(basisOf(answer), base);
      const { sentAt, receivedAt } = answer.exchange;
      if (rulesOf(answer).length === 0)
        base.totals.push({ found: answer.data['total_jobs_found'], sentAt, receivedAt });
      for (const job of answer.jobs) {
        const link = linkOf(job);
        if (link !== null) base.seen.set(link, [...(base.seen.get(link) ?? []), { job, sentAt, receivedAt }]);
      }
    }
    for (const answer of found.filter(isWhole)) {
      const rules = rulesOf(answer);
      if (rules.length === 0) continue;
      const { seen, totals } = bases.get(basisOf(answer))!;
      const isSure = (job: Fields): boolean =>
        rules.every(([name, rule]) => rule.isSure(job, answer.request[name], { boards }));
      const here = new Set(answer.jobs.map(linkOf));
      const owed = [...seen].flatMap(([link, all]) =>
        all.every(({ job }) => isSure(job)) && wasStill(all, answer, totals)
          ? [{ link, job: all[0]!.job }]
          : [],
      );
      if (owed.length === 0) continue;
      const missing = owed.find(({ link }) => !here.has(link));
      evidence.judge(
        rules.length === 1 ? clauseOf(rules[0]!, answer) : 'FILT-36',
        answer.exchange,
        missing === undefined,
        `the jobs that satisfy ${rules.map(([name]) => name).join(', ')} and come without as well`,
        missing === undefined
          ? `${owed.length} of them, all here`
          : `${shown(missing.job['Job Title'], 60)} (${shown(missing.link, 80)}) is not here`,
      );
    }
    return evidence.findings();
  },
};

/** Without what may be a stored answer: it tells of an earlier moment. */
function fresh(answers: readonly SearchAnswer[]): SearchAnswer[] {
  const keys = new Set<string>();
  return answers.filter(({ response }) => {
    const key = response.headers['idempotency-key'];
    if (key === undefined) return true;
    const isNew = !keys.has(key);
    keys.add(key);
    return isNew;
  });
}

/**
 * Whether it is about named days, with all listings: which of several is left out as a duplicate, its filters may decide.
 * In history what is not said of salaries may be a filter, too (reading historical-salary-default).
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

/** Whether the page holds all that was found. */
function isWhole({ request, data, jobs, operation }: SearchAnswer): boolean {
  const isFirst = (request[operation.cursorField] ?? null) === null;
  return (
    isFirst &&
    (data[operation.cursorField] ?? null) === null &&
    integer(data['total_jobs_found']) === jobs.length
  );
}

function basisOf({ operation, request }: SearchAnswer): string {
  const left = Object.entries(request).filter(([name]) => !APART.includes(name));
  return `${operation.id} ${canonical(Object.fromEntries(left))}`;
}

function rulesOf(answer: SearchAnswer): [name: string, rule: Rule][] {
  return Object.entries(RULES).filter(([name]) => isAsked(answer, name));
}

function clauseOf([name, { clause, otherClause }]: [string, Rule], { request }: SearchAnswer): ClauseId {
  return otherClause?.(request[name]) ?? clause;
}

/** Whether a filter of the contract says something in this search. */
function isAsked({ operation, request }: SearchAnswer, name: string): boolean {
  const value = request[name] ?? null;
  return (
    operation.bodyFields.includes(name) && value !== null && !(Array.isArray(value) && value.length === 0)
  );
}

/** Whether the job was there before the answer and behind it, or as many jobs as ever were found without a filter around both. */
function wasStill(seen: readonly Sighting[], { exchange }: SearchAnswer, totals: readonly Total[]): boolean {
  const isBefore = seen.some(({ receivedAt }) => receivedAt <= exchange.sentAt);
  if (isBefore && seen.some(({ sentAt }) => sentAt >= exchange.receivedAt)) return true;
  if (totals.some(({ found }) => found !== totals[0]!.found)) return false;
  return seen.some(({ sentAt, receivedAt }) => {
    const [first, last] = [Math.min(sentAt, exchange.sentAt), Math.max(receivedAt, exchange.receivedAt)];
    return totals.some((each) => each.sentAt <= first) && totals.some((each) => each.receivedAt >= last);
  });
}

function linkOf(job: Fields): string | null {
  const link = job['Job URL'];
  return isText(link) ? link : null;
}

function boardsIn(value: unknown, boards: KnownBoards['names']): (string | null)[] {
  return strings(value).map((each) => boards.get(each.toLowerCase()) ?? null);
}

function boardOf(job: Fields, boards: KnownBoards['names']): string | null {
  return boards.get(String(job['Job Board']).toLowerCase()) ?? null;
}

/* -------------------------------------------------------------------------------------------------------- keywords */

const BLOCKS = [
  ['title', 'Job Title'],
  ['description', 'Job Description'],
] as const;

/** Whether keywords match by every reading: a term stands alone, between spaces. */
function standsIn(job: Fields, keywords: Fields | null): boolean {
  if (keywords === null) return false;
  const parts = BLOCKS.flatMap(([block, field]) => {
    const terms = strings(keywords[block]);
    if (terms.length === 0) return [];
    const text = job[field];
    return [typeof text === 'string' && terms.some((term) => standsAlone(text, term))];
  });
  if (parts.length === 0) return false;
  return keywords['mode'] === 'or' ? parts.some(Boolean) : parts.every(Boolean);
}

function standsAlone(text: string, term: string): boolean {
  const [words, wanted] = [wordsOf(text), wordsOf(term)];
  return words.some((_, i) => wanted.every((word, k) => words[i + k] === word));
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/[.,;:!?]$/, ''))
    .filter((word) => word !== '');
}

/** Whether no term of an exclusion is anywhere near the job's texts. */
function isFreeOf(job: Fields, keywords: Fields | null): boolean {
  if (keywords === null) return false;
  return BLOCKS.every(([block, field]) => {
    const text = job[field];
    const terms = strings(keywords[block]);
    return (
      terms.length === 0 ||
      (typeof text === 'string' && terms.every((term) => !matchesText(readyText(text), term, 'loosest')))
    );
  });
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
