import { describe, expect, it } from 'vitest';
import { parseClauses } from './parse-clauses.js';
import { YamlError } from './read-yaml.js';

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
    ['an unknown field', { clause: 'colour: red' }, '14: clauses/IDEM-1/colour is not a known field'],
    ['a misspelt field', { clause: 'chek: none' }, 'IDEM-1/chek is not a known field; did you mean "check"?'],
    ['an unknown level', { level: 'may' }, '11: clauses/IDEM-1/level must be one of: must, should, open'],
    ['an unknown group', { id: 'NONE-1' }, '11: clauses/NONE-1/id must be one of the groups with a number'],
    ['another form of id', { id: 'IDEM-01' }, '/id must be one of the groups with a number, such as IDEM-3'],
    ['an unknown reading', { reading: 'other' }, 'IDEM-1/reading must be one of: some-reading'],
    ['an invalid version', { since: 'soon' }, 'IDEM-1/since must be a version such as 1.0.0'],
    ['a must with a reading', { level: 'must' }, 'IDEM-1/reading belongs to an open clause only'],
    ['an open clause without a reading', { reading: '' }, 'clauses/IDEM-1/reading is required'],
    [
      'an unknown section',
      { section: "'4.11'" },
      'IDEM-1/section must be one of the sections, in quotes: "4.10"',
    ],
    ['an unquoted section', { section: '4.10' }, 'IDEM-1/section must be one of the sections, in quotes'],
    [
      'a misspelt operation',
      { operations: '[searchJob]' },
      'IDEM-1/operations/0 must be one of: searchJobs, searchCompanyJobs, ',
    ],
    [
      'a misspelt name among many known ones',
      { sets: ', a: [searchJobs], b: [searchJobs], c: [searchJobs]', operations: '[searchJob]' },
      'c; did you mean "searchJobs"?',
    ],
    ['an unknown operation in a set', { set: 'lists' }, '2: sets/lists/0 must be one of: searchJobs, search'],
    ['no operation at all', { operations: '[]' }, 'IDEM-1/operations must NOT have fewer than 1 items'],
    ['an empty text', { text: "' '" }, '13: clauses/IDEM-1/text must be a text that is not empty'],
    ['several mistakes', { level: 'may', text: '5' }, /IDEM-1\/level must.*\n.*IDEM-1\/text must/],
    ['another check', { clause: 'check: some\n    why: Because.' }, 'IDEM-1/check must be none, or left out'],
    [
      'a check without a why',
      { clause: 'check: none' },
      'must have property why when property check is present',
    ],
    ['an unquoted choice', { choice: '- { id: 401, text: x }' }, 'choices/1/id must be lower-case letters'],
    ['a switch in words', { switch: 'maybe' }, '5: readings/some-reading/switch must be boolean'],
    ['a switch with one choice', { choice: '' }, 'some-reading/choices must be two or more for a switch'],
    [
      'a space in an id',
      { choice: '- { id: a b, text: x }' },
      '9: readings/some-reading/choices/a b/id must',
    ],
    [
      'two choices with one id',
      { choice: "- { id: '403', text: x }" },
      'choices/403 exists already; use another id',
    ],
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

/** The text of a clauses file with one reading and one clause, with the changes of a test. */
function file(change: Partial<Record<string, string>>): string {
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
