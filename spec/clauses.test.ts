import { describe, expect, it } from 'vitest';
import {
  clauseIds,
  loadClauses,
  readingChoices,
  type ClauseId,
  type ReadingChoices,
  type ReadingId,
} from './clauses.js';
import { loadContract } from './contract.js';
import { kitVersion } from '../common/kit-version.js';
import { casesOf } from '../test/support/cases.js';

const cases = casesOf<{ sections: string[]; switched: ReadingId[] }>(import.meta.filename);

describe('the clauses', () => {
  const { set, clauses, readings, groups, sections } = loadClauses();

  it('number more than 100, and every group has some', () => {
    const counts = groups.map(({ id }) => `${id} ${clauses.filter(({ group }) => group === id).length}`);
    console.log(`${clauses.length} clauses: ${counts.join(', ')}; ${readings.length} readings`);
    expect(clauses.length).toBeGreaterThan(100);
    expect(counts.filter((count) => count.endsWith(' 0'))).toEqual([]);
  });

  it('are sorted by group, and numbered from 1 without a gap', () => {
    const expected = groups.flatMap(({ id }) =>
      clauses.filter(({ group }) => group === id).map((_, index) => `${id}-${index + 1}`),
    );
    expect(clauses.map(({ id }) => id)).toEqual(expected);
  });

  it('list the sections of the source', () => {
    expect(sections.map(({ id }) => id)).toEqual(cases.sections);
  });

  it('cover every section with an observable statement', () => {
    // 3 and 6 say that their content is not visible; 2, 5 and 7 are only headings.
    const silent = new Set(['2', '3', '5', '6', '7']);
    const cited = new Set(clauses.map(({ section }) => section));
    expect(cases.sections.filter((section) => !cited.has(section) && !silent.has(section))).toEqual([]);
  });

  it('have a `since` that is not later than the version of the kit', () => {
    const order = (version: string): number =>
      version.split('.').reduce((sum, part) => sum * 1_000 + +part, 0);
    expect(clauses.filter(({ since }) => order(since) > order(kitVersion()))).toEqual([]);
  });

  it('have a hash of the set, which tells whether two reports have the same clauses', () => {
    const hash = expect.stringMatching(/^[0-9a-f]{12}$/) as string;
    expect(set).toEqual({ kit: kitVersion(), count: clauses.length, hash });
    expect(loadClauses().set).toEqual(set);
  });

  it('have unique titles and texts', () => {
    for (const key of ['title', 'text'] as const) {
      const texts = clauses.map((clause) => clause[key].toLowerCase().replace(/\s+/g, ' '));
      expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
    }
  });

  it('have short titles, and whole sentences as texts', () => {
    expect(clauses.filter(({ title }) => title.length > 60 || title.endsWith('.'))).toEqual([]);
    expect(clauses.filter(({ text }) => !/^[A-Z`0-9].*\.$/s.test(text))).toEqual([]);
  });

  it('apply to the operation whose section they cite', () => {
    const bySection = new Map(loadContract().operations.map(({ id, section }) => [section, id]));
    const misplaced = clauses.filter(({ section, operations }) => {
      const operation = bySection.get(section);
      return operation !== undefined && !operations.includes(operation);
    });
    expect(misplaced.map(({ id }) => id)).toEqual([]);
  });

  it('can be checked over HTTP, except four', () => {
    const hidden = clauses.filter(({ check }) => check === 'none');
    expect(hidden.map(({ id }) => id)).toEqual(['AUTH-12', 'JOB-14', 'VER-5', 'VER-6']);
  });

  it('state the price of each search as the contract does', () => {
    const words = ['no credits', 'one credit', 'two credits'];
    const prices = clauses.filter(({ title }) => title.startsWith('price of the '));
    const { operations, operation } = loadContract();
    expect(prices.flatMap((clause) => clause.operations)).toEqual(
      expect.arrayContaining(operations.filter(({ kind }) => kind === 'search').map(({ id }) => id)),
    );
    const wrong = prices.filter(
      ({ text, operations: [id] }) => !text.includes(` uses ${words[operation(id!).creditCost]} for each `),
    );
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('cover every operation', () => {
    const covered = new Set(clauses.flatMap(({ operations }) => operations));
    expect(loadContract().operations.filter(({ id }) => !covered.has(id))).toEqual([]);
  });
});

it('the types of ids have the loaded clauses and readings, and a misspelt id does not compile', () => {
  const { clauses, readings } = loadClauses();
  expect(clauses.map(({ id }) => id)).toEqual(clauseIds);
  expect(readings.map(({ id, choices }) => [id, choices.map((choice) => choice.id)])).toEqual(
    Object.entries(readingChoices),
  );
  // @ts-expect-error there is no such clause
  'IDEM-999' satisfies ClauseId;
  // @ts-expect-error there is no such reading
  'auth-statis' satisfies ReadingId;
  // @ts-expect-error the reading has no such choice
  '418' satisfies ReadingChoices['auth-status'];
});

describe('the readings', () => {
  const { clauses, readings } = loadClauses();

  it('with several choices are each observed by a clause', () => {
    const observed = new Set(clauses.map(({ reading }) => reading));
    const forgotten = readings.filter(({ id, choices }) => choices.length > 1 && !observed.has(id));
    expect(forgotten.map(({ id }) => id)).toEqual([]);
  });

  it('apply to all operations of the clauses that observe them', () => {
    const misplaced = clauses.filter(({ reading, operations }) => {
      const applies = readings.find(({ id }) => id === reading)?.operations;
      return applies !== undefined && operations.some((operation) => !applies.includes(operation));
    });
    expect(misplaced.map(({ id }) => id)).toEqual([]);
  });

  it('that clauses name all exist', () => {
    const known = new Set<string>(readings.map(({ id }) => id));
    const named = clauses.flatMap(({ text }) =>
      [...text.matchAll(/\(reading ([a-z-]+)\)/g)].map(([, id]) => id),
    );
    expect(named).not.toEqual([]);
    expect(named.filter((id) => !known.has(id!))).toEqual([]);
  });

  it('state the rate limits that the contract has chosen', () => {
    const { operations } = loadContract();
    const chosen = operations.filter(({ rateLimit }) => !rateLimit.stated);
    const { text } = readings.find(({ id }) => id === 'rate-others')!.choices[0]!;
    const stated = [...text.matchAll(/\d+/g)].map(([requests]) => Number(requests));
    expect(new Set(stated)).toEqual(new Set(chosen.map(({ rateLimit }) => rateLimit.requests)));
  });

  it('have a switch if deployments are likely to differ', () => {
    expect(readings.filter((reading) => reading.switch).map(({ id }) => id)).toEqual(cases.switched);
  });
});
