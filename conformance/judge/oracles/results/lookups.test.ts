import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../../spec/contract.js';
import { casesOf } from '../../../../test/support/cases.js';
import { lookups } from './lookups.js';
import { history, verdicts, type Draft } from '../../../../test/samples/exchanges.js';

const cases = casesOf<{
  ordered: [whose: string, labels: string][];
  unordered: [what: string, labels: string, actual: string][];
}>(import.meta.filename);
const options = (...labels: string[]) => labels.map((label) => ({ label, value: label.toLowerCase() }));
const boards = (labels: string[], q?: string, draft: Draft = {}): Draft => ({
  operation: 'listJobBoards',
  query: q === undefined ? {} : { q },
  answer: { job_boards: options(...labels) },
  ...draft,
});
const places = (cities: string[], query: Record<string, string>, draft: Draft = {}): Draft => ({
  operation: 'listLocations',
  query,
  answer: { locations: cities.map((city) => ({ label: city, value: { country: 'NL', state: null, city } })) },
  ...draft,
});
const judged = (...drafts: Draft[]): string[] => verdicts(lookups, history(...drafts));

describe('list lookups', () => {
  it.each(cases.ordered)('may be in the order of %s', (_order, labels) => {
    expect(judged(boards(labels.split(','), 'a'))).toContain('LOOK-6 pass #1');
  });

  it.each(cases.unordered)('are not in %s', (_order, labels, actual) => {
    const told = 'LOOK-6 fail #1: expected labels or values in alphabetical order; actual ';
    expect(judged(boards(labels.split(','), 'a')).join()).toMatch(new RegExp(`${told}.*${actual}`));
  });

  it('may be sorted by their values', () => {
    const list = ['a_Zeta', 'b_Alpha', 'c_Beta'].map((name) => ({ label: name.slice(2), value: name }));
    const byValue = (items: object[]): Draft => boards([], 'a', { answer: { job_boards: items } });
    expect(judged(byValue(list))).toEqual(
      expect.arrayContaining(['LOOK-6 pass #1', 'reading lookup-order=value #1']),
    );
    expect(judged(byValue([list[1]!, list[2]!, list[0]!]))).toContain('reading lookup-order=label #1');
    expect(judged(byValue([list[0]!, list[2]!, list[1]!])).join()).toContain('LOOK-6 fail #1');
  });

  it('may contain members about the query', () => {
    const list = (score: number, labels: string[], q?: string): Draft =>
      boards([], q, { answer: { job_boards: options(...labels).map((each) => ({ ...each, score })) } });
    const missing = /^LOOK-7 (pass|fail) #1 #2/;
    const found = (...labels: string[]): string[] =>
      judged(list(1, ['Alpha', 'Beta', 'Gamma']), list(2, labels, 'a')).filter((line) => missing.test(line));
    expect(found('Alpha', 'Beta', 'Gamma')).toEqual(['LOOK-7 pass #1 #2']);
    expect(found('Alpha', 'Beta')).toEqual([expect.stringContaining('fail #1 #2')]);
  });

  it('may match the value of an entry as its name, but then must always do so', () => {
    const [pier, harbor] = [
      { label: 'Pier', value: 'x_quay' },
      { label: 'The Harbor', value: 'x_port' },
    ];
    const list = (items: object[], q?: string): Draft => boards([], q, { answer: { job_boards: items } });
    const fails = (...drafts: Draft[]): string[] =>
      judged(list([pier, harbor]), ...drafts).filter((line) => line.startsWith('LOOK-7 fail'));
    expect(fails(list([pier, harbor], 'x_'), list([], 'harbor'), list([pier], 'quay'))).toEqual([]);
    expect(fails(list([harbor], 'harbor'), list([], 'quay'))).toEqual([]);
    expect(fails(list([], 'harbor'), list([], 'quay'))).toHaveLength(1);
    expect(fails(list([harbor], 'harbor'), list([], 'quay'), list([], 'pier'))).toHaveLength(1);
    expect(fails(list([pier], 'harbor'))).toHaveLength(1);
  });

  it('contain exactly the entries with q in their name', () => {
    const full = boards(['Harborjobs', 'Pier', 'The Harbor']);
    expect(judged(full, boards(['Harborjobs', 'The Harbor'], ' HARBOR '))).toContain('LOOK-7 pass #1 #2');
    expect(judged(full, boards(['Harborjobs', 'Pier'], 'harbor'))).toContain(
      'LOOK-7 fail #1 #2: expected all entries whose name contains "harbor"; actual "Pier", whose name does not contain it',
    );
    expect(judged(full, boards(['Harborjobs'], 'harbor'))).toContain(
      'LOOK-7 fail #1 #2: expected all entries whose name contains "harbor"; actual without "The Harbor", whose name contains it',
    );
    expect(judged(full, boards(['Harborjobs', 'The Harbor', 'Hàrbor'], 'harbor'))).toContain(
      'LOOK-7 pass #1 #2',
    );
    expect(judged(boards([], 'nothing'))).toEqual(['LOOK-11 pass #1']);
  });

  it('must have 38 departments and about 222 boards', () => {
    const departments = (labels: readonly string[]): Draft => ({
      operation: 'listDepartments',
      answer: { departments: labels.map((label) => ({ label, value: label })) },
    });
    const all = loadContract().enums.department;
    const whole = (clause: string) => [
      'LOOK-6 pass #1',
      `${clause} pass #1`,
      'reading lookup-order=label #1',
    ];
    expect(judged(departments(all))).toEqual(whole('LOOK-14'));
    const repeated = /^LOOK-14 fail #1: .*"Accounting" is odd, missing or repeated$/;
    expect(judged(departments(all.slice(1)))[1]).toMatch(repeated);
    const many = Array.from({ length: 222 }, (_, i) => `board ${String(i).padStart(3, '0')}`);
    expect(judged(boards(many))).toEqual(whole('LOOK-15'));
    expect(judged(boards([...many, many.at(-1)!]))[1]).toBe(
      'LOOK-15 fail #1: expected about 222 job boards, each once; actual "board 221" is repeated',
    );
  });
});

