import { describe, expect, it } from 'vitest';
import { parseClientRules } from './parse-clauses.js';
import { YamlError } from './read-yaml.js';

describe('parseClientRules', () => {
  const sections = [{ id: '5.2' }];
  const file = (change: Record<string, unknown>): string => {
    const told = { id: 'CLI-1', since: '1.0.0', group: 'keys', level: 'must', section: '5.2' };
    const rule = { ...told, ...TEXTS, ...change };
    return JSON.stringify({ groups: [{ id: 'keys', title: 'Keys' }], rules: [rule] });
  };
  const TEXTS = { title: 'a', text: 'A.', why: 'B.', instead: 'C.', courses: true, traffic: 'none' };

  it('reads a small file', () => {
    expect(parseClientRules(file({ note: 'D.' }), sections).rules).toEqual([
      { id: 'CLI-1', group: 'keys', level: 'must', since: '1.0.0', section: '5.2', note: 'D.', ...TEXTS },
    ]);
  });

  it.each([
    [{ id: 'CLI-01' }, 'clients.yaml:1: rules/CLI-01/id must have the form CLI-3'],
    [{ since: 'soon' }, 'rules/CLI-1/since must be a version such as 1.0.0'],
    [{ level: 'open' }, 'rules/CLI-1/level must be one of: must, should'],
    [{ group: 'other' }, 'rules/CLI-1/group must be one of: keys'],
    [{ section: '5.9' }, 'rules/CLI-1/section must be one of the sections of clauses.yaml'],
    [{ traffic: 'maybe' }, 'rules/CLI-1/traffic must be one of: judged, warned, none'],
    [{ courses: false }, 'rules/CLI-1 must be judged in courses or in traffic'],
    [{ insted: 'D.' }, 'rules/CLI-1/insted is not a known field; did you mean "instead"?'],
    [{ why: '' }, 'rules/CLI-1/why must be a text that is not empty'],
  ])('refuses %j', (change, complaint) => {
    expect(() => parseClientRules(file(change), sections)).toThrow(YamlError);
    expect(() => parseClientRules(file(change), sections)).toThrow(complaint);
  });
});
