/**
 * A filter takes away what fails it, and nothing else (§4.1 to §4.6): a job that the same search brought without the filter,
 * before and after, and that shows that it satisfies it, is among the results. What a job does not show, and what a reading
 * may see otherwise, is left alone.
 */
import type { ClauseId } from '../../../spec/clauses.js';
import type { Oracle } from '../oracle.js';
import { shown } from '../../values/text.js';
import { canonical } from '../../values/json.js';
import { matchesText, readyText, type ReadyText } from '../../values/keywords.js';
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

interface Known {
  boards: KnownBoards['names'];
  /** Of a text of a job, made once. */
  ready(text: string): ReadyText;
}

interface Rule {
  clause: ClauseId | ((value: unknown) => ClauseId);
  /** Whether a job is sure to satisfy the filter with this value. */
  isSure(job: Fields, value: unknown, known: Known): boolean;
}

const SALARY = ['Salary Offered', 'Salary From', 'Salary To', 'Salary Currency'];

const RULES: Readonly<Record<string, Rule>> = {
  is_remote: {
    clause: (value) => (value === true ? 'FILT-8' : 'FILT-9'),
    isSure: (job, value) => typeof value === 'boolean' && job['Is Remote'] === value,
  },
  country_exists: { clause: 'FILT-11', isSure: (job) => isText(job['Country']) },
  salary_data_available: {
    clause: 'FILT-20',
    // Any of the four may be what counts, and a service may keep 0 for what it does not know.
    isSure: (job) => SALARY.every((name) => Number(job[name]) > 0 || isText(job[name])),
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
    isSure: (job, value, { boards }) => {
      const board = boardOf(job, boards);
      return board !== null && boardsIn(value, boards).includes(board);
    },
  },
  exclude_job_boards: {
    clause: 'FILT-31',
    isSure: (job, value, { boards }) => {
      const [board, excluded] = [boardOf(job, boards), boardsIn(value, boards)];
      return board !== null && !excluded.includes(board) && !excluded.includes(null);
    },
  },
  job_keywords: { clause: 'KEY-3', isSure: (job, value) => standsIn(job, fields(value)) },
  exclude_job_keywords: {
    clause: (value) => (strings(fields(value)?.['title']).length > 0 ? 'KEY-7' : 'KEY-8'),
    isSure: (job, value, { ready }) => isFreeOf(job, fields(value), ready),
  },
};

/** What searches may differ in and still be about the same jobs. */
const APART = [...Object.keys(RULES), 'limit', 'search_after', 'next_cursor'];

interface Sighting {
  job: Fields;
  sentAt: number;
  receivedAt: number;
}

export const leftOut: Oracle = {
  id: 'left-out',
  clauses: [
    'FILT-8',
    'FILT-9',
    'FILT-11',
    'FILT-13',
    'FILT-18',
    'FILT-19',
    'FILT-20',
    'FILT-30',
    'FILT-31',
    'FILT-36',
    'KEY-3',
    'KEY-7',
    'KEY-8',
  ],
  judge(history, context) {
    const evidence = gatherEvidence('left-out', context);
    // Of traffic that others sent nobody knows what changed in between.
    if (context.seen !== 'all') return evidence.findings();
    const readyTexts = new Map<string, ReadyText>();
    const ready = (text: string): ReadyText => {
      const known = readyTexts.get(text) ?? readyText(text);
      readyTexts.set(text, known);
      return known;
    };
    const known = { boards: knownBoards(history).names, ready };
    const found = fresh(searchAnswers(history, context)).filter(isComparable);
    /** By searches that differ in their filters and pages alone, jobs by their links. */
    const bases = new Map<string, Map<string, Sighting[]>>();
    for (const answer of found) {
      const seen = bases.get(basisOf(answer)) ?? new Map<string, Sighting[]>();
      bases.set(basisOf(answer), seen);
      const { sentAt, receivedAt } = answer.exchange;
      for (const job of answer.jobs) {
        const link = linkOf(job);
        if (link === null) continue;
        const all = seen.get(link) ?? [];
        seen.set(link, all);
        all.push({ job, sentAt, receivedAt });
      }
    }
    for (const answer of found.filter(isWhole)) {
      const rules = rulesOf(answer);
      if (rules.length === 0) continue;
      const isSure = ({ job }: Sighting): boolean =>
        rules.every(([name, rule]) => rule.isSure(job, answer.request[name], known));
      const owed = [...bases.get(basisOf(answer))!].filter(
        ([, all]) => areAround(all, answer) && all.every(isSure),
      );
      if (owed.length === 0) continue;
      const here = new Set(answer.jobs.map(linkOf));
      const [link, all] = owed.find(([each]) => !here.has(each)) ?? [];
      evidence.judge(
        rules.length === 1 ? clauseOf(rules[0]!, answer) : 'FILT-36',
        answer.exchange,
        link === undefined,
        `the jobs that satisfy ${rules.map(([name]) => name).join(', ')} and come without as well`,
        link === undefined
          ? `${owed.length} of them, all here`
          : `${shown(all?.[0]?.job['Job Title'], 60)} (${shown(link, 80)}) is not here`,
      );
    }
    return evidence.findings();
  },
};

