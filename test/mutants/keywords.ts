/** Keywords: terms unread, modes swapped, groups lost (§2.6, §4.1). */
import {
  asked,
  COMPANY,
  editRequest,
  findsNothing,
  forgets,
  HISTORICAL,
  incoming,
  isFields,
  LEGACY,
  misreads,
  mutant,
  SEARCHES,
  type Fields,
  type Operations,
} from './rules.js';
import type { Rule } from './mutant.js';

/** Edits a simple keywords object. */
function simple(field: string, edit: (keywords: Fields) => void, operations: Operations = SEARCHES): Rule {
  return asked(operations, (body) => {
    if (isFields(body[field])) edit(body[field]);
  });
}

/** Edits the top-level groups of an advanced field. */
function groups(field: string, edit: (groups: Fields[]) => Fields[] | void): Rule {
  return incoming(SEARCHES, (call) =>
    editRequest(call, (body) => {
      const list = body[field];
      if (Array.isArray(list)) body[field] = edit(list.filter(isFields)) ?? list;
    }),
  );
}

/** Edits a group and all groups within it. */
function eachGroup(list: Fields[], edit: (group: Fields) => void): void {
  for (const group of list) {
    if (Array.isArray(group['groups'])) eachGroup(group['groups'].filter(isFields), edit);
    edit(group);
  }
}

function eachBlock(list: Fields[], edit: (block: Fields) => void): void {
  eachGroup(list, (group) => {
    for (const name of ['title', 'description']) if (isFields(group[name])) edit(group[name]);
  });
}

/** Reads one mode as the other. */
function swaps(from: 'and' | 'or', to: 'and' | 'or'): (holder: Fields) => void {
  return (holder) => {
    if ((holder['mode'] ?? 'and') === from) holder['mode'] = to;
  };
}

/** Seeks the terms of one block in the other text as well, where that has none of its own. */
function alsoIn(block: 'title' | 'description', other: 'title' | 'description'): (keywords: Fields) => void {
  return (keywords) => {
    if (keywords[block] === undefined || keywords[other] !== undefined) return;
    keywords[other] = keywords[block];
    keywords['mode'] = 'or';
  };
}

/** A block of words that postings hold; the suite's own word begins with `zzq`. */
function isKnown(block: unknown): boolean {
  return isFields(block) && !JSON.stringify(block).includes('zzq');
}

const WANTED = 'job_keywords';
const UNWANTED = 'exclude_job_keywords';
const ADVANCED = 'advanced_job_keywords';
const BARRED = 'advanced_exclude_job_keywords';

