import { describe, expect, it } from 'vitest';
import { ok, problems, withBody, withStep } from '../../../test/samples/one-step.js';

describe('the check of a request', () => {
  it('refuses a value that the contract does not accept, unless it is meant', () => {
    const wrong = withBody('{ department: [Alchemy] }');
    expect(problems(withStep(wrong))).toEqual([
      expect.stringMatching(/^19: searchJobs does not take this: department.0 .*; if that is meant, say why/),
    ]);
    expect(
      problems(withStep(withBody('{ department: [Alchemy] }', '  x-kit-deliberate: no such\n'))),
    ).toEqual([]);
  });

  it('refuses a member that the body does not have, unless it is meant', () => {
    expect(problems(withStep(withBody('{ limits: 5 }')))).toEqual([
      '19: searchJobs has no field "limits"; if that is meant, say why in x-kit-deliberate',
    ]);
    expect(problems(withStep(withBody('{ limits: 5 }', '  x-kit-deliberate: a stranger\n')))).toEqual([]);
  });

  it('leaves what an expression will stand for to the run', () => {
    expect(problems(withStep(withBody('{ limit: $inputs.activeKey }')))).toEqual([]);
    expect(problems(withStep(withBody('{ limit: 101, published_after: $inputs.activeKey }')))).toHaveLength(
      1,
    );
  });

  it('refuses an unknown value in a query', () => {
    const step = `operationId: listLocations
parameters: [{ name: q, in: query, value: ab }]
successCriteria: [{ condition: $statusCode == 422 }]`;
    expect(problems(withStep(step)).join()).toMatch(/listLocations does not take this: q /);
    expect(problems(withStep(step.replace('value: ab', 'value: ab, x-kit-deliberate: short')))).toEqual([]);
  });

  it('refuses a search without a credential that does not say so', () => {
    const without = (step: string): string => withStep(step).replace(/^x-kit-defaults.*\n/m, '');
    expect(problems(without(ok))).toEqual([
      expect.stringMatching(/^12: sends no Authorization: .* x-kit-absent: true/),
    ]);
    const meant = `${ok}parameters: [{ name: authorization, in: header, value: '', x-kit-absent: true }]`;
    expect(problems(without(meant))).toEqual([]);
  });

  it('refuses a header that breaks its schema, unless it is meant', () => {
    const key = (value: string): string =>
      withStep(`${ok}parameters: [{ name: Idempotency-Key, in: header, value: ${value} }]`);
    expect(problems(key('mine'))).toEqual([
      expect.stringMatching(
        /^17: searchJobs does not take this: Idempotency-Key must be use_v1_ .*; if that is meant/,
      ),
    ]);
    expect(problems(key('mine, x-kit-deliberate: no prefix'))).toEqual([]);
    expect(problems(key('use_v1_mine'))).toEqual([]);
    expect(problems(key("'{$inputs.operationKey}-a'"))).toEqual([]);
  });

  it('refuses to carry a value into a field that the body does not have', () => {
    const step = `${ok}x-kit-repeat: { times: 2, carry: [{ target: /serch_after, value: $response.body#/data/search_after }] }`;
    expect(problems(withStep(step))).toEqual([
      '17: searchJobs has no field "serch_after". Did you mean "search_after"?',
    ]);
  });
});
