import { afterAll, expect, it } from 'vitest';
import { startMock } from '../../mock-server/index.js';
import { loadDocuments } from '../../conformance/pack/model/documents.js';
import { pairMutants } from './catalogue.js';
import { citing, loadScenarios, tryRule } from './trial.js';

const documents = loadDocuments();
const pairs = pairMutants(documents.clauses);

const mock = await startMock({ seed: 1, jobs: 10_000 });
const scenarios = loadScenarios(documents);
const bench = { documents, url: mock.url, adminUrl: mock.url, key: 'key_demo', profile: {} };
afterAll(() => mock.close());

it('there is a filter or keyword mutant for each pair of a clause that binds', () => {
  const names = pairs.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  const { clauses } = documents.clauses;
  const bound = clauses.filter(({ id, level }) => /^(FILT|KEY)-/.test(id) && level === 'must');
  const lacking = bound.flatMap(({ id, operations }) =>
    operations
      .filter((operation) => !pairs.some((each) => each.clause === id && each.operation === operation))
      .map((operation) => `${id} ${operation}`),
  );
  expect(lacking).toEqual([]);
});

it('a mutant of a pair turns that pair red and no other', { timeout: 120_000 }, async () => {
  const pair = pairs.find(({ name }) => name === 'forgets-department@searchCompanyJobs')!;
  const near = citing(pair, scenarios);
  expect(near.every(({ facts }) => facts.pairs['FILT-13']?.includes('searchCompanyJobs'))).toBe(true);
  expect((await tryRule(bench, pair.rule(), near)).redPairs).toEqual(['FILT-13 searchCompanyJobs']);
});
