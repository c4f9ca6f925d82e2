import { describe, expect, it } from 'vitest';
import { clientRuleIds, loadClientRules, type ClientRuleId } from './clients.js';

describe('the rules for clients', () => {
  const { rules, groups } = loadClientRules();

  it('are numbered from 1 without a gap, and sorted by group; no group is empty', () => {
    const ids = rules.map(({ id }) => id);
    expect(new Set(ids)).toEqual(new Set(rules.map((_, i) => `CLI-${i + 1}`)));
    expect(ids).toHaveLength(new Set(ids).size);
    const byGroup = groups.map(({ id }) => rules.filter(({ group }) => group === id));
    expect(byGroup.flat()).toEqual(rules);
    expect(byGroup.filter((some) => some.length === 0)).toEqual([]);
  });

  it('have the ids of the type `ClientRuleId`, so that a misspelt id does not compile', () => {
    expect(rules.map(({ id }) => id)).toEqual(clientRuleIds);
    // @ts-expect-error there is no such rule
    'CLI-999' satisfies ClientRuleId;
  });

  it('have unique titles and texts; titles are short, and texts are whole sentences', () => {
    for (const key of ['title', 'text'] as const) {
      const texts = rules.map((rule) => rule[key].toLowerCase());
      expect(texts.filter((text, i) => texts.indexOf(text) !== i)).toEqual([]);
    }
    expect(rules.filter(({ title }) => title.length > 60 || title.endsWith('.'))).toEqual([]);
    expect(
      rules.filter(
        (rule) => ![rule.text, rule.why, rule.instead].every((text) => /^[A-Z`0-9].*\.$/s.test(text)),
      ),
    ).toEqual([]);
  });

  it('refer only to rules that exist', () => {
    const named = rules.flatMap((rule) => [...JSON.stringify(rule).matchAll(/CLI-\d+/g)].map(([id]) => id));
    expect(named.filter((id) => !(clientRuleIds as readonly string[]).includes(id))).toEqual([]);
  });
});
