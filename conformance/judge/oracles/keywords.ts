/**
 * Jobs match the keywords of their request (§2.6, §4.1). What one term matches is a reading (keyword-match), so what is
 * asked for must match by the loosest choice and what is excluded must not by the strictest; a mode that the request
 * leaves out of an advanced group counts the same way.
 */
import type { ClauseId } from '../../../spec/clauses.js';
import type { Oracle } from '../oracle.js';
import { shown } from '../../values/text.js';
import {
  matchesGroup,
  matchesSimple,
  type KeywordGroup,
  type SimpleKeywords,
} from '../../values/keywords.js';
import { fields, jobCount, searchAnswers, strings, type Fields, type SearchAnswer } from './answers.js';
import { gatherEvidence, type Evidence } from './evidence.js';

export const keywords: Oracle = {
  id: 'keywords',
  clauses: [
    'KEY-1',
    'KEY-2',
    'KEY-4',
    'KEY-5',
    'KEY-6',
    'KEY-7',
    'KEY-8',
    'KEY-9',
    'KEY-10',
    'KEY-12',
    'KEY-13',
    'KEY-14',
    'KEY-15',
    'KEY-16',
    'KEY-17',
    'KEY-18',
    'LEG-26',
    'LEG-27',
    'HIST-10',
  ],
  judge(history, context) {
    const evidence = gatherEvidence('keywords', context);
    for (const answer of searchAnswers(history, context)) {
      // A job without its texts shows nothing either way.
      const jobs = answer.jobs.filter(
        (job) => typeof job['Job Title'] === 'string' && typeof job['Job Description'] === 'string',
      );
      if (jobs.length === 0) continue;
      judgeSimple(answer, jobs, evidence);
      judgeAdvanced(answer, jobs, evidence);
    }
    return evidence.findings();
  },
};

/* ---------------------------------------------------------------------------------------------------------- simple */

function judgeSimple(
  { exchange, request, operation }: SearchAnswer,
  jobs: readonly Fields[],
  evidence: Evidence,
): void {
  const wanted = simple(request['job_keywords']);
  if (wanted !== null) {
    const miss = jobs.find((job) => matchesSimple(job, wanted, 'loosest') === false);
    const actual =
      miss === undefined ? `${jobCount(jobs.length)}, all of them so` : `${titleOf(miss)} does not`;
    for (const clause of inclusionClauses(wanted)) {
      evidence.judge(clause, exchange, miss === undefined, `jobs that match ${shown(wanted)}`, actual);
    }
  }

  const unwanted = simple(request['exclude_job_keywords']);
  if (unwanted === null) return;
  const legacy = operation.id === 'searchCompanyJobsLegacy';
  const goes = (job: Fields): boolean =>
    legacy && unwanted.mode !== 'or'
      ? hasAllTerms(job, unwanted)
      : matchesSimple(job, unwanted, 'strictest') === true;
  const hit = jobs.find(goes);
  const actual = hit === undefined ? `${jobCount(jobs.length)}, none of them so` : `${titleOf(hit)} does`;
  const clause = legacy ? (unwanted.mode === 'or' ? 'LEG-27' : 'LEG-26') : exclusionClause(unwanted);
  evidence.judge(clause, exchange, hit === undefined, `no job that matches ${shown(unwanted)}`, actual);
}

/** Null when it constrains nothing, or is not of the form that the contract gives. */
function simple(value: unknown): SimpleKeywords | null {
  const object = fields(value);
  if (object === null) return null;
  const [title, description] = [terms(object['title']), terms(object['description'])];
  const mode = object['mode'];
  if (title.length + description.length === 0) return null;
  return { title, description, ...(mode === 'and' || mode === 'or' ? { mode } : {}) };
}

/** A blank term means nothing that the source says. */
function terms(value: unknown): string[] {
  return strings(value).filter((term) => /[\p{L}\p{N}]/u.test(term));
}

function inclusionClauses({ title = [], description = [], mode }: SimpleKeywords): ClauseId[] {
  if (description.length === 0) return ['KEY-1'];
  if (title.length === 0) return ['KEY-2'];
  if (mode === 'or') return ['KEY-5'];
  return mode === 'and' ? ['KEY-4'] : ['KEY-6'];
}

