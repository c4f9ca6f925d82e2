/** Combines the keyword fields of a body into one tree of included and one of excluded terms (§2.6, §4.1, §4.6). */

import type { HistoricalCompanySearchRequest, Issue, KeywordGroup, Keywords } from '../../spec/index.js';
import { hasWords, type KeywordNode } from '../search/index.js';

type Mode = 'and' | 'or';

const KEYWORD_FIELDS = [
  'job_keywords',
  'exclude_job_keywords',
  'advanced_job_keywords',
  'advanced_exclude_job_keywords',
] as const;

export type KeywordFields = Partial<Pick<HistoricalCompanySearchRequest, (typeof KEYWORD_FIELDS)[number]>>;

/**
 * Makes the trees. With `excludeAllTerms`, as on the legacy endpoint, the `mode` of an exclusion applies to single terms
 * instead of blocks, so `and` excludes only jobs with all terms. The trees have no branches without terms.
 */
export function planKeywords(fields: KeywordFields, excludeAllTerms: boolean) {
  const { job_keywords, exclude_job_keywords, advanced_job_keywords, advanced_exclude_job_keywords } = fields;
  const excluded = exclude_job_keywords && simple(exclude_job_keywords, excludeAllTerms);
  return {
    // Every top-level group must match,
    include: branch('and', [
      job_keywords ? simple(job_keywords, false) : null,
      ...(advanced_job_keywords ?? []).map(group),
    ]),
    // and no excluded group may match.
    exclude: branch('or', [excluded ?? null, ...(advanced_exclude_job_keywords ?? []).map(group)]),
  };
}

function simple({ title, description, mode = 'and' }: Keywords, byTerms: boolean): KeywordNode | null {
  const inBlock: Mode = byTerms ? mode : 'or';
  return branch(mode, [terms('title', inBlock, title), terms('description', inBlock, description)]);
}

function group({ mode = 'and', title, description, groups }: KeywordGroup): KeywordNode | null {
  return branch(mode, [
    terms('title', title?.mode ?? 'and', title?.terms),
    terms('description', description?.mode ?? 'and', description?.terms),
    ...(groups ?? []).map(group),
  ]);
}

function terms(field: 'title' | 'description', mode: Mode, list: readonly string[] = []): KeywordNode | null {
  return branch(
    mode,
    Array.from(new Set(list), (term) => ({ field, term })),
  );
}

function branch(mode: Mode, parts: readonly (KeywordNode | null)[]): KeywordNode | null {
  const children = parts.filter((part) => part !== null);
  return children.length > 1 ? { mode, children } : (children[0] ?? null);
}

/** The most different terms in all keyword fields of a request: more than users write, but few enough to search quickly. */
export const MOST_TERMS = 1_000;

/** Returns issues of the terms: too many, or terms without a letter or digit, which would never match. */
export function termIssues(body: KeywordFields): Issue[] {
  const fields = KEYWORD_FIELDS.filter((name) => body[name] !== undefined);
  if (fields.length === 0) return [];
  const places = new Map<string, (string | number)[]>();
  const visit = (value: unknown, loc: (string | number)[]): void => {
    if (typeof value === 'string') {
      const term = `${loc.includes('title') ? 'title' : 'description'} ${value}`;
      if (!places.has(term)) places.set(term, loc);
    } else if (Array.isArray(value)) {
      value.forEach((each, i) => visit(each, [...loc, i]));
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, each] of Object.entries(value)) if (PARTS.has(key)) visit(each, [...loc, key]);
    }
  };
  for (const name of fields) visit(body[name], ['body', name]);
  return places.size > MOST_TERMS ? [tooManyTerms(fields[0]!, places.size)] : blankTerms(places);
}

const PARTS: ReadonlySet<string> = new Set(['title', 'description', 'terms', 'groups']);

function tooManyTerms(field: string, count: number): Issue {
  const msg = `must have at most ${MOST_TERMS} different terms, with those of the other keyword fields; there are ${count}`;
  return { loc: ['body', field], msg, type: 'too_many_terms' };
}

function blankTerms(places: ReadonlyMap<string, (string | number)[]>): Issue[] {
  const issues: Issue[] = [];
  for (const [term, loc] of places) {
    if (!hasWords(term.slice(term.indexOf(' '))))
      issues.push({ loc, msg: 'must contain a letter or a digit', type: 'blank_term' });
  }
  return issues;
}