export const keywordMutants = [
  mutant(
    'one-of-several-nested-groups-is-enough',
    'KEY-13',
    groups('advanced_job_keywords', (list) =>
      eachGroup(list, (group) => {
        const nested = group['groups'];
        if (Array.isArray(nested) && nested.length > 1) group['groups'] = [{ mode: 'or', groups: nested }];
      }),
    ),
  ),
  mutant(
    'title-terms-unread',
    'KEY-1',
    simple(WANTED, (keywords) => void delete keywords['title']),
  ),
  mutant(
    'title-terms-cut-to-their-first-word',
    'KEY-1',
    simple(WANTED, (keywords) => {
      if (Array.isArray(keywords['title']))
        keywords['title'] = keywords['title'].map((term) => String(term).split(' ')[0]);
    }),
  ),
  mutant(
    'company-keywords-on-the-first-page-alone',
    'KEY-1',
    asked(COMPANY, (body) => {
      if (Array.isArray(body['search_after'])) delete body[WANTED];
    }),
  ),
  mutant(
    'description-terms-unread',
    'KEY-2',
    simple(WANTED, (keywords) => void delete keywords['description']),
  ),
  mutant(
    'legacy-title-terms-found-in-texts',
    'KEY-1',
    simple(WANTED, alsoIn('title', 'description'), LEGACY),
  ),
  mutant(
    'company-description-terms-found-in-titles',
    'KEY-2',
    simple(WANTED, alsoIn('description', 'title'), COMPANY),
  ),
  mutant('company-search-forgets-keywords', 'KEY-2', forgets(COMPANY, WANTED)),
  mutant('company-search-forgets-excluded-keywords', 'KEY-8', forgets(COMPANY, UNWANTED)),
  mutant('historical-search-forgets-keywords', 'KEY-2', forgets(HISTORICAL, WANTED)),
  mutant('historical-search-forgets-excluded-keywords', 'KEY-8', forgets(HISTORICAL, UNWANTED)),
  mutant(
    'first-term-only',
    'KEY-3',
    simple(WANTED, (keywords) => {
      for (const name of ['title', 'description'])
        if (Array.isArray(keywords[name])) keywords[name] = keywords[name].slice(0, 1);
    }),
  ),
  mutant('and-read-as-or', 'KEY-4', simple(WANTED, swaps('and', 'or'))),
  mutant('or-read-as-and', 'KEY-5', simple(WANTED, swaps('or', 'and'))),
  mutant(
    'or-unless-said',
    'KEY-6',
    simple(WANTED, (keywords) => void (keywords['mode'] ??= 'or')),
  ),
  mutant(
    'excluded-title-terms-unread',
    'KEY-7',
    simple(UNWANTED, (keywords) => void delete keywords['title']),
  ),
  mutant(
    'excluded-description-terms-unread',
    'KEY-8',
    simple(UNWANTED, (keywords) => void delete keywords['description']),
  ),
  mutant('excluding-or-read-as-and', 'KEY-9', simple(UNWANTED, swaps('or', 'and'))),
  mutant(
    'excluding-means-or-unless-said',
    'KEY-10',
    simple(UNWANTED, (keywords) => void (keywords['mode'] ??= 'or')),
  ),
  mutant('excluding-and-read-as-or', 'KEY-10', simple(UNWANTED, swaps('and', 'or'))),
  mutant(
    'first-group-only',
    'KEY-12',
    groups(ADVANCED, (list) => list.slice(0, 1)),
  ),
  mutant('company-search-forgets-groups', 'KEY-12', forgets(COMPANY, ADVANCED)),
  mutant(
    'group-and-read-as-or',
    'KEY-13',
    groups(ADVANCED, (list) => eachGroup(list, swaps('and', 'or'))),
  ),
  mutant(
    'group-or-read-as-and',
    'KEY-14',
    groups(ADVANCED, (list) => eachGroup(list, swaps('or', 'and'))),
  ),
  mutant(
    'block-and-read-as-or',
    'KEY-15',
    groups(ADVANCED, (list) => eachBlock(list, swaps('and', 'or'))),
  ),
  mutant(
    'block-or-read-as-and',
    'KEY-16',
    groups(ADVANCED, (list) => eachBlock(list, swaps('or', 'and'))),
  ),
  mutant(
    'description-blocks-take-the-mode-of-the-title',
    'KEY-16',
    groups(ADVANCED, (list) =>
      eachGroup(list, ({ title, description }) => {
        if (isFields(title) && isFields(description)) description['mode'] = title['mode'] ?? 'and';
      }),
    ),
  ),
  mutant(
    'nested-groups-unread',
    'KEY-17',
    groups(ADVANCED, (list) => {
      for (const group of list) delete group['groups'];
    }),
  ),
  mutant(
    'nested-groups-take-the-outer-mode',
    'KEY-17',
    groups(ADVANCED, (list) => {
      for (const group of list)
        if (Array.isArray(group['groups']))
          eachGroup(
            group['groups'].filter(isFields),
            (inner) => void (inner['mode'] = group['mode'] ?? 'and'),
          );
    }),
  ),
  mutant(
    'nested-excluding-groups-unread',
    'KEY-17',
    groups(BARRED, (list) => {
      for (const group of list) delete group['groups'];
    }),
  ),
  mutant(
    'excluding-block-and-read-as-or',
    'KEY-15',
    groups(BARRED, (list) => eachBlock(list, swaps('and', 'or'))),
  ),
  mutant(
    'excluding-block-or-read-as-and',
    'KEY-16',
    groups(BARRED, (list) => eachBlock(list, swaps('or', 'and'))),
  ),
  mutant(
    'excluded-titles-read-to-the-first',
    'KEY-7',
    simple(UNWANTED, (keywords) => {
      if (Array.isArray(keywords['title'])) keywords['title'].splice(1);
    }),
  ),
  mutant(
    'excluded-descriptions-read-from-the-last',
    'KEY-8',
    simple(UNWANTED, (keywords) => {
      if (Array.isArray(keywords['description']))
        keywords['description'].splice(0, keywords['description'].length - 1);
    }),
  ),
  mutant('excluding-groups-unread', 'KEY-18', forgets(SEARCHES, BARRED)),
  mutant('company-search-forgets-excluding-groups', 'KEY-18', forgets(COMPANY, BARRED)),
  mutant(
    'excluding-group-and-read-as-or',
    'KEY-19',
    groups(BARRED, (list) => eachGroup(list, swaps('and', 'or'))),
  ),
  mutant(
    'excluding-group-or-read-as-and',
    'KEY-20',
    groups(BARRED, (list) => eachGroup(list, swaps('or', 'and'))),
  ),
  mutant(
    'excluding-group-or-of-two-removes-all',
    'KEY-20',
    findsNothing(SEARCHES, (body) => {
      const list = Array.isArray(body[BARRED]) ? body[BARRED].filter(isFields) : [];
      return list.some(
        ({ mode, title, description }) => mode === 'or' && isKnown(title) && isKnown(description),
      );
    }),
  ),
  mutant(
    'exclusion-unread-beside-inclusion',
    'KEY-21',
    asked(SEARCHES, (body) => {
      if (WANTED in body) delete body[UNWANTED];
      if (ADVANCED in body || WANTED in body) delete body[BARRED];
    }),
  ),
  mutant('legacy-excluding-and-read-as-or', 'LEG-26', simple(UNWANTED, swaps('and', 'or'), LEGACY)),
  mutant(
    'legacy-excluding-modes-swapped',
    'LEG-26',
    simple(
      UNWANTED,
      (keywords) => void (keywords['mode'] = keywords['mode'] === 'or' ? 'and' : 'or'),
      LEGACY,
    ),
  ),
  mutant('legacy-excluding-or-read-as-and', 'LEG-27', simple(UNWANTED, swaps('or', 'and'), LEGACY)),
  mutant(
    'legacy-forgets-keywords',
    'KEY-1',
    misreads(LEGACY, WANTED, () => undefined),
  ),
];
