import { describe, expect, it } from 'vitest';
import { loadDocuments } from '../../pack/model/documents.js';
import { loadPacks, packPaths } from '../../pack/load-packs.js';
import { scenariosOf, type Scenario } from './scenarios.js';
import { byWorth, largeLast } from './order.js';
import { likelyOf } from './purchases.js';

const documents = loadDocuments();
const { clauses } = documents.clauses;
const scenarios = scenariosOf(loadPacks(packPaths([]), documents), documents);

/** A scenario that shows clauses on the direct search, for `cost` credits. */
const costing = (id: string, cost: number, ...shows: string[]): Scenario => ({
  ...scenarios[0]!,
  id,
  cost,
  facts: {
    ...scenarios[0]!.facts,
    pairs: Object.fromEntries(shows.map((clause) => [clause, ['searchJobs']])),
  },
});
const order = (...some: Scenario[]): string[] => byWorth(some, clauses).map(({ id }) => id);

describe('the order under a ceiling', () => {
  it('starts with free scenarios, and continues with those that show most for their credits', () => {
    const free = costing('free', 0, 'RATE-8');
    const dear = costing('dear', 100, 'BILL-1', 'BILL-6');
    const cheap = costing('cheap', 10, 'BILL-9');
    expect(order(dear, cheap, free)).toEqual(['free', 'cheap', 'dear']);
  });

  it('ranks binding clauses above open ones', () => {
    expect(order(costing('open', 10, 'RATE-8', 'RATE-9'), costing('must', 10, 'BILL-1'))).toEqual([
      'must',
      'open',
    ]);
  });

  it('counts each pair once', () => {
    const first = costing('first', 10, 'BILL-1', 'BILL-6');
    const same = costing('same', 11, 'BILL-1', 'BILL-6');
    const other = costing('other', 50, 'BILL-9');
    expect(order(same, other, first)).toEqual(['first', 'other', 'same']);
  });
});

it('the order without a ceiling ends with scenarios that buy large pages, after others on the same days', () => {
  const parts = largeLast(scenarios, documents.contract);
  const ids = parts.flat().map(({ facts }) => facts.workflowId);
  const places = ['longer-page-direct', 'direct-default-includes-today', 'everything-is-optional'].map((id) =>
    ids.indexOf(id),
  );
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(ids).toHaveLength(scenarios.length);
  // Within each part, the order stays the same.
  expect(parts).toEqual(parts.map((part) => scenarios.filter((each) => part.includes(each))));
});

describe('the likely cost of a run', () => {
  const named = (id: string): Scenario[] => scenarios.filter(({ facts }) => facts.workflowId === id);
  const likely = (...ids: string[]): number => likelyOf(ids.flatMap(named), documents.contract);

  it('counts each window once, however many scenarios search in it', () => {
    const twice = [...named('company-default-is-six-months'), ...named('company-default-is-six-months')];
    const one = likely('company-default-is-six-months');
    expect(one).toBeGreaterThan(10);
    expect(likelyOf(twice, documents.contract)).toBe(one);
  });

  it('is 0 for empty results, for refused requests, and for windows that the survey has bought', () => {
    expect(likely('empty-results-are-free')).toBe(0);
    expect(likely('direct-refuses-older-dates')).toBe(0);
    expect(likely('total-is-free-of-limit')).toBe(0);
    expect(likely('balance-after-a-search')).toBe(0);
    expect(likely('dates-of-old')).toBe(0);
  });

  it('counts a whole page for a narrowed search, unless the run buys the newest jobs of its window', () => {
    const narrowed = named('case-of-departments');
    expect(likelyOf(narrowed, documents.contract)).toBe(10);
    expect(likelyOf(narrowed, documents.contract, scenarios)).toBe(3);
  });

  it('counts the pages of a chain in a slice that the survey does not read', () => {
    const chain = named('chain-of-pages-is-complete');
    expect(likelyOf(chain, documents.contract)).toBe(0);
    expect(likelyOf(chain, documents.contract, chain, ['market'])).toBe(0);
    expect(likelyOf(chain, documents.contract, chain, ['company'])).toBeGreaterThan(100);
  });

  it('is small if the survey has bought most of a page', () => {
    expect(likely('default-limit')).toBeGreaterThan(0);
    expect(likely('default-limit')).toBeLessThan(20);
  });

  it('is below the highest cost', () => {
    const most = scenarios.reduce((sum, { cost }) => sum + cost, 0);
    expect(likelyOf(scenarios, documents.contract)).toBeLessThan(most / 2);
  });
});
