/** The catalogue as data, and a handful of mutants in full; `npm run mutants` tries them all. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMock, type Mock } from '../../mock-server/index.js';
import { loadDocuments } from '../run/run.js';
import { innocents, mutants, unnoticed, unplayed, unturned } from './index.js';
import { allJudges, groupOf, loadScenarios, speakingOf, tryRule, without, type Bench } from './trial.js';

const documents = loadDocuments();
let mock: Mock;
let bench: Bench;

beforeAll(async () => {
  mock = await startMock({ seed: 1, jobs: 10_000 });
  const scenarios = loadScenarios(documents);
  bench = { documents, scenarios, url: mock.url, adminUrl: mock.url, key: 'key_demo', profile: {} };
}, 60_000);
afterAll(() => mock.close());

const rule = (name: string): ReturnType<(typeof mutants)[number]['rule']> =>
  mutants.find((each) => each.name === name)!.rule();

describe('the catalogue', () => {
  it('has at least 120 mutants with names and clauses of their own', () => {
    expect(mutants.length).toBeGreaterThanOrEqual(120);
    const names = [...mutants, ...innocents].map(({ name }) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
  });

  it('aims at clauses that exist and that something can check', () => {
    const checkable: string[] = documents.clauses.clauses
      .filter(({ check }) => check !== 'none')
      .map(({ id }) => id);
    expect(mutants.filter(({ clause }) => !checkable.includes(clause))).toEqual([]);
    expect(unturned.filter(({ clause }) => !checkable.includes(clause))).toEqual([]);
  });

  it('makes every lawful choice that the mock does not make, or says why not', () => {
    const open = documents.clauses.readings.flatMap((reading) =>
      reading.choices.map(({ id }) => ({ reading, choice: `${reading.id}=${id}` })),
    );
    const made = [
      ...innocents.flatMap(({ readings = [] }) => readings),
      ...unplayed.map((each) => each.choice),
    ];
    expect(made.filter((choice, at) => made.indexOf(choice) !== at)).toEqual([]);
    const other = open.filter(
      ({ reading, choice }) => !reading.switch && choice !== `${reading.id}=${reading.default}`,
    );
    expect(other.map(({ choice }) => choice).filter((choice) => !made.includes(choice))).toEqual([]);
    expect(made.filter((choice) => !open.some((each) => each.choice === choice))).toEqual([]);
  });

  it('gives a reason for each judge that nobody would miss, and documents the vocabulary that no pack uses', () => {
    const judges = [
      ...allJudges.oracles.map(({ id }) => `oracle ${id}`),
      ...Object.keys(allJudges.predicates).map((name) => `predicate ${name}`),
    ];
    const reasons = unnoticed(documents);
    const named = reasons.map(({ judge }) => judge);
    expect(named.filter((judge, at) => !judges.includes(judge) || named.indexOf(judge) !== at)).toEqual([]);
    const [page, tests] = ['../INTERPRETING.md', '../pack/predicates.test.ts'].map((file) =>
      readFileSync(new URL(file, import.meta.url), 'utf8'),
    );
    const vocabulary = reasons.filter(({ why }) => why.startsWith('vocabulary only'));
    const untold = vocabulary
      .map(({ judge }) => judge.replace('predicate ', ''))
      .filter((name) => !page!.includes(`\`${name}\``) || !new RegExp(`\\b${name}\\b`).test(tests!));
    expect(untold).toEqual([]);
    expect(vocabulary.length).toBeLessThan(8);
  });

  it('offends every group of clauses', () => {
    const groups = new Set(documents.clauses.clauses.map(({ id }) => groupOf(id)));
    expect([...groups].filter((group) => !mutants.some(({ clause }) => groupOf(clause) === group))).toEqual(
      [],
    );
  });
});

describe('a trial', { timeout: 60_000 }, () => {
  const trial = (name: string, clause: string, judges = allJudges): ReturnType<typeof tryRule> =>
    tryRule(
      bench,
      rule(name),
      bench.scenarios.filter(({ facts }) => facts.clauses.includes(clause)),
      judges,
    );

  it('turns the offended clause red and tells who saw it', async () => {
    const { red, fired, broken, words } = await trial('forgets-remote-only', 'FILT-8');
    expect([...red.keys()]).toContain('FILT-8');
    expect([...red.get('FILT-8')!]).toContain('oracle filters');
    expect(words.get('FILT-8')).toMatch(/remote/i);
    expect([fired > 0, broken]).toEqual([true, []]);
  });

  it('keeps a memory for each mutant anew', async () => {
    for (let i = 0; i < 2; i += 1)
      expect([...(await trial('retries-are-charged', 'IDEM-14')).red.keys()]).toContain('IDEM-14');
  });

  it('misses what only a judge that keeps silent would have seen', async () => {
    const seen = await trial('request-id-never-changes', 'REQ-4');
    expect(seen.red.get('REQ-4')).toBeDefined();
    let judges = allJudges;
    for (const judge of seen.red.get('REQ-4')!) judges = without(judge, judges);
    expect((await trial('request-id-never-changes', 'REQ-4', judges)).red.has('REQ-4')).toBe(false);
  });

  it('leaves an innocent alone', async () => {
    const smoke = bench.scenarios.filter(({ facts }) => facts.pack === 'smoke');
    for (const { name, rule: harmless } of innocents.filter((each) => each.name !== 'slow-answers'))
      expect([name, [...(await tryRule(bench, harmless(), smoke)).red.keys()]]).toEqual([name, []]);
  });

  it('asks the scenarios that cite the clause or its neighbours, and all where none does', () => {
    const near = speakingOf('LEG-29', bench.scenarios);
    expect(near.some(({ facts }) => facts.clauses.includes('LEG-29'))).toBe(true);
    expect(near.every(({ facts }) => facts.clauses.some((each) => each.startsWith('LEG-')))).toBe(true);
    expect(speakingOf('NONE-1', bench.scenarios)).toHaveLength(bench.scenarios.length);
  });
});
