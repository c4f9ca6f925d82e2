/** Checks the catalogue, and tries a few mutants; `npm run mutants` tries them all. */
import { afterAll, describe, expect, it } from 'vitest';
import { startMock } from '../../mock-server/index.js';
import { loadDocuments } from '../../conformance/pack/model/documents.js';
import { rulesInCode, UNSEEN } from './catalogue.js';
import { innocents, mutants, choicesWithoutInnocent, uncaught } from './index.js';
import { groupRule, groupsOf } from './groups.js';
import { loadScenarios, speakingOf, tryRule } from './trial.js';

const documents = loadDocuments();

const mock = await startMock({ seed: 1, jobs: 10_000 });
const scenarios = loadScenarios(documents);
const bench = { documents, url: mock.url, adminUrl: mock.url, key: 'key_demo', profile: {} };
afterAll(() => mock.close());

describe('the catalogue', () => {
  it('names each mutant and innocent once, in kebab-case', () => {
    const names = [...mutants, ...innocents].map(({ name }) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
  });

  it('has a row or a rule for each mutant and innocent, and a mutant for each rule', () => {
    const lacking = [...mutants, ...innocents].filter(({ rule }) => typeof rule() !== 'function');
    const inCode = Object.keys(rulesInCode());
    const names = mutants.map(({ name }) => name);
    expect([...lacking, ...inCode.filter((name) => !names.includes(name))]).toEqual([]);
  });

  it('excuses only mutants that exist', () => {
    const names = mutants.map(({ name }) => name);
    expect(Object.values(UNSEEN).filter((hidden) => hidden.some((name) => !names.includes(name)))).toEqual(
      [],
    );
  });

  it('breaks each *must* and *should* clause that can be checked, or says why no mutant does', () => {
    const { clauses } = documents.clauses;
    const checkable = clauses.filter(({ check }) => check !== 'none').map(({ id }) => id);
    const offended = new Set<string>(mutants.map(({ clause }) => clause));
    const excused = new Set<string>(uncaught.map(({ clause }) => clause));
    const known = new Set<string>(checkable);
    expect([...offended, ...excused].filter((clause) => !known.has(clause))).toEqual([]);
    expect([...excused].filter((clause) => offended.has(clause))).toEqual([]);
    const open = new Set(clauses.filter(({ level }) => level === 'open').map(({ id }) => id));
    expect(checkable.filter((id) => !open.has(id) && !offended.has(id) && !excused.has(id))).toEqual([]);
  });

  it('makes every lawful choice that the mock does not make, or says why not', () => {
    const open = documents.clauses.readings.flatMap((reading) =>
      reading.choices.map(({ id }) => ({ reading, choice: `${reading.id}=${id}` })),
    );
    const made: string[] = [...innocents.flatMap(({ readings = [] }) => readings), ...choicesWithoutInnocent];
    const other = open.filter(
      ({ reading, choice }) => !reading.switch && choice !== `${reading.id}=${reading.default}`,
    );
    expect(other.map(({ choice }) => choice).filter((choice) => !made.includes(choice))).toEqual([]);
    expect(made.filter((choice) => !open.some((each) => each.choice === choice))).toEqual([]);
  });
});

describe('a trial', () => {
  const trial = (name: string, scenario: string): ReturnType<typeof tryRule> => {
    const some = scenarios.filter(({ id }) => id === scenario);
    return tryRule(bench, mutants.find((each) => each.name === name)!.rule(), some);
  };

  it('turns the broken clause red, and names the check that failed', async () => {
    const found = await trial('forgets-remote-only', 'filters/remote-and-on-site-direct');
    const { red, fired, broken } = found;
    expect(red.find(({ clause }) => clause === 'FILT-8')?.words).toMatch(/^by oracle filters .*remote/i);
    expect([fired > 0, broken]).toEqual([true, []]);
  });

  it('starts each mutant with an empty memory', async () => {
    for (let i = 0; i < 2; i += 1) {
      const { red } = await trial('retries-are-charged', 'operation-keys/retries-direct');
      expect(red.map(({ clause }) => clause)).toContain('IDEM-14');
    }
  });

  it('turns no clause red on innocents', async () => {
    const smoke = scenarios.filter(({ facts }) => facts.pack === 'smoke');
    for (const group of groupsOf(
      innocents.filter(({ name, fromOutside }) => name !== 'slow-answers' && fromOutside !== true),
    )) {
      const { red } = await tryRule(bench, groupRule(group).rule, smoke);
      expect(red, group.map(({ name }) => name).join(' ')).toEqual([]);
    }
  });

  it('runs the scenarios that cite the clause or others of its group, or all if none does', () => {
    const near = speakingOf('LEG-29', scenarios);
    expect(near.some(({ facts }) => facts.clauses.includes('LEG-29'))).toBe(true);
    expect(near.every(({ facts }) => facts.clauses.some((each) => each.startsWith('LEG-')))).toBe(true);
    expect(speakingOf('NONE-1', scenarios)).toHaveLength(scenarios.length);
  });
});
