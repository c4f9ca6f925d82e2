/** Keywords: ignored terms, swapped modes, lost groups (§2.6, §4.1). */
import type { Rule } from './mutant.js';
import * as on from './operations.js';
import * as rule from './rules.js';

const WANTED = 'job_keywords';
const UNWANTED = 'exclude_job_keywords';
const ADVANCED = 'advanced_job_keywords';
const BARRED = 'advanced_exclude_job_keywords';

type Edit = (holder: rule.Fields) => void;

/** Edits every group of an advanced field, the inner ones first. */
function inGroups(field: string, edit: Edit): Rule {
  const inner = ({ groups, ...group }: rule.Fields): rule.Fields => {
    const edited = groups === undefined ? group : { ...group, groups: rule.fieldsIn(groups).map(inner) };
    edit(edited);
    return edited;
  };
  return rule.misreadsList(on.SEARCHES, field, (list) => rule.fieldsIn(list).map(inner));
}

/** Whether postings contain the words of a block. The suite's own word begins with `zzq`. */
function isKnown(block: unknown): boolean {
  return rule.isFields(block) && !JSON.stringify(block).includes('zzq');
}

export const keywordRules = (): rule.Rules => ({
  'one-of-several-nested-groups-is-enough': inGroups(ADVANCED, (group) => {
    const nested = group['groups'];
    if (Array.isArray(nested) && nested.length > 1) group['groups'] = [{ mode: 'or', groups: nested }];
  }),
  'description-blocks-take-the-mode-of-the-title': inGroups(ADVANCED, ({ title, description }) => {
    if (rule.isFields(title) && rule.isFields(description)) description['mode'] = title['mode'] ?? 'and';
  }),
  'nested-groups-take-the-outer-mode': inGroups(ADVANCED, ({ mode = 'and', groups }) => {
    for (const group of rule.fieldsIn(groups)) group['mode'] = mode;
  }),
  'excluding-group-or-of-two-removes-all': rule.findsNothing(on.SEARCHES, ({ [BARRED]: list }) =>
    rule
      .fieldsIn(list)
      .some(({ mode, title, description }) => mode === 'or' && isKnown(title) && isKnown(description)),
  ),
  'legacy-exclusion-applies-each-block': rule.asked(on.LEGACY, ({ [UNWANTED]: unwanted }) => {
    if (rule.isFields(unwanted) && Array.isArray(unwanted['title']) && Array.isArray(unwanted['description']))
      unwanted['mode'] = 'or';
  }),
  'exclusion-unread-beside-inclusion': rule.asked(on.SEARCHES, (body) => {
    if (WANTED in body) delete body[UNWANTED];
    if (ADVANCED in body || WANTED in body) delete body[BARRED];
  }),
});
