/** Keywords: ignored terms, swapped modes, lost groups (§2.6, §4.1). */
import type { Rule } from './mutant.js';
import * as on from './operations.js';
import * as rule from './rules.js';

const WANTED = 'job_keywords';
const UNWANTED = 'exclude_job_keywords';
const ADVANCED = 'advanced_job_keywords';
const BARRED = 'advanced_exclude_job_keywords';
const BLOCKS = ['title', 'description'] as const;

type Edit = (holder: rule.Fields) => void;

/** Edits a simple keywords object. */
function simple(field: string, edit: Edit, operations = on.SEARCHES): Rule {
  return rule.asked(operations, ({ [field]: keywords }) => {
    if (rule.isFields(keywords)) edit(keywords);
  });
}

/** Edits every group of an advanced field, the inner ones first. */
function inGroups(field: string, edit: Edit): Rule {
  const inner = ({ groups, ...group }: rule.Fields): rule.Fields => {
    const edited = groups === undefined ? group : { ...group, groups: rule.fieldsIn(groups).map(inner) };
    edit(edited);
    return edited;
  };
  return rule.misreadsList(on.SEARCHES, field, (list) => rule.fieldsIn(list).map(inner));
}

/** Edits every block of terms in an advanced field. */
function inBlocks(field: string, edit: Edit): Rule {
  return inGroups(field, (group) => {
    for (const name of BLOCKS) if (rule.isFields(group[name])) edit(group[name]);
  });
}

/** Edits the outermost groups of an advanced field. */
function inOuterGroups(field: string, edit: Edit): Rule {
  return rule.asked(on.SEARCHES, ({ [field]: groups }) => rule.fieldsIn(groups).forEach(edit));
}

function swaps(from: 'and' | 'or', to: 'and' | 'or'): Edit {
  return (holder) => {
    if ((holder['mode'] ?? 'and') === from) holder['mode'] = to;
  };
}

const AND_AS_OR = swaps('and', 'or');
const OR_AS_AND = swaps('or', 'and');
const orUnlessSaid: Edit = (keywords) => void (keywords['mode'] ??= 'or');

function without(member: string): Edit {
  return (holder) => void delete holder[member];
}

/** Replaces the terms of a simple keywords object. */
function terms(
  field: string,
  blocks: readonly (typeof BLOCKS)[number][],
  read: (terms: unknown[]) => unknown[],
): Rule {
  return simple(field, (keywords) => {
    for (const name of blocks) if (Array.isArray(keywords[name])) keywords[name] = read(keywords[name]);
  });
}

/** Looks for the terms of one block in the other text as well, unless that text has terms of its own. */
function alsoIn(block: 'title' | 'description', other: 'title' | 'description'): Edit {
  return (keywords) => {
    if (keywords[block] === undefined || keywords[other] !== undefined) return;
    keywords[other] = keywords[block];
    keywords['mode'] = 'or';
  };
}

/** Whether postings contain the words of a block. The suite's own word begins with `zzq`. */
function isKnown(block: unknown): boolean {
  return rule.isFields(block) && !JSON.stringify(block).includes('zzq');
}