/**
 * Without what may be a stored answer, which tells of an earlier moment: one under a key that came before, and where keys that the
 * service makes come more than once, any without a key of ours: it may be stored since an earlier run (reading made-keys).
 */
function fresh(answers: readonly SearchAnswer[]): SearchAnswer[] {
  const keys = new Set<string>();
  let areMadeAlike = false;
  const firsts = answers.filter((answer) => {
    const key = answer.response.headers['idempotency-key'];
    if (key === undefined) return true;
    const isNew = !keys.has(key);
    keys.add(key);
    areMadeAlike ||= !isNew && isUnkeyed(answer);
    return isNew;
  });
  return areMadeAlike ? firsts.filter((answer) => !isUnkeyed(answer)) : firsts;
}

/** Whether the service made the key that it names. */
function isUnkeyed({ exchange: { request }, response }: SearchAnswer): boolean {
  return (
    request.headers['idempotency-key'] === undefined && response.headers['idempotency-key'] !== undefined
  );
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

function clauseOf([name, { clause }]: [string, Rule], { request }: SearchAnswer): ClauseId {
  return typeof clause === 'string' ? clause : clause(request[name]);
}

/** Whether a filter of the contract says something in this search. What is false says nothing, but for remote work. */
function isAsked({ operation, request }: SearchAnswer, name: string): boolean {
  const value = request[name] ?? null;
  const saysNothing = value === null || (value === false && name !== 'is_remote');
  return operation.bodyFields.includes(name) && !saysNothing && !(Array.isArray(value) && value.length === 0);
}

/** Whether a job was seen before the answer and behind it. */
function areAround(seen: readonly Sighting[], { exchange }: SearchAnswer): boolean {
  return (
    seen.some(({ receivedAt }) => receivedAt <= exchange.sentAt) &&
    seen.some(({ sentAt }) => sentAt >= exchange.receivedAt)
  );
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

/** Also to those who look for the characters of a term, or for its words with the marks that stand between them. */
function standsAlone(text: string, term: string): boolean {
  const [words, wanted] = [text.toLowerCase().split(' '), term.toLowerCase().split(' ')];
  const last = wanted.length - 1;
  return words.some((_, i) =>
    wanted.every((word, k) => {
      const here = words[i + k];
      return here === word || (k === last && here?.replace(/[.,;:!?]$/, '') === word);
    }),
  );
}

/** Whether no term of an exclusion is anywhere near the job's texts. */
function isFreeOf(job: Fields, keywords: Fields | null, ready: Known['ready']): boolean {
  if (keywords === null) return false;
  return BLOCKS.every(([block, field]) => {
    const text = job[field];
    const terms = strings(keywords[block]);
    return (
      terms.length === 0 ||
      (typeof text === 'string' && terms.every((term) => !matchesText(ready(text), term, 'loosest')))
    );
  });
}
