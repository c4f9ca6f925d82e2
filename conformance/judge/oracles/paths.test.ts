import { describe, expect, it } from 'vitest';
import { paths } from './paths.js';
import { history, page, verdicts, type Draft } from '../../../test/samples/exchanges.js';

const PART = { seen: 'part' } as const;
const served: Draft = { answer: page([]) };
const gone = (draft: Draft = {}): Draft => ({ operation: 'listDepartments', status: 404, ...draft });
const places = (q: string, draft: Draft = {}): Draft => ({
  operation: 'listLocations',
  query: { q },
  answer: { locations: [] },
  ...draft,
});

describe('a path of traffic', () => {
  it('is gone where each request meets a 404 while others are served', () => {
    expect(verdicts(paths, history(served, gone(), gone(), served), PART)).toEqual([
      'VER-1 fail #2 #3: expected an answer at /api/v1/departments; actual status 404 each of 2 times',
    ]);
    const legacy = gone({ operation: 'searchCompanyJobsLegacy', status: 410 });
    expect(verdicts(paths, history(served, legacy, legacy, served), PART).join()).toContain(
      'VER-3 fail #2 #3',
    );
  });

  it('is not gone for one 404, one in a form of its own, or one that nothing else surrounds', () => {
    const answered = gone({ status: 200, answer: { departments: [] } });
    const foreign = gone({ answer: { message: 'no route' } });
    const nameless = gone({ headers: { 'x-request-id': undefined } });
    for (const drafts of [
      [served, gone(), served],
      [served, gone(), answered, gone(), served],
      [served, foreign, foreign, served],
      [served, nameless, nameless, served],
      [gone(), gone(), served],
      [served, gone(), gone()],
    ])
      expect(verdicts(paths, history(...drafts), PART)).toEqual([]);
  });

  it('is left to the scenarios in a run', () => {
    expect(verdicts(paths, history(served, gone(), gone(), served))).toEqual([]);
  });
});

describe('a lookup of traffic', () => {
  it('that finds nothing answers with 200', () => {
    const nothing = places('zzqx', { status: 404, answer: { detail: 'Nothing found' } });
    const told = history(places('united'), nothing, nothing, places('new'));
    expect(verdicts(paths, told, PART)).toEqual([
      'LOOK-11 fail #2 #3: expected 200 with an empty array; actual status 404',
    ]);
    expect(verdicts(paths, history(places('united'), nothing, places('new')), PART)).toEqual([]);
  });
});
