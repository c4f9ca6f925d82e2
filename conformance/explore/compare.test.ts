import { expect, it } from 'vitest';
import { loadClauses } from '../../spec/clauses.js';
import { history, type Draft } from '../../test/samples/exchanges.js';
import type { Observation } from '../record/judgement.js';
import type { Sent } from './chapter.js';
import { both, differencesBetween, factsOf, pairsOf, type Both, type Difference } from './compare.js';
import type { Judged, Violation } from './judge-story.js';
import { stepOf, type StoryStep } from './step.js';

const { clauses, readings } = loadClauses();

const NOTHING: Judged = {
  violations: [],
  passes: new Map(),
  found: { judgements: [], observations: [], results: [], turns: new Map() },
};

const broken = (form: string): Violation => ({
  clause: clauses.find(({ id }) => id === 'BILL-9')!,
  operation: 'searchJobs',
  form,
  judgement: {
    clauses: ['BILL-9'],
    verdict: 'fail',
    by: 'oracle free-results',
    scenario: 'compare/chapter-1',
    step: 's1',
    because: null,
    known: null,
    expected: 'no charge',
    actual: 'a charge',
    exchanges: [1],
  },
});

const choosing = (reading: string, ...choices: string[]): Judged => ({
  ...NOTHING,
  found: {
    ...NOTHING.found,
    observations: choices.map((choice): Observation => ({ reading, choice, exchanges: [1] })),
  },
});

const sent = (step: Partial<StoryStep>, draft: Draft): Sent => ({
  step: stepOf('buy', 's1', { operation: 'searchJobs', ...step }),
  exchanges: history(draft),
});

const between = (judged: Both<Judged>, ...unlike: Both<Sent>[]): Difference[] =>
  differencesBetween(
    both(judged, (each) => [each]),
    unlike,
    readings,
  );

const page = (...jobs: object[]): Draft => ({
  answer: { success: true, data: { jobs, total: jobs.length } },
});

it('names a clause that one target breaks, and says whether the other one does', () => {
  const one = { ...NOTHING, violations: [broken('a'), broken('b')] };
  const facts = ['expected no charge; a charge', 'not shown'];
  const named = { clause: 'BILL-9', reading: null, operation: 'searchJobs', times: 2 };
  expect(between([one, NOTHING])).toEqual([{ ...named, facts }]);
  const keeps = { ...NOTHING, passes: new Map([['BILL-9 searchJobs', 1]]) };
  expect(between([keeps, one])).toEqual([{ ...named, facts: ['as expected', facts[0]] }]);
});

it('reports no clause that both targets break in the same form', () => {
  const [one, other, both] = [['a'], ['b'], ['a', 'b']].map((forms) => ({
    ...NOTHING,
    violations: forms.map(broken),
  }));
  expect(between([one!, one!])).toEqual([]);
  expect(between([one!, both!]).map(({ times }) => times)).toEqual([1]);
  expect(between([one!, other!]).map(({ times }) => times)).toEqual([2]);
});

it('lists two choices of a reading under the reading', () => {
  const [one, other] = [choosing('auth-status', '401'), choosing('auth-status', '403')];
  const reading = { clause: null, reading: 'auth-status', operation: 'searchJobs', times: 1 };
  expect(between([one, other])).toEqual([{ ...reading, facts: ['401', '403'] }]);
  expect(between([one, NOTHING])).toEqual([]);
  expect(between([choosing('auth-status', '401', '403'), other])).toEqual([]);
});

it('lists no reading whose choice the data decides', () => {
  expect(between([choosing('page-fullness', 'full'), choosing('page-fullness', 'short')])).toEqual([]);
});

it('explains two statuses by the reading that allows both', () => {
  const statusOf = (status: number): Sent => sent({}, { status });
  const found = between([NOTHING, NOTHING], [statusOf(401), statusOf(403)], [statusOf(200), statusOf(404)]);
  expect(found.map(({ reading }) => reading)).toEqual(['auth-status', null]);
});

it('pairs the steps of a choice if they differ only in data', () => {
  const steps: Partial<StoryStep>[] = [
    { body: { limit: 10, job_keywords: { title: ['cook'] } } },
    { body: { limit: 12, published_after: '2026-01-01' } },
    { body: { limit: 10 }, key: '{$inputs.operationKeyA}' },
    { body: { limit: 10 }, sender: 'none' },
  ];
  const [cook, dated, keyed, unknown] = steps.map((step) => sent(step, {}));
  const other = sent({ body: { job_keywords: { title: ['nurse'] }, limit: 10 } }, {});
  const choice = { move: 'buy', operation: 'searchJobs', draw: 1 } as const;
  const one = [
    { choice, sent: [cook!, null, keyed!] },
    { choice, sent: [] },
  ];
  const two = [
    { choice, sent: [other, dated!, unknown!] },
    { choice, sent: [cook!] },
  ];
  expect(pairsOf([one, two])).toEqual([[cook, other]]);
});

it('compares neither postings nor answers that depend on earlier requests', () => {
  const [one, other] = [sent({}, page({ id: 1 })), sent({}, page({ id: 2 }, { id: 3 }))];
  expect(factsOf(one)).toBe(factsOf(other));
  expect(factsOf(sent({}, { status: 402 }))).toBe('');
  expect(factsOf(sent({ move: 'retry' }, { status: 409 }))).toBe('');
  expect(factsOf({ ...one, exchanges: [...one.exchanges, ...one.exchanges] })).toBe('');
});

it('compares statuses, headers, members and arithmetic', () => {
  const usual = page({ id: 1 });
  const others: Draft[] = [
    { status: 404 },
    { ...usual, headers: { 'x-request-id': undefined } },
    { ...usual, headers: { 'content-type': 'text/plain' } },
    { answer: { success: true, data: { jobs: [], total: 0, more: true } } },
    { answer: { success: true, data: { jobs: [], total: 1 } } },
    { lost: true },
  ];
  const facts = [usual, ...others].map((draft) => factsOf(sent({}, draft)));
  expect(new Set(facts).size).toBe(facts.length);
});
