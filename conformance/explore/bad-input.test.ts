import { expect, it } from 'vitest';
import { loadContract } from '../../spec/contract.js';
import type { Fields } from '../values/fields.js';
import { createRandom } from '../values/random.js';
import { badInput, wrongMembers, wrongQueries } from './bad-input.js';

const contract = loadContract();
const searches = contract.operations.filter((each) => each.kind === 'search');
const lookups = contract.operations.filter((each) => each.kind === 'lookup');
const NOW = Date.parse('2026-11-23T10:30:00Z');
const BODY = {
  company_network_url: 'https://example.com/company/one',
  published_after: '2026-11-01',
  limit: 10,
};

it.each(searches)('breaks each member of a body of $id in ways that its schema rejects', (search) => {
  const groups = wrongMembers(contract, search);
  expect(new Set(groups.flat().flatMap(Object.keys))).toEqual(new Set(search.bodyFields));
  const accepted = groups
    .flat()
    .filter((each) => search.validateStatedBody({ ...BODY, ...each }).length === 0);
  expect(accepted).toEqual([]);
});

it('breaks each keyword of a schema', () => {
  const wrong = wrongMembers(contract, contract.operation('searchCompanyJobsHistorical')).flat();
  const expected: Fields[] = [
    { company_network_url: undefined },
    { limit: 'text' },
    { limit: 10.5 },
    { limit: 9 },
    { limit: 101 },
    { is_remote: [true, false] },
    { published_after: '2026-02-31' },
    { department: ['ACCOUNTING'] },
    { industry: ['no such value'] },
    { job_keywords: { mode: 'no such value' } },
    { jobs_locations: [{ city: 10.5 }] },
    { search_after: [1] },
    { search_after: [1, 1, 1] },
  ];
  expect(wrong).toEqual(expect.arrayContaining(expected));
});

it('breaks no limit that only the kit states', () => {
  const wrong = wrongMembers(contract, contract.operation('searchJobs')).flat();
  expect(wrong).not.toContainEqual({ limit: 0 });
});

it.each(lookups)('breaks queries of $id in ways that the contract rejects', (lookup) => {
  const queries = wrongQueries(contract, lookup);
  expect(queries.length).toBeGreaterThan(0);
  expect(queries.filter((each) => lookup.validateQuery(each).length === 0)).toEqual([]);
});

it('leaves out a member that is missing, and asks for few jobs', () => {
  const legacy = contract.operation('searchCompanyJobsLegacy');
  const bodies = Array.from({ length: 500 }, (_, seed) =>
    badInput(contract, legacy, BODY, NOW, createRandom(seed)),
  );
  expect(bodies).toContainEqual({ body: { published_after: '2026-11-01', limit: 1 } });
});

it('breaks the text of a body, and rules that no schema states', () => {
  const search = contract.operation('searchJobs');
  const all = Array.from({ length: 500 }, (_, seed) =>
    badInput(contract, search, BODY, NOW, createRandom(seed)),
  );
  expect(all.some(({ text }) => text?.startsWith('[{'))).toBe(true);
  const days = all.map(({ body }) => body?.['published_after']);
  expect(days).toEqual(expect.arrayContaining(['2026-05-14', '2026-11-13']));
});
