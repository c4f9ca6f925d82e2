import { describe, expect, it } from 'vitest';
import { ok, problems, withStep } from '../../../test/samples/one-step.js';

describe('the check of pointers', () => {
  it.each([
    ['a criterion', ok.replace('$statusCode == 200', '$response.body#/data/totl > 0')],
    ['an output', `${ok}outputs: { a: $response.body#/data/jobs/0/Job Titel }`],
    ['an argument', `${ok}x-kit-expect: [{ that: value, of: $response.body#/dat, null: false }]`],
    ['a list', `${ok}x-kit-expect: [{ that: distinct-items, list: /data/job }]`],
    ['an item', `${ok}x-kit-expect: [{ that: distinct-items, list: /data/jobs, by: /Job Titel }]`],
    ['a sum', `${ok}x-kit-expect: [{ that: compare, left: { sum: /data/credit }, is: '>', right: 0 }]`],
    [
      'what is carried on',
      `${ok}x-kit-repeat: { times: 2, carry: [{ target: /limit, value: $response.body#/cursor }] }`,
    ],
  ])('refuses a pointer in %s that no answer of the operation has', (_name, step) => {
    expect(problems(withStep(step))).toEqual([expect.stringMatching(/no answer of searchJobs has \//)]);
  });

  it('names the member that a pointer probably meant', () => {
    const step = ok.replace('$statusCode == 200', '$response.body#/data/jobs/0/Job%20Titel != null');
    expect(problems(withStep(step))).toEqual([
      '16: no answer of searchJobs has /data/jobs/0/Job Titel. Did you mean "Job Title"?',
    ]);
  });

  it('takes pointers into every form of answer, and into bodies that the contract leaves open', () => {
    const conditions = ['detail/0/msg', 'data/jobs/3/Skills/0/length', 'data/search_after/1', 'error/length'];
    for (const pointer of conditions)
      expect(problems(withStep(ok.replace('$statusCode == 200', `$response.body#/${pointer} != 1`)))).toEqual(
        [],
      );
    expect(
      problems(
        withStep(
          ok
            .replace('searchJobs', 'getCreditBalance')
            .replace('$statusCode == 200', '$response.body#/my/balance > 1'),
        ),
      ),
    ).toEqual([]);
  });
});

describe('the check of regular expressions', () => {
  it.each([
    [
      'a criterion',
      ok.replace(
        'condition: $statusCode == 200',
        `{ condition: 'EXPRESSION', context: $response.body, type: regex }`,
      ),
    ],
    ['a matcher', `${ok}x-kit-expect: [{ that: value, of: $response.body#/error, match: 'EXPRESSION' }]`],
    [
      'a matcher in a group',
      `${ok}x-kit-expect: [{ that: every-job, any-of: [{ field: City, match: 'EXPRESSION' }] }]`,
    ],
    ['a header', `${ok}x-kit-expect: [{ that: header-format, name: Retry-After, match: 'EXPRESSION' }]`],
  ])('refuses what is none in %s, with its line', (_name, step) => {
    const found = (expression: string) => problems(withStep(step.replace('EXPRESSION', expression)));
    expect(found('^[a-z]+$')).toEqual([]);
    expect(found('^(a')).toEqual([expect.stringMatching(/^1[67]: "\^\(a" is no regular expression: /)]);
  });

  it.each([
    ok.replace(
      'condition: $statusCode == 200',
      `{ condition: ^(a+)+$, context: $response.body, type: regex }`,
    ),
    ok.replace('condition: $statusCode == 200', '{ condition: 1 == 1 }') +
      `x-kit-expect: [{ that: value, of: $response.body#/error, match: ^(a+)+$ }]`,
  ])('refuses what takes too long', (step) => {
    expect(problems(withStep(step))).toEqual([
      expect.stringMatching(
        /^1[67]: "\^\(a\+\)\+\$" takes more than 2 s over texts of 1000 characters\. Write/,
      ),
    ]);
  });
});
