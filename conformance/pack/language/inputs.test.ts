import { describe, expect, it } from 'vitest';
import { LEFT_OUT } from './expressions.js';
import { bindInput, isBindable, requirementOf, type Bindings } from './inputs.js';
import { dateInput } from '../../values/dates.js';
import { casesOf } from '../../../test/support/cases.js';

const cases = casesOf<{
  dates: [name: string, date: string][];
  otherDays: [name: string, today: string, date: string][];
}>(import.meta.filename);

const at = (iso: string): number => Date.parse(iso);
const bindings: Bindings = {
  keys: { active: 'key-a' },
  accountIds: {},
  facts: { networkUrl: 'https://n.example', marketTitleWord: 'Engineer' },
  now: at('2026-08-31T23:59:00Z'),
  runId: 'abc123',
  scenario: 'billing/x',
};

it('activeKeyCut is the active key without its last character', () => {
  expect(bindInput('activeKeyCut', { ...bindings, keys: { active: '4711-a' } })).toBe('4711-');
});

describe('dates', () => {
  it.each(cases.dates)('%s', (name, date) => {
    expect(dateInput(name, bindings.now)).toBe(date);
  });

  it.each(cases.otherDays)('%s on %s allows for a time zone with another month', (name, today, date) => {
    expect(dateInput(name, at(`${today}T12:00:00Z`))).toBe(date);
  });

  it('clamps 29 February', () => {
    expect(dateInput('yearsAgo1', at('2028-02-29T00:00:00Z'))).toBe('2027-02-28');
  });
});

describe('inputs', () => {
  it('binds keys by role and makes operation keys that are valid, stable and distinct', () => {
    expect(bindInput('activeKey', bindings)).toBe('key-a');
    const [one, two] = [bindInput('operationKey', bindings), bindInput('operationKeyB', bindings)];
    expect(one).toMatch(/^use_v1_[A-Za-z0-9_-]{1,60}$/);
    expect(one).not.toBe(two);
    expect(bindInput('operationKey', bindings)).toBe(one);
    expect(bindInput('operationKey', { ...bindings, runId: 'other' })).not.toBe(one);
    expect(bindInput('operationKey', { ...bindings, scenario: 'billing/y' })).not.toBe(one);
  });

  it('makes a company URL that no company has', () => {
    expect(bindInput('unknownCompanyUrl', bindings)).toBe(
      'https://n.example/company/kit-no-such-company-abc123',
    );
    expect(bindInput('companyUrl', bindings)).toBeUndefined();
  });

  it('binds facts that the survey found, and requires them by name', () => {
    expect([bindInput('marketTitleWord', bindings), bindInput('companyTitleWord', bindings)]).toEqual([
      'Engineer',
      undefined,
    ]);
    const facts = ['marketTitleWord', 'companyTitleWord', 'agencyUrl', 'companyName'];
    expect(facts.map(requirementOf)).toEqual(facts.map((name) => `fact:${name}`));
    expect(['TitleWord', 'marketTitle'].some(isBindable)).toBe(false);
  });

  it('omits optional filters without a known value, and does not require them', () => {
    const scope = { mode: 'and', title: { mode: 'and', terms: ['nurse'] } };
    expect(bindInput('marketScope', bindings)).toBe(LEFT_OUT);
    expect(bindInput('marketScope', { ...bindings, facts: { marketScope: scope } })).toEqual(scope);
    for (const name of ['marketScope', 'historyScope', 'companySince', 'companyPageTo'])
      expect(requirementOf(name)).toBeNull();
  });

  it('have known names and requirements', () => {
    expect(['activeKey', 'operationKeyB2', 'monthsAgo6Plus1'].every(isBindable)).toBe(true);
    expect(['key', 'operation-key', 'monthsAgo', 'todayish'].some(isBindable)).toBe(false);
    const needs = ['activeKey', 'zeroKey', 'accountId', 'companyUrl', 'today'].map(requirementOf);
    expect(needs).toEqual([null, 'key:zero', 'admin', 'company', null]);
  });
});