export const keywordMutants = rule.mutantsOf(() => ({
  'KEY-13 one-of-several-nested-groups-is-enough': inGroups(ADVANCED, (group) => {
    const nested = group['groups'];
    if (Array.isArray(nested) && nested.length > 1) group['groups'] = [{ mode: 'or', groups: nested }];
  }),
  'KEY-1 title-terms-unread': simple(WANTED, without('title')),
  'KEY-1 title-terms-cut-to-their-first-word': terms(WANTED, ['title'], (list) =>
    list.map((term) => String(term).split(' ')[0]),
  ),
  'KEY-1 company-keywords-on-the-first-page-alone': rule.asked(on.COMPANY, (body) => {
    if (Array.isArray(body['search_after'])) delete body[WANTED];
  }),
  'KEY-2 description-terms-unread': simple(WANTED, without('description')),
  'KEY-1 legacy-title-terms-found-in-texts': simple(WANTED, alsoIn('title', 'description'), on.LEGACY),
  'KEY-2 company-description-terms-found-in-titles': simple(
    WANTED,
    alsoIn('description', 'title'),
    on.COMPANY,
  ),
  'KEY-2 company-search-forgets-keywords': rule.forgets(on.COMPANY, WANTED),
  'KEY-8 company-search-forgets-excluded-keywords': rule.forgets(on.COMPANY, UNWANTED),
  'KEY-2 historical-search-forgets-keywords': rule.forgets(on.HISTORICAL, WANTED),
  'KEY-8 historical-search-forgets-excluded-keywords': rule.forgets(on.HISTORICAL, UNWANTED),
  'KEY-3 first-term-only': terms(WANTED, BLOCKS, (list) => list.slice(0, 1)),
  'KEY-4 and-read-as-or': simple(WANTED, AND_AS_OR),
  'KEY-5 or-read-as-and': simple(WANTED, OR_AS_AND),
  'KEY-6 or-unless-said': simple(WANTED, orUnlessSaid),
  'KEY-7 excluded-title-terms-unread': simple(UNWANTED, without('title')),
  'KEY-8 excluded-description-terms-unread': simple(UNWANTED, without('description')),
  'KEY-9 excluding-or-read-as-and': simple(UNWANTED, OR_AS_AND),
  'KEY-10 excluding-means-or-unless-said': simple(UNWANTED, orUnlessSaid),
  'KEY-10 excluding-and-read-as-or': simple(UNWANTED, AND_AS_OR),
  'KEY-12 first-group-only': rule.misreadsList(on.SEARCHES, ADVANCED, (list) => list.slice(0, 1)),
  'KEY-12 company-search-forgets-groups': rule.forgets(on.COMPANY, ADVANCED),
  'KEY-13 group-and-read-as-or': inGroups(ADVANCED, AND_AS_OR),
  'KEY-14 group-or-read-as-and': inGroups(ADVANCED, OR_AS_AND),
  'KEY-15 block-and-read-as-or': inBlocks(ADVANCED, AND_AS_OR),
  'KEY-16 block-or-read-as-and': inBlocks(ADVANCED, OR_AS_AND),
  'KEY-16 description-blocks-take-the-mode-of-the-title': inGroups(ADVANCED, ({ title, description }) => {
    if (rule.isFields(title) && rule.isFields(description)) description['mode'] = title['mode'] ?? 'and';
  }),
  'KEY-17 nested-groups-unread': inOuterGroups(ADVANCED, without('groups')),
  'KEY-17 nested-groups-take-the-outer-mode': inGroups(ADVANCED, ({ mode = 'and', groups }) => {
    for (const group of rule.fieldsIn(groups)) group['mode'] = mode;
  }),
  'KEY-17 nested-excluding-groups-unread': inOuterGroups(BARRED, without('groups')),
  'KEY-15 excluding-block-and-read-as-or': inBlocks(BARRED, AND_AS_OR),
  'KEY-16 excluding-block-or-read-as-and': inBlocks(BARRED, OR_AS_AND),
  'KEY-7 excluded-titles-read-to-the-first': terms(UNWANTED, ['title'], (list) => list.slice(0, 1)),
  'KEY-8 excluded-descriptions-read-from-the-last': terms(UNWANTED, ['description'], (list) =>
    list.slice(-1),
  ),
  'KEY-18 excluding-groups-unread': rule.forgets(on.SEARCHES, BARRED),
  'KEY-18 company-search-forgets-excluding-groups': rule.forgets(on.COMPANY, BARRED),
  'KEY-19 excluding-group-and-read-as-or': inGroups(BARRED, AND_AS_OR),
  'KEY-20 excluding-group-or-read-as-and': inGroups(BARRED, OR_AS_AND),
  'KEY-20 excluding-group-or-of-two-removes-all': rule.findsNothing(on.SEARCHES, ({ [BARRED]: list }) =>
    rule
      .fieldsIn(list)
      .some(({ mode, title, description }) => mode === 'or' && isKnown(title) && isKnown(description)),
  ),
  'KEY-21 exclusion-unread-beside-inclusion': rule.asked(on.SEARCHES, (body) => {
    if (WANTED in body) delete body[UNWANTED];
    if (ADVANCED in body || WANTED in body) delete body[BARRED];
  }),
  'LEG-26 legacy-excluding-and-read-as-or': simple(UNWANTED, AND_AS_OR, on.LEGACY),
  'LEG-26 legacy-excluding-modes-swapped': simple(
    UNWANTED,
    (keywords) => void (keywords['mode'] = keywords['mode'] === 'or' ? 'and' : 'or'),
    on.LEGACY,
  ),
  'LEG-27 legacy-excluding-or-read-as-and': simple(UNWANTED, OR_AS_AND, on.LEGACY),
  'KEY-1 legacy-forgets-keywords': rule.forgets(on.LEGACY, WANTED),
}));