function exclusionClause({ title = [], description = [], mode }: SimpleKeywords): ClauseId {
  if (description.length === 0) return 'KEY-7';
  if (title.length === 0) return 'KEY-8';
  return mode === 'or' ? 'KEY-9' : 'KEY-10';
}

/** The legacy search words mode `and` as: excluded if all terms are present (§4.6). */
function hasAllTerms(job: Fields, { title = [], description = [] }: SimpleKeywords): boolean {
  const all = (list: readonly string[], block: 'title' | 'description'): boolean =>
    list.every((term) => matchesSimple(job, { [block]: [term] }, 'strictest') === true);
  return all(title, 'title') && all(description, 'description');
}

/* -------------------------------------------------------------------------------------------------------- advanced */

function judgeAdvanced(answer: SearchAnswer, jobs: readonly Fields[], evidence: Evidence): void {
  const { exchange, request, operation } = answer;
  const wanted = groups(request['advanced_job_keywords'], 'or');
  if (wanted.length > 0) {
    const miss = jobs.find((job) => wanted.some((group) => matchesGroup(job, group, 'loosest') === false));
    const actual =
      miss === undefined ? `${jobCount(jobs.length)}, all of them so` : `${titleOf(miss)} does not`;
    if (operation.id === 'searchCompanyJobsHistorical') {
      // Whether that search knows these fields at all is a reading.
      if (miss !== undefined) evidence.observe('historical-advanced-keywords', 'ignored', exchange);
    } else {
      const clauses: ClauseId[] = ['KEY-12', ...(miss === undefined ? shapeClauses(request) : [])];
      for (const clause of clauses) {
        evidence.judge(clause, exchange, miss === undefined, `jobs that match ${shown(wanted)}`, actual);
      }
    }
  }
  const unwanted = groups(request['advanced_exclude_job_keywords'], 'and');
  if (unwanted.length === 0) return;
  const hit = jobs.find((job) => unwanted.some((group) => matchesGroup(job, group, 'strictest') === true));
  const actual = hit === undefined ? `${jobCount(jobs.length)}, none of them so` : `${titleOf(hit)} does`;
  if (operation.id === 'searchCompanyJobsHistorical') {
    if (hit !== undefined) evidence.observe('historical-advanced-keywords', 'ignored', exchange);
    return;
  }
  evidence.judge('KEY-18', exchange, hit === undefined, `no job that matches ${shown(unwanted)}`, actual);
}

/** Groups with every mode written out, `mode` where the request has none. */
function groups(value: unknown, mode: 'and' | 'or'): KeywordGroup[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item) => {
    const object = fields(item);
    if (object === null) return [];
    const own = object['mode'] === 'and' || object['mode'] === 'or' ? object['mode'] : mode;
    const block = (part: unknown): { mode: 'and' | 'or'; terms: string[] } => {
      const inner = fields(part)?.['mode'];
      return {
        mode: inner === 'and' || inner === 'or' ? inner : mode,
        terms: terms(fields(part)?.['terms']),
      };
    };
    const nested = groups(object['groups'], mode);
    return [
      { mode: own, title: block(object['title']), description: block(object['description']), groups: nested },
    ];
  });
}

/** The clauses whose shapes the request uses, for what a page that matches is evidence of besides. */
function shapeClauses(request: Fields): ClauseId[] {
  const found = new Set<ClauseId>();
  const visit = (value: unknown, depth: number): void => {
    for (const item of Array.isArray(value) ? value : []) {
      const group = fields(item) ?? {};
      const blocks = [fields(group['title']), fields(group['description'])].filter(
        (block) => terms(block?.['terms']).length > 0,
      );
      const nested = Array.isArray(group['groups']) ? group['groups'].length : 0;
      if (blocks.length + nested > 1 && group['mode'] === 'and') found.add('KEY-13');
      if (blocks.length + nested > 1 && group['mode'] === 'or') found.add('KEY-14');
      for (const block of blocks) {
        if (terms(block?.['terms']).length < 2) continue;
        if (block?.['mode'] === 'and') found.add('KEY-15');
        if (block?.['mode'] === 'or') found.add('KEY-16');
      }
      if (depth > 0) found.add('KEY-17');
      visit(group['groups'], depth + 1);
    }
  };
  visit(request['advanced_job_keywords'], 0);
  return [...found];
}

function titleOf(job: Fields): string {
  return `the job ${shown(job['Job Title'], 80)}`;
}
