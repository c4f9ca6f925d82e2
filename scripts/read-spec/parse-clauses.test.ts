import { describe, expect, it } from 'vitest';
import { parseClauses, parseClientRules } from './parse-clauses.js';
import { YamlError } from './read-yaml.js';
import { casesOf } from '../../test/support/cases.js';

type Change = Partial<Record<string, string>>;
const cases = casesOf<{
  refused: [what: string, change: Change, message: string][];
  rules: [change: Record<string, unknown>, message: string][];
}>(import.meta.filename);

describe('parseClauses', () => {
  it('reads a small file, and fills in sets, defaults and missing operations', () => {
    const { clauses, readings } = parseClauses(file({}));
    expect(clauses).toEqual([
      {
        id: 'IDEM-1',
        group: 'IDEM',
        level: 'open',
        since: '1.0.0',
        title: 'a title',
        text: 'A text.',
        section: '4.10',
        reading: 'some-reading',
        operations: ['listJobBoards', 'listLocations'],
      },
    ]);
    expect(readings[0]?.operations).toHaveLength(9);
    expect(readings[0]).toMatchObject({ id: 'some-reading', default: '403', switch: true });
    expect(parseClauses(file({ since: '0.2.0' })).clauses[0]!.since).toBe('0.2.0');
  });

  it.each([
    ...cases.refused,
    ['several mistakes', { level: 'may', text: '5' }, /IDEM-1\/level must.*\n.*IDEM-1\/text must/] as const,
  ])('refuses %s, and says where', (_, change, message) => {
    const parse = (): unknown => parseClauses(file(change));
    expect(parse).toThrow(YamlError);
    expect(parse).toThrow(message);
  });

  it('refuses something that is not YAML', () => {
    expect(() => parseClauses('[')).toThrow(/^clauses\.yaml:1:2: /);
  });

  it('refuses an id that is used twice', () => {
    const text = file({});
    expect(() => parseClauses(text + text.slice(text.indexOf('  - IDEM-1')))).toThrow(
      'clauses.yaml:15: clauses/IDEM-1 exists already; use another id',
    );
  });

  it('refuses a file without the lists that its schema refers to', () => {
    expect(() => parseClauses('sections: []')).toThrow('clauses.yaml:1: groups is required');
  });

  it('refuses a clause without an id', () => {
    const text = file({}).replace('- IDEM-1: { ', '- level: open\n    foo: { ');
    expect(() => parseClauses(text)).toThrow('clauses/0/id is required');
  });
});

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

  it.each(cases.rules)('refuses %j', (change, complaint) => {
    expect(() => parseClientRules(file(change), sections)).toThrow(YamlError);
    expect(() => parseClientRules(file(change), sections)).toThrow(complaint);
  });
});

/** The text of a clauses file with one reading and one clause, with the changes of a test. */
function file(change: Change): string {
  const { reading = 'some-reading', since } = change;
  const facts = [
    `level: ${change['level'] ?? 'open'}`,
    ...(reading ? [`reading: ${reading}`] : []),
    `section: ${change['section'] ?? "'4.10'"}`,
    `operations: ${change['operations'] ?? '[lists, listLocations]'}`,
    ...(since ? [`since: ${since}`] : []),
  ];
  return `sections: [{ id: '4.10', title: Balance }]
sets: { lists: [${change['set'] ?? 'listJobBoards'}]${change['sets'] ?? ''} }
groups: [{ id: IDEM, title: Operation keys, why: Keys protect money. }]
readings:
  - some-reading: { section: '4.10', switch: ${change['switch'] ?? 'true'} }
    question: What?
    choices:
      - { id: '403', text: one }
      ${change['choice'] ?? "- { id: '401', text: another }"}
clauses:
  - ${change['id'] ?? 'IDEM-1'}: { ${facts.join(', ')} }
    title: a title
    text: ${change['text'] ?? 'A text.'}
    ${change['clause'] ?? ''}
`;
}