describe('the locations lookup', () => {
  it('returns at most ten entries, or the requested number, none twice', () => {
    const eleven = Array.from({ length: 11 }, (_, i) => `Town ${i}`);
    expect(judged(places(eleven.slice(1), { q: 'town' }))).toEqual(['LOOK-23 pass #1', 'LOOK-26 pass #1']);
    expect(judged(places(eleven, { q: 'town' }))[0]).toBe(
      'LOOK-23 fail #1: expected at most 10 entries; actual 11 entries',
    );
    expect(judged(places(eleven, { q: 'town', limit: '2' }))[0]).toMatch(/^LOOK-24 fail #1/);
    expect(judged(places(['Delft', 'Delft'], { q: 'delft' })).at(-1)).toMatch(/^LOOK-26 fail #1/);
  });

  it('refuses a q or limit that is too short, too long, missing or out of range', () => {
    const refused = { status: 422, answer: undefined };
    expect(judged(places([], {}, refused))).toEqual(['LOOK-19 pass #1']);
    expect(judged(places([], { q: ' a b ' }, refused))).toEqual(['LOOK-20 pass #1']);
    expect(judged(places([], { q: 'a'.repeat(201) }, refused))).toEqual(['LOOK-12 pass #1']);
    expect(judged(places([], { q: 'abcd', limit: '31' }, refused))).toEqual(['LOOK-25 pass #1']);
    expect(judged(places([], { q: ' a b ' }))[0]).toBe(
      'LOOK-20 fail #1: expected status 422 for a q with 2 characters; actual status 200',
    );
    const short = judged(places([], { q: 'a b c' }));
    expect(short).toEqual(['LOOK-21 pass #1', 'LOOK-11 pass #1', 'LOOK-23 pass #1']);
    expect(judged(boards([], 'a'.repeat(200)))).toEqual(['LOOK-13 pass #1', 'LOOK-11 pass #1']);
    const spaced = judged(boards([], ` ${'a'.repeat(200)} `));
    expect(spaced.filter((line) => /LOOK-12|fail/.test(line))).toEqual([]);
  });
});

describe('lists of traffic', () => {
  const seen = (...drafts: Draft[]): string =>
    verdicts(lookups, history(...drafts), { seen: 'part' })
      .filter((line) => /^LOOK-(7|23) fail/.test(line))
      .join();
  const full = boards(['Harborjobs', 'Pier', 'The Harbor']);

  it('lack an entry only if full lists before and after contain it', () => {
    const some = boards(['Harborjobs'], 'harbor');
    expect(seen(full, some, full)).toContain('LOOK-7 fail #2');
    expect(seen(full, some)).toBe('');
    expect(seen(full, some, boards(['Harborjobs']))).toBe('');
  });

  it('must contain ten places if longer lists before and after do', () => {
    const q = { q: 'new' };
    const towns = Array.from({ length: 12 }, (_, i) => `Town ${i}`);
    const many = places(towns, { ...q, limit: '30' });
    const some = places(['Town 1', 'Town 2'], q);
    expect(seen(many, some, many)).toContain('LOOK-23 fail #1 #3 #2: expected 10 entries');
    expect(seen(many, some)).toBe('');
    expect(seen(some, some, some)).toBe('');
  });
});
